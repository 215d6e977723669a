// Running ahead: where an algorithm goes on with whichever thread its scheduling policy names, the program makes one
// step after the other, and what they mean is worked out afterwards, in one pass (Recorder::run_ahead). Between two
// steps nothing is called and returned from, so that the program's own returns are predicted.
#pragma once

#include <cstdint>
#include <span>

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
  struct Step {
    ThreadId thread;
    Choice choice;
  };

  // First the steps that are named; without a scheduler these are all.
  FreeRun(std::span<const Step> first, Scheduler* scheduler, ReadySet& ready, Trace& trace, uint64_t& serial,
          WatchedObjects watched)
      : first_(first), scheduler_(scheduler), ready_(ready), trace_(trace), serial_(serial), watched_(watched) {}

  // For a Program: makes steps by perform(thread, choice), until no thread is enabled or the next step is one that the
  // algorithm must look at. Each gives an event with its operation and the values before and after it, and nothing
  // else.
  template <class Perform>
  [[gnu::always_inline]] void go(const Program& program, Perform&& perform) {
    for (size_t next = 0;; next++) {
      Step now;
      if (next < first_.size()) {
        now = first_[next];
      } else {
        if (scheduler_ == nullptr) return;
        is_over_ = !scheduler_->pick(program, ready_, [&now](ThreadId t) {
          now = {t, 0};
          return true;
        });
        if (is_over_ || must_be_seen(program.next(now.thread))) return;
      }
      const Operation& op = program.next(now.thread);
      const uint32_t objects = object_count(op.code);
      Event& event = trace_.push(++serial_);
      event.thread = now.thread;
      event.choice = now.choice;
      event.op = op;
      if (objects >= 1) event.access[0].before = program.value(op.object);
      if (objects == 2) event.access[1].before = program.value(op.object2);
      perform(now.thread, now.choice);
      if (objects >= 1) event.access[0].after = program.value(event.op.object);
      if (objects == 2) event.access[1].after = program.value(event.op.object2);
      ready_.update(program, now.thread);
      if (event.op.code == OpCode::kSpawn) [[unlikely]]
        ready_.update(program, event.op.partner);
    }
  }

  // No thread is enabled any more.
  bool is_over() const { return is_over_; }

 private:
  bool must_be_seen(const Operation& op) const {
    const uint32_t objects = object_count(op.code);
    return has_choices(op.code) || is_of_mailbox(op.code) || (objects >= 1 && watched_.has(op.object)) ||
           (objects == 2 && watched_.has(op.object2));
  }

  std::span<const Step> first_;
  Scheduler* scheduler_;
  ReadySet& ready_;
  Trace& trace_;
  uint64_t& serial_;
  WatchedObjects watched_;
  bool is_over_ = false;
};

}  // namespace mazurka
