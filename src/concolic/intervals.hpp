// A set of numbers of some bits, as intervals. Those of conditions like x < 10 or x != 5, and what they have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "concolic/expression.hpp"

namespace mazurka::concolic {

class Intervals {
 public:
  static Intervals none(unsigned width) { return Intervals(width, {}); }
  static Intervals all(unsigned width) { return Intervals(width, {{0, mask(width)}}); }
  // From `low` to `high`, around the end if `high` is smaller.
  static Intervals range(unsigned width, uint64_t low, uint64_t high) {
    if (low <= high) return Intervals(width, {{low, high}});
    return Intervals(width, {{0, high}, {low, mask(width)}});
  }

  unsigned width() const { return width_; }
  bool empty() const { return list_.empty(); }
  bool contains(uint64_t value) const {
    return std::any_of(list_.begin(), list_.end(),
                       [value](const auto& one) { return one.first <= value && value <= one.second; });
  }
  // Of numbers with a sign; the positive one of two. The set must not be empty.
  uint64_t nearest_to_zero() const {
    const uint64_t low = list_.front().first, high = list_.back().second;
    return low <= ((0 - high) & mask(width_)) ? low : high;
  }

  Intervals complement() const {
    std::vector<Interval> result;
    uint64_t next = 0;  // the first one that is not decided
    for (const auto& [low, high] : list_) {
      if (low > next) result.emplace_back(next, low - 1);
      if (high == mask(width_)) return Intervals(width_, std::move(result));
      next = high + 1;
    }
    result.emplace_back(next, mask(width_));
    return Intervals(width_, std::move(result));
  }
  Intervals with(const Intervals& other) const {  // what both have
    std::vector<Interval> result;
    for (auto a = list_.begin(), b = other.list_.begin(); a != list_.end() && b != other.list_.end();) {
      const uint64_t low = std::max(a->first, b->first), high = std::min(a->second, b->second);
      if (low <= high) result.emplace_back(low, high);
      a->second < b->second ? ++a : ++b;
    }
    return Intervals(width_, std::move(result));
  }
  Intervals joined(const Intervals& other) const {
    std::vector<Interval> both = list_;
    both.insert(both.end(), other.list_.begin(), other.list_.end());
    return in_order(width_, std::move(both));
  }
  // Each number with this one added.
  Intervals shifted(uint64_t by) const {
    std::vector<Interval> result;
    for (const auto& [low, high] : list_) {
      const Intervals moved = range(width_, (low + by) & mask(width_), (high + by) & mask(width_));
      result.insert(result.end(), moved.list_.begin(), moved.list_.end());
    }
    return in_order(width_, std::move(result));
  }
  // ~x for each number x.
  Intervals inverted() const {
    std::vector<Interval> result;
    for (const auto& [low, high] : list_) result.emplace_back(~high & mask(width_), ~low & mask(width_));
    std::reverse(result.begin(), result.end());
    return Intervals(width_, std::move(result));
  }
  // The low bits of those that are extensions of so many bits.
  Intervals narrowed(unsigned width, bool is_signed) const {
    if (!is_signed) return with(range(width_, 0, mask(width))).resized(width);
    const uint64_t positive = mask(width - 1);
    Intervals low = with(range(width_, 0, positive)).resized(width);
    const Intervals high = with(range(width_, ~positive & mask(width_), mask(width_))).resized(width);
    return low.joined(high);
  }

 private:
  using Interval = std::pair<uint64_t, uint64_t>;
  Intervals(unsigned width, std::vector<Interval> list) : width_(width), list_(std::move(list)) {}
  static Intervals in_order(unsigned width, std::vector<Interval> list) {
    std::sort(list.begin(), list.end());
    std::vector<Interval> result;
    for (const auto& [low, high] : list)
      if (!result.empty() && (low == 0 || low - 1 <= result.back().second))
        result.back().second = std::max(result.back().second, high);
      else
        result.emplace_back(low, high);
    return Intervals(width, std::move(result));
  }
  Intervals resized(unsigned width) const {
    Intervals result = none(width);
    for (const auto& [low, high] : list_) result.list_.emplace_back(low & mask(width), high & mask(width));
    return result;
  }

  unsigned width_;
  std::vector<Interval> list_;  // in order, with gaps between them
};

}  // namespace mazurka::concolic
