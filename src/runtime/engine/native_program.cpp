#include "runtime/engine/native_program.hpp"

#include <stdlib.h>

#include <algorithm>

#include "base/check.hpp"
#include "explore/free_run.hpp"
#include "runtime/engine/callers.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/loops/suspects.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/loops/unrolling.hpp"
#include "runtime/engine/sections.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

NativeProgram* program = nullptr;

NativeProgram::NativeProgram() : objects_(values_) {
  user_threads.begin(threads_);
  set_thread_stopper(*this);
  tallies.begin(objects_);
  const protocol::Symbolic& symbolic = channel->settings.symbolic;
  if (symbolic.has_inputs == 0) return;
  const FollowedValues::Limits limits = {.milliseconds = symbolic.solver_seconds * 1000,
                                         .fixed_values = symbolic.most_addresses};
  followed_values().begin(symbolic.solver_file, limits, path_);
  inputs_ = &followed_values().inputs();
}

void NativeProgram::use_input(InputId input) {
  Program::use_input(input);
  if (inputs_ != nullptr) followed_values().use_input(input);
}

void NativeProgram::set_step_limit() {
  const bool counts_all = limits_.unroll != 0 || looks_at_every_step();
  step_limit_ = counts_all ? 0 : std::min(limits_.steps, kOrdinarySteps);
}

// A new thread has come to its first operation: back to its creator.
void NativeProgram::suspend_first_time() {
  Thread& self = user_threads.own();
  self.first_run = false;
  FloatingPointKeeper keeper;
  go_on_in(self.creator, self.context);
}

// What the operation changes is not seen in the value of its object (loops/rounds.hpp).
[[gnu::always_inline]] inline void note_unrecorded(OpCode code) {
  if (code != OpCode::kLoad) thread_reads[current_thread()].unseen_changes++;
}

// An operation on two objects or none is recorded, too; but a thread that begins or is joined is not.
[[gnu::always_inline]] inline void note_change_by(OpCode code) {
  if (code == OpCode::kSpawn || code == OpCode::kJoin || is_of_mailbox(code))
    note_change();
  else
    note_recorded_change();
}

bool NativeProgram::prepare(Operation op, const char* name, uint64_t pc) {
  Thread& self = user_threads.own();
  if (mazurka::object_count(op.code) != 1) note_change_by(op.code);
  before_operation(op.code, self.locks);
  if (only_looks_ != nullptr && op.code != OpCode::kFail) {
    const char* what = only_looks_;
    end_only_looking();
    report_misuse(what);
  }
  if (sections.is_open() && is_silent_in_section(op, name, pc)) return false;
  // Whatever sections use is one object.
  if (sections.are_used() && mazurka::object_count(op.code) >= 1 && objects_[op.object].in_sections) {
    self.used_in_sections = op.object;
    op.object = section_object();
    note_unrecorded(op.code);
    if (op.code == OpCode::kCas) op.code = OpCode::kFetchAdd;
  }
  if (!at_base() && op.code != OpCode::kSpawn && op.code != OpCode::kFail) {
    // Alone: nothing to explore. An operation that would wait for ever is left to the checker, which then sees a
    // deadlock.
    uint32_t objects = mazurka::object_count(op.code);
    if (objects == 1) objects_.refresh(op.object);
    // (What is in a mailbox is known from steps alone.)
    bool goes_on = op.code != OpCode::kJoin && op.code != OpCode::kWake && op.code != OpCode::kChoose &&
                   !is_of_mailbox(op.code) && (objects != 1 || choice_count(op, values_[op.object.index()]) != 0);
    if (goes_on) return false;
  }
  ThreadView& view = threads_[current_thread()];
  view.next = op;
  view.status = ThreadStatus::kReady;
  self.pc = pc;
  if (is_replay()) [[unlikely]]
    self.callers = tells_callers ? tell_callers() : 0;
  self.name = name;
  if (watches_rounds) [[unlikely]]
    rounds.note_operation();
  if (self.steps >= step_limit_ && op.code != OpCode::kFail) [[unlikely]]
    cut_current();
  return true;
}

