// Variables of functions that are being executed: which of them lies at an address in a frame.
#pragma once

#include <elfutils/libdw.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "report/program/contents.hpp"

namespace mazurka::report {

struct LocalVariable {
  Dwarf_Die die;
  uint64_t address = 0;
};

// The variables and parameters, with addresses in memory, that the scopes around `pc` have. The scopes are innermost
// first, up to the function; all in the file's own numbering. `frame` is the function's canonical frame address.
std::vector<LocalVariable> locals_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame);

// The one that holds the address.
std::optional<LocalVariable> local_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame,
                                      uint64_t address);

// A function that is being executed, of whose variables some lie in registers, or nowhere.
class ActiveFrame {
 public:
  using Registers = std::array<uint64_t, 6>;  // those of protocol::MemoryStop::kRegisters

  // `pc` is a return address, `address` the canonical one of the frame. `level`: of the functions that are inlined
  // into another at `pc`, how many are not looked at, from the innermost on.
  ActiveFrame(uint64_t pc, uint64_t address, const Registers& registers, size_t level, const ReadMemory& read);

  uint64_t pc() const { return pc_; }
  uint64_t address() const { return address_; }
  size_t level() const { return level_; }
  std::optional<uint64_t> register_with(uint32_t number) const;
  // Reads memory, and what is kept.
  const ReadMemory& read() const { return read_; }
  // A value that lies in no memory gets an address.
  uint64_t keep(uint64_t value) const;

 private:
  uint64_t pc_, address_;
  Registers registers_;
  size_t level_;
  std::shared_ptr<std::vector<uint64_t>> kept_;
  ReadMemory read_;
};

struct FoundLocal {
  bool exists = false;              // there is a variable of this name
  std::optional<TypedPlace> place;  // nothing: it is not known where
};
// The variable of this name. The scopes are as above; `bias` is what addresses in the file differ by from those in the
// process.
FoundLocal local_named(const std::vector<Dwarf_Die>& scopes, const char* name, Dwarf_Addr pc, Dwarf_Addr bias,
                       const ActiveFrame& frame);

}  // namespace mazurka::report
