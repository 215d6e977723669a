// Runs random executions, one after the other, and counts the different traces among them. It never explores
// everything, whatever it has seen: it goes on until the observer stops it. A unit of a series (sample_unit.hpp) has an
// end.
#pragma once

#include <memory>

#include "base/dice.hpp"
#include "explore/explorer.hpp"
#include "explore/recorder.hpp"
#include "explore/sample/sample_unit.hpp"
#include "explore/sample/strategies.hpp"
#include "explore/sample/trace_census.hpp"
#include "model/fingerprint.hpp"

namespace mazurka {

class Sampler final : public Explorer {
 public:
  // As many traces are told apart as pop would explore.
  static constexpr Equivalence kEquivalence{.commute_shared = true};

  // Options::sample names the strategy.
  explicit Sampler(const Options& options);
  Statistics explore(Program& program, Observer& observer) override;

 private:
  void run(Recorder& recorder, uint64_t number);
  void note(const Recorder& recorder);
  Fingerprint fingerprint(const Recorder& recorder);
  bool be_taught(Recorder& recorder, Trace& trace, Observer& observer);
  void remember();
  Statistics explore_unit(Program& program, Observer& observer);

  Options options_;
  std::unique_ptr<Strategy> strategy_;
  Dice dice_;
  Vec<ThreadId> enabled_;
  TraceHasher hasher_;
  TraceCensus census_;
  Insight insight_;
};

}  // namespace mazurka
