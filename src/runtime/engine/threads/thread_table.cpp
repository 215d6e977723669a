#include "runtime/engine/threads/thread_table.hpp"

#include <string.h>

#include <algorithm>

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

const Registration registered(user_threads);

// How far down its stack is in use. A thread that runs on a stack of the program's making (swapcontext) has left its
// own one somewhere: at most where something was ever written.
char* end_of_stack(uint32_t id, void* stack_pointer) {
  if (is_on_own_stack(id, stack_pointer)) return static_cast<char*>(stack_pointer);
  auto* word = reinterpret_cast<uint64_t*>(stack_bottom(id));
  while (reinterpret_cast<char*>(word) + sizeof *word < stack_top(id) && *word == 0) word++;
  return reinterpret_cast<char*>(word);
}

// What is looked at, below the part of a stack that is in use. (A stack that the program lends us is its own memory.)
constexpr size_t kUnusedBytes = 4 * kPage;
void clear_below(uint32_t id, size_t used, int value) {
  uintptr_t top = reinterpret_cast<uintptr_t>(stack_top(id));
  if (top >= kStackBase && top <= kMainStackBase + kMainStackBytes)
    memset(stack_top(id) - used - kUnusedBytes, value, kUnusedBytes);
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
  for (uint32_t id = 0; id < size(); id++) {
    Saved& entry = saved[id];
    entry.state = *threads_[id];
    entry.view = view(id);
    entry.stack.clear();
    entry.place = stacks[id];
    if (entry.view.status == ThreadStatus::kReady && !entry.state.dead)
      entry.stack.assign(end_of_stack(id, entry.state.context.stack_pointer), stack_top(id));
  }
}

void ThreadTable::restore_thread(uint32_t id, const Saved& saved) {
  Thread& state = *threads_[id];
  static_cast<ThreadState&>(state) = saved.state;
  view(id) = saved.view;
  if (!state.sightings.empty() || !saved.state.sightings.empty()) state.sightings = saved.state.sightings;
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
  for (uint32_t id = 0; id < size(); id++) {
    bool is_there = id < saved.size() && saved[id].view.status != ThreadStatus::kNotStarted;
    if (is_there)
      restore_thread(id, saved[id]);
    else if (view(id).status != ThreadStatus::kNotStarted)
      reset_thread(id);
  }
}

// Memory that a child process mapped is gone with it.
void ThreadTable::begin_in_new_process() {
  for (uint32_t id = 1; id < size(); id++) threads_[id]->context.thread_pointer = 0;
  forget_stacks(size());
}

bool ThreadTable::is_changed() const {
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

}  // namespace mazurka::runtime
