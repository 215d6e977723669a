// Loops that wait and change something on the way: they lock a mutex, look and unlock it; try a lock and step back;
// wait for a condition variable with a timeout, again and again.
//
// A round of such a loop leads nowhere if it leaves everything as it was. What "everything" is follows from the order
// of events alone: take all that happens before a thread's last event (its causal past), and a smaller part of that
// which is an execution, too (a consistent cut). If every thread is in the same state at both, and the events in
// between have left all objects and all memory that they changed as they were, then these events can be left out of any
// execution that goes on from there: it goes on in the same way without them. So the thread stops where its past
// repeats itself. It is the same in all equivalent executions, since nothing counts but the past. Events of other
// threads may be among those in between, if these have come round as well: two threads that step back for each other.
//
// The clock goes on in every round. States that differ only in what the clock has shown are the same, but such a loop
// may end by a deadline: so time flies first, once, and the thread stops if the next round is still the same.
//
// A data race of a round that is left out would be lost if a later step of the thread leads to the other access without
// ordering it: a relaxed store that another thread sees, a signal to a condition variable without its mutex. As soon as
// the program has such steps, one round is kept: a thread stops where its past repeats itself for the second time.
//
// All this is watched only when a thread has done the same for long (suspects.hpp); the exploration starts again then.
// Checker's side, unless something else is said.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/event.hpp"
#include "runtime/engine/callers.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

class Rounds final : public Rewindable {
 public:
  Rounds() : Rewindable(Changes::kAreNoted) {}

  // From the next restart on.
  void watch();
  bool are_watched() const { return watched_; }
  // One is kept, from the next restart on.
  void keep() { kept_ = true; }
  bool must_be_kept() const { return unordered_ && !kept_; }

  // A thread is about to do a step. (The values after it are not known yet.)
  void before_step(const Event& event);
  // It has done it and come to its next operation, if `ready`. True: it does not go on, since its past repeats itself.
  bool after_step(uint32_t thread, const Event& done, bool ready);

  // User thread's side: the current thread has come to an operation.
  void note_operation();
  // User thread's side: about to write there, outside of its stack.
  void note_write(uintptr_t address, size_t bytes);
  // User thread's side: this time was shown to the thread, or it has named it as a deadline.
  void note_time(int64_t virtual_time);

  // User thread's side: the program has steps that others see although they order nothing.
  void note_unordered() { unordered_ = true; }
  // The thread leads others on (a bit each) without ordering what it has done so far.
  void note_unordered_wake(uint32_t thread, uint64_t woken);

  // A thread stopped that would go on, since others have changed what it used; or others wait for what it changes in
  // its rounds.
  bool has_overlooked_change() const;

  void save(Level level) override;
  void restore(Level level) override;
  bool allows_waypoint() const override { return !watched_; }

 private:
  using Clock = std::vector<uint32_t>;  // how many events of each thread

  // A thread that stands at its next operation.
  struct Point {
    uint64_t pc = 0;
    CallingFrame frame;
    Operation next;
    uint64_t unseen = 0;  // changes that are not noted here
    uint32_t times = 0;   // that were shown until then
    uint32_t locks = 0;   // that it holds
    bool waits = false;   // it is in the middle of a wait for a futex, which may begin with the same step as its rest
    uint32_t event = 0;   // 1 + where the event is logged that led there; 0: none
    size_t logged_events = 0, logged_writes = 0;
    std::vector<char> stack;
    uint64_t stack_hash = 0;  // 0: there may be times in it
    Clock clock;
  };
  struct WatchedThread {
    CallingFrame frame;                             // at its next operation; none if that is not looked at
    std::unordered_map<uint64_t, uint32_t> visits;  // by where it is called
    std::vector<Point> points;                      // the k-th is after first_point + k events
    uint32_t first_point = 0;
    Clock clock;
    Clock woken;
    std::vector<int64_t> times;
    std::vector<std::pair<uint64_t, OpCode>> first_operations;  // by where it is called: what such a call begins with
    uint32_t flown_at = UINT32_MAX;                             // after so many events time has flown
    bool stopped = false;
    std::vector<uint32_t> cut;  // where the last round began: events of each thread
  };
  struct ObjectClocks {
    Clock read, shared, written;
  };
  struct LoggedEvent {
    uint32_t thread;
    uint32_t index;  // of the thread's events, from 1
    OpCode code;
    Choice choice;
    bool is_blind;  // tallies.hpp
    uint32_t access_count;
    Access access[2];
  };
  struct LoggedWrite {
    uintptr_t granule;
    uint64_t before;
    uint32_t thread;
    uint32_t index;  // of the thread's last event
  };

  WatchedThread& of(uint32_t thread);
  void add_point(uint32_t thread);
  uint32_t events_of(const WatchedThread& thread) const {
    return thread.first_point + static_cast<uint32_t>(thread.points.size()) - 1;
  }
  const Point* point(uint32_t thread, uint32_t events) const;
  void order(uint32_t thread, const Access& access);
  // Has it come there in the same way, in the function of ours that it is in?
  bool is_same_call(uint32_t thread, uint32_t before, uint32_t now) const;
  OpCode first_operation(uint32_t thread, uint64_t pc) const;
  // The same but for what the clock has shown?
  enum class Alike : uint8_t { kNo, kButForTime, kYes };
  Alike compare(uint32_t thread, uint32_t before, uint32_t now) const;
  Alike compare_stacks(uint32_t thread, const Point& before, const Point& now) const;
  bool is_time(uint32_t thread, const Point& at, uint64_t word, uint32_t& form) const;
  // The greatest cut at which the thread has at most so many events, and all are as they are now.
  bool find_cut(uint32_t thread, uint32_t events, std::vector<uint32_t>& cut, Alike& alike) const;
  bool leaves_all_as_it_was(uint32_t thread, const std::vector<uint32_t>& cut, std::vector<ObjectId>& counted) const;
  bool is_tally_of_round(uint32_t thread, const std::vector<uint32_t>& cut, ObjectId object) const;
  bool repeats_itself(uint32_t thread);
  bool holds_least(uint32_t thread, uint32_t since) const;
  // Of a thread that stopped: is the event one of its last round?
  bool is_in_round(const LoggedEvent& event) const {
    const WatchedThread& self = threads_[event.thread];
    return self.stopped && event.index > self.cut[event.thread];
  }
  bool was_changed_since(uint32_t thread) const;
  bool is_waited_for(uint32_t thread) const;
  void forget();

  bool watched_ = false;
  bool is_blind_ = false;  // the step at hand
  bool kept_ = false;
  bool unordered_ = false;     // in some execution
  uint64_t ever_stopped_ = 0;  // threads that stopped in some execution, a bit each; the last one is for all others
  std::vector<WatchedThread> threads_;
  std::vector<ObjectClocks> objects_;
  std::vector<LoggedEvent> events_;
  std::vector<LoggedWrite> writes_;
};

// Never destroyed: the program's exit handlers run ours too.
MAZURKA_OWN extern Rounds& rounds;
}  // namespace mazurka::runtime
