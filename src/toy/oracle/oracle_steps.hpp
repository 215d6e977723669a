// What the oracles share: steps as events, and how a trace ends.
#pragma once

#include <vector>

#include "model/event.hpp"
#include "toy/machine.hpp"

namespace mazurka::toy {

// How a maximal trace ends.
struct Outcome {
  bool deadlocked = false;  // a thread waits for ever, and nothing failed or was cut
  bool failed = false;
  bool cut = false;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// The step of the thread with its k-th outcome.
inline Event event_of(const Machine& machine, Equivalence equivalence, ThreadId thread, uint32_t k) {
  Event event;
  event.thread = thread;
  event.op = machine.next(thread);
  uint32_t objects = object_count(event.op.code);
  Value value = objects > 0 ? machine.value(event.op.object) : 0;
  Value value2 = objects > 1 ? machine.value(event.op.object2) : 0;
  event.choice = choice_at(event.op, value, k);
  set_accesses(event, equivalence, value, value2);
  return event;
}

// The names of what a machine has said of its input since it had said so much.
inline std::vector<uint64_t> names_since(const Machine& machine, size_t said) {
  std::vector<uint64_t> names;
  for (ConstraintId constraint : machine.path().subspan(said)) names.push_back(machine.inputs()->name_of(constraint));
  return names;
}

// Calls visit(machine) for a copy of the program with each of its inputs, or once if it has none.
template <class Visit>
void for_each_input(const Machine& program, Visit&& visit) {
  Machine machine = program;
  uint32_t count = program.inputs() == nullptr ? 1 : program.followed_inputs()->count();
  for (uint32_t k = 0; k < count; k++) {
    machine.use_input(InputId(k));
    visit(machine);
  }
}

inline Outcome outcome_of(const Machine& machine) {
  Outcome outcome;
  outcome.failed = !machine.failures().empty();
  outcome.cut = machine.was_cut();
  if (outcome.failed || outcome.cut) return outcome;
  for (uint32_t t = 0; t < machine.thread_count(); t++)
    if (machine.status(ThreadId(t)) == ThreadStatus::kReady) outcome.deadlocked = true;
  return outcome;
}

}  // namespace mazurka::toy
