#include "explore/sample/trace_census.hpp"

#include <utility>

namespace mazurka {

namespace {
constexpr uint64_t kAgain = 1;
constexpr uint64_t kFewPlaces = 1024;
}  // namespace

TraceCensus::TraceCensus(uint64_t most) : most_(most) {
  table_.assign(kFewPlaces, 0);
}

uint64_t& TraceCensus::place_of(uint64_t hash) {
  uint64_t mask = table_.size() - 1;
  uint64_t at = hash >> 1 & mask;
  while (table_[at] != 0 && (table_[at] | kAgain) != (hash | kAgain)) at = (at + 1) & mask;
  return table_[at];
}

void TraceCensus::add(const Fingerprint& trace) {
  uint64_t hash = trace.low & ~kAgain;
  if (hash == 0) hash = 2;
  if (!is_kept(hash)) return;
  uint64_t& place = place_of(hash);
  if (place != 0) {
    once_ -= (place & kAgain) == 0;
    place |= kAgain;
    return;
  }
  place = hash;
  kept_++;
  once_++;
  if (kept_ > most_) {
    level_++;
    rebuild(table_.size());
  } else if (kept_ > table_.size() / 2) {
    rebuild(2 * table_.size());
  }
}

void TraceCensus::rebuild(uint64_t places) {
  Vec<uint64_t> old = std::move(table_);
  table_.assign(places, 0);
  kept_ = once_ = 0;
  for (uint64_t entry : old) {
    if (entry == 0 || !is_kept(entry)) continue;
    place_of(entry) = entry;
    kept_++;
    once_ += (entry & kAgain) == 0;
  }
}

}  // namespace mazurka
