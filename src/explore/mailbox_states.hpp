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

}  // namespace mazurka
