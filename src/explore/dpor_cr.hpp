// DPOR with commuting reads. See dpor_cr.cpp.
#pragma once

#include "explore/backtrack_search.hpp"

namespace mazurka {

class DporCr final : public BacktrackSearch {
 public:
  explicit DporCr(const Options& options) : BacktrackSearch(Algorithm::kDporCr, options) {}

 private:
  void visit_state(uint32_t depth) override;
  void add_backtrack_point(uint32_t reversed, const Event& next, ConstClock past);
};

}  // namespace mazurka
