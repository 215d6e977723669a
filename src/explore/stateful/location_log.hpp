// Where on the current execution locations of plain memory were accessed, by critical sections that are one event.
#pragma once

#include <cstdint>
#include <span>

#include "base/metered.hpp"

namespace mazurka {

class LocationLog {
 public:
  struct Use {
    uint32_t position;  // of the event
    bool writes;
  };

  // In their order.
  std::span<const Use> of(uint32_t location) const {
    if (location >= uses_.size()) return {};
    return {uses_[location].data(), uses_[location].size()};
  }
  void put(uint32_t location, Use use) {
    if (location >= uses_.size()) uses_.resize(location + 1);
    uses_[location].push_back(use);
  }
  // Takes the last one back.
  void pop(uint32_t location) { uses_[location].pop_back(); }
  void clear() { uses_.clear(); }

 private:
  Vec<Vec<Use>> uses_;  // by location
};

}  // namespace mazurka
