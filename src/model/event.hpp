// Events: operations that were executed, with what they touched and how.
#pragma once

#include <cstdint>

#include "base/ids.hpp"
#include "model/operation.hpp"

namespace mazurka {

// Which operations count as commuting. Two executions are equivalent if they have the same events and the same order
// between conflicting ones, so this decides what a trace is.
struct Equivalence {
  bool commute_shared = true;  // false: kShared counts as kWrite
};

// Positions of events in an execution are stored plus one, so that 0 can mean "none".
using PositionPlusOne = uint32_t;

// How an event touched one object.
struct Access {
  ObjectId object{};
  Mode mode = Mode::kRead;
  bool shared_since_write = false;     // this access or one since the last write is kShared
  PositionPlusOne previous = 0;        // the access of the object before this one
  PositionPlusOne previous_write = 0;  // the last kWrite before this one
  Value before = 0;
  Value after = 0;
};

struct Event {
  ThreadId thread{};
  uint32_t index = 0;  // 1 for the thread's first event
  Choice choice = 0;
  uint32_t access_count = 0;
  Access access[2];
  Operation op;
  PositionPlusOne previous_in_thread = 0;  // the event before it in its thread, or the spawn that started the thread
  PositionPlusOne ordered_after =
      0;  // kJoin: the last event of the joined thread; kWake: the signal that chose the thread
};

constexpr bool same_step(const Event& a, const Event& b) {
  return a.thread == b.thread && a.index == b.index;
}

// Do two events of different threads touch a common object in modes that do not commute?
constexpr bool accesses_conflict(const Event& a, const Event& b) {
  for (uint32_t i = 0; i < a.access_count; i++)
    for (uint32_t k = 0; k < b.access_count; k++)
      if (a.access[i].object == b.access[k].object && conflict(a.access[i].mode, b.access[k].mode)) return true;
  return false;
}

// Can the two not be swapped, and not both happen if they are alternatives: another outcome of the same step, or a
// conflict between steps of different threads.
constexpr bool events_conflict(const Event& a, const Event& b) {
  if (a.thread == b.thread) return a.index == b.index && a.choice != b.choice;
  return accesses_conflict(a, b);
}

// Fills in which objects `event.op` touches and in which modes, when it finds these values and has outcome
// `event.choice`. `value2` counts only for operations on two objects. Both objects may be the same: that is one access
// then.
void set_accesses(Event& event, Equivalence equivalence, Value value, Value value2);

}  // namespace mazurka
