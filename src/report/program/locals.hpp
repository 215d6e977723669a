// Variables of functions that are being executed: which of them lies at an address in a frame.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

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

}  // namespace mazurka::report
