#include "runtime/engine/native_program.hpp"

#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <iterator>

#include "base/check.hpp"
#include "runtime/engine/callers.hpp"
#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/spin_loops.hpp"
#include "runtime/engine/unrolling.hpp"
#include "runtime/engine/virtual_clock.hpp"
#include "runtime/entries/cxx/notifications.hpp"
#include "runtime/entries/libc/program_heap.hpp"
#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/stdio/stream_lock.hpp"
#include "runtime/entries/sync/futex_queues.hpp"
#include "runtime/kernel/kernel_objects.hpp"
#include "runtime/kernel/signals.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/main/exploration.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

NativeProgram* program = nullptr;

void copy_text(char* into, size_t bytes, const char* text) {
  size_t k = 0;
  for (; k + 1 < bytes && text[k] != 0; k++) into[k] = text[k];
  into[k] = 0;
}

NativeProgram::NativeProgram() {
  object_table_.assign(1024, 0);
  add_thread_slot();
  child_keys_[0] = UINT64_MAX;
}

void NativeProgram::add_thread_slot() {
  uint32_t id = static_cast<uint32_t>(states_.size());
  if (id >= kMaxThreads) die("the program has more threads than can be checked (1024)");
  states_.push_back(new Thread());
  pending_failures_.emplace_back();
  threads_.emplace_back();
  child_keys_.push_back(0);
  if (id == 0) states_[0]->context.thread_pointer = _readfsbase_u64();
}

// A stack with a guard page, and thread-local storage. Once for each thread id (and process).
void NativeProgram::equip_thread(uint32_t id) {
  SystemCallsAllowed allowed;
  guard_stack(id);
  uintptr_t begin = align_tls_region();
  states_[id]->context.thread_pointer = make_thread_storage();
  add_to_snapshot(begin, tls_region_end());
}

// The same child of the same parent is the same thread in every execution.
uint32_t NativeProgram::intern_child(uint32_t parent, uint32_t k) {
  uint64_t key = uint64_t{parent} << 32 | k;
  // Mostly the child is one of the next ids after its parent.
  for (uint32_t id = parent + 1; id < child_keys_.size(); id++)
    if (child_keys_[id] == key) return id;
  for (uint32_t id = 1; id <= parent; id++)
    if (child_keys_[id] == key) return id;
  add_thread_slot();
  child_keys_.back() = key;
  return static_cast<uint32_t>(child_keys_.size() - 1);
}

uint32_t NativeProgram::next_child() {
  return intern_child(current, states_[current]->children);
}

Value value_of(const volatile void* memory, size_t bytes) {
  switch (bytes) {
    case 1: return *static_cast<const volatile uint8_t*>(memory);
    case 2: return *static_cast<const volatile uint16_t*>(memory);
    case 4: return *static_cast<const volatile uint32_t*>(memory);
    case 8: return *static_cast<const volatile int64_t*>(memory);
    default: {
      uint64_t hash = bytes;
      for (size_t k = 0; k < bytes; k++)
        hash = (hash ^ static_cast<const volatile uint8_t*>(memory)[k]) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
      return static_cast<Value>(hash);
    }
  }
}

void capture_stack(PendingFailure& failure, uint64_t pc, uint64_t frame_pointer) {
  failure.frames = program->find_callers ? unwind(failure.stack, std::size(failure.stack)) : 0;
  if (failure.frames > 0) return;
  if (pc != 0 && !is_own_code(pc)) failure.stack[failure.frames++] = pc + 1;
  uint64_t low = reinterpret_cast<uint64_t>(stack_bottom(program->current)) + kPage;
  uint64_t high = reinterpret_cast<uint64_t>(stack_top(program->current));
  while (failure.frames < 32 && frame_pointer >= low && frame_pointer + 16 <= high && frame_pointer % 8 == 0) {
    const auto* frame = reinterpret_cast<const uint64_t*>(frame_pointer);
    if (frame[1] == 0) break;
    if (!is_own_code(frame[1])) failure.stack[failure.frames++] = frame[1];
    if (frame[0] <= frame_pointer) break;
    frame_pointer = frame[0];
  }
}

