#include "toy/oracle/state_graph.hpp"

#include <utility>

#include "toy/oracle/oracle_steps.hpp"

namespace mazurka::toy {

void SeenStates::add_threads(const Machine& machine) {
  for (uint32_t t = 0; t < machine.thread_count(); t++) {
    StateWords words;
    machine.append_state_of(ThreadId(t), words);
    threads.emplace(t, std::move(words));
  }
  for (const Failure& failure : machine.failures()) {
    failures.emplace(failure.thread.number, failure.site);
    has_race |= machine.is_race(failure);
  }
}

void SeenStates::add_end(const Machine& machine) {
  StateWords words;
  machine.append_state(words);
  if (outcome_of(machine).deadlocked) deadlocks.insert(words);
  ends.insert(std::move(words));
}

StateGraph take_state_graph(const Machine& program, uint64_t max_states) {
  StateGraph graph;
  std::set<StateWords> known;
  std::vector<Machine> left;
  auto visit = [&](const Machine& machine) {
    StateWords words;
    machine.append_state(words);
    machine.append_races(words);
    if (!known.insert(std::move(words)).second) return;
    graph.seen.add_threads(machine);
    left.push_back(machine);
  };
  Machine start = program;
  start.restart();
  visit(start);
  while (!left.empty() && graph.complete) {
    const Machine machine = std::move(left.back());
    left.pop_back();
    bool is_end = true;
    for (uint32_t t = 0; t < machine.thread_count(); t++)
      for (uint32_t k = 0; k < machine.choices(ThreadId(t)); k++) {
        is_end = false;
        graph.steps++;
        Machine next = machine;
        next.step(ThreadId(t), event_of(machine, Equivalence{}, ThreadId(t), k).choice);
        visit(next);
        graph.misused |= next.error().has_value();
      }
    if (is_end) graph.seen.add_end(machine);
    graph.complete = known.size() <= max_states;
  }
  graph.states = known.size();
  return graph;
}

}  // namespace mazurka::toy
