// Classic DPOR within a bound on preemptions or context switches. See bounded.cpp.
#pragma once

#include "explore/backtrack/backtrack_search.hpp"

namespace mazurka {

class Bounded final : public BacktrackSearch {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};
  explicit Bounded(Options options)
      : BacktrackSearch(kEquivalence, without_sleep_sets(options)),
        bounds_switches_(options.context_bound != kNoBound) {}

 private:
  static Options without_sleep_sets(Options options) {
    options.sleep_sets = false;
    return options;
  }
  void visit_state(uint32_t depth) override;
  void visit_end(uint32_t from) override;
  void reverse_races(const Event& second, ConstClock past, uint32_t end);
  void add_backtrack_point(uint32_t depth, ThreadId thread);

  bool bounds_switches_;
};

}  // namespace mazurka
