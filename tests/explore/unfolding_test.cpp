#include "explore/unfolding/unfolding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "explore/unfolding/comb.hpp"
#include "explore/unfolding/configuration.hpp"
#include "explore/unfolding/exclusions.hpp"

namespace mazurka {
namespace {

// Events by hand: two threads and some variables.
class UnfoldingTest : public testing::Test {
 protected:
  UnfoldingTest() { unfolding.widen(4); }

  UnfoldingId event(uint32_t thread, uint32_t index, OpCode code, uint32_t object, UnfoldingId previous,
                    std::initializer_list<UnfoldingId> causes = {}, Choice choice = 0) {
    Event step;
    step.thread = ThreadId(thread);
    step.index = index;
    step.choice = choice;
    step.op.code = code;
    step.op.object = ObjectId(object);
    set_accesses(step, {}, 0, 0);
    Vec<UnfoldingId> list(causes);
    UnfoldingId id = unfolding.intern(step, previous, list);
    unfolding.check_invariants();
    return id;
  }
  UnfoldingId store(uint32_t thread, uint32_t index, uint32_t object, UnfoldingId previous,
                    std::initializer_list<UnfoldingId> causes = {}) {
    return event(thread, index, OpCode::kStore, object, previous, causes);
  }
  UnfoldingId load(uint32_t thread, uint32_t index, uint32_t object, UnfoldingId previous,
                   std::initializer_list<UnfoldingId> causes = {}) {
    return event(thread, index, OpCode::kLoad, object, previous, causes);
  }

