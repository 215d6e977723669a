#include "runtime/engine/restarts/checkpoints.hpp"

#include "runtime/engine/run.hpp"
#include "runtime/engine/threads/thread_table.hpp"

namespace mazurka::runtime {

void (*continue_in_new_process)() = nullptr;

void Checkpoints::save_base(bool with_prefix) {
  reach_base();
  save_all(Level::kBase);
  learned_at_base_ = learned_count();
  if (with_prefix) state_ = State::kGrowing;
}

void Checkpoints::restart(Level level) {
  if (state_ == State::kGrowing && !prefix_.empty()) state_ = State::kNone;
  begin_execution();
  restore_all(level);
}

void Checkpoints::restart_in_new_process() {
  begin_execution();
  restore_all(Level::kBase);
  continue_in_new_process();
  begin_all_in_new_process();
}

void Checkpoints::extend_prefix(ThreadId thread, Choice choice, const std::vector<ThreadView>& views, bool exited) {
  constexpr size_t kMaxSteps = 256;
  if (views[thread.index()].next.code == OpCode::kSpawn && prefix_.size() < kMaxSteps) {
    prefix_.push_back({thread, choice});
    return;
  }
  after_prefix_ = views;
  // What is not part of a checkpoint must be as it was at the base.
  bool can_keep = !prefix_.empty() && !exited && !any_is_changed();
  state_ = can_keep ? State::kKnown : State::kNone;
}

Checkpoints::Plan Checkpoints::plan(std::span<const Event> events) const {
  bool may_have_prefix =
      state_ >= State::kKnown && learned_count() == learned_at_base_ && events.size() >= prefix_.size();
  if (!may_have_prefix) return {};
  for (size_t k = 0; k < prefix_.size(); k++)
    if (events[k].thread != prefix_[k].thread || events[k].choice != prefix_[k].choice) return {};
  uint32_t length = static_cast<uint32_t>(prefix_.size());
  if (state_ == State::kKept) return {.level = Level::kPrefix, .done = length};
  return {.keep_at = length};
}

bool Checkpoints::keep_prefix(const std::vector<ThreadView>& views) {
  for (size_t id = 0; id < after_prefix_.size(); id++) {
    const Operation& now = views[id].next;
    const Operation& then = after_prefix_[id].next;
    if (views[id].status != after_prefix_[id].status) return false;
    if (views[id].status != ThreadStatus::kReady) continue;
    if (now.code != then.code || now.object != then.object || now.object2 != then.object2 ||
        now.partner != then.partner || now.a != then.a || now.b != then.b)
      return false;
  }
  save_all(Level::kPrefix);
  state_ = State::kKept;
  return true;
}

}  // namespace mazurka::runtime
