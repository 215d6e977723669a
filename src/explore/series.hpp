// An exploration as a series of units, which several processes work on.
//
// What a unit comes to depends on the unit alone, not on who explores it, nor when. What it tells is taken in the order
// of the series, whoever was done first, and only then are the units known that follow from it. So the series, what is
// counted and what is found first are the same for one process and for many. (The units of division.hpp are given away
// when somebody has nothing to do; that needs a tree in which nothing is added from the side.)
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "explore/division.hpp"

namespace mazurka {

class Series {
 public:
  virtual ~Series() = default;

  // The next unit. None: all that are known are out; there may be more when these have been taken.
  virtual std::optional<Unit> next() = 0;
  // What a unit has told (Division::tell). Called for all of them, in their order. False: this is nonsense.
  virtual bool take(const Unit& unit, std::span<const uint32_t> told) = 0;
  // Everything again, from the beginning: something was learned.
  virtual void start_again() = 0;

  // What is left, as one unit, to be kept; `out` are the units that were handed out and not taken. None: it cannot be
  // kept. And back.
  virtual std::optional<Unit> pack(std::span<const Unit> out) const {
    (void)out;
    return std::nullopt;
  }
  virtual bool unpack(const Unit& unit) {
    (void)unit;
    return false;
  }
};

// Reads numbers one after the other; what is not there is zero, and `ok` says so.
struct WordReader {
  std::span<const uint32_t> words;
  bool ok = true;

  uint32_t number() {
    ok &= !words.empty();
    if (words.empty()) return 0;
    const uint32_t value = words.front();
    words = words.subspan(1);
    return value;
  }
  uint64_t long_number() {
    const uint64_t low = number();
    return low | static_cast<uint64_t>(number()) << 32;
  }
  // So many, if there are.
  std::span<const uint32_t> list(size_t count) {
    ok &= count <= words.size();
    const std::span<const uint32_t> values = words.first(count <= words.size() ? count : 0);
    words = words.subspan(values.size());
    return values;
  }
};

template <class Words>
void append_long(uint64_t value, Words& words) {
  words.push_back(static_cast<uint32_t>(value));
  words.push_back(static_cast<uint32_t>(value >> 32));
}

}  // namespace mazurka