  const UnfoldingId nothing;
  Unfolding unfolding;
  Exclusions exclusions{unfolding};
  Configuration configuration{unfolding, exclusions};
  Vec<UnfoldingId> missing;
};

TEST_F(UnfoldingTest, AnEventIsStoredOnceUnderItsName) {
  UnfoldingId a = store(0, 1, 0, nothing);
  UnfoldingId b = load(1, 1, 0, nothing, {a});
  EXPECT_EQ(store(0, 1, 0, nothing), a);
  EXPECT_EQ(load(1, 1, 0, nothing, {a, a}), b);
  EXPECT_NE(load(1, 1, 0, nothing), b);
  EXPECT_NE(event(2, 1, OpCode::kChoose, 0, nothing, {}, 1), event(2, 1, OpCode::kChoose, 0, nothing, {}, 0));
  EXPECT_EQ(unfolding.size(), 5u);
}

TEST_F(UnfoldingTest, ClocksTellHistories) {
  UnfoldingId a = store(0, 1, 0, nothing);
  UnfoldingId b = store(0, 2, 1, a);
  UnfoldingId c = load(1, 1, 1, nothing, {b});
  UnfoldingId d = load(1, 2, 2, c);
  EXPECT_EQ(unfolding.clock(d)[0], 2u);
  EXPECT_EQ(unfolding.clock(d)[1], 2u);
  EXPECT_EQ(unfolding.last(d, 0), b);
  EXPECT_EQ(unfolding.last(d, 1), d);
  EXPECT_EQ(unfolding[d].size, 4u);
}

TEST_F(UnfoldingTest, FitsIfNothingOfTheHistoryIsExcluded) {
  UnfoldingId write = store(0, 1, 0, nothing);
  UnfoldingId read_before = load(1, 1, 0, nothing);
  UnfoldingId read_after = load(1, 1, 0, nothing, {write});
  UnfoldingId then = store(1, 2, 1, read_after);
  configuration.push(write);
  EXPECT_TRUE(configuration.fits(then, missing));
  std::sort(missing.begin(), missing.end());
  EXPECT_EQ(missing, (Vec<UnfoldingId>{read_after, then}));
  EXPECT_FALSE(configuration.fits(read_before, missing));
  EXPECT_EQ(configuration.fits_below(read_before), 1u);  // when the write at position 0 is taken off
  configuration.pop();
  EXPECT_TRUE(configuration.fits(read_before, missing));
  configuration.push(read_before);
  EXPECT_FALSE(configuration.fits(then, missing));
  EXPECT_EQ(configuration.fits_below(then), 1u);
}

TEST_F(UnfoldingTest, AWriteFitsAfterTheReadsOfItsHistoryOnly) {
  UnfoldingId first = load(0, 1, 0, nothing);
  UnfoldingId second = load(1, 1, 0, nothing);
  UnfoldingId write = store(2, 1, 0, nothing, {first});
  configuration.push(first);
  EXPECT_TRUE(configuration.fits(write, missing));
  configuration.push(second);
  EXPECT_FALSE(configuration.fits(write, missing));
  EXPECT_EQ(configuration.fits_below(write), 2u);
}

TEST_F(UnfoldingTest, EventsOfDAreKilledByWhatExcludesThem) {
  UnfoldingId write = store(0, 1, 0, nothing);
  UnfoldingId read = load(1, 1, 0, nothing);
  UnfoldingId other = load(2, 1, 0, nothing);
  exclusions.add(read, 0);
  EXPECT_TRUE(exclusions.excludes(ThreadId(1), 0));
  configuration.push(other);
  EXPECT_EQ(exclusions.alive(), 1u);
  configuration.push(write);  // not with this history; enough for the question
  EXPECT_EQ(exclusions.alive(), 0u);
  EXPECT_FALSE(exclusions.excludes(ThreadId(1), 0));
  configuration.pop();
  EXPECT_EQ(exclusions.alive(), 1u);
  EXPECT_FALSE(configuration.fits(read, missing));
}

TEST_F(UnfoldingTest, OutcomesOfOneStepExcludeEachOther) {
  UnfoldingId zero = event(0, 1, OpCode::kChoose, 0, nothing, {}, 0);
  UnfoldingId one = event(0, 1, OpCode::kChoose, 0, nothing, {}, 1);
  exclusions.add(zero, 0);
  configuration.push(one);
  EXPECT_EQ(exclusions.alive(), 0u);
}

// Two events of D, and a candidate for the first that leaves none for the second: the search must track back.
TEST_F(UnfoldingTest, TheCombTracksBack) {
  UnfoldingId x = load(0, 1, 0, nothing), y = load(1, 1, 1, nothing);
  UnfoldingId kills_x = store(2, 1, 0, nothing);
  UnfoldingId also_kills_x = store(3, 1, 0, nothing);
  UnfoldingId kills_y = store(3, 2, 1, also_kills_x);
  unfolding.add_conflict(x, also_kills_x);
  unfolding.add_conflict(x, kills_x);
  unfolding.add_conflict(y, kills_y);
  exclusions.add(x, 0);
  exclusions.add(y, 0);
  Comb optimal(unfolding, configuration, exclusions, 0);
  ASSERT_TRUE(optimal.find());
  EXPECT_EQ(configuration.size(), 2u);
  EXPECT_EQ(configuration[0], also_kills_x);
  EXPECT_EQ(configuration[1], kills_y);
}

TEST_F(UnfoldingTest, APartialAlternativeExcludesTheLastEventsOnly) {
  UnfoldingId x = load(0, 1, 0, nothing), y = load(1, 1, 1, nothing);
  UnfoldingId kills_y = store(3, 1, 1, nothing);
  unfolding.add_conflict(y, kills_y);
  exclusions.add(x, 0);
  exclusions.add(y, 0);
  EXPECT_FALSE(Comb(unfolding, configuration, exclusions, 0).find());
  EXPECT_EQ(configuration.size(), 0u);
  EXPECT_TRUE(Comb(unfolding, configuration, exclusions, 1).find());
  EXPECT_EQ(configuration[0], kills_y);
}

TEST_F(UnfoldingTest, CandidatesThatDoNotFitWaitUntilTheyMay) {
  UnfoldingId write = store(0, 1, 0, nothing);
  UnfoldingId y = load(1, 1, 1, nothing);
  UnfoldingId early = load(2, 1, 0, nothing);
  UnfoldingId kills_y = store(2, 2, 1, early);
  unfolding.add_conflict(y, kills_y);
  configuration.push(write);
  exclusions.add(y, 1);
  Comb comb(unfolding, configuration, exclusions, 0);
  EXPECT_FALSE(comb.find());
  EXPECT_TRUE(unfolding[y].conflicts.empty());
  configuration.pop();
  comb.release(0);
  EXPECT_EQ(unfolding[y].conflicts, (Vec<UnfoldingId>{kills_y}));
}

TEST_F(UnfoldingTest, PruningKeepsWhatIsMarkedWithItsHistory) {
  UnfoldingId a = store(0, 1, 0, nothing);
  UnfoldingId b = load(1, 1, 0, nothing, {a});
  UnfoldingId c = load(1, 1, 0, nothing);
  unfolding.add_conflict(a, c);
  unfolding.begin_marking();
  unfolding.mark_with_history(b);
  unfolding.sweep();
  unfolding.check_invariants();
  EXPECT_EQ(unfolding.size(), 2u);
  EXPECT_TRUE(unfolding[a].conflicts.empty());
  EXPECT_EQ(load(1, 1, 0, nothing, {a}), b);
  UnfoldingId again = load(1, 1, 0, nothing);
  EXPECT_EQ(again, c);  // the place is used again
  EXPECT_EQ(unfolding.peak(), 3u);
  EXPECT_EQ(unfolding.created(), 4u);
}

TEST_F(UnfoldingTest, ManyEventsAreFoundAgain) {
  UnfoldingId previous = nothing;
  Vec<UnfoldingId> all;
  Vec<UnfoldingId> none;
  for (uint32_t k = 1; k <= 5000; k++) {
    Event step;
    step.thread = ThreadId(0);
    step.index = k;
    previous = unfolding.intern(step, previous, none);
    all.push_back(previous);
  }
  previous = nothing;
  for (uint32_t k = 1; k <= 5000; k++) {
    Event step;
    step.thread = ThreadId(0);
    step.index = k;
    previous = unfolding.intern(step, previous, none);
    ASSERT_EQ(previous, all[k - 1]);
  }
  for (uint32_t k : {1, 2, 3, 100, 2047, 4999, 5000}) EXPECT_EQ(unfolding.ancestor(previous, k), all[k - 1]);
}

}  // namespace
}  // namespace mazurka