Value NativeProgram::read_memory(const ObjectInfo& object) {
  switch (object.kind) {
    case ObjectKind::kMutex:
    case ObjectKind::kOnce: return *reinterpret_cast<volatile int32_t*>(object.address);
    case ObjectKind::kBarrier:
    case ObjectKind::kCondition: return *reinterpret_cast<volatile int64_t*>(object.address);
    case ObjectKind::kGuard: {
      // Byte 0: done; byte 1: under way.
      auto* bytes = reinterpret_cast<volatile uint8_t*>(object.address);
      return bytes[0] != 0 ? 2 : bytes[1];
    }
    case ObjectKind::kWaitingWriters: return waiting_writers_of(object.address);
    case ObjectKind::kRwlock:
    case ObjectKind::kSemaphore:
    case ObjectKind::kThreadWord:
      if (object.bytes == 8) return *reinterpret_cast<volatile int64_t*>(object.address);
      [[fallthrough]];
    case ObjectKind::kSection: return *reinterpret_cast<volatile int32_t*>(object.address);
    case ObjectKind::kKernel: return reinterpret_cast<const KernelObject*>(object.address)->value();
    case ObjectKind::kFutexQueue: return static_cast<Value>(futex_waiters(object.address));
    case ObjectKind::kNotifications: return notifications_of(object.address);
    case ObjectKind::kAtomic: break;
  }
  return value_of(reinterpret_cast<const volatile void*>(object.address), object.bytes);
}

ObjectId NativeProgram::find_object(uintptr_t address, ObjectKind kind, uint32_t bytes) {
  for (size_t at = hash_of(address, kind) & (object_table_.size() - 1);; at = (at + 1) & (object_table_.size() - 1)) {
    uint32_t entry = object_table_[at];
    if (entry == 0) {
      objects_.push_back({address, kind, static_cast<uint8_t>(bytes), false, false, execution_, 0});
      values_.push_back(0);
      object_table_[at] = static_cast<uint32_t>(objects_.size());
      bool mixed = false;
      if (kind == ObjectKind::kAtomic)
        for (ObjectInfo& other : objects_)
          if (&other != &objects_.back() && other.kind == ObjectKind::kAtomic && other.address < address + bytes &&
              address < other.address + other.bytes) {
            other.overlaps = objects_.back().overlaps = true;
            mixed |= other.execution == execution_;
          }
      if (objects_.size() * 2 > object_table_.size()) {
        std::vector<uint32_t> larger(object_table_.size() * 2, 0);
        for (uint32_t o = 0; o < objects_.size(); o++) {
          size_t place = hash_of(objects_[o].address, objects_[o].kind) & (larger.size() - 1);
          while (larger[place] != 0) place = (place + 1) & (larger.size() - 1);
          larger[place] = o + 1;
        }
        object_table_.swap(larger);
      }
      ObjectId created(objects_.size() - 1);
      if (mixed && !learn_atomic_as_shared(address, bytes))
        report_unsupported("atomic accesses of different sizes to the same memory", 0);
      return created;
    }
    ObjectInfo& found = objects_[entry - 1];
    if (found.address != address || found.kind != kind || found.bytes != bytes) continue;
    if (found.guard_plus_one != 0) return ObjectId(found.guard_plus_one - 1);
    found.execution = execution_;
    if (found.overlaps) [[unlikely]]
      for (const ObjectInfo& other : objects_)
        if (&other != &found && other.kind == ObjectKind::kAtomic && other.execution == execution_ &&
            other.address < address + bytes && address < other.address + other.bytes &&
            !learn_atomic_as_shared(address, bytes))
          report_unsupported("atomic accesses of different sizes to the same memory", 0);
    return ObjectId(entry - 1);
  }
}

void NativeProgram::cover_atomic_objects(uintptr_t& begin, uintptr_t& end) const {
  for (const ObjectInfo& object : objects_) {
    if (object.kind != ObjectKind::kAtomic || object.address >= end || begin >= object.address + object.bytes) continue;
    begin = std::min(begin, object.address);
    end = std::max(end, object.address + object.bytes);
  }
}

