// The reversal of a race, as source-DPOR and optimal-DPOR see it.
//
// For a race (e, e') in an execution E, with E' the prefix before e, the sequence v = notdep(e, E) . e' leads from E'
// to where e' comes before e: notdep(e, E) are the events after e that do not happen after it. The mode of e' in v is
// the one it has at the value that e found, not the one it had in E.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/mailbox_states.hpp"
#include "explore/recorder.hpp"
#include "explore/step.hpp"
#include "model/trace.hpp"

namespace mazurka {

class Reversal {
 public:
  // One event of v. The last one is e'.
  struct Member {
    const Event* event;
    ConstClock clock;
  };

  // Sets v for e at `reversed` and e' = `second` (`head` gives it its outcome and accesses for the new place), from the
  // events of the trace before position `end`.
  void assign(const Trace& trace, uint32_t reversed, const Event& head, ConstClock head_past, uint32_t end);

  // The same for an operation on a mailbox, `second` at `position` (the end of the trace if it is pending): e is the
  // first of some events that are to come after e', and what happens after any of them is not in v. False: e' is
  // disabled there, or does not conflict with e. Events from `position` on count up to `end`; there may be some that
  // conflict with e' in its new place, and these come after it.
  bool assign_late(const Trace& trace, const std::vector<uint32_t>& late, const Event& second, ConstClock past,
                   uint32_t position, uint32_t end, Equivalence equivalence);

  const Vec<Member>& members() const { return members_; }
  const Event& head() const { return head_; }
  uint32_t width() const { return width_; }
  // Events per thread before e.
  ConstClock counts() const { return counts_.data(); }

  // Can the member come first, after the events that `counts` counts: does it need nothing else of v?
  bool is_initial(const Member& member, ConstClock counts) const;

  // The first member of the thread, or null.
  const Member* first_of(ThreadId thread) const;

  // Can the step come first in v, or commute with all of it? (It is then a weak initial of v.)
  bool is_weak_initial(const Step& step) const;

 private:
  void begin(const Trace& trace, uint32_t reversed, ConstClock head_past);
  void end_with(const Event& head);

  Vec<Member> members_;
  Mailbox mailbox_;
  Vec<uint32_t> counts_;
  Vec<uint32_t> head_clock_;
  Event head_;
  uint32_t width_ = 0;
};

// Calls visit(head) with `head` = `second` as it would be right before the event at `reversed`, for each outcome that
// conflicts with it there.
template <class Visit>
void for_each_reversed_outcome(const Trace& trace, uint32_t reversed, const Event& second, Equivalence equivalence,
                               Visit&& visit) {
  const Event& first = trace[reversed];
  Event head = second;
  if (head.access_count == 2) {
    visit(head);
    return;
  }
  Mailbox mailbox;
  Value value = value_before(trace, reversed, head.op, mailbox);
  uint32_t outcomes = choice_count(head.op, value);
  for (uint32_t k = 0; k < outcomes; k++) {
    head.choice = choice_at(head.op, value, k);
    set_accesses(head, equivalence, value, value);
    if (accesses_conflict(first, head)) visit(head);
  }
}

}  // namespace mazurka
