// Partial order sampling: a random priority for each pending operation. See pos.cpp.
#pragma once

#include "explore/sample/strategy.hpp"

namespace mazurka {

class Pos final : public Strategy {
 public:
  void begin(Dice&) override { priority_.clear(); }
  ThreadId pick(const Recorder& recorder, std::span<const ThreadId> enabled, Dice& dice) override;
  void after(const Event& event, const Recorder& recorder, Dice& dice) override;

 private:
  ByThread<uint64_t> priority_;  // of the thread's next operation; 0: none yet
};

}  // namespace mazurka
