#include "explore/stateful/future_races.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace mazurka {
namespace {

using Holders = std::vector<uint32_t>;

// Thread 1 learns what these know, and then does an access.
FutureRaces::Id after_learning(FutureRaces& races, const Holders& from) {
  constexpr uint32_t kThread = 1;
  std::vector<Flow> flows;
  for (uint32_t holder : from) flows.push_back({Flow::Kind::kJoin, kThread, holder, 0});
  flows.push_back({Flow::Kind::kAccess, kThread, kThread, 7});
  return races.lift(races.step(flows), 0);
}

std::set<Holders> entries(const FutureRaces& races, FutureRaces::Id id) {
  std::set<Holders> result;
  for (const FutureRaces::Entry& entry : races.entries(id)) {
    const auto& holders = races.holders(entry);
    result.emplace(holders.begin(), holders.end());
  }
  return result;
}

TEST(FutureRaces, WaysOnWhichOthersKnowAreApart) {
  FutureRaces races;
  const FutureRaces::Id by_m = after_learning(races, {10}), by_n = after_learning(races, {11});
  const FutureRaces::Id both = races.join(by_m, by_n);
  EXPECT_EQ(entries(races, both), (std::set<Holders>{{1, 10}, {1, 11}}));
  EXPECT_EQ(races.join(by_n, both), both);
}

TEST(FutureRaces, FewerHoldersCountForMore) {
  FutureRaces races;
  const FutureRaces::Id one = after_learning(races, {10}), two = after_learning(races, {10, 11});
  EXPECT_EQ(entries(races, races.join(two, one)), (std::set<Holders>{{1, 10}}));
  const FutureRaces::Id all = races.join(races.join(one, after_learning(races, {12})), after_learning(races, {}));
  EXPECT_EQ(entries(races, all), (std::set<Holders>{{1}}));
}

// After a store, what the address knows is what its thread knew.
TEST(FutureRaces, EntriesMayBecomeNeedlessBeforeAStep) {
  FutureRaces races;
  const FutureRaces::Id both = races.join(after_learning(races, {10}), after_learning(races, {11, 12}));
  const Flow store{Flow::Kind::kCopy, 10, 12, 0};
  EXPECT_EQ(entries(races, races.lift(races.step({&store, 1}), both)), (std::set<Holders>{{1, 12}}));
}

TEST(FutureRaces, OfManyEntriesWhatAllHaveIsKept) {
  FutureRaces races;
  FutureRaces::Id all = 0;
  for (uint32_t k = 0; k < 9; k++) all = races.join(all, after_learning(races, {5, 10 + k}));
  EXPECT_EQ(entries(races, all), (std::set<Holders>{{1, 5}}));
}

}  // namespace
}  // namespace mazurka
