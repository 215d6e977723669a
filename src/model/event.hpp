// Events: operations that were executed, with what they touched and how.
#pragma once

#include <cstdint>

#include "base/ids.hpp"
#include "model/mail.hpp"
#include "model/operation.hpp"

namespace mazurka {

// Which operations count as commuting. Two executions are equivalent if they have the same events and the same order
// between conflicting ones, so this decides what a trace is.
struct Equivalence {
  bool commute_shared = true;  // false: kShared counts as kWrite
  friend constexpr bool operator==(Equivalence, Equivalence) = default;
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

// The outcome of an operation on a mailbox. An event of this kind has one access; the place of the second is taken by
// what is not in the operation.
Mail mail_of(const Event& event);

// Do two events that touch a common object, in these modes, not commute? The second one must be of another thread.
inline bool accesses_conflict(const Event& a, Mode mode, const Event& b, Mode other) {
  if (!conflict(mode, other)) return false;
  return !is_of_mailbox(mode) || !is_of_mailbox(other) || mails_conflict(mail_of(a), mail_of(b));
}

// Do two events of different threads touch a common object in modes that do not commute?
inline bool accesses_conflict(const Event& a, const Event& b) {
  for (uint32_t i = 0; i < a.access_count; i++)
    for (uint32_t k = 0; k < b.access_count; k++)
      if (a.access[i].object == b.access[k].object && accesses_conflict(a, a.access[i].mode, b, b.access[k].mode))
        return true;
  return false;
}

// Can the two not be swapped, and not both happen if they are alternatives: another outcome of the same step, or a
// conflict between steps of different threads.
inline bool events_conflict(const Event& a, const Event& b) {
  if (a.thread == b.thread) return a.index == b.index && a.choice != b.choice;
  return accesses_conflict(a, b);
}

// Did the same come of a step in two executions?
inline bool same_outcome(const Event& a, const Event& b) {
  if (a.choice != b.choice) return false;
  if (!is_of_mailbox(a.op.code)) return true;
  return a.access[1].mode == b.access[1].mode && mail_of(a).message == mail_of(b).message;
}

// Adds to the state of a mailbox what an event on it does. One that writes it otherwise makes a new mailbox of it.
void deliver(Mailbox& mailbox, const Event& event);

// Fills in which objects `event.op` touches and in which modes, when it finds these values and has outcome
// `event.choice`. `value2` counts only for operations on two objects. Both objects may be the same: that is one access
// then.
void set_accesses(Event& event, Equivalence equivalence, Value value, Value value2);

}  // namespace mazurka
