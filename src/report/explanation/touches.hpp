// What threads do to memory, atomic or not, in the order of the execution: for explanations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/native_bug.hpp"

namespace mazurka::report {

struct Touch {
  uint32_t thread = 0;
  uint64_t address = 0;
  std::string object;
  bool reads = false, writes = false;
  std::string before, after;
  Frame at;
  size_t steps_before = 0;
};

std::vector<Touch> touches_of(const NativeBug& bug);

}  // namespace mazurka::report
