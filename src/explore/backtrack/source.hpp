// Source-DPOR and classic DPOR: races of whole executions decide what is explored. See source.cpp and classic.cpp.
#pragma once

#include "explore/backtrack/backtrack_search.hpp"
#include "explore/reversal.hpp"

namespace mazurka {

// Finds the races of each execution and reverses them; which thread is added to the backtrack set is left to the
// algorithm.
class RaceReversal : public BacktrackSearch {
 protected:
  using BacktrackSearch::BacktrackSearch;

  // May this member of v, an initial, be the thread that begins the reversal?
  virtual bool may_begin(const Reversal::Member& member) const = 0;

  const Reversal& reversal() const { return reversal_; }

 private:
  void visit_end(uint32_t from) override;
  void find_races(const Event& second, ConstClock past, bool disabled, uint32_t position);
  void add_backtrack_point(uint32_t reversed);

  Reversal reversal_;
};

class Source final : public RaceReversal {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};
  explicit Source(const Options& options) : RaceReversal(kEquivalence, options) {}

 private:
  bool may_begin(const Reversal::Member&) const override { return true; }
};

}  // namespace mazurka
