// What the oracle says of a random program, and what a native exploration of it found.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/program.hpp"
#include "explore/algorithms.hpp"
#include "protocol/channel.hpp"

namespace mazurka::conformance {

struct Expectation {
  bool known = false;  // the program is small enough
  // Named as the runtime does (model/trace_digest.hpp), each with the results of all its statements.
  uint64_t traces = 0;
  uint64_t trace_digest = 0;
  // The results alone, of executions in which no assumption fails.
  uint64_t outcomes = 0;
  uint64_t outcome_digest = 0;
  uint64_t deadlocked = 0;
  uint64_t failed = 0;
  uint64_t racy = 0;  // traces with data races; known only of programs that are compared step by step
};
Expectation expectation_of(const Program& program);

struct Way {
  const Algorithm* algorithm = &default_algorithm();
  Policy policy = Policy::kReadsFirst;
  protocol::Restart restart = protocol::Restart::kInProcess;
  uint64_t seed = 1;
  bool fuses = false;  // critical sections may be one event
};
std::string name_of(const Way& way);

struct Finding {
  std::string complaint;   // empty: as expected
  bool too_large = false;  // more executions than anybody wants to wait for; nothing was compared
  uint64_t executions = 0;
  uint64_t fused = 0;            // critical sections that were one event
  uint64_t states_compared = 0;  // whole states and steps from them, by an algorithm that merges states
};
// Explores the program natively, by the driver, and compares.
Finding compare(const Program& program, const Expectation& expected, const std::string& driver, const Way& way);

}  // namespace mazurka::conformance
