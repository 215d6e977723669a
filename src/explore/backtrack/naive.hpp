// Every interleaving, depth first. See naive.cpp.
#pragma once

#include "explore/backtrack/backtrack_search.hpp"

namespace mazurka {

class Naive final : public BacktrackSearch {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = true};
  explicit Naive(Options options) : BacktrackSearch(kEquivalence, without_sleep_sets(options)) {}

 private:
  static Options without_sleep_sets(Options options) {
    options.sleep_sets = false;
    return options;
  }
  void visit_state(uint32_t depth) override;
};

}  // namespace mazurka
