// Classic DPOR with persistent sets and sleep sets. See classic.cpp.
#pragma once

#include "explore/backtrack/source.hpp"

namespace mazurka {

class Classic final : public RaceReversal {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};
  explicit Classic(const Options& options) : RaceReversal(kEquivalence, options) {}

 private:
  bool may_begin(const Reversal::Member& member) const override;
};

}  // namespace mazurka
