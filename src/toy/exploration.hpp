// Explores a toy program with one algorithm and collects what is worth telling.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/algorithms.hpp"
#include "toy/machine.hpp"

namespace mazurka::toy {

struct ExplorationOptions {
  const Algorithm* algorithm = &default_algorithm();
  Options explorer;
  // Steps per thread. With a limit all executions of the program cut there are explored; without one a generous limit
  // is a safety net, and the first execution that reaches it ends the exploration.
  std::optional<uint32_t> max_steps;
  uint64_t max_executions = UINT64_MAX;
  double max_seconds = 0;                              // 0: no limit
  const std::atomic<bool>* interrupted = nullptr;      // set by a signal handler
  std::function<void(const Execution&)> on_execution;  // may be empty
};

// A thread that cannot go on.
struct ToyWaiting {
  ThreadId thread;
  Operation op;
  std::optional<ThreadId> holder;  // of the mutex that it waits for
};

struct ToyBug {
  enum class Kind : uint8_t { kFailure, kDeadlock };
  Kind kind = Kind::kFailure;
  std::string message;
  Position position;   // of a failure
  std::string thread;  // of a failure
  std::string input;   // with which it occurs, "i = 3"; "" if the program has none
  std::vector<std::pair<std::string, Value>> inputs;
  uint64_t executions = 0;          // in which it occurred
  uint64_t first_execution = 0;     // its number, from 1
  std::vector<ToyWaiting> waiting;  // at its end
  std::vector<bool> ended;          // by thread: has it, by then?
  std::vector<Event> schedule;      // of the first of them
};

enum class Stop : uint8_t { kNone, kStepLimit, kMaxExecutions, kMaxTime, kInterrupted, kMisuse, kDiverged };

struct ExplorationResult {
  Statistics statistics;
  std::vector<ToyBug> bugs;
  uint64_t traces = 0;  // distinct ones
  Insight insight;
  Stop stop = Stop::kNone;
  uint32_t step_limit = 0;  // the one in force
  double seconds = 0;
};

ExplorationResult explore(Machine& machine, const ExplorationOptions& options);

// The events of an execution, with the values that they have under its input. With inputs, those that were repeated
// from an execution with another input have the values of that one.
std::vector<Event> events_with_values(const Machine& machine, const Execution& execution);

}  // namespace mazurka::toy
