// The states from which everything was explored, with their summaries. It may forget states: these are explored again.
#pragma once

#include <cstdint>

#include "base/metered.hpp"
#include "model/fingerprint.hpp"

namespace mazurka {

class StateTable {
 public:
  // What is known of a state: numbers of its summary (summaries.hpp, future_races.hpp).
  struct Known {
    uint32_t summary = 0;
    uint32_t races = 0;
  };

  explicit StateTable(uint64_t max_bytes) : max_bytes_(max_bytes) {}

  // Null if it is not there.
  const Known* find(const Fingerprint& state) const;
  void put(const Fingerprint& state, Known known);

  // The names mean nothing any more.
  void clear();
  // They would, but take too much memory.
  void forget_all();

  uint64_t size() const { return size_; }
  uint64_t forgotten() const { return forgotten_; }

 private:
  // A state is in one of few slots, so that there is always one to give up.
  static constexpr size_t kWays = 8;
  struct Slot {
    Fingerprint state;
    Known known;
    bool is_used = false;
  };
  size_t bucket_of(const Fingerprint& state) const { return (state.low & (slots_.size() / kWays - 1)) * kWays; }
  Slot* place_for(const Fingerprint& state);
  bool grow();

  uint64_t max_bytes_;
  uint64_t size_ = 0;
  uint64_t forgotten_ = 0;
  Vec<Slot> slots_;
};

}  // namespace mazurka
