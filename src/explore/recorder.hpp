// Runs a program step by step and records the execution with its happens-before relation in a Trace.
//
// Every algorithm runs programs through a Recorder: it starts an execution by repeating a prefix of a recorded one,
// then previews what threads would do next and executes what the algorithm picks. While it repeats, it compares the
// program's operations with the recorded ones: a program that differs is not deterministic, and diverged() says so.
#pragma once

#include <cstdint>
#include <span>

#include "explore/explorer.hpp"
#include "explore/free_run.hpp"
#include "explore/program.hpp"
#include "explore/ready_set.hpp"
#include "model/event.hpp"
#include "model/trace.hpp"

namespace mazurka {

class Recorder {
 public:
  // While a Recorder lives, a failed CHECK prints the schedule it has recorded.
  Recorder(Program& program, Equivalence equivalence);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Starts an execution, recorded in `trace`, that begins with the first `events` events of `source` (which may be the
  // same trace: it is then shortened). False if the program diverged. With inputs, the execution must also have the
  // constraints of `source`, the first `constraints` of them.
  bool start(Trace& trace, const Trace& source, uint32_t events, uint32_t constraints = UINT32_MAX);

  // Like start(), but only the bookkeeping: the program does not run, and nothing may be executed afterwards except by
  // record_only().
  void start_without_program(Trace& trace, const Trace& source, uint32_t events);

  // What the next step of `thread` with outcome `choice` would be, now: everything but the values after it and its
  // position. The thread must be kReady; its operation may be disabled.
  void preview(ThreadId thread, Choice choice, Event& event) const;

  // The k-th outcome of the thread's next operation now.
  Choice choice(ThreadId thread, uint32_t k) const {
    const Operation& op = program_.next(thread);
    return choice_at(op, object_count(op.code) == 1 ? program_.value(op.object) : 0, k);
  }

  // The clock and the past of a previewed event. `clock` needs trace().clock_width() lanes.
  void clock_of(const Event& preview, Clock clock) const;
  void past_of(const Event& preview, Clock past) const;

  // Executes a previewed step and records it; returns its position.
  uint32_t execute(const Event& preview);
  // Executes the next step of an enabled thread. Faster than with a preview, which must be copied.
  uint32_t execute(ThreadId thread, Choice choice);

  // Lets the program run on by itself: steps enabled threads in the order of the scheduler, as long as their operations
  // have one outcome and touch no watched object, and then records it all. True: no thread is enabled any more. False:
  // there may be more to do, step by step.
  bool run_ahead(Scheduler& scheduler, WatchedObjects watched);
  // The same for steps that are known, none of them on a mailbox. False: nothing was done, and they must be executed
  // one by one.
  bool run_steps(std::span<const FreeRun::Step> steps);

  // Records an event without running the program.
  uint32_t record_only(const Event& event);

  // The event that was recorded last touches no object after all.
  void forget_accesses();

  // Puts the links and the place in its thread into an event that was built by hand from an operation, for
  // record_only().
  void link(Event& event) const;

  Program& program() const { return program_; }
  Trace& trace() const { return *trace_; }
  const ReadySet& ready() const { return ready_; }
  Equivalence equivalence() const { return equivalence_; }
  bool diverged() const { return diverged_ || program_.is_lost(); }
  uint32_t clock_width() const { return mazurka::clock_width(program_.thread_count()); }

  PositionPlusOne last_access(ObjectId object) const {
    return object.index() < last_access_.size() ? last_access_[object.index()] : 0;
  }
  // The thread's last event, or the spawn that started it; and what woke it last.
  PositionPlusOne last_event(ThreadId thread) const {
    return thread.index() < threads_.size() ? threads_[thread.index()].last : 0;
  }
  PositionPlusOne last_waker(ThreadId thread) const {
    return thread.index() < threads_.size() ? threads_[thread.index()].waker : 0;
  }
  // How many events the thread has so far.
  uint32_t event_count(ThreadId thread) const { return threads_[thread.index()].events; }

  // How the execution that ended now is to be told.
  Execution execution(bool blocked) const;

 private:
  struct ThreadEntry {
    uint32_t events = 0;
    PositionPlusOne last = 0;   // its last event, or the spawn that started it
    PositionPlusOne waker = 0;  // the signal or broadcast that chose it last
  };

  void reset_tables();
  void grow_tables() {
    if (threads_.size() < program_.thread_count() || last_access_.size() < program_.object_count() ||
        trace_->clock_width() < clock_width()) [[unlikely]]
      really_grow_tables();
  }
  void really_grow_tables();
  // Takes back what enter() did for the events from `events` on. False: it cannot be taken back.
  bool leave_after(uint32_t events);
  bool start_path(uint32_t events, uint32_t constraints);
  // Runs the program's step that is recorded at `position`.
  uint32_t perform(uint32_t position);
  void run(FreeRun& run);
  // Works out what the program did at `position` when it ran ahead.
  void understand(uint32_t position);
  // Enters the event at `position` in the tables.
  void enter(const Event& event, uint32_t position);

  Program& program_;
  Equivalence equivalence_;
  Trace nothing_;  // before the first start()
  Trace* trace_;
  ReadySet ready_;
  Vec<ThreadEntry> threads_;
  Vec<PositionPlusOne> last_access_;  // by object
  Vec<ObjectId> touched_;             // objects with an entry in last_access_
  uint64_t serial_;                   // of the event that was recorded last
  bool diverged_ = false;
};

// The access of `event` to `object`, which it must touch.
inline const Access& access_to(const Event& event, ObjectId object) {
  return event.access[0].object == object ? event.access[0] : event.access[1];
}

}  // namespace mazurka
