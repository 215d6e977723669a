// The checked program behind the Program interface.
//
// Ground rules of the runtime. It lives inside the program under test, in one OS thread. Code runs on one of two sides:
// the checker's (the exploration algorithm, on a stack of its own) or a user thread's (a fiber, inside a function that
// stands in for one of the program's). Only one of them runs at a time. The checker's side uses no libc malloc, no
// stdio, no thread-local variables and no exceptions: they belong to the program and are rolled back with it. Our own
// data (this library's variables, memory from operator new) is not rolled back; whatever in it describes the running
// execution is rewound in one of three ways (memory/rewind.hpp). A user thread says its next visible operation by
// announce() and is suspended there; step() resumes it, it performs the operation, and runs on to its next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/program.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/objects.hpp"
#include "runtime/engine/restarts/checkpoints.hpp"
#include "runtime/engine/restarts/waypoints.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/floating_point.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/platform/own_variable.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

// How far a thread may go in an execution.
struct StepLimits {
  uint32_t steps = UINT32_MAX;
  uint32_t unroll = 0;     // how often it may be at one place; 0: as often as it likes
  bool may_bound = false;  // loops that seem to have no end are bounded
};

class NativeProgram final : public Program, private ThreadStopper {
 public:
  NativeProgram();

  // ---- checker's side: what algorithms need

  void restart() override;
  void step(ThreadId thread, Choice choice) override;
  uint32_t replay(std::span<const Event> events) override;
  void run_ahead(FreeRun& run) override;
  void foresee(bool may_foresee) override;
  void settle() override;
  bool has_overlooked_change() const override;
  bool is_at_rest() const override;
  void use_input(InputId input) override;
  std::optional<Fingerprint> name_of_state(std::vector<char>* whole) override;  // native_state.cpp
  std::span<const Flow> flows() override {
    return flows_of_step == nullptr ? std::span<const Flow>{} : flows_of_step();
  }
  bool may_race(uint32_t thread, uint64_t access, std::span<const uint32_t> holders) override {
    return may_race_later != nullptr && may_race_later(thread, access, holders);
  }
  CriticalSections* critical_sections() override { return fused_sections; }
  // What makes names has changed: those that were given before mean nothing any more.
  void note_new_naming() { naming_++; }

  // ---- checker's side: what reports need

  struct MainCall {
    int (*function)(int, char**, char**) = nullptr;
    int argc = 0;
    char** argv = nullptr;
    char** envp = nullptr;
  };
  // Once: runs main until it is about to create the first thread, ends or fails, and saves the state there.
  void run_to_base(const MainCall& main_call);
  void set_limits(StepLimits limits) {
    limits_ = limits;
    set_step_limit();
  }

  const Thread& thread(uint32_t id) const { return user_threads[id]; }
  const ObjectInfo& info(ObjectId o) const { return objects_[o]; }
  const PendingFailure& failure_of(uint32_t id) const {
    static const PendingFailure none;
    return id < pending_failures_.size() ? pending_failures_[id] : none;
  }

  // Of the current execution.
  bool was_cut_by_clock() const { return now_.cut_by_clock; }   // a thread, because of the time it took
  bool is_at_step_limit() const { return now_.at_step_limit; }  // a thread is
  bool is_abandoned() const { return now_.abandoned; }          // since an assumption does not hold, or the like
  bool is_foreseen() const { return foresight_.is_ahead(); }    // it was not run
  // Where the stack of the thread ended that ended the program, if the one that it stopped on is another; else 0.
  uintptr_t stack_at_exit() const { return stack_at_exit_; }

  // Where a repeated execution went another way.
  struct Divergence {
    uint32_t step = 0;  // from 1; 0: it did not
    uint32_t thread = 0;
    OpCode recorded{};
    const char* now = "";    // what the thread is about to do instead
    bool elsewhere = false;  // the same, to other memory or another thread
    uint64_t pc = 0;
  };
  const Divergence& divergence() const { return divergence_; }

  // ---- user thread's side: operations

  // Suspends the thread until it is picked; returns the outcome. Before the base it returns at once.
  [[gnu::always_inline]] Choice announce(const Operation& op, const char* name, uint64_t pc) {
    if (!prepare(op, name, pc)) return 0;
    suspend();
    return user_threads.own().choice;
  }
  // The same for an operation on one object, which is most of them: built in its place.
  [[gnu::always_inline]] Choice announce_access(OpCode code, ObjectId object, const char* name, uint64_t pc, Value a,
                                                Value b) {
    Thread& self = user_threads.own();
    before_operation(code, self.locks);
    Operation op;
    op.code = code;
    op.object = object;
    op.a = a;
    op.b = b;
    if (!unwatched_) [[unlikely]] {
      clear_stack_below();
      return announce_watched(op, name, pc);
    }
    ThreadView& view = threads_[current_thread()];
    view.next = op;
    view.status = ThreadStatus::kReady;
    self.pc = pc;
    self.name = name;
    if (self.steps >= step_limit_) [[unlikely]]
      cut_current();
    suspend();
    return self.choice;
  }
  // The object at this address; `bytes` counts for memory.
  [[gnu::always_inline]] ObjectId object(uintptr_t address, const ObjectKind& kind, uint32_t bytes) {
    return objects_.find(address, kind, bytes);
  }
  ObjectTable& objects() { return objects_; }
  // Forgets nothing, but repeats the restart to the base: something else counts from now on.
  void restart_anew() {
    dirty_ = true;
    restart();
  }

