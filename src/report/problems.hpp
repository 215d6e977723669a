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
std::vector<std::pair<Problem, uint64_t>> distinct(std::vector<Problem> bugs);

// What the program uses and nobody sees, because it was not built with mazurka.
struct Unseen {
  std::string name;      // of a function, as the program calls it, or of a library
  std::string library;   // that has the function
  std::string position;  // "queue.cpp:12": where it was called first; may be empty
};

// Functions that were called. What the names in `trusted` stand for, functions or libraries, is left out and added to
// `believed`.
std::vector<Unseen> unseen_functions(const std::vector<UnseenFunction>& found, const std::vector<std::string>& trusted,
                                     Symbolizer& symbolizer, std::vector<std::string>& believed);

// A sentence without a full stop: what it is, and what to do.
std::string sentence_about(const std::vector<Unseen>& unseen);

}  // namespace mazurka::report