void NativeProgram::cut_current() {
  bool at_limit = user_threads.own().steps >= limits_.steps;
  if (!at_limit && (limits_.unroll != 0 ? !is_unrolled(limits_.unroll) : !is_stuck(limits_.may_bound, repeats_)))
    return;
  now_.at_step_limit |= at_limit;
  threads_[current_thread()].status = ThreadStatus::kParked;
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

[[gnu::always_inline]] inline void NativeProgram::make_step(ThreadId id, Choice choice) {
  checkpoints_.before_step(id, choice, threads_, exited_);
  uint32_t t = id.number;
  before_named_step();
  dirty_ = true;
  count_step();
  user_threads.note_change(t);
  Thread& self = user_threads[t];
  self.steps++;
  OpCode code = threads_[t].next.code;
  if (code == OpCode::kFail) {
    foresight_.stop_following();
    return fail_step(id);
  }
  const bool is_followed = foresight_.is_followed();
  if (is_followed) [[unlikely]]
    foresight_.begin_step(id, choice);
  ObjectId first = threads_[t].next.object, second = threads_[t].next.object2;
  uint32_t partner = threads_[t].next.partner.number;
  if (may_only_read(code)) keep_visit(t);
  note_if_looking(t);
  self.choice = choice;
  if (code == OpCode::kWake) threads_[t].woken = false;
  uint32_t objects = mazurka::object_count(code);
  if (virtual_clock.has_moved()) [[unlikely]]
    virtual_clock.before_step(t, threads_[t].next, objects == 0 ? 0 : values_[first.index()], choice);
  if (watches_rounds) [[unlikely]]
    begin_round(round_ = event_of(id, threads_[t].next, choice, objects == 0 ? 0 : values_[first.index()],
                                  objects == 2 ? values_[second.index()] : 0));
  run_user(t);
  stop_if_spinning(t);
  if (is_followed) [[unlikely]]
    foresight_.note_made(went_wrong());
  note_locks_after(t, code, first);
  if (objects >= 1) objects_.refresh(first);
  if (objects == 2) objects_.refresh(second);
  if (watches_rounds) [[unlikely]] {
    for (uint32_t k = 0; k < round_.access_count; k++)
      round_.access[k].after = values_[round_.access[k].object.index()];
    end_round(round_);
  }
  // Not by the thread itself when it announces its next operation: what that leaves on its stack would depend on
  // whether somebody looks.
  if (threads_[t].status == ThreadStatus::kReady) refresh_objects_of(threads_[t].next);
  if (code == OpCode::kSpawn && threads_[partner].status == ThreadStatus::kReady)
    refresh_objects_of(threads_[partner].next);
  if (is_followed) [[unlikely]]
    foresight_.end_step();
}

// Makes it, if it is not known what comes of it.
[[gnu::always_inline]] inline void NativeProgram::take_step(ThreadId id, Choice choice) {
  if (foresight_.is_ahead()) {
    if (foresight_.step(id, choice) || !make_foreseen()) return;
  }
  if (!lost_) [[likely]]
    make_step(id, choice);
}

void NativeProgram::step(ThreadId id, Choice choice) {
  take_step(id, choice);
}

void NativeProgram::run_ahead(FreeRun& run) {
  run.go(
      *this, [this](ThreadId thread, Choice choice) __attribute__((always_inline)) { take_step(thread, choice); });
}

void NativeProgram::restart() {
  restart_at(Level::kBase);
}

void NativeProgram::begin_only_looking(const char* otherwise) {
  only_looks_ = otherwise;
  unwatched_ = false;
}

void NativeProgram::end_only_looking() {
  only_looks_ = nullptr;
  watch_if_needed();
}

void NativeProgram::watch_if_needed() {
  unwatched_ = at_base() && !is_replay() && !names_states && !sections.are_used() && !rounds.are_watched();
}

// All that is not told by what can be rewound.
bool NativeProgram::allows_waypoint() const {
  bool as_at_base = failures_.empty() && cut_ == at_base_.cut && exited_ == at_base_.exited && path_.empty() &&
                    now_.cut_by_clock == at_base_.now.cut_by_clock &&
                    now_.at_step_limit == at_base_.now.at_step_limit && now_.abandoned == at_base_.now.abandoned;
  return as_at_base && only_looks_ == nullptr && !knows_spin_loops && !forks_to_restart() && !is_replay() &&
         limits_.unroll == 0 && objects_.allows_waypoint();
}

void NativeProgram::restart_at(Level level, bool at_waypoint) {
  foresight_.hide();
  if (!at_waypoint) waypoints_.forget();
  bool is_there = !dirty_ && level == Level::kBase;
  if (is_there && !forks_to_restart()) return;
  failures_.clear();
  path_.clear();
  cut_ = at_base_.cut;
  exited_ = at_base_.exited;
  now_ = at_base_.now;
  if (only_looks_ != nullptr) end_only_looking();
  objects_.begin_execution();
  if (at_waypoint) {
    begin_execution();
    waypoints_.restore(objects_);
  } else {
    forks_to_restart() ? checkpoints_.restart_in_new_process() : checkpoints_.restart(level);
  }
  dirty_ = level == Level::kPrefix;
  set_step_limit();
  watch_if_needed();
  // The objects that threads are about to touch are in use in this execution too.
  for (const ThreadView& view : threads_) {
    if (view.status != ThreadStatus::kReady) continue;
    uint32_t objects = mazurka::object_count(view.next.code);
    if (objects >= 1) objects_.note_use(view.next.object);
    if (objects == 2) objects_.note_use(view.next.object2);
  }
}

void NativeProgram::run_to_base(const MainCall& main_call) {
  main_call_ = main_call;
  user_threads[0].context.stack_pointer = prepare_stack(stack_top(0), main_entry);
  run_user(0);
  unwatched_ = !is_replay() && !names_states && !sections.are_used();
  at_base_ = {cut_, exited_, now_};
  // (How often a thread was at a place is not kept with a prefix.)
  checkpoints_.save_base(!forks_to_restart() && !is_replay() && channel->settings.unroll == 0);
  // What main did before is forgotten where it does not count.
  dirty_ = true;
  if (!forks_to_restart()) restart();
}

void NativeProgram::main_entry() {
  run_begin_hooks(0);
  const MainCall& call = program->main_call_;
  int status = call.function(call.argc, call.argv, call.envp);
  exit(channel->settings.main_is_void != 0 ? 0 : status);
}

void NativeProgram::thread_entry() {
  Thread& self = user_threads.own();
  run_begin_hooks(self.creator);
  if (watches_step) [[unlikely]]
    note_begin(reinterpret_cast<uintptr_t>(self.start != nullptr ? reinterpret_cast<void*>(self.start)
                                                                 : reinterpret_cast<void*>(self.start_c11)),
               reinterpret_cast<uintptr_t>(self.argument));
  void* result = self.start != nullptr ? self.start(self.argument)
                                       : reinterpret_cast<void*>(static_cast<intptr_t>(self.start_c11(self.argument)));
  program->end_thread(result);
}

uint32_t NativeProgram::next_child() {
  uint32_t id = user_threads.child(current_thread(), user_threads.own().children);
  if (id == kMaxThreads) report_unsupported("more than 1,024 threads", 0);
  return id;
}

uint32_t NativeProgram::create_thread(const Start& start) {
  uint32_t id = next_child();
  Thread& creator = user_threads.own();
  creator.children++;
  user_threads.equip(id);
  start.stack != nullptr ? lend_stack(id, start.stack, start.stack_bytes) : give_stack(id, start.stack_bytes);
  Thread& child = user_threads[id];
  child.start = start.function;
  child.start_c11 = start.c11_function;
  child.argument = start.argument;
  child.end.detached = start.detached;
  child.end.claimed = start.detached;
  child.is_peer = start.is_peer;
  child.creator = current_thread();
  user_threads.note_change(id);
  child.first_run = true;
  child.dead = false;
  // The stack is as earlier executions left it: a program that reads what it never wrote there is not deterministic,
  // and should be found out.
  child.context.stack_pointer = prepare_stack(stack_top(id), thread_entry);
  begin_first_frame(id, start.function != nullptr ? reinterpret_cast<const void*>(start.function)
                                                  : reinterpret_cast<const void*>(start.c11_function));
  FloatingPointKeeper keeper;
  go_on_in(id, creator.context);
  after_run(id);
  return id;
}

void NativeProgram::end_thread(void* result) {
  user_threads.own().end.result = result;
  run_end_hooks();
  if (sections.is_open()) report_misuse("the end of a thread in an atomic section");
  threads_[current_thread()].status = ThreadStatus::kEnded;
  suspend();
  __builtin_unreachable();
}

void NativeProgram::fail(const PendingFailure& failure, uint64_t pc) {
  uint32_t id = current_thread();
  if (id >= pending_failures_.size()) pending_failures_.resize(id + 1);
  pending_failures_[id] = failure;
  user_threads[id].dead = true;
  Operation op;
  op.code = OpCode::kFail;
  bool known = pc != 0 && !is_own_code(pc);
  announce(op, "failure", known || failure.frames == 0 ? pc : failure.stack[0]);
  __builtin_unreachable();
}

void NativeProgram::leave_program(uintptr_t stack) {
  stack_at_exit_ = stack;
  exited_ = true;
  threads_[current_thread()].status = ThreadStatus::kParked;
  suspend();
  __builtin_unreachable();
}

void NativeProgram::abandon_execution() {
  now_.abandoned = true;
  leave_program(stack_at_exit_);
}

void NativeProgram::cut_thread(bool by_clock) {
  now_.cut_by_clock |= by_clock;
  sections.abandon();
  threads_[current_thread()].status = ThreadStatus::kParked;
  cut_ = true;
  suspend();
  __builtin_unreachable();
}

}  // namespace mazurka::runtime
