// Probabilistic concurrency testing: random priorities of threads, changed at a few random steps. See pct.cpp.
#pragma once

#include "explore/sample/strategy.hpp"

namespace mazurka {

class Pct final : public Strategy {
 public:
  explicit Pct(uint32_t depth) : changes_(depth - 1, 0) {}

  void begin(Dice& dice) override;
  ThreadId pick(const Recorder& recorder, std::span<const ThreadId> enabled, Dice& dice) override;
  void end(const Trace& trace) override;
  void append_words(std::vector<uint32_t>& words) const override;
  bool from_words(std::span<const uint32_t> words) override;

 private:
  ThreadId highest(std::span<const ThreadId> enabled);

  ByThread<uint64_t> priority_;  // 0: none yet
  Vec<uint64_t> changes_;        // before which step, from 1
  uint64_t steps_ = 0;           // of the run at hand
  uint64_t longest_ = 1;         // run so far
};

}  // namespace mazurka
