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
  void save(std::span<const Event> events, uint32_t position, uint32_t prefix);
  void forget() { used_ = 0; }
  // After how many events they come.
  std::vector<uint32_t> positions() const;

  // Is it worth while to save a state after this many more events? It will be restored once for sure.
  bool is_worth(uint32_t events) const {
    return used_ < kMost && events * costs_.event + costs_.restart > costs_.save + costs_.restore;
  }

  // What things cost in this program, measured now and then: in cycles of the processor.
  struct Costs {
    uint64_t event = 150;    // that is repeated
    uint64_t restart = 900;  // at the prefix
    uint64_t save = 600;
    uint64_t restore = 900;
  };
  Costs& costs() { return costs_; }
  static bool is_time_to_measure() { return execution_number() % 16 == 0; }
  // (The process may be interrupted: what is far off counts little.)
  static void note(uint64_t& cost, uint64_t measured) { cost = (7 * cost + std::min(measured, 4 * cost + 100)) / 8; }

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
