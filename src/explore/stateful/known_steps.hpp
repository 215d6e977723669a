// Steps between states that have names. A table of limited size: what has no place any more is forgotten.
#pragma once

#include <cstdint>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/metered.hpp"
#include "model/fingerprint.hpp"

namespace mazurka {

class KnownSteps {
 public:
  struct Step {
    Fingerprint to;         // the state after it
    uint32_t event = 0;     // what matters of its event to summaries (Summaries::StepId)
    uint32_t flows = 0;     // and to data races (FutureRaces::StepId)
    uint32_t outcomes = 0;  // that the operation has in the state before
  };

  // Null if it is not known.
  const Step* find(const Fingerprint& from, ThreadId thread, uint32_t outcome) const {
    if (slots_.empty()) return nullptr;
    const Fingerprint key = key_of(from, thread, outcome);
    const Slot& slot = slots_[key.low & (slots_.size() - 1)];
    return slot.key == key ? &slot.step : nullptr;
  }

  void put(const Fingerprint& from, ThreadId thread, uint32_t outcome, const Step& step) {
    if (2 * (used_ + 1) > slots_.size() && slots_.size() < kMaxSlots) grow();
    const Fingerprint key = key_of(from, thread, outcome);
    Slot& slot = slots_[key.low & (slots_.size() - 1)];
    used_ += slot.key == Fingerprint{};
    slot = {key, step};
  }

  void clear() {
    Vec<Slot>().swap(slots_);
    used_ = 0;
  }

 private:
  struct Slot {
    Fingerprint key{};
    Step step;
  };
  static constexpr size_t kMaxSlots = size_t{1} << 20;  // 48 MB

  static Fingerprint key_of(const Fingerprint& from, ThreadId thread, uint32_t outcome) {
    const uint64_t which = uint64_t{thread.number} << 32 | outcome;
    return {combine_hashes(from.high, which), combine_hashes(from.low, which)};
  }
  void grow() {
    Vec<Slot> before;
    before.swap(slots_);
    slots_.assign(before.empty() ? 1024 : 2 * before.size(), Slot{});
    used_ = 0;
    for (const Slot& old : before) {
      if (old.key == Fingerprint{}) continue;
      Slot& slot = slots_[old.key.low & (slots_.size() - 1)];
      used_ += slot.key == Fingerprint{};
      slot = old;
    }
  }

  Vec<Slot> slots_;  // one place for each step
  size_t used_ = 0;
};

}  // namespace mazurka
