// Source-DPOR (Abdulla, Aronis, Jonsson, Sagonas: "Source Sets: A Foundation for Optimal Dynamic Partial Order
// Reduction", Algorithm 1).
//
// For every race (e, e') of an execution, something that begins the reversed order must be explored from the state
// before e: some thread that can come first in v = notdep(e, E) . e' (an initial of v), where only events before e'
// count. If an initial is in the backtrack set already, or sleeps, nothing needs to be added; else one is.
//
// Ours differs in this: one program run per execution, races looked at when it has ended; operations with guards, hence
// races past points where e' was disabled, and races of operations that are still disabled at the end (races.hpp);
// races also of executions that were given up because all that is enabled sleeps, without which traces are lost
// (`r=ld z; if(r==1) y=1 | z=1;z=0 | ld y`). The sleep set is tested with initials, not with weak initials: those lose
// traces when only events before e' count (`ld x;ld x | x=1 | ld x`).
#include "explore/backtrack/source.hpp"

#include "base/check.hpp"
#include "explore/races.hpp"

namespace mazurka {

void RaceReversal::visit_end(uint32_t from) {
  for (uint32_t j = from; j < trace().size(); j++) find_races(trace()[j], trace().past(j), false, j);
  for_each_next([&](const Event& second, bool disabled) {
    if (!disabled) return;
    find_races(second, trace().clock_or_zero(second.previous_in_thread), true, trace().size());
  });
}

void RaceReversal::find_races(const Event& second, ConstClock past, bool disabled, uint32_t position) {
  const Equivalence equivalence = recorder().equivalence();
  if (is_of_mailbox(second.op.code)) {
    for_each_late_set(trace(), second, past, [&](const std::vector<uint32_t>& late) {
      if (reversal_.assign_late(trace(), late, second, past, position, position, equivalence))
        add_backtrack_point(late.front());
    });
    return;
  }
  races_of(trace(), second, past, disabled, [&](uint32_t reversed) {
    for_each_reversed_outcome(trace(), reversed, second, equivalence, [&](const Event& head) {
      reversal_.assign(trace(), reversed, head, past, position);
      add_backtrack_point(reversed);
    });
  });
}

void RaceReversal::add_backtrack_point(uint32_t reversed) {
  Node& before = node(reversed);
  const Event& head = reversal_.head();
  ThreadSet seen;
  bool found = false;
  ThreadId begin;
  for (const Reversal::Member& member : reversal_.members()) {
    ThreadId thread = member.event->thread;
    if (seen.has(thread)) continue;
    seen.add(thread);
    if (!reversal_.is_initial(member, reversal_.counts()) || !may_begin(member)) continue;
    if (before.backtrack.has(thread) || before.sleep.has(*member.event)) return;
    if (!found || thread == head.thread) begin = thread;
    found = true;
  }
  CHECK(found, "a reversed race begins with some thread");
  before.backtrack.add(begin);
}

}  // namespace mazurka
