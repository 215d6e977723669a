#include "runtime/races/race_cells.hpp"

#include <gtest/gtest.h>

#include "runtime/fixture.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {
namespace {

class RaceCells : public RaceTest {
 protected:
  void access(uint32_t thread, AccessKind kind, size_t offset, size_t bytes) {
    run_as(thread);
    access_range(memory() + offset, bytes, kind, place(thread));
  }
  void release(uint32_t thread) {
    run_as(thread);
    hb_release(object());
  }
  void acquire(uint32_t thread) {
    run_as(thread);
    hb_acquire(object());
  }
  const void* object() { return reinterpret_cast<const void*>(memory() + 4096); }
  // Of the three that lie in the granule.
  uint32_t cells_used() {
    uint32_t used = 0;
    for (Cell cell : granule_at(memory()).cells) used += cell != 0 && !races::is_void(epoch_of(cell));
    return used;
  }
};

TEST_F(RaceCells, Accesses_RaceIfOneWritesAndOneIsPlain) {
  const AccessKind kinds[] = {kPlainWrite, kPlainRead, kAtomicWrite, kAtomicRead};
  create_threads(2);
  size_t offset = 0;
  for (AccessKind first : kinds)
    for (AccessKind second : kinds) {
      bool writes = first == kPlainWrite || first == kAtomicWrite || second == kPlainWrite || second == kAtomicWrite;
      bool plain = first <= kPlainRead || second <= kPlainRead;
      uint32_t before = found_race_count();
      access(1, first, offset, 4);
      run_as(2);
      access_range(memory() + offset, 4, second, place(2) + static_cast<uint64_t>(offset));
      EXPECT_EQ(found_race_count() - before, writes && plain ? 1U : 0U) << first << " and " << second;
      offset += 8;
    }
}

TEST_F(RaceCells, Race_TellsBothAccesses) {
  create_threads(2);
  access(1, kPlainWrite, 2, 4);
  access(2, kPlainRead, 4, 1);
  ASSERT_EQ(found_race_count(), 1U);
  const FoundRace& race = found_race(0);
  EXPECT_EQ(race.address, memory());
  EXPECT_EQ(thread_in(race.earlier), 1U);
  EXPECT_EQ(race.earlier_place, place(1));
  EXPECT_EQ(thread_in(race.later), 2U);
  EXPECT_EQ(race.place, place(2));
  EXPECT_TRUE(has_race());
}

TEST_F(RaceCells, SameThread_DoesNotRaceWithItself) {
  access(0, kPlainWrite, 0, 8);
  access(0, kPlainRead, 0, 8);
  EXPECT_FALSE(has_race());
}

TEST_F(RaceCells, NeighbouringBytes_AreApart) {
  create_threads(2);
  access(1, kPlainWrite, 0, 3);
  access(2, kPlainWrite, 3, 5);
  EXPECT_FALSE(has_race());
}

TEST_F(RaceCells, Range_IsLookedAtToItsLastByte) {
  create_threads(2);
  access(1, kPlainWrite, 5, 20);
  access(2, kPlainRead, 25, 8);
  EXPECT_FALSE(has_race());
  access(2, kPlainRead, 24, 1);
  EXPECT_TRUE(has_race());
}

TEST_F(RaceCells, ReleaseAndAcquire_OrderAccesses) {
  create_threads(2);
  access(1, kPlainWrite, 0, 4);
  release(1);
  acquire(2);
  access(2, kPlainWrite, 0, 4);
  EXPECT_FALSE(has_race());
  access(1, kPlainRead, 0, 4);
  EXPECT_TRUE(has_race()) << "nothing orders what thread 1 does next after thread 2";
}

TEST_F(RaceCells, AccessAfterTheRelease_IsNotOrdered) {
  create_threads(2);
  release(1);
  access(1, kPlainWrite, 0, 4);
  acquire(2);
  access(2, kPlainWrite, 0, 4);
  EXPECT_TRUE(has_race());
}

TEST_F(RaceCells, ManyReaders_AreAllRemembered) {
  constexpr uint32_t kReaders = 7;
  create_threads(kReaders);
  for (uint32_t reader = 1; reader <= kReaders; reader++) access(reader, kPlainRead, 0, 4);
  EXPECT_EQ(cells_used(), kCells);
  EXPECT_FALSE(has_race());
  access(0, kPlainWrite, 0, 4);
  EXPECT_EQ(found_race_count(), kReaders);
}

TEST_F(RaceCells, AccessThatIsCovered_IsNotRemembered) {
  access(0, kPlainWrite, 0, 8);
  access(0, kPlainRead, 2, 4);
  access(0, kAtomicRead, 0, 1);
  EXPECT_EQ(cells_used(), 1U);
}

TEST_F(RaceCells, LaterWrite_ReplacesWhatIsOrderedBeforeIt) {
  create_threads(2);
  access(1, kPlainWrite, 0, 4);
  release(1);
  acquire(2);
  access(2, kPlainWrite, 0, 4);
  EXPECT_EQ(cells_used(), 1U);
}

TEST_F(RaceCells, NeighbouringBytesOfALoop_AreOneCell) {
  for (size_t offset = 0; offset < 8; offset++) access(0, kPlainWrite, offset, 1);
  EXPECT_EQ(cells_used(), 1U);
}

TEST_F(RaceCells, PairOfPlaces_IsToldOnce) {
  create_threads(2);
  access(1, kPlainWrite, 0, 4);
  access(2, kPlainWrite, 0, 4);
  access(1, kPlainWrite, 64, 4);
  access(2, kPlainWrite, 64, 4);
  EXPECT_EQ(found_race_count(), 1U);
}

TEST_F(RaceCells, NextExecution_BeginsWithoutAccesses) {
  create_threads(2);
  access(1, kPlainWrite, 0, 4);
  begin_race_detection(Level::kBase);
  create_threads(2);
  access(2, kPlainWrite, 0, 4);
  EXPECT_FALSE(has_race());
}

TEST_F(RaceCells, Races_AreNotToldIfTheyAreIgnored) {
  settings().races = protocol::Races::kIgnore;
  create_threads(2);
  access(1, kPlainWrite, 0, 4);
  access(2, kPlainWrite, 0, 4);
  EXPECT_FALSE(has_race());
}

}  // namespace
}  // namespace mazurka::runtime