bool NativeProgram::has_primitive_in(uintptr_t begin, uintptr_t end) const {
  for (const ObjectInfo& object : objects_) {
    bool is_primitive = object.kind != ObjectKind::kAtomic && object.kind != ObjectKind::kSection;
    if (is_primitive && object.address >= begin && object.address < end && object.execution == execution_) return true;
  }
  return false;
}

ObjectId NativeProgram::guard_object(uintptr_t address) {
  ObjectId guard = object(address, ObjectKind::kGuard, 8);
  ObjectId first_byte = object(address, ObjectKind::kAtomic, 1);
  if (first_byte != guard) {
    objects_[first_byte.index()].guard_plus_one = guard.number + 1;
    learn();  // loads were operations on another object so far
  }
  return guard;
}

// Runs a user thread until it is suspended again.
[[gnu::always_inline]] inline void NativeProgram::run_user(uint32_t id) {
  current = id;
  on_user_side = true;
  allow_system_calls(false);
  switch_to_thread(checker, states_[id]->context);
  allow_system_calls(true);
  on_user_side = false;
}

// A new thread has come to its first operation: back to its creator.
void NativeProgram::suspend_first_time() {
  Thread& self = *states_[current];
  self.first_run = false;
  current = self.creator;
  switch_to_thread(self.context, states_[self.creator]->context);
}

bool NativeProgram::prepare(Operation op, const char* name, uint64_t pc) {
  Thread& self = *states_[current];
  if (mazurka::object_count(op.code) != 1) note_change();
  before_operation(op.code, self.locks);
  if (in_section_ && is_silent_in_section(op, name, pc)) return false;
  // Whatever sections use is one object.
  if (uses_sections_ && mazurka::object_count(op.code) >= 1 && objects_[op.object.index()].in_sections) {
    self.used_in_sections = op.object;
    op.object = section_object();
    if (op.code == OpCode::kCas) op.code = OpCode::kFetchAdd;
  }
  if (!at_base_ && op.code != OpCode::kSpawn && op.code != OpCode::kFail) {
    // Alone: nothing to explore. An operation that would wait for ever is left to the checker, which then sees a
    // deadlock.
    uint32_t objects = mazurka::object_count(op.code);
    if (objects == 1) refresh(op.object);
    bool goes_on = op.code != OpCode::kJoin && op.code != OpCode::kWake && op.code != OpCode::kChoose &&
                   (objects != 1 || choice_count(op, values_[op.object.index()]) != 0);
    if (goes_on) return false;
  }
  ThreadView& view = threads_[current];
  view.next = op;
  view.status = ThreadStatus::kReady;
  self.pc = pc;
  if (find_callers) [[unlikely]]
    self.callers = tell_callers();
  self.name = name;
  if (self.steps >= step_limit && op.code != OpCode::kFail) [[unlikely]] {
    cut_current();
  } else if (!replaying_) {
    uint32_t objects = mazurka::object_count(op.code);
    if (objects >= 1) refresh(op.object);
    if (objects == 2) refresh(op.object2);
  }
  return true;
}

void NativeProgram::cut_here() {
  in_section_ = false;
  threads_[current].status = ThreadStatus::kParked;
  cut_ = true;
  suspend();
  __builtin_unreachable();
}

void NativeProgram::cut_current() {
  bool at_limit = states_[current]->steps >= real_step_limit;
  if (unroll_limit != 0 && !at_limit && !is_unrolled(unroll_limit)) {
    const Operation& op = threads_[current].next;
    uint32_t objects = mazurka::object_count(op.code);
    if (objects >= 1) refresh(op.object);
    if (objects == 2) refresh(op.object2);
    return;
  }
  is_at_step_limit |= at_limit;
  threads_[current].status = ThreadStatus::kParked;
  cut_ = true;
}

void NativeProgram::fail_step(ThreadId id) {
  threads_[id.index()].status = ThreadStatus::kParked;
  const PendingFailure& failure = pending_failures_[id.index()];
  if (failure.unsupported)
    cut_ = true;
  else
    failures_.push_back({id, 0, failure.message});
}

