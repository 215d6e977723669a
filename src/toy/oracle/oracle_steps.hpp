// What the oracles share: steps as events, and how a trace ends.
#pragma once

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
