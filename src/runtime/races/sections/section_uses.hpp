// What critical sections access (fused_sections.hpp): of one section, and of all so far.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "explore/critical_sections.hpp"

namespace mazurka::runtime::races {

// Of one section, user thread's side. Locations are those of race_state.hpp.
class SectionUses {
 public:
  void clear() { count_ = 0; }
  // False: there are too many.
  bool add(const PlainUse& added) {
    for (uint32_t k = count_; k-- > 0;) {
      if (uses_[k].location != added.location) continue;
      uses_[k].writes |= added.writes;
      return true;
    }
    if (count_ == kMost) return false;
    uses_[count_++] = added;
    return true;
  }
  std::span<const PlainUse> get() const { return {uses_, count_}; }

 private:
  static constexpr uint32_t kMost = 64;
  uint32_t count_ = 0;
  PlainUse uses_[kMost] = {};
};

// Of all sections, checker's side: which of their locations are needed, so that any two that conflict have one of these
// in common. Locations that threads do not share are left out.
class Footprints {
 public:
  // What a section is said to access; valid until the next call.
  std::span<const PlainUse> tell(std::span<const PlainUse> uses);
  // Sections were said to access less than needed.
  bool must_begin_again();
  bool is_needed(uint32_t location) const { return location < needed_.size() && needed_[location]; }
  // Nothing was said so far. (What is needed is remembered.)
  void begin_again();

 private:
  using Footprint = std::vector<PlainUse>;  // sorted

  void add(const Footprint& added);
  void need_one_of_both(const Footprint& a, const Footprint& b);
  void need(uint32_t location);

  std::vector<Footprint> all_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_hash_;
  std::vector<bool> needed_;        // by location
  std::vector<uint32_t> left_out_;  // not shared, when they were used
  std::vector<bool> is_left_out_;   // by location
  uint64_t sharing_ = 0;            // of race_state.hpp, when left_out_ was looked at
  bool must_begin_again_ = false;
  Footprint now_;
  std::vector<PlainUse> told_;
};

}  // namespace mazurka::runtime::races