  // Between the two the current thread does no operation; one that does is told `otherwise`, which is a misuse.
  void begin_only_looking(const char* otherwise);
  void end_only_looking();

  // The operation announced before has woken a thread. (One that has come round and stopped among the waiters stays
  // there: the same thread was to be woken a round before.)
  void wake(uint32_t thread) {
    user_threads.note_change(thread);
    threads_[thread].woken = !user_threads[thread].spinning;
  }
  // The current thread was woken, and does not wait for it any more.
  void clear_own_wakeup() { threads_[current_thread()].woken = false; }

  // ---- user thread's side: threads

  // Creates a thread and runs it to its first operation. The creator has announced kSpawn before.
  struct Start {
    void* (*function)(void*) = nullptr;
    int (*c11_function)(void*) = nullptr;
    void* argument = nullptr;
    bool detached = false;
    size_t stack_bytes = kStackBytes;
    char* stack = nullptr;  // memory of the program's for it
    bool is_peer = false;   // is outside of the program
  };
  uint32_t create_thread(const Start& start);
  // The id that the current thread's next child will have.
  uint32_t next_child();
  [[noreturn]] void end_thread(void* result);

  // ---- user thread's side: awaits (awaits.cpp)

  // Begins and ends the evaluation of a condition; waits for ever, or, seen from outside, until something that was read
  // changes.
  void begin_looking();
  void end_looking();
  void wait_for_change(const char* name, uint64_t pc);

  // ---- user thread's side: atomic sections (awaits.cpp)

  // Between the two the current thread is not suspended.
  void begin_section(uint64_t pc) {
    clear_stack_below();
    begin_section_here(pc);
  }
  void end_section();
  // The same for a function that is one step. In a section it is part of that.
  void enter_section(uint64_t pc);
  void leave_section();
  // An assumption does not hold: the current thread stops, and so does its section, if it is in one.
  [[noreturn]] void assume_away(uint64_t pc);

 private:
  // Of the current execution.
  struct Now {
    bool cut_by_clock = false;
    bool at_step_limit = false;
    bool abandoned = false;
  };

  // A program may come to its end, or an assumption not hold, before there are threads.
  struct AtBase {
    bool cut = false;
    bool exited = false;
    Now now;
  };

  // ---- ThreadStopper
  [[noreturn]] void fail(const PendingFailure& failure, uint64_t pc) override;
  [[noreturn]] void leave_program(uintptr_t stack) override;
  [[noreturn]] void abandon_execution() override;
  [[noreturn]] void cut_thread(bool by_clock) override;

