// Compares an algorithm that merges states with the graph of all states.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "explore/explorer.hpp"
#include "toy/machine.hpp"

namespace mazurka::toy {

struct StateVerdict {
  bool compared = true;   // false: there are very many states
  std::string complaint;  // what differs from the graph; "" if nothing does
  uint64_t executions = 0;
  uint64_t blocked = 0;
};

// Explores the program that it is given, and tells the observer.
using ExploreStates = std::function<Statistics(Program& program, Observer& observer)>;

// The same ends, deadlocks, states of threads and failures must be found, and no others. The program has no inputs.
StateVerdict compare_states(const Machine& machine, const ExploreStates& explore);

}  // namespace mazurka::toy
