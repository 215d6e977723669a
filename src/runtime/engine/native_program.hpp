// The checked program behind the Program interface.
//
// Ground rules of this folder. It lives inside the program under test, in one OS thread. Code runs on one of two sides:
// the checker's (the exploration algorithm, on a stack of its own) or a user thread's (a fiber, inside an interposed
// function). Only one of them runs at a time. The checker's side uses no libc malloc, no stdio, no thread-local
// variables and no exceptions: they belong to the program and are rolled back with it. Our own data (this library's
// variables, memory from operator new) is not rolled back; whatever in it describes the running execution is reset by
// restart(). A user thread tells its next visible operation by announce() and is suspended there; step() resumes it, it
// performs the operation, and runs on to its next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/program.hpp"
#include "protocol/channel.hpp"
#include "runtime/engine/fiber.hpp"
#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/memory/snapshot.hpp"

namespace mazurka::runtime {

// What an object of the exploration is in the program's memory.
enum class ObjectKind : uint8_t {
  kAtomic,
  kMutex,
  kCondition,
  kOnce,
  kGuard,
  kSection,
  kRwlock,
  kWaitingWriters,  // of the read-write lock at the address
  kSemaphore,
  kBarrier,
  kFutexQueue,
  kThreadWord,     // thread_words.hpp
  kNotifications,  // notifications.hpp
  kKernel,         // a KernelObject of the checker's
};

struct ObjectInfo {
  uintptr_t address = 0;
  ObjectKind kind = ObjectKind::kAtomic;
  uint8_t bytes = 0;
  bool overlaps = false;        // another atomic object shares bytes with it
  bool in_sections = false;     // used in atomic sections
  uint64_t execution = 0;       // the last one in which it was used
  uint32_t guard_plus_one = 0;  // the guard of a static variable whose first byte this is: the two are one object
};

struct Destructor {
  void (*function)(void*);
  void* object;
};

inline constexpr uint32_t kMaxKeys = 128;

// What a thread found when it looked whether it must wait.
struct Sighting {
  ObjectId object;
  Value value;
};

// A user thread, in the current execution: what can simply be copied ...
struct ThreadState {
  Context context;
  void* (*start)(void*) = nullptr;
  int (*start_c11)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  uint32_t creator = 0;
  uint32_t children = 0;
  bool first_run = false;  // runs to its first operation for its creator
  bool detached = false;
  int32_t claimed = 0;           // 1: some thread joins it, or it is detached
  uint32_t joiner_plus_one = 0;  // the thread that has joined it
  bool dead = false;             // failed where it stands: its context must not be resumed
  bool awaiting = false;         // in mazurka_await
  bool spinning = false;         // in a spin loop that waits
  bool looking = false;          // evaluates the condition of an await: what it reads is noted
  bool waiting = false;          // the condition was false
  Choice choice = 0;             // the outcome that step() gave
  uint32_t steps = 0;            // that it has done
  uint64_t pc = 0;               // where its next operation is called
  uint32_t callers = 0;          // replay: the way there
  const char* name = "";         // and how that is called
  ObjectId used_in_sections{};   // its object, if the operation says only that it is one of those
  LockCount locks;
};
// ... and what is seldom there.
struct Thread : ThreadState {
  std::vector<Destructor> destructors;  // of thread_local variables
  std::vector<void*> specific;          // by key
  std::vector<void*> cleanups;          // of pthread_cleanup_push in C
  std::vector<Sighting> sightings;      // of an await
};

// The next failure of a thread: becomes a kFail step.
struct PendingFailure {
  protocol::BugKind kind = protocol::BugKind::kAssertion;
  uint32_t signal = 0;
  uint64_t address = 0;
  bool unsupported = false;  // not a bug: the thread is cut there
  uint32_t callers = 0;      // the way to it, as told to the supervisor
  uint32_t frames = 0;       // its call stack, innermost first
  uint64_t stack[32] = {};
  char message[protocol::kMessageBytes] = {};
};

// User thread's side: clears the unused stack below the caller. A thread that is compared with itself is suspended in
// functions of ours, and what earlier calls left in the gaps of their frames must not make a difference. To be called
// before a function with such gaps, which must not be inlined. (spin_loops.cpp)
[[gnu::noinline]] void clear_stack_below();

class NativeProgram final : public Program {
 public:
  NativeProgram();