[[gnu::always_inline]] inline void NativeProgram::stop_if_spinning(uint32_t id) {
  const ThreadView& view = threads_[id];
  if (view.status == ThreadStatus::kReady && may_only_read(view.next.code) && has_come_back(id)) [[unlikely]]
    stop_spinning(id);
}

void NativeProgram::step(ThreadId id, Choice choice) {
  if (prefix_state_ == PrefixState::kGrowing) [[unlikely]]
    extend_prefix(id, choice);
  uint32_t t = id.number;
  dirty_ = true;
  steps_done++;
  Thread& self = *states_[t];
  self.steps++;
  OpCode code = threads_[t].next.code;
  if (code == OpCode::kFail) return fail_step(id);
  ObjectId first = threads_[t].next.object, second = threads_[t].next.object2;
  if (may_only_read(code)) keep_visit(t);
  if (self.looking) [[unlikely]]
    note_sighting(self, threads_[t].next);
  self.choice = choice;
  if (code == OpCode::kWake) threads_[t].woken = false;
  uint32_t objects = mazurka::object_count(code);
  if (virtual_clock.moved) [[unlikely]]
    virtual_clock.before_step(t, threads_[t].next, objects == 0 ? 0 : values_[first.index()], choice);
  run_user(t);
  stop_if_spinning(t);
  if (objects >= 1) refresh(first);
  if (objects == 2) refresh(second);
}

void NativeProgram::note_divergence(uint32_t position, const Event& recorded) {
  const Thread& thread = *states_[recorded.thread.index()];
  const ThreadView& view = threads_[recorded.thread.index()];
  bool ready = view.status == ThreadStatus::kReady;
  divergence_ = {position + 1,
                 recorded.thread.number,
                 recorded.op.code,
                 ready ? thread.name : "its end",
                 ready && view.next.code == recorded.op.code,
                 thread.pc};
}

// A loop of its own, with the switch in it: the returns on the user's side are then predicted by the calls on the
// user's side, since nothing is called and returned from in between.
uint32_t NativeProgram::replay(std::span<const Event> events) {
  bool has_prefix = prefix_state_ >= PrefixState::kKnown && starts_with_prefix(events);
  bool from_prefix = has_prefix && prefix_state_ == PrefixState::kKept;
  restart_at(from_prefix ? Level::kPrefix : Level::kBase);
  uint32_t prefix = static_cast<uint32_t>(prefix_.steps.size());
  uint32_t done = from_prefix ? prefix : 0;
  uint32_t keep_at = has_prefix && !from_prefix ? prefix : UINT32_MAX;
  if (keep_at == prefix) fill_unused_stacks();
  replaying_ = true;
  dirty_ |= !events.empty();
  for (;; done++) {
    if (done == keep_at && !keep_prefix()) [[unlikely]]
      break;
    if (done == events.size()) break;
    const Event& event = events[done];
    if (!is_next(event)) break;
    steps_done++;
    uint32_t t = event.thread.number;
    Thread& self = *states_[t];
    self.steps++;
    if (event.op.code == OpCode::kFail) [[unlikely]] {
      fail_step(event.thread);
      continue;
    }
    if (may_only_read(event.op.code)) keep_visit(t);
    if (self.looking) [[unlikely]]
      note_sighting(self, threads_[t].next);
    self.choice = event.choice;
    threads_[t].woken &= event.op.code != OpCode::kWake;
    if (virtual_clock.moved) [[unlikely]]
      virtual_clock.before_step(t, event.op, event.access[0].before, event.choice);
    run_user(t);
    stop_if_spinning(t);
  }
  replaying_ = false;
  // The prefix that was not the same again may have been all there was to repeat.
  if (done == keep_at && prefix_state_ != PrefixState::kKept) done = std::min<uint32_t>(done, events.size() - 1);
  if (done < events.size()) note_divergence(done, events[done]);
  for (ThreadView& view : threads_) {
    if (view.status != ThreadStatus::kReady) continue;
    uint32_t objects = mazurka::object_count(view.next.code);
    if (objects >= 1) refresh(view.next.object);
    if (objects == 2) refresh(view.next.object2);
  }
  return done;
}

