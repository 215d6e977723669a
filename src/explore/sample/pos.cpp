// POS (Yuan, Yang, Gu: "Partial Order Aware Concurrency Sampling").
//
// Each pending operation gets a random priority, and the enabled one with the highest runs. Then the operations that
// race with it get new ones: without that, an operation that lost once would be likely to lose the next race too. Those
// that do not race keep theirs: when they run makes no difference to the trace. For n threads and k steps any trace is
// sampled with a probability of at least 1/n^k, as by a random walk; in most programs it is far more.
#include "explore/sample/pos.hpp"

namespace mazurka {

namespace {

bool share_an_object(const Event& event, const Operation& op) {
  uint32_t objects = object_count(op.code);
  for (uint32_t i = 0; i < event.access_count; i++)
    if ((objects >= 1 && event.access[i].object == op.object) || (objects == 2 && event.access[i].object == op.object2))
      return true;
  return false;
}

}  // namespace

ThreadId Pos::pick(const Recorder&, std::span<const ThreadId> enabled, Dice& dice) {
  ThreadId best = enabled.front();
  for (ThreadId thread : enabled) {
    uint64_t& priority = priority_[thread];
    if (priority == 0) priority = dice.next() | 1;
    if (priority > priority_[best]) best = thread;
  }
  return best;
}

void Pos::after(const Event& event, const Recorder& recorder, Dice&) {
  priority_[event.thread] = 0;
  if (event.access_count == 0) return;
  const Program& program = recorder.program();
  recorder.ready().ascending([&](ThreadId thread) {
    if (priority_[thread] == 0 || !share_an_object(event, program.next(thread))) return false;
    Event pending;
    recorder.preview(thread, program.choices(thread) == 0 ? 0 : recorder.choice(thread, 0), pending);
    if (accesses_conflict(event, pending)) priority_[thread] = 0;
    return false;
  });
}

}  // namespace mazurka
