// Classic DPOR within a bound on preemptions or context switches, after Coons, Musuvathi, McKinley: "Bounded
// Partial-Order Reduction".
//
// A trace is within the bound if one of its executions is, and it is enough to explore one such. That takes care: the
// execution by which an unbounded search reaches a trace may need more switches than another one, and the branch that
// would lead to that was pruned. Sleep sets lose traces therefore, and so does it to count the preemptions of the
// schedule at hand with the backtrack points of source-DPOR: about one program in three. What holds: no sleep sets; all
// races, not only the last of each operation, and taking each operation that may write for one that does; and the
// thread is added not only before the earlier event but also at the start of every block of steps by one thread before
// it, for there it costs no preemption more. If it cannot run there, all enabled threads are added. A join of a thread
// that another one has started races with the start in this respect: before it, the join would block, and to leave a
// thread that blocks costs no preemption (r = x; join C; r = x | x = 1; spawn C; x = 2).
//
// Completeness is evidence, not a proof: `mazurka fuzz` compares the set of explored traces with the oracle's.
#include "explore/backtrack/bounded.hpp"

namespace mazurka {

namespace {

bool may_write(const Operation& op) {
  return op.code != OpCode::kLoad && op.code != OpCode::kLoad2 && op.code != OpCode::kAwait;
}

bool starts_joined(const Event& first, const Event& second) {
  return second.op.code == OpCode::kJoin && first.op.code == OpCode::kSpawn && first.op.partner == second.op.partner;
}

bool may_conflict(const Event& first, const Event& second) {
  for (uint32_t i = 0; i < first.access_count; i++)
    for (uint32_t k = 0; k < second.access_count; k++)
      if (first.access[i].object == second.access[k].object &&
          (first.access[i].mode != Mode::kRead || may_write(second.op)))
        return true;
  return false;
}

}  // namespace

void Bounded::visit_state(uint32_t depth) {
  if (!bounds_switches_) return;
  Node& here = node(depth);
  if (depth == 0 || !here.enabled.has(trace()[depth - 1].thread)) here.backtrack.add_all(here.enabled);
}

void Bounded::visit_end(uint32_t from) {
  for (uint32_t j = from; j < trace().size(); j++) reverse_races(trace()[j], trace().past(j), j);
  LocalClock past(trace().clock_width());
  for_each_next([&](const Event& second, bool) {
    recorder().past_of(second, past);
    reverse_races(second, past, trace().size());
  });
}

void Bounded::reverse_races(const Event& second, ConstClock past, uint32_t end) {
  uint32_t last = 0;  // race, plus one
  for (uint32_t k = 0; k < end; k++) {
    const Event& first = trace()[k];
    if (first.thread == second.thread) continue;
    if (!starts_joined(first, second) && (clock_has(past, first.thread, first.index) || !may_conflict(first, second)))
      continue;
    add_backtrack_point(k, second.thread);
    last = k + 1;
  }
  for (uint32_t k = 0; k + 1 < last; k++)
    if (k == 0 || trace()[k].thread != trace()[k - 1].thread) add_backtrack_point(k, second.thread);
}

void Bounded::add_backtrack_point(uint32_t depth, ThreadId thread) {
  Node& before = node(depth);
  if (before.enabled.has(thread) && !bounds_switches_)
    before.backtrack.add(thread);
  else
    before.backtrack.add_all(before.enabled);
}

}  // namespace mazurka
