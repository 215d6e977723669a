// The series of units of a search without sleep sets: which threads were asked for at the states that several units
// share, and the units that are left. See prefix_unit.hpp.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/sorted_map.hpp"
#include "explore/backtrack/prefix_unit.hpp"
#include "explore/series.hpp"

namespace mazurka {

class PrefixSeries final : public Series {
 public:
  // The first unit has a budget of so many events; that of others is larger, up to `most`.
  PrefixSeries(uint64_t first, uint64_t most) : first_(first), most_(most) { start_again(); }

  std::optional<Unit> next() override;
  bool take(const Unit& unit, std::span<const uint32_t> told) override;
  void start_again() override;
  std::optional<Unit> pack(std::span<const Unit> out) const override;
  bool unpack(const Unit& unit) override;

 private:
  // A state that is shared.
  struct State {
    std::vector<uint32_t> asked;                             // threads, in order
    SortedMap<std::pair<uint32_t, uint32_t>, size_t> after;  // by step: the state after it

    // False: the thread was asked for before.
    bool ask(uint32_t thread);
  };

  // The state after the first steps.
  State& state_at(const std::vector<PrefixUnit::Taken>& steps, size_t depth);
  uint64_t larger(uint64_t budget) const;

  uint64_t first_, most_;
  std::deque<State> states_;  // the first is the initial one
  std::deque<PrefixUnit> open_;
};

}  // namespace mazurka
