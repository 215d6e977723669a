// Which bytes of the program's memory hold values that depend on inputs, and what they are.
//
// Each byte is named by an expression and which byte of it it is. A granule of 8 bytes has a slot in a table with open
// addressing; slots of an earlier execution count as empty, so that a restart costs nothing. Most accesses are to pages
// that have no such byte, which a small filter tells.
//
// User thread's side, but for begin_execution().
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "concolic/expression.hpp"

namespace mazurka::runtime {

class ShadowMemory {
 public:
  struct Byte {
    concolic::ExpressionId expression = concolic::kConcrete;
    uint8_t place = 0;  // 0: the lowest byte of the expression

    bool operator==(const Byte&) const = default;
  };

  // Was any byte of this execution symbolic?
  bool is_used() const { return used_ != 0; }
  // May a byte here be symbolic?
  bool may_hold(uintptr_t address, size_t bytes) const {
    if (used_ == 0) return false;
    if (bytes > kPageBytes) return true;
    return has_page(address) || has_page(address + bytes - 1);
  }
  Byte get(uintptr_t address) const;
  // Of an access that lies in one granule: the expression whose lowest bytes these are, in their order. Or kConcrete if
  // none of them is symbolic, and kMixed for everything else.
  static constexpr concolic::ExpressionId kMixed = UINT32_MAX;
  concolic::ExpressionId get_whole(uintptr_t address, uint32_t bytes) const;
  // These bytes get the lowest ones of the expression. False: nothing has changed.
  bool set_whole(uintptr_t address, uint32_t bytes, concolic::ExpressionId id);
  void set(uintptr_t address, Byte byte);
  // False: there was nothing.
  bool clear(uintptr_t address, size_t bytes);
  void copy(uintptr_t to, uintptr_t from, size_t bytes);

  // Nothing is symbolic.
  void begin_execution();

 private:
  static constexpr size_t kFirstSlots = 1024, kPageBytes = 4096, kFilterBits = 4096;
  struct Granule {
    uint64_t number = 0;  // address / 8
    uint64_t round = 0;
    Byte bytes[8];
  };

  static size_t filter_place(uintptr_t address) { return (address / kPageBytes * 0x9e3779b97f4a7c15ULL) >> 52; }
  bool has_page(uintptr_t address) const {
    const size_t place = filter_place(address);
    return (filter_[place / 64] >> (place % 64) & 1) != 0;
  }
  void mark_page(uintptr_t address) {
    const size_t place = filter_place(address);
    filter_[place / 64] |= uint64_t{1} << (place % 64);
  }
  const Granule* find(uint64_t number) const;
  Granule& make(uint64_t number);
  void grow();

  std::vector<Granule> table_;  // empty until the first byte: there is no memory for it before main
  uint64_t filter_[kFilterBits / 64] = {};
  size_t used_ = 0;  // slots of this execution
  uint64_t round_ = 1;
  std::vector<Byte> moved_;  // of copy()
};

}  // namespace mazurka::runtime
