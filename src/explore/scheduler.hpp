// The scheduling policy: in which order to offer the enabled threads where an algorithm may continue with any of them.
#pragma once

#include <algorithm>
#include <random>

#include "explore/explorer.hpp"
#include "explore/ready_set.hpp"

namespace mazurka {

class Scheduler {
 public:
  Scheduler(Policy policy, uint64_t seed) : policy_(policy), random_(seed) {}

  // Asked twice in the same state, it does not say the same.
  bool is_random() const { return policy_ == Policy::kRandom; }

  // Calls accept(thread) for enabled threads in the policy's order until it returns true. False: none was accepted.
  template <class Accept>
  bool pick(const Program& program, const ReadySet& ready, Accept&& accept) {
    using Class = ReadySet::Class;
    auto enabled = [&](ThreadId t) { return program.choices(t) != 0 && accept(t); };
    switch (policy_) {
      case Policy::kInOrder: return ready.ascending(enabled);
      case Policy::kNewestFirst: return ready.descending(enabled);
      case Policy::kSpawnsFirst:
        return ready.ascending(Class::kRead, [&](ThreadId t) {
          return program.next(t).code == OpCode::kSpawn && accept(t);
        }) || ready.descending(enabled);
      case Policy::kReadsFirst:
        return ready.ascending(Class::kRead, accept) || pick_dependent(program, ready, false, accept) ||
               pick_dependent(program, ready, true, accept) || ready.ascending(Class::kWrite, accept);
      case Policy::kWritesFirst:
        return ready.ascending(Class::kWrite, accept) || pick_dependent(program, ready, true, accept) ||
               pick_dependent(program, ready, false, accept) || ready.ascending(Class::kRead, accept);
      case Policy::kRandom: {
        shuffled_.clear();
        ready.ascending([&](ThreadId t) {
          if (program.choices(t) != 0) shuffled_.push_back(t);
          return false;
        });
        std::shuffle(shuffled_.begin(), shuffled_.end(), random_);
        return std::any_of(shuffled_.begin(), shuffled_.end(), accept);
      }
    }
    return false;
  }

 private:
  // Threads whose next operation may be disabled: those that would write now, or those that would not.
  template <class Accept>
  static bool pick_dependent(const Program& program, const ReadySet& ready, bool writes, Accept& accept) {
    using Class = ReadySet::Class;
    return ready.ascending(Class::kDepends, writes ? Class::kMayWrite : Class::kMayRead, [&](ThreadId t) {
      if (program.choices(t) == 0) return false;
      bool depends = ReadySet::class_of(program.next(t).code) == Class::kDepends;
      return (!depends || would_write(program, t) == writes) && accept(t);
    });
  }
  static bool would_write(const Program& program, ThreadId thread);

  Policy policy_;
  std::mt19937_64 random_;
  Vec<ThreadId> shuffled_;
};

}  // namespace mazurka
