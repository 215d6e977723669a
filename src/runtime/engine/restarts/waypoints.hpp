// Waypoints: further states to restart from, along the execution that is being varied. An algorithm that goes depth
// first begins most executions as the one before; what they share need not be repeated.
//
// A waypoint is complete or is not made: everything that can be rewound says first whether all it has now is part of it
// (Rewindable::allows_waypoint), and state that is seldom used refuses as soon as the execution has touched it. Each
// one has only what changed since the one before it. They are a stack: one that the next execution does not pass is
// gone, with all above it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/event.hpp"
#include "runtime/engine/objects.hpp"
#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime {

class Waypoints {
 public:
  // The last one that an execution with these events passes becomes the last of all. Returns how many of the events it
  // comes after; 0: there is none.
  uint32_t find(std::span<const Event> events);
  // Rewinds to the last one.
  void restore(ObjectTable& objects);
  // The program has made this many of the events since the prefix or the last waypoint. `prefix`: the length of that.
  // True: the next one will cost about the same. (The first time, each of them needs new memory.)
  bool save(std::span<const Event> events, uint32_t position, uint32_t prefix);
  void forget() { used_ = 0; }
  // After how many events they come.
  std::vector<uint32_t> positions() const;

  // What something costs in this program, in cycles of the processor, as measured now and then.
  class Cost {
   public:
    explicit Cost(uint64_t guess) : now_(guess) {}
    // (The process may be interrupted: what is far off counts little.)
    void note(uint64_t measured) {
      now_ = (7 * now_ + std::min(measured, 4 * now_ + 100)) / 8;
      least_ = std::min(least_, measured);
    }
    // What is not done is not measured: it must not be too expensive for ever because it was once.
    void doubt() { now_ -= (now_ - std::min(now_, least_)) / 64; }
    uint64_t now() const { return now_; }

   private:
    uint64_t now_;
    uint64_t least_ = UINT64_MAX;  // that was measured
  };
  struct Costs {
    Cost event{150};    // that is repeated
    Cost restart{900};  // at the prefix
    Cost save{600};
    Cost restore{900};
  };
  Costs& costs() { return costs_; }
  static bool is_time_to_measure() { return execution_number() % 16 == 0; }

  // Is it worth while to save a state after this many more events? It will be restored once for sure.
  bool is_worth(uint32_t events) {
    if (used_ == kMost) return false;
    if (events * costs_.event.now() + costs_.restart.now() > costs_.save.now() + costs_.restore.now()) return true;
    costs_.save.doubt();
    costs_.restore.doubt();
    return false;
  }

 private:
  static constexpr uint32_t kMost = 64;

  struct Step {
    ThreadId thread;
    Choice choice;
  };
  struct Waypoint {
    uint32_t position = 0;
    std::vector<ObjectId> objects;  // in use by the steps since the one before
  };
  std::vector<Waypoint> waypoints_;  // those beyond used_ are kept for reuse
  uint32_t used_ = 0;
  std::vector<Step> path_;  // the steps up to the last one
  Costs costs_;
};

}  // namespace mazurka::runtime
