// DPOR with commuting reads. See dpor_cr.cpp.
#pragma once

#include "explore/backtrack/backtrack_search.hpp"
#include "explore/reversal.hpp"

namespace mazurka {

class DporCr final : public BacktrackSearch {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};
  explicit DporCr(const Options& options) : BacktrackSearch(kEquivalence, options) {}

 private:
  void visit_state(uint32_t depth) override;
  void add_backtrack_point(uint32_t reversed, const Event& next, ConstClock past);

  Reversal reversal_;
};

}  // namespace mazurka
