// Problems of a run put together: those that are the same are reported once.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

// Something the program did that the runtime does not model, or trouble the runtime had.
struct Remark {
  std::string message;
  std::string position;  // "queue.cpp:12"; may be empty
  uint64_t count = 1;
};

// One for each message and place.
std::vector<Remark> remarks_of(const std::vector<Problem>& problems, Symbolizer& symbolizer);

// One of each kind, message and place, with the number of executions that ended in it.
std::vector<std::pair<Problem, uint64_t>> distinct(const std::vector<Problem>& bugs);

}  // namespace mazurka::report