  void restart() override;
  void step(ThreadId thread, Choice choice) override;
  uint32_t replay(std::span<const Event> events) override;

  // Checker's side, once: runs main until it is about to create the first thread, ends or fails, and takes the snapshot
  // there.
  void run_to_base(int (*main_function)(int, char**, char**), int argc, char** argv, char** envp);

  // User thread's side: suspends the thread until it is picked; returns the outcome. Before the base it returns at
  // once.
  [[gnu::always_inline]] Choice announce(const Operation& op, const char* name, uint64_t pc) {
    if (!prepare(op, name, pc)) return 0;
    suspend();
    return states_[current]->choice;
  }
  // The same for an operation on one object, which is most of them: built in its place.
  [[gnu::always_inline]] Choice announce_access(OpCode code, ObjectId object, const char* name, uint64_t pc, Value a,
                                                Value b) {
    before_operation(code, states_[current]->locks);
    Operation op;
    op.code = code;
    op.object = object;
    op.a = a;
    op.b = b;
    if (!unwatched_) [[unlikely]] {
      clear_stack_below();
      return announce_watched(op, name, pc);
    }
    Thread& self = *states_[current];
    ThreadView& view = threads_[current];
    view.next = op;
    view.status = ThreadStatus::kReady;
    self.pc = pc;
    self.name = name;
    if (self.steps >= step_limit) [[unlikely]]
      cut_current();
    else if (!replaying_)
      refresh(object);
    suspend();
    return self.choice;
  }
  [[gnu::noinline]] Choice announce_watched(const Operation& op, const char* name, uint64_t pc) {
    return announce(op, name, pc);
  }
  // The object at this address; `bytes` counts for atomics.
  [[gnu::always_inline]] ObjectId object(uintptr_t address, ObjectKind kind, uint32_t bytes) {
    uint32_t entry = object_table_[hash_of(address, kind) & (object_table_.size() - 1)];
    if (entry != 0) [[likely]] {
      ObjectInfo& found = objects_[entry - 1];
      if (found.address == address && found.kind == kind && found.bytes == bytes && !found.overlaps &&
          found.guard_plus_one == 0) [[likely]] {
        found.execution = execution_;
        return ObjectId(entry - 1);
      }
    }
    return find_object(address, kind, bytes);
  }

  // The guard of a static variable. Compilers look at its first byte themselves, by an atomic load.
  ObjectId guard_object(uintptr_t address);

  // User thread's side: the operation announced before, if it woke threads.
  void wake(uint32_t thread) { threads_[thread].woken = true; }
  void clear_woken(uint32_t thread) { threads_[thread].woken = false; }

  // User thread's side. Creates a thread and runs it to its first operation. The creator has announced kSpawn before.
  uint32_t create_thread(void* (*start)(void*), int (*start_c11)(void*), void* argument, bool detached);
  // The id that the current thread's next child will have.
  uint32_t next_child();
  [[noreturn]] void end_thread(void* result);
  // The current thread fails: it will do a kFail step and never go on.
  [[noreturn]] void fail(const PendingFailure& failure, uint64_t pc);
  // The program ends as a whole, with success.
  [[noreturn]] void leave_program();
  Thread& thread(uint32_t id) { return *states_[id]; }
  bool at_base() const { return at_base_; }

  // User thread's side (entries/api/await.cpp). Begins and ends the evaluation of a condition; waits for ever, or, seen
  // from outside, until something that was read changes.
  void begin_looking();
  void end_looking() { states_[current]->looking = states_[current]->awaiting = false; }
  void wait_for_change(const char* name, uint64_t pc);
  // A replay follows a schedule: a thread waits at a spin loop if it has no more steps there.
  bool is_replay() const { return find_callers; }
  bool may_wait(uint32_t id) const { return !is_replay() || id >= steps_left.size() || steps_left[id] == 0; }
  std::vector<uint32_t> steps_left;

