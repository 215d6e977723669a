// Virtual time. Every thread has a clock of its own, which goes on when the thread sleeps, when one of its waits times
// out, and a little whenever it is read. What a clock shows must follow from the causal past of the reading thread, or
// executions that are equivalent would not be the same: so a thread's clock is never behind that of any event that
// happens before, and nothing else moves it. Each object remembers the latest time at which it was written and at which
// it was touched, and hands it on to whoever comes after.
//
// Sleeping is no operation: all orders of the operations before and after it are explored, however long it takes.
#pragma once

#include <cstdint>
#include <vector>

#include "model/operation.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/own_variable.hpp"

struct timespec;

namespace mazurka::runtime {

using Nanoseconds = int64_t;

class VirtualClock final : public Rewindable {
 public:
  // Times of another execution are looked up when they are needed: only the level counts.
  VirtualClock() : Rewindable(Changes::kAreNoted) {}

  // False as long as no clock moved, which makes keeping the order of times unnecessary.
  bool has_moved() const { return moved_; }

  // At the prefix, no object was touched yet.
  void save(Level level) override;
  void restore(Level level) override;
  bool is_named() const override { return !moved_; }
  bool allows_waypoint() const override { return !moved_ && used_in_ != execution_number(); }

  // Before the step of a thread is performed. `value`: of the operation's object, if it has one.
  void before_step(uint32_t thread, const Operation& op, Value value, Choice choice);

  // User thread's side, of the current thread.
  Nanoseconds read();
  // ... without letting it go on.
  Nanoseconds peek();
  void sleep(Nanoseconds duration);
  void sleep_until(Nanoseconds time);
  // What it saw happened at this time: it is not earlier now.
  void catch_up(Nanoseconds time);

  // Checker's side: the thread waits in a loop that looks at the clock. Nothing that it waits for is later than this.
  void let_years_pass(uint32_t thread);

  // May one more wait of the current thread time out, or end without reason? The settings limit how often.
  bool may_time_out(Nanoseconds deadline);
  bool may_wake_spuriously();
  void count_timeout(Nanoseconds deadline);
  void count_spurious_wakeup();

 private:
  struct ThreadTime {
    uint64_t execution = 0;  // the last one in which it was used
    Nanoseconds now = 0;
    Nanoseconds woken = 0;  // when it was woken last
    uint32_t reads = 0;
    uint32_t timeouts = 0;
    uint32_t spurious_wakeups = 0;
  };
  struct ObjectTime {
    Nanoseconds written = 0;
    Nanoseconds touched = 0;
  };

  ThreadTime& of(uint32_t thread);
  ObjectTime& at(ObjectId object);
  static void join(Nanoseconds& time, Nanoseconds other);

  std::vector<ThreadTime> at_base_, at_prefix_;
  Level level_ = Level::kBase;  // of the running execution
  std::vector<ThreadTime> threads_;
  std::vector<PerExecution<ObjectTime>> objects_;
  bool moved_ = false;
  uint64_t used_in_ = 0;  // the last execution in which somebody asked for a time
};

// Never destroyed: the program may read clocks while it exits.
MAZURKA_OWN extern VirtualClock& virtual_clock;

// User thread's side: the current thread has seen this time, or has named it (loops/rounds.hpp).
void note_time_of_round(Nanoseconds time);

// A time as a program may keep it: by one of these clocks, as one number in some unit, or in seconds and what is left.
inline constexpr uint32_t kFormsOfTime = 15;
uint64_t form_of_time(Nanoseconds time, uint32_t form);

// What a clock of the system shows at a virtual time, and the virtual time at which it shows something.
void to_timespec(int clock, Nanoseconds time, timespec* result);
Nanoseconds from_timespec(int clock, const timespec& time);
Nanoseconds duration_of(const timespec& duration);
bool is_valid(const timespec* time);

}  // namespace mazurka::runtime
