// A stream of random numbers that depends on the seed alone, on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mazurka {

// SplitMix64.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // The number of sides must not be 0, nor the vector empty.
  uint32_t below(size_t sides) { return static_cast<uint32_t>(next() % sides); }
  // From 0 up to 1, without it.
  double share() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  bool one_in(uint32_t sides) { return below(sides) == 0; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  uint64_t state_;
};

}  // namespace mazurka
