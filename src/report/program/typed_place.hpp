// Something in the program's memory, and how it is read.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace mazurka::report {

// False: it cannot be read.
using ReadMemory = std::function<bool(uint64_t address, void* to, size_t bytes)>;

struct TypedPlace {
  Dwarf_Die type;  // without typedefs, const and the like
  uint64_t address = 0;
};

}  // namespace mazurka::report
