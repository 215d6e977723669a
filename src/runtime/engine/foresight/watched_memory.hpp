// The plain memory of the program, as far as threads use it in steps that may be foreseen: what is there now in an
// execution that is only foreseen, and who uses it.
//
// A place is four bytes of a variable of the program, or of a block of the heap or its header. Where nobody has
// written, it is constant. Otherwise what a step finds there is an input of it, and what it leaves there a result.
// Whoever makes a block or frees it writes all of it, and where a block was freed nothing is found. A place is open if
// two accesses of it may come at the same time: of different threads, one of them a write, that have no mutex in common
// and are not ordered by the starts and ends of threads; or if it is part of an atomic variable or a mutex. Steps with
// open places are never foreseen, since they may be part of a data race, or find or leave what nobody has noted.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "base/ids.hpp"
#include "base/metered.hpp"
#include "runtime/engine/foresight/step_graph.hpp"

namespace mazurka::runtime {

// Threads with small numbers, a bit each. What is not in it is not known to be in it.
using FewThreads = uint64_t;
inline FewThreads as_few(uint32_t thread) {
  return thread < 64 ? FewThreads{1} << thread : 0;
}

class WatchedMemory {
 public:
  static constexpr uint32_t kBytes = 4;

  // What holds for a thread when it accesses memory.
  struct Standing {
    std::span<const ObjectId> mutexes;  // that it holds
    FewThreads beside = 0;              // those that it has started and not joined
  };
  enum class Change : uint8_t { kNone, kOther };

  WatchedMemory() : table_(1024, 0) {}

  // The number of the place at this address, a multiple of kBytes.
  uint32_t place_at(uintptr_t address);
  // kOther: what was known of steps with the place is not true any more.
  Change note_access(uint32_t place, uint32_t thread, bool writes, const Standing& standing);
  // The thread was started by one that had joined these before.
  Change note_start(uint32_t thread, uint32_t by, FewThreads joined);
  bool is_open(uint32_t place) const { return places_[place].open; }
  Change open(uint32_t at) {
    Place& place = places_[at];
    const bool was_used = !place.open && !place.users.empty();
    place.open = true;
    return was_used ? Change::kOther : Change::kNone;
  }
  bool is_written(uint32_t place) const { return places_[place].written; }
  // Steps are known that have read it, when nobody was known to write.
  void take_for_constant(uint32_t place) { places_[place].constant = true; }

  bool has_value(uint32_t place) const { return values_[place].known; }
  uint32_t value(uint32_t place) const { return values_[place].value; }
  void set(uint32_t place, uint32_t value) { values_[place] = {value, true}; }
  PlaceValue now(uint32_t place) const { return {place, !values_[place].known, values_[place].value}; }
  void set(const PlaceValue& now) { values_[now.place] = {now.value, now.is_gone == 0}; }
  // It was part of a block that a step has made: where nothing is known of it, there may be none.
  void note_made(uint32_t place) { places_[place].made = true; }
  bool was_made(uint32_t place) const { return places_[place].made; }
  bool is_full() const { return places_.size() >= kMost; }
  // Is this the first time that it is asked for in this step?
  bool is_first_in(uint64_t step, uint32_t place) { return std::exchange(places_[place].step, step) != step; }
  // What is where is not known any more.
  void forget_values() {
    for (Place& place : places_) place.constant = false;
    for (Known& value : values_) value.known = false;
  }

 private:
  static constexpr uint32_t kMostMutexes = 3;
  static constexpr size_t kMost = 1 << 16;
  // All accesses of one thread to a place.
  struct User {
    uint32_t thread = 0;
    bool writes = false;
    uint8_t mutex_count = 0;
    ObjectId mutexes[kMostMutexes];  // that it held at all of them, or some of these
    FewThreads beside = 0;           // at any of them
  };
  struct Place {
    uintptr_t address = 0;
    bool written = false;
    bool constant = false;
    bool open = false;
    bool made = false;
    uint64_t step = 0;
    Vec<User> users;
  };
  struct Known {
    uint32_t value = 0;
    bool known = false;
  };
  struct Start {
    uint32_t by = UINT32_MAX;
    FewThreads joined = 0;
  };
  bool may_meet(const User& a, const User& b) const;
  bool is_before(uint32_t thread, uint32_t other) const {
    return other < starts_.size() && (starts_[other].joined & as_few(thread)) != 0;
  }
  bool has_started(uint32_t thread, uint32_t other) const {
    return other < starts_.size() && starts_[other].by == thread;
  }
  void grow();

  Vec<Place> places_;
  Vec<Known> values_;    // by place: what is there now
  Vec<uint32_t> table_;  // open addressing by address: place + 1
  Vec<Start> starts_;    // by thread
};

}  // namespace mazurka::runtime