  // User thread's side (entries/api/await.cpp). Between the two the current thread is not suspended.
  void begin_section(uint64_t pc) {
    clear_stack_below();
    begin_section_here(pc);
  }
  ObjectId section_object();
  void end_section();
  // The same for a function that is one step. In a section it is part of that.
  void enter_section(uint64_t pc);
  void leave_section();
  // An assumption does not hold: the current thread stops, and so does its section, if it is in one.
  [[noreturn]] void assume_away(uint64_t pc);

  // Something was found that changes what must be explored: the exploration has to start again. Asking forgets it.
  bool has_learned() const { return learned_; }
  void learn() {
    learned_ = true;
    prefix_state_ = PrefixState::kNone;
  }
  void start_again() { learned_ = false; }

  bool has_overlooked_change() const override;

  // User thread's side: the current thread stops here, and the exploration will start again.
  [[noreturn]] void cut_here();
  // Lets the range contain all atomic objects that share bytes with it.
  void cover_atomic_objects(uintptr_t& begin, uintptr_t& end) const;
  // Is a mutex or the like there, which this execution has used?
  bool has_primitive_in(uintptr_t begin, uintptr_t end) const;

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
  bool ended(uint32_t id) const { return threads_[id].status == ThreadStatus::kEnded; }
  uint32_t thread_limit() const { return static_cast<uint32_t>(states_.size()); }
  const ObjectInfo& info(ObjectId o) const { return objects_[o.index()]; }
  const PendingFailure& failure_of(uint32_t id) const { return pending_failures_[id]; }
  uint64_t execution() const { return execution_; }

  Context checker;  // where the checker's side is suspended while a user thread runs
  uint32_t current = 0;
  bool on_user_side = false;
  uint64_t steps_done = 0;  // for the watchdog
  uint32_t step_limit = 0;  // per thread; 0 if loops are bounded, too: cut_current() decides
  uint32_t real_step_limit = 0;
  uint32_t unroll_limit = 0;      // 0: loops are not bounded
  bool cut_by_clock = false;      // a thread of this execution was cut because of the time it took
  bool is_at_step_limit = false;  // a thread of this execution is
  bool find_callers = false;      // replay: tell the way to each call
  uintptr_t stack_at_exit = 0;    // of the thread that ended the program: the stack that it stopped on is another one
  bool assumed_away = false;      // the execution ended since an assumption does not hold
  bool fork_to_restart = false;   // every execution in a child process of its own, instead of restoring memory

 private:
  static void thread_entry();
  static void main_entry();
  void run_user(uint32_t thread);
  // An operation in an atomic section, or on an object that is used in one.
  [[gnu::noinline]] void begin_section_here(uint64_t pc);
  bool is_silent_in_section(const Operation& op, const char* name, uint64_t pc);
  void note_sighting(Thread& thread, const Operation& op);
  // The thread is in a spin loop: instead of its operation it waits.
  void stop_spinning(uint32_t id);
  void stop_if_spinning(uint32_t id);
  void clear_unused_stacks();
  // Makes it the current thread's next operation. False: the thread goes on at once.
  bool prepare(Operation op, const char* name, uint64_t pc);
  ObjectId find_object(uintptr_t address, ObjectKind kind, uint32_t bytes);
  // The current thread is at the step limit, or may be at the bound of a loop.
  void cut_current();
  void fail_step(ThreadId id);
  void suspend_first_time();
  // User thread's side: back to whoever runs it.
  [[gnu::always_inline]] void suspend() {
    Thread& self = *states_[current];
    if (self.first_run) [[unlikely]]
      suspend_first_time();
    else
      switch_to_checker(self.context, checker);
  }
  uint32_t intern_child(uint32_t parent, uint32_t k);
  void refresh(ObjectId o) {
    const ObjectInfo& object = objects_[o.index()];
    values_[o.index()] = object.kind == ObjectKind::kAtomic && object.bytes == 4
                             ? *reinterpret_cast<const volatile uint32_t*>(object.address)
                             : read_memory(object);
  }
  static Value read_memory(const ObjectInfo& object);
  void add_thread_slot();
  void equip_thread(uint32_t id);
  void reset_thread(uint32_t id);

