#include "runtime/races/sections/section_uses.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "runtime/races/race_state.hpp"

namespace mazurka::runtime::races {

namespace {

// Of more than these, all that their sections access is needed.
constexpr size_t kMostFootprints = 256;

const PlainUse* use_of(const std::vector<PlainUse>& footprint, uint32_t location) {
  const auto at = std::lower_bound(footprint.begin(), footprint.end(), location,
                                   [](const PlainUse& use, uint32_t other) { return use.location < other; });
  return at != footprint.end() && at->location == location ? &*at : nullptr;
}

// Calls use(location) for each location where two sections conflict.
template <class Use>
void for_conflicts(const std::vector<PlainUse>& a, const std::vector<PlainUse>& b, Use use) {
  for (const PlainUse& one : a)
    if (const PlainUse* other = use_of(b, one.location); other != nullptr && (one.writes || other->writes))
      use(one.location);
}

}  // namespace

std::span<const PlainUse> Footprints::tell(std::span<const PlainUse> uses) {
  now_.clear();
  for (const PlainUse& use : uses) {
    if (is_shared(use.location)) {
      now_.push_back(use);
      continue;
    }
    if (is_left_out_.size() <= use.location) is_left_out_.resize(use.location + 1, false);
    if (is_left_out_[use.location]) continue;
    is_left_out_[use.location] = true;
    left_out_.push_back(use.location);
  }
  std::sort(now_.begin(), now_.end(), [](const PlainUse& a, const PlainUse& b) { return a.location < b.location; });
  add(now_);
  told_.clear();
  for (const PlainUse& use : now_)
    if (is_needed(use.location)) told_.push_back(use);
  return told_;
}

void Footprints::add(const Footprint& added) {
  uint64_t hash = added.size();
  for (const PlainUse& use : added) hash = combine_hashes(hash, uint64_t{use.location} << 1 | (use.writes ? 1 : 0));
  std::vector<uint32_t>& same_hash = by_hash_[hash];
  if (std::any_of(same_hash.begin(), same_hash.end(), [&](uint32_t k) { return all_[k] == added; })) return;
  if (all_.size() == kMostFootprints) {
    for (const PlainUse& use : added) need(use.location);
    return;
  }
  for (const Footprint& other : all_) need_one_of_both(added, other);
  need_one_of_both(added, added);
  same_hash.push_back(static_cast<uint32_t>(all_.size()));
  all_.push_back(added);
}

// The one that most sections write.
void Footprints::need_one_of_both(const Footprint& a, const Footprint& b) {
  bool has_one = false;
  for_conflicts(a, b, [&](uint32_t location) { has_one |= is_needed(location); });
  if (has_one) return;
  long best = -1, best_count = -1;
  for_conflicts(a, b, [&](uint32_t location) {
    const long count = std::count_if(all_.begin(), all_.end(), [&](const Footprint& other) {
      const PlainUse* use = use_of(other, location);
      return use != nullptr && use->writes;
    });
    if (count > best_count) best = location, best_count = count;
  });
  if (best >= 0) need(static_cast<uint32_t>(best));
}

void Footprints::need(uint32_t location) {
  if (is_needed(location)) return;
  if (needed_.size() <= location) needed_.resize(location + 1, false);
  needed_[location] = true;
  must_begin_again_ |=
      std::any_of(all_.begin(), all_.end(), [&](const Footprint& other) { return use_of(other, location) != nullptr; });
}

bool Footprints::must_begin_again() {
  if (sharing_ == sharing_changes()) return must_begin_again_;
  sharing_ = sharing_changes();
  must_begin_again_ |= std::any_of(left_out_.begin(), left_out_.end(), is_shared);
  return must_begin_again_;
}

void Footprints::begin_again() {
  all_.clear();
  by_hash_.clear();
  left_out_.clear();
  is_left_out_.clear();
  must_begin_again_ = false;
}

}  // namespace mazurka::runtime::races