  static void thread_entry();
  static void main_entry();
  void restart_at(Level level, bool at_waypoint = false);
  void note_objects_of_threads();
  bool allows_waypoint() const;
  bool can_name();  // native_state.cpp
  uint64_t digest() const;
  void run_user(uint32_t thread);
  void make_step(ThreadId thread, Choice choice);
  void take_step(ThreadId thread, Choice choice);
  // repeating.cpp
  // With --check-restarts a state that was restored is compared with the one that repeating the events leads to, and
  // then thrown away.
  struct RestartCheck {
    uint32_t waypoint = UINT32_MAX;  // after so many events
    uint64_t digest = 0;
    std::vector<uint32_t> positions;  // of all waypoints
    bool had_waypoint_at(uint32_t position) const {
      return !positions.empty() && std::find(positions.begin(), positions.end(), position) != positions.end();
    }
  };
  struct Restarted {
    Checkpoints::Plan plan;
    uint32_t done = 0;  // events that need not be repeated
    uint32_t save_at = UINT32_MAX;
    bool is_measured = false;
    RestartCheck check;
  };
  Restarted restart_for(std::span<const Event> events);
  uint32_t repeat(std::span<const Event> events);
  void refresh_next_objects();
  bool make_foreseen();
  bool went_wrong() const;
  void end_repeated_step(const Event& event);
  void go_on_in(uint32_t thread, Context& from);
  [[gnu::noinline]] Choice announce_watched(const Operation& op, const char* name, uint64_t pc) {
    return announce(op, name, pc);
  }
  // An operation in an atomic section, or on an object that is used in one.
  [[gnu::noinline]] void begin_section_here(uint64_t pc);
  ObjectId section_object();
  bool is_silent_in_section(const Operation& op, const char* name, uint64_t pc);
  void note_sighting(Thread& thread, const Operation& op);
  [[gnu::always_inline]] void note_if_looking(uint32_t thread) {
    if (user_threads[thread].looking) [[unlikely]]
      note_sighting(user_threads[thread], threads_[thread].next);
  }
  // The thread is in a spin loop: instead of its operation it waits.
  void stop_spinning(uint32_t id);
  void stop_if_spinning(uint32_t id);
  // Rounds are watched (loops/rounds.hpp): before and after a step.
  void begin_round(const Event& event);
  void end_round(const Event& event);
  static Event event_of(ThreadId id, const Operation& op, Choice choice, Value value, Value value2);
  void set_step_limit();
  void watch_if_needed();
  // Makes it the current thread's next operation. False: the thread goes on at once.
  bool prepare(Operation op, const char* name, uint64_t pc);
  void refresh_objects_of(const Operation& op);
  // Where states are named: which mutexes the thread holds behind the operation.
  [[gnu::always_inline]] void note_locks_after(uint32_t thread, OpCode code, ObjectId object) {
    if (names_states && (code == OpCode::kLock || code == OpCode::kTryLock || code == OpCode::kUnlock)) [[unlikely]]
      note_locks(thread, code, object, objects_.read(object));
  }
  // The current thread is at the step limit, or may be at the bound of a loop.
  void cut_current();
  void fail_step(ThreadId id);
  void suspend_first_time();
  [[gnu::noinline, gnu::cold]] void suspend_with_floating_point() {
    FloatingPointKeeper keeper;
    set_common_floating_point();
    switch_to_checker(user_threads.own().context, checker_);
  }
  // User thread's side: back to whoever runs it.
  [[gnu::always_inline]] void suspend() {
    Thread& self = user_threads.own();
    if (self.first_run) [[unlikely]]
      suspend_first_time();
    else if (keeps_floating_point) [[unlikely]]
      suspend_with_floating_point();
    else
      switch_to_checker(self.context, checker_);
  }
  void note_divergence(uint32_t position, const Event& recorded);

  Event round_;  // the step at hand, if rounds are watched; not built in the functions that make steps
  ObjectTable objects_;
  Foresight foresight_{{threads_, values_, exited_}, objects_};
  Checkpoints checkpoints_;
  Waypoints waypoints_;
  Context checker_;  // where the checker's side is suspended while a user thread runs
  Now now_;
  AtBase at_base_;
  bool dirty_ = false;  // steps were made since the last restart
  // Recorded steps are made again: what they lead to is known, and no loop among them gets a bound.
  struct Repeating {
    bool& repeats;
    explicit Repeating(bool& flag) : repeats(flag) { repeats = true; }
    ~Repeating() { repeats = false; }
    Repeating(const Repeating&) = delete;
    Repeating& operator=(const Repeating&) = delete;
  };
  bool repeats_ = false;
  bool unwatched_ = false;            // at the base, no atomic sections, and nobody asks for the way to an operation
  const char* only_looks_ = nullptr;  // what to say of a thread that does an operation now
  uint32_t step_limit_ = UINT32_MAX;  // per thread; 0 if every step is looked at: cut_current() decides
  StepLimits limits_;
  uintptr_t stack_at_exit_ = 0;
  bool has_parts_ = false;                        // objects share bytes, which names know nothing of
  std::vector<PendingFailure> pending_failures_;  // by thread
  Divergence divergence_;
  MainCall main_call_;
};

// The program under test, once the runtime has it under control; null for one that runs by itself.
MAZURKA_OWN extern NativeProgram* program;

// ---- parts of steps. Nothing is called and returned from on the way into the program: its own returns would not be
// predicted.

// The only way into a user thread. Whoever was here before, and however it left: from here on its system calls are
// controlled.
[[gnu::always_inline]] inline void NativeProgram::go_on_in(uint32_t id, Context& from) {
  detail::current_thread = id;
  allow_system_calls(false);
  switch_to_thread(from, user_threads[id].context);
}

// Runs a user thread until it is suspended again.
[[gnu::always_inline]] inline void NativeProgram::run_user(uint32_t id) {
  detail::on_user_side = true;
  go_on_in(id, checker_);
  allow_system_calls(true);
  detail::on_user_side = false;
  after_run(id);
}

[[gnu::always_inline]] inline void NativeProgram::refresh_objects_of(const Operation& op) {
  uint32_t objects = mazurka::object_count(op.code);
  if (objects >= 1) objects_.refresh(op.object);
  if (objects == 2) objects_.refresh(op.object2);
}

[[gnu::always_inline]] inline void NativeProgram::stop_if_spinning(uint32_t id) {
  const ThreadView& view = threads_[id];
  if (view.status == ThreadStatus::kReady && may_only_read(view.next.code) && has_come_back(id)) [[unlikely]]
    stop_spinning(id);
}

}  // namespace mazurka::runtime
