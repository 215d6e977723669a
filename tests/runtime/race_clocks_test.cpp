#include "runtime/races/race_clocks.hpp"

#include <gtest/gtest.h>

#include "runtime/fixture.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {
namespace {

using namespace races;

class RaceClocks : public RaceTest {
 protected:
  Lane* clock(uint32_t thread) { return clocks[thread].clock; }
  Lane own(uint32_t thread) { return clock(thread)[thread]; }
  Sync& sync() { return sync_at(granule_at(memory()), memory()); }
  // As an atomic store does: a release ends the thread's epoch.
  void store(uint32_t thread, int order, bool update = false) {
    if (store_to(thread, sync(), order, update)) tick(thread);
  }
  void load(uint32_t thread, int order) { load_from(thread, sync(), order); }
};

TEST_F(RaceClocks, Child_KnowsWhatItsParentDidBefore) {
  Lane before = own(0);
  create_threads(1);
  EXPECT_GE(clock(1)[0], before);
  EXPECT_LT(clock(1)[0], own(0)) << "what the parent does next is not ordered";
}

TEST_F(RaceClocks, Acquire_TakesWhatWasReleased) {
  create_threads(2);
  Lane released = own(1);
  store(1, __ATOMIC_RELEASE);
  load(2, __ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], released);
  EXPECT_GT(own(1), released) << "a release begins a new epoch";
}

TEST_F(RaceClocks, RelaxedStore_ReleasesNothing) {
  create_threads(2);
  store(1, __ATOMIC_RELAXED);
  load(2, __ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], 0);
}

TEST_F(RaceClocks, RelaxedStore_EndsTheReleaseSequence) {
  create_threads(3);
  store(1, __ATOMIC_RELEASE);
  store(3, __ATOMIC_RELAXED);
  load(2, __ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], 0);
}

TEST_F(RaceClocks, RelaxedUpdate_ContinuesTheReleaseSequence) {
  create_threads(3);
  Lane released = own(1);
  store(1, __ATOMIC_RELEASE);
  store(3, __ATOMIC_RELAXED, true);
  load(2, __ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], released);
  EXPECT_EQ(clock(2)[3], 0);
}

TEST_F(RaceClocks, ReleaseUpdate_AddsToTheReleaseSequence) {
  create_threads(3);
  Lane first = own(1), second = own(3);
  store(1, __ATOMIC_RELEASE);
  store(3, __ATOMIC_RELEASE, true);
  load(2, __ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], first);
  EXPECT_EQ(clock(2)[3], second);
}

TEST_F(RaceClocks, RelaxedLoad_WaitsForAnAcquireFence) {
  create_threads(2);
  Lane released = own(1);
  store(1, __ATOMIC_RELEASE);
  load(2, __ATOMIC_RELAXED);
  EXPECT_EQ(clock(2)[1], 0);
  run_as(2);
  atomic_fence(__ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], released);
}

TEST_F(RaceClocks, ReleaseFence_MakesRelaxedStoresReleaseWhatWasBefore) {
  create_threads(2);
  Lane before = own(1);
  run_as(1);
  atomic_fence(__ATOMIC_RELEASE);
  Lane after = own(1);
  store(1, __ATOMIC_RELAXED);
  load(2, __ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], before);
  EXPECT_LT(before, after);
}

TEST_F(RaceClocks, Objects_InOneGranuleAreApart) {
  create_threads(2);
  Sync& low = sync_at(granule_at(memory()), memory());
  store_to(1, low, __ATOMIC_RELEASE, false);
  const Sync* high = find_sync(origins_of(granule_at(memory())), memory() + 4);
  EXPECT_EQ(high, nullptr);
  EXPECT_TRUE(sync_at(granule_at(memory()), memory() + 4).empty);
  EXPECT_FALSE(sync_at(granule_at(memory()), memory()).empty);
}

TEST_F(RaceClocks, Widen_KeepsWhatIsKnown) {
  create_threads(3);
  Lane of_child = own(3), of_parent = clock(3)[0];
  uint32_t last = width + 7;
  run_as(0);
  hb_create(last);
  EXPECT_GT(width, last);
  EXPECT_EQ(width % 4, 0U);
  EXPECT_EQ(own(3), of_child);
  EXPECT_EQ(clock(3)[0], of_parent);
  EXPECT_EQ(clock(3)[last], 0);
  store(last, __ATOMIC_RELEASE);
  load(3, __ATOMIC_ACQUIRE);
  EXPECT_GT(clock(3)[last], 0);
}

TEST_F(RaceClocks, Epochs_OfEarlierExecutionsAreVoid) {
  auto earlier = static_cast<uint64_t>(own(0));
  EXPECT_FALSE(is_void(earlier));
  begin_race_detection(Level::kBase);
  EXPECT_TRUE(is_void(earlier));
  EXPECT_FALSE(is_void(static_cast<uint64_t>(own(0))));
}

TEST_F(RaceClocks, Prefix_ComesBackAndIsNotVoid) {
  create_threads(2);
  auto of_prefix = static_cast<uint64_t>(own(1));
  store(1, __ATOMIC_RELEASE);
  keep_clocks();
  // Of the execution that went on from there, and not of the prefix.
  auto later = static_cast<uint64_t>(own(1));
  store(2, __ATOMIC_RELEASE);

  begin_race_detection(Level::kPrefix);
  EXPECT_FALSE(is_void(of_prefix));
  EXPECT_TRUE(is_void(later));
  EXPECT_EQ(threads, 3U);
  load(2, __ATOMIC_ACQUIRE);
  EXPECT_EQ(clock(2)[1], static_cast<Lane>(of_prefix)) << "what was released in the prefix is at its object";
  EXPECT_EQ(clock(1)[2], 0);
}

}  // namespace
}  // namespace mazurka::runtime
