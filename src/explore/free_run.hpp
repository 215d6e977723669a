// Running ahead: where an algorithm goes on with whichever thread its scheduling policy names, the program makes one
// step after the other, and what they mean is worked out afterwards, in one pass (Recorder::run_ahead). Between two
// steps nothing is called and returned from, so that the program's own returns are predicted.
#pragma once

#include <cstdint>

#include "explore/program.hpp"
#include "explore/ready_set.hpp"
#include "explore/scheduler.hpp"
#include "model/trace.hpp"

namespace mazurka {

// Objects that an algorithm wants to hear of before they are touched. It may name a few more than were added.
class WatchedObjects {
 public:
  void add(ObjectId object) { mask_ |= bit_of(object); }
  void add_all() { mask_ = UINT64_MAX; }
  bool has(ObjectId object) const { return (mask_ & bit_of(object)) != 0; }

 private:
  static uint64_t bit_of(ObjectId object) { return uint64_t{1} << object.number % 64; }
  uint64_t mask_ = 0;
};

class FreeRun {
 public:
  FreeRun(Scheduler& scheduler, ReadySet& ready, Trace& trace, uint64_t& serial, WatchedObjects watched)
      : scheduler_(scheduler), ready_(ready), trace_(trace), serial_(serial), watched_(watched) {}

  // For a Program: makes steps by step(thread), until no thread is enabled or the next step is one that the algorithm
  // must look at. Each gives an event with its operation and the values before and after it, and nothing else.
  template <class Step>
  [[gnu::always_inline]] void go(const Program& program, Step&& step) {
    for (;;) {
      ThreadId thread;
      is_over_ = !scheduler_.pick(program, ready_, [&thread](ThreadId t) {
        thread = t;
        return true;
      });
      if (is_over_) return;
      const Operation& op = program.next(thread);
      const uint32_t objects = object_count(op.code);
      if (has_choices(op.code) || is_of_mailbox(op.code)) return;
      if ((objects >= 1 && watched_.has(op.object)) || (objects == 2 && watched_.has(op.object2))) return;
      Event& event = trace_.push(++serial_);
      event.thread = thread;
      event.choice = 0;
      event.op = op;
      if (objects >= 1) event.access[0].before = program.value(op.object);
      if (objects == 2) event.access[1].before = program.value(op.object2);
      step(thread);
      if (objects >= 1) event.access[0].after = program.value(event.op.object);
      if (objects == 2) event.access[1].after = program.value(event.op.object2);
      ready_.update(program, thread);
      if (event.op.code == OpCode::kSpawn) [[unlikely]]
        ready_.update(program, event.op.partner);
    }
  }

  // No thread is enabled any more.
  bool is_over() const { return is_over_; }

 private:
  Scheduler& scheduler_;
  ReadySet& ready_;
  Trace& trace_;
  uint64_t& serial_;
  WatchedObjects watched_;
  bool is_over_ = false;
};

}  // namespace mazurka
