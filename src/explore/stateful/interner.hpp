// Tables that keep each value once, and remember what came of two of them.
#pragma once

#include <cstdint>
#include <utility>

#include "base/hash.hpp"
#include "base/metered.hpp"

namespace mazurka {

// Gives equal values the same number, from 0 on.
template <class T, class Hash>
class Interner {
 public:
  uint32_t size() const { return static_cast<uint32_t>(values_.size()); }
  const T& operator[](uint32_t id) const { return values_[id]; }

  uint32_t put(T value) {
    if (2 * (values_.size() + 1) > slots_.size()) grow();
    const uint64_t hash = Hash{}(value);
    size_t at = hash & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
      if (values_[slots_[at] - 1] == value) return slots_[at] - 1;
    values_.push_back(std::move(value));
    slots_[at] = size();
    return size() - 1;
  }

 private:
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
    for (uint32_t id = 0; id < values_.size(); id++) {
      size_t at = Hash{}(values_[id]) & (slots_.size() - 1);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = id + 1;
    }
  }

  Vec<T> values_;
  Vec<uint32_t> slots_;  // 1 + number; open addressing
};

// What came of a pair of numbers. Of fixed size: what does not fit any more is forgotten.
class PairMemo {
 public:
  // Null if it is not known.
  const uint32_t* find(uint32_t a, uint32_t b) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place_of(a, b)];
    return slot.is_used && slot.a == a && slot.b == b ? &slot.result : nullptr;
  }
  uint32_t put(uint32_t a, uint32_t b, uint32_t result) {
    if (slots_.empty()) slots_.assign(kSlots, Slot{});
    slots_[place_of(a, b)] = {a, b, result, true};
    return result;
  }

 private:
  static constexpr size_t kSlots = size_t{1} << 14;
  struct Slot {
    uint32_t a = 0, b = 0, result = 0;
    bool is_used = false;
  };
  static size_t place_of(uint32_t a, uint32_t b) { return combine_hashes(a, b) & (kSlots - 1); }
  Vec<Slot> slots_;
};

}  // namespace mazurka
