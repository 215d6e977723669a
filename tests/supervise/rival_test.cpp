#include "supervise/beside/rival.hpp"

#include <gtest/gtest.h>

#include "explore/algorithms.hpp"

namespace mazurka {
namespace {

WorkerResult with_executions(uint64_t executions) {
  WorkerResult result;
  result.progress.executions = executions;
  return result;
}

WorkerResult with_bug(uint64_t executions) {
  WorkerResult result = with_executions(executions);
  result.log.bugs.emplace_back();
  return result;
}

TEST(Rival, AVerdictByStatesCountsIfNoBugWasFound) {
  const WorkerResult both = verdict_of_both(with_executions(700), with_executions(5));
  EXPECT_EQ(both.progress.executions, 5);
  EXPECT_EQ(both.runs_by_traces, 700);
}

TEST(Rival, ABugByStatesCounts) {
  const WorkerResult both = verdict_of_both(with_executions(700), with_bug(5));
  EXPECT_EQ(both.log.bugs.size(), 1);
  EXPECT_EQ(both.runs_by_traces, 700);
}

// It may be found while the exploration is told to stop, or by the hunt.
TEST(Rival, ABugThatWasFoundCountsWhoeverFoundNone) {
  const WorkerResult both = verdict_of_both(with_bug(700), with_executions(5));
  EXPECT_EQ(both.log.bugs.size(), 1);
  EXPECT_EQ(both.progress.executions, 700);
  EXPECT_EQ(both.runs_by_traces, 0);
}

TEST(Rival, ExploresByStatesAndWhole) {
  protocol::Settings settings;
  settings.divided = 1;
  const protocol::Settings own = settings_by_states(settings);
  EXPECT_TRUE(algorithm_at(own.algorithm).merges_states);
  EXPECT_EQ(own.divided, 0);
}

}  // namespace
}  // namespace mazurka
