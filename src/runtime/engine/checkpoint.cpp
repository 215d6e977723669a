// The states that executions are restarted from: threads, their stacks and their heaps; memory is in snapshot.cpp.
//
// The base is the first scheduling decision. Many programs go on by creating their threads, in steps that touch no
// object: no algorithm has a reason to reorder them, so that nearly all executions begin with the same ones. The state
// after these first steps, as the first execution makes them, is kept too, when the second execution has made them with
// the same result: one that begins in the same way is restarted there, and creates no thread again.
#include <string.h>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/spin_loops.hpp"
#include "runtime/engine/virtual_clock.hpp"
#include "runtime/entries/libc/program_heap.hpp"
#include "runtime/kernel/signals.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

void NativeProgram::save_threads(Checkpoint& checkpoint) {
  checkpoint.threads.resize(states_.size());
  for (uint32_t id = 0; id < states_.size(); id++) {
    SavedThread& saved = checkpoint.threads[id];
    saved.state = *states_[id];
    saved.view = threads_[id];
    saved.stack.clear();
    if (saved.view.status == ThreadStatus::kReady && !saved.state.dead)
      saved.stack.assign(static_cast<char*>(saved.state.context.stack_pointer), stack_top(id));
  }
}

void NativeProgram::restore_thread(uint32_t id, const SavedThread& saved) {
  Thread& state = *states_[id];
  static_cast<ThreadState&>(state) = saved.state;
  threads_[id] = saved.view;
  // The objects that it is about to touch are in use in this execution too.
  uint32_t objects = mazurka::object_count(saved.view.next.code);
  if (objects >= 1) objects_[saved.view.next.object.index()].execution = execution_;
  if (objects == 2) objects_[saved.view.next.object2.index()].execution = execution_;
  auto copy = [](auto& into, const auto& from) {
    if (!into.empty() || !from.empty()) into = from;
  };
  copy(state.destructors, saved.state.destructors);
  copy(state.specific, saved.state.specific);
  copy(state.cleanups, saved.state.cleanups);
  copy(state.sightings, saved.state.sightings);
  size_t bytes = saved.stack.size();
  if (bytes != 0) memcpy(stack_top(id) - bytes, saved.stack.data(), bytes);
}

void NativeProgram::reset_thread(uint32_t id) {
  Thread& state = *states_[id];
  threads_[id] = {};
  state.steps = state.children = 0;
  state.first_run = state.detached = state.dead = false;
  state.claimed = 0;
  state.joiner_plus_one = 0;
  state.locks = {};
  state.awaiting = state.spinning = state.looking = state.waiting = false;
  state.destructors.clear();
  state.specific.clear();
  state.cleanups.clear();
  state.sightings.clear();
}

void NativeProgram::restore_threads(const Checkpoint& checkpoint) {
  for (uint32_t id = 0; id < states_.size(); id++) {
    bool is_there = id < checkpoint.threads.size() && checkpoint.threads[id].view.status != ThreadStatus::kNotStarted;
    if (is_there)
      restore_thread(id, checkpoint.threads[id]);
    else if (threads_[id].status != ThreadStatus::kNotStarted)
      reset_thread(id);
  }
}

void NativeProgram::restart_at(Level level) {
  execution_++;
  if (dirty_ || fork_to_restart) {
    if (prefix_state_ == PrefixState::kGrowing) prefix_state_ = PrefixState::kNone;
    failures_.clear();
    cut_ = exited_ = in_section_ = assumed_away = is_at_step_limit = cut_by_clock = false;
    changing_sections_ = 0;
    restore_keys();
    restore_signal_actions();
    restore_threads(level == Level::kBase ? base_ : prefix_);
    virtual_clock.restart(level);
  }
  if (fork_to_restart) {
    // Memory that a child process mapped is gone with it.
    for (uint32_t id = 1; id < states_.size(); id++) states_[id]->context.thread_pointer = 0;
    forget_child_heaps();
    restore_kernel_state();
    continue_in_new_process();
    begin_race_detection(level);
    return;
  }
  begin_race_detection(level);
  if (!dirty_) return;
  dirty_ = level == Level::kPrefix;
  if (knows_spin_loops) clear_unused_stacks();
  restore_kernel_state();
  restore_snapshot(level);
  restore_program_heap(level);
}

// What earlier executions left there must not make a difference when a thread is compared with itself.
void NativeProgram::clear_unused_stacks() {
  constexpr size_t kBytes = 4 * kPage;
  for (uint32_t id = 0; id < states_.size(); id++) {
    size_t used = id < base_.threads.size() ? base_.threads[id].stack.size() : 0;
    if (states_[id]->context.thread_pointer != 0) memset(stack_top(id) - used - kBytes, 0, kBytes);
  }
}

bool NativeProgram::starts_with_prefix(std::span<const Event> events) const {
  if (events.size() < prefix_.steps.size()) return false;
  for (size_t k = 0; k < prefix_.steps.size(); k++)
    if (events[k].thread.number != prefix_.steps[k].thread || events[k].choice != prefix_.steps[k].choice) return false;
  return true;
}

// What is not part of a checkpoint must be as it was at the base.
bool NativeProgram::can_keep_prefix() const {
  for (const ThreadView& view : threads_) {
    bool fails = view.status == ThreadStatus::kReady && view.next.code == OpCode::kFail;
    if (fails || view.status == ThreadStatus::kParked) return false;
  }
  return !exited_ && !keys_are_changed() && !signal_actions_are_changed() && !kernel_state_is_changed();
}

void NativeProgram::extend_prefix(ThreadId thread, Choice choice) {
  constexpr size_t kMaxSteps = 256;
  if (threads_[thread.index()].next.code == OpCode::kSpawn && prefix_.steps.size() < kMaxSteps) {
    prefix_.steps.push_back({thread.number, choice});
    return;
  }
  after_prefix_ = threads_;
  prefix_state_ = prefix_.steps.empty() || !can_keep_prefix() ? PrefixState::kNone : PrefixState::kKnown;
}

// So that a thread which reads what it never wrote finds something else than in the first execution, and is found out.
void NativeProgram::fill_unused_stacks() {
  constexpr size_t kBytes = 4 * kPage;
  for (uint32_t id = 1; id < states_.size(); id++)
    if (states_[id]->context.thread_pointer != 0) memset(stack_top(id) - kBytes, 0x5a, kBytes);
}

bool NativeProgram::keep_prefix() {
  for (size_t id = 0; id < after_prefix_.size(); id++) {
    const Operation& now = threads_[id].next;
    const Operation& then = after_prefix_[id].next;
    if (threads_[id].status != after_prefix_[id].status) return false;
    if (threads_[id].status != ThreadStatus::kReady) continue;
    if (now.code != then.code || now.object != then.object || now.object2 != then.object2 ||
        now.partner != then.partner || now.a != then.a || now.b != then.b)
      return false;
  }
  save_program_heap_at_prefix();
  take_prefix_snapshot();
  save_threads(prefix_);
  virtual_clock.save(Level::kPrefix);
  keep_race_prefix();
  prefix_state_ = PrefixState::kKept;
  return true;
}

}  // namespace mazurka::runtime
