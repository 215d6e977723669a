// The threads of the checked program. The same child of the same parent is the same thread in every execution, with the
// same number, stack and thread-local storage.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/program.hpp"
#include "runtime/engine/threads/thread.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

class ThreadTable final : public Rewindable {
 public:
  // The views are the Program's, which shows them to the algorithm. Makes the main thread.
  void begin(std::vector<ThreadView>& views);

  // How many there were in any execution so far. Before the program is checked: none.
  uint32_t size() const { return static_cast<uint32_t>(threads_.size()); }
  [[gnu::always_inline]] Thread& operator[](uint32_t id) { return *threads_[id]; }
  [[gnu::always_inline]] Thread& own() { return *threads_[current_thread()]; }
  [[gnu::always_inline]] ThreadView& view(uint32_t id) { return (*views_)[id]; }
  std::vector<ThreadView>& views() { return *views_; }

  // The k-th child of a thread; kMaxThreads if there are that many already.
  uint32_t child(uint32_t parent, uint32_t k);
  // Checker's side: an exploration begins, of which the first execution is the same in every process.
  void begin_exploration() { first_execution_ = UINT64_MAX; }
  // Which child of which thread it is; not of thread 0.
  uint32_t parent_of(uint32_t id) const { return static_cast<uint32_t>(child_keys_[id] >> 32); }
  uint32_t place_of(uint32_t id) const { return static_cast<uint32_t>(child_keys_[id]); }
  // Gives it thread-local storage, if it has none yet.
  void equip(uint32_t id);
  // What equip() gave it: empty for main.
  MemoryRange storage_of(uint32_t id) const { return id < storage_.size() ? storage_[id] : MemoryRange{}; }

  void save(Level level) override;
  void restore(Level level) override;
  bool is_changed() const override;
  void begin_in_new_process() override;

  bool is_named() const override { return true; }
  bool allows_waypoint() const override;
  void save_waypoint(uint32_t waypoint) override;
  void restore_waypoint(uint32_t waypoint) override;
  uint64_t digest() const override;
  // The thread runs, or another one changes something of it.
  [[gnu::always_inline]] void note_change(uint32_t id) { changed_ |= uint64_t{1} << (id < kMostMarked ? id : 63); }

  // Checker's side: so that a thread which reads what it never wrote on its stack finds something else than in the
  // first execution, and is found out.
  void fill_unused_stacks();
  // Has every other thread that was started ended and been joined by this one? Then whatever they did has happened
  // before.
  bool is_alone(uint32_t thread) const;
  // From now on unused stacks are cleared at a restart: threads are compared with themselves.
  void clear_stacks_at_restart() { clears_stacks_ = true; }

 private:
  struct Saved {
    Thread state;
    ThreadView view;
    Stack place;              // where its stack is
    std::vector<char> stack;  // what of it is in use, for a thread that can go on
  };
  // States of threads that changed since the waypoint before; but all stacks: other threads may have written to them.
  struct SavedState {
    uint32_t id;
    ThreadState state;
    ThreadView view;
  };
  struct SavedStack {
    uint32_t id;
    uint32_t bytes;
    uint32_t begin;  // in Waypoint::stacks
    Stack place;
  };
  struct Waypoint {
    uint64_t changed = 0;  // a bit for each thread
    std::vector<SavedState> states;
    std::vector<SavedStack> places;
    std::vector<char> stacks;
  };
  static constexpr uint32_t kMostMarked = 63;
  uint64_t take_changes_after(uint32_t waypoints);
  void add_slot();
  void restore_state(uint32_t id, const Saved& saved);
  void restore_from(const std::vector<Saved>& saved, uint32_t id);
  void restore_stack(uint32_t id, const Saved& saved);
  void reset_thread(uint32_t id);
  void clear_unused_stacks();

  std::vector<Thread*> threads_;
  std::vector<ThreadView>* views_ = nullptr;
  std::vector<uint64_t> child_keys_;  // by thread: parent << 32 | k
  std::vector<MemoryRange> storage_;  // by thread
  std::vector<Saved> at_base_, at_prefix_;
  std::vector<Waypoint> waypoints_;  // those beyond waypoints_used_ are kept for reuse
  uint32_t waypoints_used_ = 0;
  uint64_t changed_ = UINT64_MAX;  // since the last restart or waypoint: a bit for each thread
  Level in_force_ = Level::kBase;
  bool clears_stacks_ = false;
  uint64_t first_execution_ = UINT64_MAX;  // of the exploration; not known before it starts a thread
};

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
MAZURKA_OWN extern ThreadTable& user_threads;

// Of the current thread.
inline LockCount& own_locks() {
  return user_threads.own().locks;
}

}  // namespace mazurka::runtime
