// What is mapped in this process, as the kernel tells.
#pragma once

#include <cstdint>
#include <vector>

namespace mazurka::runtime {

struct MappedRange {
  uintptr_t begin, end;
  int protection;   // PROT_READ, ...
  bool is_private;  // to this process
  bool is_stack;    // of the process
};

// On either side.
std::vector<MappedRange> memory_maps();

}  // namespace mazurka::runtime
