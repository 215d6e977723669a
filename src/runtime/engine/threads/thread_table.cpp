#include "runtime/engine/threads/thread_table.hpp"

#include <string.h>

#include <algorithm>
#include <utility>

#include "runtime/engine/threads/used_stack.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/system_calls_allowed.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace detail {
uint32_t current_thread = 0;
bool on_user_side = false;
}  // namespace detail

ThreadTable& user_threads = *new ThreadTable;

namespace {

const Registration registered_threads(user_threads);

// What is looked at, below the part of a stack that is in use. (A stack that the program lends us is its own memory; it
// may be a part of another thread's stack.)
constexpr size_t kUnusedBytes = 4 * kPage;
void clear_below(uint32_t id, size_t used, int value) {
  if (has_stack_of_ours(id)) memset(stack_top(id) - used - kUnusedBytes, value, kUnusedBytes);
}

}  // namespace

void ThreadTable::begin(std::vector<ThreadView>& views) {
  views_ = &views;
  add_slot();
  child_keys_[0] = UINT64_MAX;
  threads_[0]->context.thread_pointer = _readfsbase_u64();
}

void ThreadTable::add_slot() {
  threads_.push_back(new Thread());
  note_change(size() - 1);
  views_->emplace_back();
  child_keys_.push_back(0);
}

uint32_t ThreadTable::child(uint32_t parent, uint32_t k) {
  if (first_execution_ == UINT64_MAX) first_execution_ = execution_number();
  uint64_t key = uint64_t{parent} << 32 | k;
  // Mostly the child is one of the next ids after its parent.
  for (uint32_t id = parent + 1; id < child_keys_.size(); id++)
    if (child_keys_[id] == key) return id;
  for (uint32_t id = 1; id <= parent; id++)
    if (child_keys_[id] == key) return id;
  if (size() == kMaxThreads) return kMaxThreads;
  if (parent != 0 && execution_number() != first_execution_ && channel != nullptr) channel->work.has_late_threads = 1;
  add_slot();
  child_keys_.back() = key;
  return size() - 1;
}

// Once for each thread id (and process).
void ThreadTable::equip(uint32_t id) {
  if (threads_[id]->context.thread_pointer != 0) return;
  SystemCallsAllowed allowed;
  uintptr_t begin = align_tls_region();
  threads_[id]->context.thread_pointer = make_thread_storage();
  add_to_snapshot(begin, tls_region_end());
  storage_.resize(std::max<size_t>(storage_.size(), id + 1));
  storage_[id] = {begin, tls_region_end()};
}

void ThreadTable::save(Level level) {
  std::vector<Saved>& saved = level == Level::kBase ? at_base_ : at_prefix_;
  saved.resize(size());
  in_force_ = level;
  changed_ = 0;
  waypoints_used_ = 0;
  for (uint32_t id = 0; id < size(); id++) {
    Saved& entry = saved[id];
    entry.state = *threads_[id];
    entry.view = view(id);
    entry.stack.clear();
    entry.place = stacks[id];
    if (entry.view.status == ThreadStatus::kReady && !entry.state.dead)
      entry.stack.assign(end_of_use(id, entry.state.context.stack_pointer), stack_top(id));
  }
}

void ThreadTable::restore_state(uint32_t id, const Saved& saved) {
  Thread& state = *threads_[id];
  static_cast<ThreadState&>(state) = saved.state;
  view(id) = saved.view;
  if (!state.sightings.empty() || !saved.state.sightings.empty()) state.sightings = saved.state.sightings;
}

void ThreadTable::restore_stack(uint32_t id, const Saved& saved) {
  size_t bytes = saved.stack.size();
  if (bytes == 0) return;
  stacks[id] = saved.place;
  memcpy(stack_top(id) - bytes, saved.stack.data(), bytes);
}

// What was there at no saved state; where it runs stays.
void ThreadTable::reset_thread(uint32_t id) {
  Thread& state = *threads_[id];
  view(id) = {};
  Context context = state.context;
  static_cast<ThreadState&>(state) = {};
  state.context = context;
  state.sightings.clear();
}

void ThreadTable::restore(Level level) {
  const std::vector<Saved>& saved = level == Level::kBase ? at_base_ : at_prefix_;
  if (clears_stacks_) clear_unused_stacks();
  uint64_t changed = take_changes_after(0);
  if (level != Level::kPrefix || in_force_ != Level::kPrefix || size() > kMostMarked) changed = UINT64_MAX;
  in_force_ = level;
  for (uint32_t id = 0; id < size(); id++) {
    if ((changed >> std::min(id, kMostMarked) & 1) != 0) restore_from(saved, id);
    if (id < saved.size()) restore_stack(id, saved[id]);
  }
}

// But for its stack.
void ThreadTable::restore_from(const std::vector<Saved>& saved, uint32_t id) {
  bool is_there = id < saved.size() && saved[id].view.status != ThreadStatus::kNotStarted;
  if (is_there)
    restore_state(id, saved[id]);
  else if (view(id).status != ThreadStatus::kNotStarted)
    reset_thread(id);
}

// Those that changed since there were `waypoints` waypoints, of which no other is left then.
uint64_t ThreadTable::take_changes_after(uint32_t waypoints) {
  uint64_t changed = std::exchange(changed_, 0);
  while (waypoints_used_ > waypoints) changed |= waypoints_[--waypoints_used_].changed;
  return changed;
}

bool ThreadTable::allows_waypoint() const {
  if (size() > kMostMarked || clears_stacks_ || contexts_lie_on_stacks || in_force_ != Level::kPrefix) return false;
  for (uint32_t id = 0; id < size(); id++) {
    const Thread& state = *threads_[id];
    const ThreadView& shown = (*views_)[id];
    if (shown.status == ThreadStatus::kParked || state.dead || state.looking || !state.sightings.empty()) return false;
    if (shown.status != ThreadStatus::kReady) continue;
    if (shown.next.code == OpCode::kFail || !is_on_own_stack(id, state.context.stack_pointer)) return false;
  }
  return true;
}

