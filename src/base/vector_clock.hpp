// Vector clocks: for each thread, how many of its events are in a set that is closed under happens-before.
//
// Clocks live as rows of a ClockTable, all of one width: the number of threads rounded up to a multiple of four, so
// that joining two is a loop over 16-byte vectors (two to four steps for the usual 4 to 16 threads, and still linear
// for hundreds). A ClockTable can be widened when a new thread appears.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/ids.hpp"
#include "base/metered.hpp"

namespace mazurka {

// One clock: a row that lies elsewhere. Invalidated when its table grows.
using Clock = uint32_t*;
using ConstClock = const uint32_t*;

inline constexpr uint32_t kLanes = 4;
inline uint32_t clock_width(uint32_t threads) {
  return threads == 0 ? kLanes : (threads + kLanes - 1) / kLanes * kLanes;
}

namespace internal {
typedef uint32_t LaneVector __attribute__((vector_size(16), aligned(4), may_alias));
}

inline void copy_clock(Clock into, ConstClock from, uint32_t width) {
  for (uint32_t k = 0; k < width; k += kLanes)
    *reinterpret_cast<internal::LaneVector*>(into + k) = *reinterpret_cast<const internal::LaneVector*>(from + k);
}

inline void join_clock(Clock into, ConstClock from, uint32_t width) {
  for (uint32_t k = 0; k < width; k += kLanes) {
    auto& a = *reinterpret_cast<internal::LaneVector*>(into + k);
    const auto& b = *reinterpret_cast<const internal::LaneVector*>(from + k);
    a = a > b ? a : b;
  }
}

inline void clear_clock(Clock clock, uint32_t width) {
  std::memset(clock, 0, width * sizeof(uint32_t));
}

inline bool clock_less_equal(ConstClock a, ConstClock b, uint32_t width) {
  for (uint32_t k = 0; k < width; k++)
    if (a[k] > b[k]) return false;
  return true;
}

// Is the thread's `index`-th event (from 1) in the set?
inline bool clock_has(ConstClock clock, ThreadId thread, uint32_t index) {
  return clock[thread.index()] >= index;
}

// A clock of its own, for computing. Up to 32 threads it needs no allocation.
class LocalClock {
 public:
  explicit LocalClock(uint32_t width) {
    if (width > kInline) {
      heap_.resize(width);
      lanes_ = heap_.data();
    }
  }
  LocalClock(ConstClock from, uint32_t width) : LocalClock(width) { copy_clock(lanes_, from, width); }
  LocalClock(const LocalClock&) = delete;
  LocalClock& operator=(const LocalClock&) = delete;

  operator Clock() { return lanes_; }
  operator ConstClock() const { return lanes_; }

 private:
  static constexpr uint32_t kInline = 32;
  uint32_t inline_[kInline];
  uint32_t* lanes_ = inline_;
  Vec<uint32_t> heap_;
};

class ClockTable {
 public:
  explicit ClockTable(uint32_t width = kLanes) : width_(width) {}

  uint32_t width() const { return width_; }
  size_t size() const { return rows_; }
  Clock operator[](size_t row) { return data_.data() + row * width_; }
  ConstClock operator[](size_t row) const { return data_.data() + row * width_; }

  // Adds a row with unspecified contents.
  Clock push() {
    if ((rows_ + 1) * width_ > data_.size()) [[unlikely]]
      grow(2 * (rows_ + 1));
    return data_.data() + rows_++ * width_;
  }
  void pop() { rows_--; }
  void truncate(size_t rows) { rows_ = rows; }
  void reset(uint32_t width) {
    width_ = width;
    rows_ = 0;
  }

  // Becomes a copy of the first rows of another table, of which it has the first `kept` already. There is room for
  // `room` rows then.
  void assign_prefix(const ClockTable& other, size_t kept, size_t rows, size_t room) {
    width_ = other.width_;
    rows_ = rows;
    if (room * width_ > data_.size()) grow(room);
    if (rows > kept)
      std::memcpy(data_.data() + kept * width_, other.data_.data() + kept * width_,
                  (rows - kept) * width_ * sizeof(uint32_t));
  }

  // Gives every row more lanes, filled with 0.
  void widen(uint32_t width);

 private:
  void grow(size_t rows) { data_.resize(rows * width_); }

  uint32_t width_;
  size_t rows_ = 0;
  Vec<uint32_t> data_;  // what lies beyond the rows is left over
};

}  // namespace mazurka
