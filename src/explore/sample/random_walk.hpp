// Every enabled thread is as likely as any other to take the next step.
//
// The baseline. An interleaving in which one thread is far ahead of the others is rare: a thread that has to make ten
// steps before another makes one has a chance of 1 in 1024.
#pragma once

#include "explore/sample/strategy.hpp"

namespace mazurka {

class RandomWalk final : public Strategy {
 public:
  ThreadId pick(const Recorder&, std::span<const ThreadId> enabled, Dice& dice) override {
    return enabled[dice.below(enabled.size())];
  }
};

}  // namespace mazurka