void ThreadTable::save_waypoint(uint32_t waypoint) {
  if (waypoints_.size() <= waypoint) waypoints_.resize(waypoint + 1);
  Waypoint& saved = waypoints_[waypoint];
  waypoints_used_ = waypoint + 1;
  saved.changed = std::exchange(changed_, 0);
  saved.states.clear();
  saved.places.clear();
  size_t bytes = 0;
  for (uint32_t id = 0; id < size(); id++) {
    const Thread& state = *threads_[id];
    if ((saved.changed >> id & 1) != 0) saved.states.push_back({id, state, view(id)});
    if (view(id).status != ThreadStatus::kReady) continue;
    size_t used = static_cast<size_t>(stack_top(id) - static_cast<char*>(state.context.stack_pointer));
    saved.places.push_back({id, static_cast<uint32_t>(used), static_cast<uint32_t>(bytes), stacks[id]});
    bytes += (used + 15) & ~size_t{15};
  }
  if (saved.stacks.size() < bytes) saved.stacks.resize(bytes);
  for (const SavedStack& entry : saved.places)
    memcpy(saved.stacks.data() + entry.begin, stack_top(entry.id) - entry.bytes, entry.bytes);
}

void ThreadTable::restore_waypoint(uint32_t waypoint) {
  uint64_t left = take_changes_after(waypoint + 1);
  for (uint32_t k = waypoint + 1; k-- > 0 && left != 0;) {
    if ((waypoints_[k].changed & left) == 0) continue;
    for (const SavedState& entry : waypoints_[k].states) {
      if ((left >> entry.id & 1) == 0) continue;
      Thread& state = *threads_[entry.id];
      static_cast<ThreadState&>(state) = entry.state;
      state.sightings.clear();
      view(entry.id) = entry.view;
    }
    left &= ~waypoints_[k].changed;
  }
  for (uint32_t id = 0; id < size(); id++)
    if ((left >> id & 1) != 0) restore_from(at_prefix_, id);
  const Waypoint& saved = waypoints_[waypoint];
  for (const SavedStack& entry : saved.places) {
    stacks[entry.id] = entry.place;
    memcpy(stack_top(entry.id) - entry.bytes, saved.stacks.data() + entry.begin, entry.bytes);
  }
}

uint64_t ThreadTable::digest() const {
  uint64_t digest = size();
  auto add = [&digest](auto value) {
    digest = (digest ^ static_cast<uint64_t>(value)) * 0x9e3779b97f4a7c15ULL;
    digest ^= digest >> 32;
  };
  for (uint32_t id = 0; id < size(); id++) {
    const ThreadView& shown = (*views_)[id];
    const Thread& state = *threads_[id];
    add(shown.status);
    if (shown.status == ThreadStatus::kNotStarted) continue;
    for (uint64_t word :
         {uint64_t{shown.woken}, uint64_t{state.children}, uint64_t{state.steps}, uint64_t{state.creator},
          uint64_t{state.locks.all}, uint64_t{state.locks.read}, uint64_t{state.end.detached},
          uint64_t{static_cast<uint32_t>(state.end.claimed)}, uint64_t{state.end.joiner_plus_one}})
      add(word);
    if (shown.status != ThreadStatus::kReady) continue;
    const Operation& op = shown.next;
    add(op.code), add(op.object.number), add(op.object2.number), add(op.partner.number), add(op.a), add(op.b);
    add(state.pc), add(state.awaiting), add(state.spinning), add(state.waiting), add(state.looking);
    add(reinterpret_cast<uintptr_t>(state.context.stack_pointer)), add(state.context.thread_pointer);
    add(reinterpret_cast<uintptr_t>(stacks[id].top));
    const auto* stack = static_cast<const uint64_t*>(state.context.stack_pointer);
    add(stack[0]), add(stack[1]);
  }
  return digest;
}

// Memory that a child process mapped is gone with it.
void ThreadTable::begin_in_new_process() {
  for (uint32_t id = 1; id < size(); id++) threads_[id]->context.thread_pointer = 0;
  forget_stacks(size());
}

bool ThreadTable::is_changed() const {
  if (contexts_lie_on_stacks) return true;
  for (const ThreadView& shown : *views_) {
    bool fails = shown.status == ThreadStatus::kReady && shown.next.code == OpCode::kFail;
    if (fails || shown.status == ThreadStatus::kParked) return true;
  }
  return false;
}

// What earlier executions left there must not make a difference when a thread is compared with itself.
void ThreadTable::clear_unused_stacks() {
  for (uint32_t id = 0; id < size(); id++) {
    size_t used = id < at_base_.size() ? at_base_[id].stack.size() : 0;
    if (threads_[id]->context.thread_pointer != 0) clear_below(id, used, 0);
  }
}

void ThreadTable::fill_unused_stacks() {
  for (uint32_t id = 1; id < size(); id++)
    if (threads_[id]->context.thread_pointer != 0) clear_below(id, 0, 0x5a);
}

bool ThreadTable::is_alone(uint32_t thread) const {
  for (uint32_t other = 0; other < size(); other++) {
    if (other == thread) continue;
    const ThreadStatus status = (*views_)[other].status;
    const bool is_joined = status == ThreadStatus::kEnded && threads_[other]->end.joiner_plus_one == thread + 1;
    if (status != ThreadStatus::kNotStarted && !is_joined) return false;
  }
  return true;
}

}  // namespace mazurka::runtime
