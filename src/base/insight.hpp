// What an exploration finds out, while it goes on, about the executions that it has not seen. Plain numbers: they lie
// in memory that the checked program shares, and pass through the channel as they are.
#pragma once

#include <cstdint>
#include <type_traits>

namespace mazurka {

// Of sampled executions.
struct Samples {
  uint64_t runs = 0;
  uint64_t traces = 0;    // different ones
  uint64_t once = 0;      // of these, those that were seen once
  uint64_t is_exact = 1;  // 0: the last two are estimates, since there are too many to remember
  uint64_t threads = 0;   // the most that were started in a run
  uint64_t steps = 0;     // of the longest run
  uint64_t outcomes = 0;  // 1: a step had several outcomes, one of which was drawn

  // How likely the next run shows a trace that none has shown (Good and Turing).
  double unseen() const { return runs == 0 ? 1 : static_cast<double>(once) / static_cast<double>(runs); }
};

// Of a tree of executions, made by random descents into what is left of it.
struct Estimate {
  uint64_t probes = 0;    // descents; 0: there is no estimate
  uint64_t explored = 0;  // executions, when it was made
  double left = 0;        // that were still to be explored then
  double deviation = 0;   // the standard error of `left`

  bool is_known() const { return probes != 0; }
  double total() const { return static_cast<double>(explored) + left; }
  // Three standard errors, and multiplied: an estimate that is wrong is rather too small.
  double least() const { return static_cast<double>(explored) + left / doubt(); }
  double most() const { return static_cast<double>(explored) + left * doubt(); }
  double doubt() const { return left > 0 ? 1 + 3 * deviation / left : 1; }
};

struct Insight {
  Samples samples;
  Estimate estimate;
};
static_assert(std::is_trivially_copyable_v<Insight>);

}  // namespace mazurka
