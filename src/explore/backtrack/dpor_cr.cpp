// DPOR with commuting reads (Saarikivi, Kähkönen, Heljanko: "Improving Dynamic Partial Order Reductions for Concolic
// Testing", Figure 3).
//
// At every state the next operation of every thread is compared with what was executed: a read with the last write of
// its object, a write with the reads since then too. If they can be reversed, the thread is to be explored from the
// state before the earlier event; if it cannot run there, all enabled threads are. The paper finds the earlier event by
// two clocks for each object, of its writes and of its accesses; the clocks of the recorded events (model/trace.hpp)
// say the same.
//
// As published it loses traces with sleep sets (`spawn T2 | ld x | T2: ld x | x=1`): the thread that is added may sleep
// in the state it is added to. Then all enabled threads are added here. Every racing read that happens before no other
// one is treated, not only the last; and guards are walked past as in races.hpp. Where the thread itself cannot run
// before the earlier event, one that leads to its operation is enough, as in Flanagan and Godefroid's original: adding
// all enabled threads, as in the figure, gives up hundreds of executions for each trace on programs with many locks.
#include "explore/backtrack/dpor_cr.hpp"

#include "explore/races.hpp"

namespace mazurka {

void DporCr::visit_state(uint32_t depth) {
  if (depth == 0) return;
  LocalClock past(trace().clock_width());
  for_each_next([&](const Event& next, bool disabled) {
    recorder().past_of(next, past);
    if (is_of_mailbox(next.op.code)) {
      for_each_late_set(trace(), next, past, [&](const std::vector<uint32_t>& late) {
        if (reversal_.assign_late(trace(), late, next, past, depth, depth, recorder().equivalence()))
          add_backtrack_point(late.front(), next, past);
      });
      return;
    }
    races_of(trace(), next, past, disabled, [&](uint32_t reversed) { add_backtrack_point(reversed, next, past); });
  });
}

void DporCr::add_backtrack_point(uint32_t reversed, const Event& next, ConstClock past) {
  Node& before = node(reversed);
  // Threads that lead to the operation: its own, and those with a later event that happens before it.
  ThreadSet leading;
  if (before.enabled.has(next.thread)) leading.add(next.thread);
  for (uint32_t k = reversed + 1; k < trace().size(); k++) {
    const Event& event = trace()[k];
    if (before.enabled.has(event.thread) && clock_has(past, event.thread, event.index)) leading.add(event.thread);
  }
  if (leading.meets(before.backtrack)) return;
  ThreadId added = next.thread;
  if (!leading.has(added)) leading.any([&](ThreadId t) { return added = t, true; });
  bool asleep = before.sleep.has_thread(added) && !before.done.has(added);
  if (leading.empty() || asleep)
    before.backtrack.add_all(before.enabled);
  else
    before.backtrack.add(added);
}

}  // namespace mazurka
