#include "base/vector_clock.hpp"

#include <gtest/gtest.h>

#include "base/thread_set.hpp"

namespace mazurka {
namespace {

TEST(VectorClock, JoinTakesTheLargerOfEachLane) {
  for (uint32_t threads : {1u, 4u, 5u, 16u, 200u}) {
    uint32_t width = clock_width(threads);
    EXPECT_GE(width, threads);
    LocalClock a(width), b(width);
    for (uint32_t t = 0; t < width; t++) {
      a[t] = t % 7;
      b[t] = t % 5;
    }
    join_clock(a, b, width);
    for (uint32_t t = 0; t < width; t++) EXPECT_EQ(a[t], std::max(t % 7, t % 5));
    EXPECT_TRUE(clock_less_equal(b, a, width));
  }
}

TEST(VectorClock, LanesAreUnsigned) {
  LocalClock a(4), b(4);
  for (uint32_t t = 0; t < 4; t++) {
    a[t] = 0x80000001u;
    b[t] = 1;
  }
  join_clock(b, a, 4);
  EXPECT_EQ(b[0], 0x80000001u);
}

TEST(ClockTable, WideningKeepsRowsAndFillsWithZero) {
  ClockTable table(4);
  for (uint32_t row = 0; row < 3; row++) {
    Clock clock = table.push();
    for (uint32_t t = 0; t < 4; t++) clock[t] = row * 10 + t;
  }
  table.widen(12);
  ASSERT_EQ(table.size(), 3u);
  for (uint32_t row = 0; row < 3; row++)
    for (uint32_t t = 0; t < 12; t++) EXPECT_EQ(table[row][t], t < 4 ? row * 10 + t : 0);
}

TEST(ClockTable, DoesNotGrowWhenItIsMadeNarrowAndWideAgain) {
  ClockTable table(4);
  for (int round = 0; round < 60; round++) {
    table.reset(4);
    table.push();
    table.widen(8);
  }
  EXPECT_EQ(table.size(), 1u);
}

TEST(ClockTable, PrefixIsCopied) {
  ClockTable table(4), copy(4);
  for (uint32_t row = 0; row < 3; row++) table.push()[0] = row;
  copy.assign_prefix(table, 0, 2, 2);
  ASSERT_EQ(copy.size(), 2u);
  EXPECT_EQ(copy[1][0], 1u);
}

TEST(MemoryMeter, CountsThePeak) {
  MemoryMeter::start();
  {
    Vec<uint64_t> numbers;
    numbers.reserve(1000);
  }
  EXPECT_EQ(MemoryMeter::peak(), 8000u);
  Vec<uint64_t> few;
  few.reserve(10);
  EXPECT_EQ(MemoryMeter::peak(), 8000u);
}

TEST(ThreadSet, HoldsThreadsBeyondTheFirstWord) {
  ThreadSet set, other;
  EXPECT_TRUE(set.empty());
  for (size_t t : {3, 63, 64, 200}) set.add(ThreadId(t));
  EXPECT_TRUE(set.has(ThreadId(64)) && set.has(ThreadId(200)) && !set.has(ThreadId(65)) && !set.has(ThreadId(1000)));
  other.add(ThreadId(200));
  EXPECT_TRUE(set.meets(other) && other.meets(set));
  std::vector<size_t> seen;
  set.any([&](ThreadId t) { return seen.push_back(t.index()), false; });
  EXPECT_EQ(seen, (std::vector<size_t>{3, 63, 64, 200}));
  ThreadSet third;
  third.add(ThreadId(1));
  third.add_all(set);
  EXPECT_TRUE(third.has(ThreadId(1)) && third.has(ThreadId(200)));
  set.clear();
  EXPECT_TRUE(set.empty() && !set.meets(third));
}

}  // namespace
}  // namespace mazurka
