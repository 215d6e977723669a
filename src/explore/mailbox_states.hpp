// The states that a mailbox had at some point of an execution, or would have after some of its events.
#pragma once

#include "explore/recorder.hpp"
#include "model/mailbox.hpp"
#include "model/trace.hpp"

namespace mazurka {

// `mailbox` becomes what those accesses of the object leave that are in a set, looking back from one of them.
template <class InSet>
void mailbox_over(const Trace& trace, ObjectId object, PositionPlusOne last, InSet&& in_set, Mailbox& mailbox) {
  mailbox.clear();
  Vec<uint32_t> positions;
  for (PositionPlusOne p = last; p != 0; p = access_to(trace[p - 1], object).previous)
    if (in_set(p - 1)) positions.push_back(p - 1);
  for (size_t k = positions.size(); k-- > 0;) deliver(mailbox, trace[positions[k]]);
}

// The value that `op` would find right before the event at `position`, which touches the same object. `mailbox` holds
// the state of a mailbox.
inline Value value_before(const Trace& trace, uint32_t position, const Operation& op, Mailbox& mailbox) {
  const Access& access = access_to(trace[position], op.object);
  if (!is_of_mailbox(op.code)) return access.before;
  mailbox_over(
      trace, op.object, access.previous, [](uint32_t) { return true; }, mailbox);
  return value_of(mailbox);
}

inline bool is_enabled_before(const Trace& trace, uint32_t position, const Operation& op) {
  if (!is_of_mailbox(op.code)) return choice_count(op, access_to(trace[position], op.object).before) != 0;
  Mailbox mailbox;
  return choice_count(op, value_before(trace, position, op, mailbox)) != 0;
}

}  // namespace mazurka
