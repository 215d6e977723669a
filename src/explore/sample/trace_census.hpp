// How many different traces were seen, and how many of them once, in little memory.
//
// Traces are known by their hashes. Up to a limit all are kept, and the counts are exact. Then only those whose hash
// begins with a zero bit are kept, then with two, and so on: a sample of the traces, from which the counts are
// estimated.
#pragma once

#include <cstdint>

#include "base/metered.hpp"
#include "model/fingerprint.hpp"

namespace mazurka {

class TraceCensus {
 public:
  // `most`: hashes to keep, 8 bytes each, in a table of up to four times the size.
  explicit TraceCensus(uint64_t most = uint64_t{1} << 20);

  void add(const Fingerprint& trace);

  uint64_t traces() const { return kept_ << level_; }
  uint64_t once() const { return once_ << level_; }
  bool is_exact() const { return level_ == 0; }

 private:
  // A place holds a hash whose last bit says whether the trace was seen again; 0: it is free.
  bool is_kept(uint64_t hash) const { return level_ == 0 || hash >> (64 - level_) == 0; }
  uint64_t& place_of(uint64_t hash);
  void rebuild(uint64_t places);

  uint64_t most_;
  Vec<uint64_t> table_;  // its size is a power of two
  uint64_t kept_ = 0;
  uint64_t once_ = 0;
  uint32_t level_ = 0;
};

}  // namespace mazurka
