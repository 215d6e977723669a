// The programs of tests/explore/mailbox_programs.hpp that mazurka::mailbox can do, as programs of the conformance test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/program.hpp"

namespace mazurka::conformance {

struct Listed {
  std::string name;
  Program program;
  uint64_t traces = 0;
};

std::vector<Listed> listed_programs();

}  // namespace mazurka::conformance
