// A name of the state that the checked program is in, for explorations that remember states (Program::name_of_state).
//
// Whoever knows a part of the state adds it. What is as it was at the base adds nothing, so that it makes no difference
// whether something was looked at. What is there but cannot be added refuses: the state has no name then, and is never
// taken for another one.
//
// Checker's side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "model/fingerprint.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// States are named in this run. Set before its first execution.
MAZURKA_OWN extern bool names_states;

// Of memory, with any number of bytes.
Fingerprint hash_bytes(const void* memory, size_t bytes, uint64_t seed = 0);

class StateName {
 public:
  // Keeps all parts, too, if `keeps`.
  explicit StateName(bool keeps) : keeps_(keeps) {}

  // A part that is known by a number, such as its address. The order of parts does not count.
  void add(uint64_t which, Fingerprint what) {
    name_.high += combine_hashes(what.high, which);
    name_.low += combine_hashes(what.low, which, 0xc2b2ae3d27d4eb4fULL);
    if (keeps_) [[unlikely]]
      keep(which, &what, sizeof what);
  }
  void add(uint64_t which, uint64_t what) { add(which, Fingerprint{what, what}); }
  void add_memory(uint64_t which, const void* memory, size_t bytes) {
    add(which, hash_bytes(memory, bytes));
    keep(which, memory, bytes);
  }
  // Memory of which a hash is added.
  void keep(uint64_t which, const void* memory, size_t bytes);
  bool keeps() const { return keeps_; }
  // All that was kept, in the same order whatever the order was.
  void put_whole(std::vector<char>& into);
  // There is something that cannot be part of a name.
  void refuse() { is_refused_ = true; }
  bool is_refused() const { return is_refused_; }
  Fingerprint name() const { return name_; }

 private:
  Fingerprint name_;
  bool is_refused_ = false;
  bool keeps_;
  std::vector<std::vector<char>> kept_;
};

// What is there once and adds itself. Registered for good, before main.
class StatePart {
 public:
  explicit StatePart(void (*add)(StateName& name));
};
void add_all_parts(StateName& name);

}  // namespace mazurka::runtime
