// All states of a small program, by brute force: every step from every state. It shares with the algorithms what
// belongs to a state, but compares whole states, not names.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "toy/machine.hpp"

namespace mazurka::toy {

using StateWords = std::vector<Value>;

// What is in the states that were seen.
struct SeenStates {
  std::set<StateWords> ends;                          // where no thread can go on
  std::set<StateWords> deadlocks;                     // those of them in which threads wait for ever
  std::set<std::pair<uint32_t, StateWords>> threads;  // by thread: where it stood, with which registers
  std::set<std::pair<uint32_t, uint32_t>> failures;   // thread, site
  bool has_race = false;                              // of plain variables

  void add_threads(const Machine& machine);
  void add_end(const Machine& machine);
};

struct StateGraph {
  SeenStates seen;
  uint64_t states = 0;
  uint64_t steps = 0;    // between them
  bool complete = true;  // false: there are more than so many
  bool misused = false;  // a step broke a rule
};

// Of a program without inputs.
StateGraph take_state_graph(const Machine& program, uint64_t max_states);

}  // namespace mazurka::toy
