// Exchanges: a worker that holds several units hands in all that it did at once, on both engines.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fleet/fixture.hpp"
#include "fleet/store.hpp"

namespace mazurka::fleet {
namespace {

constexpr Store::Seconds kEnded{-1};  // a lease that has ended already

class StoreExchange : public StoreTest {
 protected:
  std::unique_ptr<Store> store = place.open();
  RunId run = must(store->create_run({"n", "p", "o", "c", {}}, {"", "root"}));
  WorkerId worker = must(store->add_worker("one", "here"));
  WorkerId other = must(store->add_worker("two", "there"));

  // The worker holds the units a, b and c by one token.
  Held hold_three(Store::Seconds lease = kLong) {
    Exchange first;
    first.ends = {{must(store->acquire(run, worker, kLong)).lease->token, 1}};
    first.kept = {{"a", "a"}, {"b", "b"}, {"c", "c"}};
    const Exchanged done = must(store->exchange(run, worker, 0, first, lease));
    EXPECT_TRUE(done.accepted);
    EXPECT_EQ(done.kept.size(), 3u);
    return {done.token, done.kept.size()};
  }
  std::vector<std::string> all_units() {
    Left left = must(store->left(run, 100));
    std::sort(left.sample.begin(), left.sample.end());
    return left.sample;
  }
};

TEST_P(StoreExchange, ReplacesAllThatIsHeldAtOnce) {
  const Held held = hold_three();
  must(store->acquire(run, other, kLong));
  Exchange next;
  next.ends = {held};
  next.kept = {{"a2", "a2"}};
  next.given = {{"b2", "b2"}};
  next.counts.executions = 5;
  next.counts.digests["traces"] = UINT64_MAX;
  next.pieces = {{7, 0, "a", "explored"}};
  next.bugs = {{"f", "a", "s", "{}", 1}};
  next.remarks = {{"k", "t"}};
  const Exchanged done = must(store->exchange(run, worker, 0, next, kLong));
  ASSERT_TRUE(done.accepted);
  EXPECT_NE(done.token, held.token);
  EXPECT_EQ(done.kept.size(), 1u);
  EXPECT_EQ(done.state, RunState::kOpen);
  EXPECT_FALSE(done.stop);
  EXPECT_EQ(done.demand.waiting_workers, 1u);
  EXPECT_EQ(done.demand.free_units, 1u);
  EXPECT_EQ(all_units(), (std::vector<std::string>{"a2", "b2"}));
  EXPECT_EQ(must(store->totals(run)).executions, 5u);
  EXPECT_EQ(must(store->totals(run)).digests.at("traces"), UINT64_MAX);
  EXPECT_EQ(must(store->pieces(run)), (std::vector<StoredPiece>{{7, 0, "a", "explored"}}));
  EXPECT_EQ(must(store->bugs(run)).size(), 1u);
  EXPECT_EQ(must(store->acquire(run, other, kLong)).lease->bytes, "b2");
}

// A piece grows: the later one with the same number takes its place.
TEST_P(StoreExchange, APieceIsReplaced) {
  Held held = hold_three();
  for (const char* explored : {"a little", "more"}) {
    Exchange next;
    next.ends = {held};
    next.kept = {{"a", "a"}};
    next.pieces = {{7, 0, "a", explored}};
    const Exchanged done = must(store->exchange(run, worker, 0, next, kLong));
    ASSERT_TRUE(done.accepted);
    held = {done.token, 1};
  }
  EXPECT_EQ(must(store->pieces(run)), (std::vector<StoredPiece>{{7, 0, "a", "more"}}));
}

// One unit of three is another's by now: nothing of what is handed in counts.
TEST_P(StoreExchange, IsRefusedIfOneUnitIsAnothers) {
  const Held held = hold_three(kEnded);
  const Lease taken = *must(store->acquire(run, other, kLong)).lease;
  EXPECT_EQ(taken.bytes, "a");
  Exchange next;
  next.ends = {held};
  next.counts.executions = 5;
  next.pieces = {{7, 0, "a", "explored"}};
  next.bugs = {{"f", "a", "s", "{}", 1}};
  next.stop = StoredStop{"a", "here"};
  EXPECT_FALSE(must(store->renew_held(run, {held}, kLong)));
  for (int k = 0; k < 2; k++) EXPECT_FALSE(must(store->exchange(run, worker, 0, next, kLong)).accepted);
  EXPECT_EQ(must(store->totals(run)), Counts());
  EXPECT_TRUE(must(store->pieces(run)).empty());
  EXPECT_TRUE(must(store->bugs(run)).empty());
  EXPECT_FALSE(must(store->history(run)).stop);
  EXPECT_EQ(all_units(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(must(store->checkpoint(taken, {}, kLong)).accepted) << "its holder is not disturbed";
}

TEST_P(StoreExchange, OfAnOldGenerationIsRefused) {
  const Held held = hold_three();
  ASSERT_TRUE(must(store->begin_generation(run, 0, "learned", {"", "again"})));
  Exchange next;
  next.ends = {held};
  next.counts.executions = 5;
  EXPECT_FALSE(must(store->exchange(run, worker, 0, next, kLong)).accepted);
  EXPECT_FALSE(must(store->exchange(run, worker, 1, next, kLong)).accepted);
  EXPECT_EQ(must(store->totals(run)), Counts());
  EXPECT_EQ(all_units(), (std::vector<std::string>{"again"}));
}

// What comes after a stop is not handed out, and an earlier stop takes its place.
TEST_P(StoreExchange, OfStopsTheFirstInOrderHolds) {
  Held held = hold_three();
  const std::vector<std::pair<std::string, std::string>> stops = {{"b", "b"}, {"c", "b"}, {"a", "a"}, {"b", "a"}};
  for (const auto& [found, holds] : stops) {
    Exchange next;
    next.ends = {held};
    next.kept = {{"a", "a"}, {"b", "b"}, {"c", "c"}};
    next.stop = StoredStop{found, "at " + found};
    const Exchanged done = must(store->exchange(run, worker, 0, next, kEnded));
    ASSERT_TRUE(done.accepted);
    EXPECT_EQ(done.stop, (StoredStop{holds, "at " + holds})) << found;
    EXPECT_EQ(must(store->history(run)).stop, done.stop);
    EXPECT_EQ(all_units().size(), holds == "b" ? 2u : 1u);
    held = {done.token, 3};
  }
  EXPECT_EQ(must(store->acquire(run, other, kLong)).lease->bytes, "a");
  EXPECT_FALSE(must(store->acquire(run, other, kLong)).lease);
}

TEST_P(StoreExchange, WhatIsLeftIsASample) {
  const Held held = hold_three();
  Exchange next;
  next.ends = {held};
  for (int k = 0; k < 20; k++) next.given.push_back({"d", std::string(1, static_cast<char>('a' + k))});
  next.counts.executions = 9;
  ASSERT_TRUE(must(store->exchange(run, worker, 0, next, kLong)).accepted);
  must(store->acquire(run, other, kLong));
  const Left left = must(store->left(run, 5));
  EXPECT_EQ(left.units, 20u) << "those that others hold are left, too";
  EXPECT_EQ(left.sample.size(), 5u);
  EXPECT_EQ(left.totals.executions, 9u);
}

ON_BOTH_ENGINES(StoreExchange);

}  // namespace
}  // namespace mazurka::fleet