  // A state to restart from (checkpoint.cpp).
  struct SavedThread {
    Thread state;
    ThreadView view;
    std::vector<char> stack;  // what of it is in use, for a thread that can go on
  };
  struct Checkpoint {
    std::vector<SavedThread> threads;
    std::vector<protocol::ScheduleStep> steps;  // that led to it from the base
  };
  void save_threads(Checkpoint& checkpoint);
  void restore_threads(const Checkpoint& checkpoint);
  void restore_thread(uint32_t id, const SavedThread& saved);
  bool starts_with_prefix(std::span<const Event> events) const;
  void restart_at(Level level);
  // About to execute a step of the first execution.
  void extend_prefix(ThreadId thread, Choice choice);
  bool can_keep_prefix() const;
  void fill_unused_stacks();
  // The steps of the prefix were made for the second time. False: not with the same result.
  bool keep_prefix();

  static size_t hash_of(uintptr_t address, ObjectKind kind) {
    return static_cast<size_t>((address ^ static_cast<uintptr_t>(kind) << 59) * 0x9e3779b97f4a7c15ULL >> 20);
  }

  void note_divergence(uint32_t position, const Event& recorded);
  Divergence divergence_;
  bool at_base_ = false;
  bool in_section_ = false;
  int32_t changing_sections_ = 0;        // of this execution; stands for all that sections use
  uint32_t functions_in_section_ = 0;    // that were entered in it and are one step themselves
  uint64_t changes_before_section_ = 0;  // of its thread
  bool uses_sections_ = false;
  bool learned_ = false;
  bool dirty_ = false;
  bool replaying_ = false;  // nobody looks at the values of objects
  bool unwatched_ = false;  // at the base, no atomic sections, and nobody asks for the way to an operation
  uint64_t execution_ = 0;
  std::vector<Thread*> states_;
  std::vector<PendingFailure> pending_failures_;
  std::vector<ObjectInfo> objects_;
  std::vector<uint32_t> object_table_;  // open addressing by address and kind: object + 1
  std::vector<uint64_t> child_keys_;    // by thread: parent << 32 | k
  Checkpoint base_;
  Checkpoint prefix_;
  std::vector<ThreadView> after_prefix_;  // the threads, as the first execution had them there
  enum class PrefixState : uint8_t { kNone, kGrowing, kKnown, kKept };
  PrefixState prefix_state_ = PrefixState::kNone;
  int (*main_function_)(int, char**, char**) = nullptr;
  int argc_ = 0;
  char** argv_ = nullptr;
  char** envp_ = nullptr;
};

// Checker's side, with one process for each execution: ends this process, and goes on in a new one that is at the base
// (start.cpp).
void continue_in_new_process();

// The program under test, once the runtime has it under control; null for one that runs by itself.
extern NativeProgram* program;

// Of the current thread.
inline LockCount& own_locks() {
  return program->thread(program->current).locks;
}

inline uint32_t current_thread() {
  return program == nullptr ? 0 : program->current;
}
// Is the caller a user thread whose operations are explored?
inline bool is_checked() {
  return program != nullptr && program->on_user_side;
}

// A misuse of a primitive by the current thread: a bug.
void report_misuse(const char* what);
// The current thread needs something that is not modelled: it is cut there, and the verdict will be incomplete.
void report_unsupported(const char* name, uint64_t pc);
// Any failure of the current thread.
[[noreturn]] void report_failure(protocol::BugKind kind, const char* message, uint64_t pc);

// A number for the contents of memory: the contents themselves up to 8 bytes, else a hash of them.
Value value_of(const volatile void* memory, size_t bytes);

// The return addresses of the frames from this one on; `pc` is an instruction that a signal interrupted, or 0. By frame
// pointers, which is fast but ends at the first library; on replay, by unwinding.
void capture_stack(PendingFailure& failure, uint64_t pc, uint64_t frame_pointer);

void copy_text(char* into, size_t bytes, const char* text);

}  // namespace mazurka::runtime
