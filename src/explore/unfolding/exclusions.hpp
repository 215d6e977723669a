// D of the paper: the events that need not be taken from here on, since what holds them was explored.
//
// An event enters D when it is taken off the configuration, at the level of what is left of it (its size), and stays
// until the configuration becomes smaller than that. It is enabled there. It is alive until an event is added to the
// configuration that excludes it: until then, the exploration would only repeat itself if it took it. Kept as a stack.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/check.hpp"
#include "explore/unfolding/unfolding.hpp"

namespace mazurka {

class Exclusions {
 public:
  static constexpr uint32_t kAlive = UINT32_MAX;

  struct Entry {
    UnfoldingId event;
    uint32_t level = 0;
    uint32_t killed_at = kAlive;  // by the event at this position of the configuration
  };

  explicit Exclusions(Unfolding& unfolding) : unfolding_(unfolding) {}

  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }
  const Entry& operator[](uint32_t k) const { return entries_[k]; }
  bool is_alive(uint32_t k) const { return entries_[k].killed_at == kAlive; }
  uint32_t alive() const { return alive_; }

  // Drops the events of deeper levels and adds one.
  void add(UnfoldingId event, uint32_t level);

  // The event was put at this position of the configuration, or is to be taken off it.
  void on_push(const UnfoldingEvent& event, uint32_t position);
  void on_pop(uint32_t position);

  // Is the next step of the thread, with this outcome, in D and alive? An event of D that is alive is enabled, so the
  // outcome tells it apart.
  bool excludes(ThreadId thread, Choice choice) const {
    if (thread.index() >= by_thread_.size()) return false;
    for (uint32_t k : by_thread_[thread.index()])
      if (is_alive(k) && unfolding_[entries_[k].event].choice == choice) return true;
    return false;
  }
  bool may_exclude(ThreadId thread) const {
    return thread.index() < by_thread_.size() && !by_thread_[thread.index()].empty();
  }

 private:
  using Index = Vec<Vec<uint32_t>>;  // entries by thread or object, in ascending order

  static Vec<uint32_t>& list_in(Index& index, size_t at) {
    if (index.size() <= at) index.resize(at + 1);
    return index[at];
  }
  void kill(uint32_t entry, uint32_t position) {
    entries_[entry].killed_at = position;
    killed_.push_back(entry);
    alive_--;
  }
  void drop_last();

  Unfolding& unfolding_;
  Vec<Entry> entries_;
  Vec<uint32_t> killed_;  // entries, in the order in which they were killed
  Index by_thread_;
  Index by_object_;
  uint32_t alive_ = 0;
};

}  // namespace mazurka