void NativeProgram::restart() {
  restart_at(Level::kBase);
}

void NativeProgram::run_to_base(int (*main_function)(int, char**, char**), int argc, char** argv, char** envp) {
  main_function_ = main_function;
  argc_ = argc;
  argv_ = argv;
  envp_ = envp;
  Thread& main = *states_[0];
  main.context.stack_pointer = prepare_stack(stack_top(0), main_entry);
  step_limit = UINT32_MAX;
  begin_race_detection(Level::kBase);
  run_user(0);
  at_base_ = true;
  unwatched_ = !find_callers;
  save_threads(base_);
  save_keys();
  save_signal_actions();
  keep_orientations();
  virtual_clock.save(Level::kBase);
  save_program_heap();
  if (fork_to_restart) return;
  take_snapshot();
  // (How often a thread was at a place is not kept with a prefix.)
  if (!find_callers && channel->settings.unroll == 0) prefix_state_ = PrefixState::kGrowing;
}

void NativeProgram::main_entry() {
  prepare_libcxx();
  int status = program->main_function_(program->argc_, program->argv_, program->envp_);
  exit(status);
}

void NativeProgram::thread_entry() {
  Thread& self = program->thread(program->current);
  inherit_signal_mask(self.creator);
  void* result = self.start != nullptr ? self.start(self.argument)
                                       : reinterpret_cast<void*>(static_cast<intptr_t>(self.start_c11(self.argument)));
  program->end_thread(result);
}

uint32_t NativeProgram::create_thread(void* (*start)(void*), int (*start_c11)(void*), void* argument, bool detached) {
  uint32_t id = next_child();
  states_[current]->children++;
  Thread& child = *states_[id];
  if (child.context.thread_pointer == 0) equip_thread(id);
  child.start = start;
  child.start_c11 = start_c11;
  child.argument = argument;
  child.detached = detached;
  child.claimed = detached;
  child.creator = current;
  child.first_run = true;
  child.dead = false;
  // The stack is as earlier executions left it: a program that reads what it never wrote there is not deterministic,
  // and should be found out.
  child.context.stack_pointer = prepare_stack(stack_top(id), thread_entry);
  uint32_t self = current;
  current = id;
  switch_to_thread(states_[self]->context, child.context);
  return id;
}

void NativeProgram::end_thread(void* result) {
  uint32_t id = current;
  Thread& self = *states_[id];
  self.result = result;
  while (!self.destructors.empty()) {
    Destructor last = self.destructors.back();
    self.destructors.pop_back();
    last.function(last.object);
  }
  run_key_destructors();
  leave_robust_mutexes();
  if (id == 0) end_main();
  tell_end();
  if (in_section_) report_misuse("the end of a thread in an atomic section");
  threads_[id].status = ThreadStatus::kEnded;
  suspend();
  __builtin_unreachable();
}

void NativeProgram::fail(const PendingFailure& failure, uint64_t pc) {
  pending_failures_[current] = failure;
  Thread& self = *states_[current];
  self.dead = true;
  Operation op;
  op.code = OpCode::kFail;
  bool known = pc != 0 && !is_own_code(pc);
  announce(op, "failure", known || failure.frames == 0 ? pc : failure.stack[0]);
  __builtin_unreachable();
}

void NativeProgram::leave_program() {
  exited_ = true;
  threads_[current].status = ThreadStatus::kParked;
  suspend();
  __builtin_unreachable();
}

void report_misuse(const char* what) {
  if (!is_checked()) return;
  report_failure(protocol::BugKind::kMisuse, what, 0);
}

void report_failure(protocol::BugKind kind, const char* message, uint64_t pc) {
  PendingFailure failure;
  failure.kind = kind;
  copy_text(failure.message, sizeof failure.message, message);
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  program->fail(failure, pc);
}

void report_unsupported(const char* name, uint64_t pc) {
  if (!is_checked()) return;
  PendingFailure failure;
  failure.unsupported = true;
  failure.callers = tell_callers();
  copy_text(failure.message, sizeof failure.message, name);
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  program->fail(failure, pc);
}

}  // namespace mazurka::runtime
