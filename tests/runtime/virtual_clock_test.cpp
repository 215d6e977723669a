#include "runtime/engine/time/virtual_clock.hpp"

#include <gtest/gtest.h>
#include <time.h>

#include "runtime/fixture.hpp"

namespace mazurka::runtime {
namespace {

constexpr Nanoseconds kSecondOfTest = 1'000'000'000;

class VirtualClockTest : public RuntimeTest {
 protected:
  Nanoseconds now(uint32_t thread) {
    run_as(thread);
    return clock.peek();
  }
  void sleep(uint32_t thread, Nanoseconds duration) {
    run_as(thread);
    clock.sleep(duration);
  }
  void step(uint32_t thread, OpCode code, uint32_t object, uint32_t partner = 0) {
    Operation op;
    op.code = code;
    op.object = ObjectId(object);
    op.partner = ThreadId(partner);
    clock.before_step(thread, op, 0, 0);
  }

  VirtualClock clock;
};

TEST_F(VirtualClockTest, Sleep_MovesTheOwnClockOnly) {
  sleep(1, 5 * kSecondOfTest);
  EXPECT_EQ(now(1), 5 * kSecondOfTest);
  EXPECT_EQ(now(2), 0);
  EXPECT_TRUE(clock.has_moved());
}

TEST_F(VirtualClockTest, SleepOfNoTime_IsNone) {
  sleep(1, 0);
  sleep(1, -kSecondOfTest);
  EXPECT_EQ(now(1), 0);
}

TEST_F(VirtualClockTest, SleepUntilThePast_DoesNotGoBack) {
  sleep(1, 5 * kSecondOfTest);
  clock.sleep_until(kSecondOfTest);
  EXPECT_EQ(now(1), 5 * kSecondOfTest);
}

TEST_F(VirtualClockTest, Read_LetsTimePass) {
  run_as(1);
  Nanoseconds first = clock.read(), second = clock.read();
  EXPECT_GT(second, first);
  EXPECT_EQ(clock.peek(), second);
}

// A loop that waits for a second to pass ends, and soon.
TEST_F(VirtualClockTest, Reads_TakeLongerAndLonger) {
  run_as(1);
  uint32_t reads = 0;
  while (clock.read() < kSecondOfTest) ASSERT_LT(++reads, 10'000U);
}

TEST_F(VirtualClockTest, Reader_IsNotBehindTheWriterItSees) {
  sleep(1, 5 * kSecondOfTest);
  step(1, OpCode::kStore, 7);
  step(2, OpCode::kLoad, 7);
  EXPECT_EQ(now(2), 5 * kSecondOfTest);
}

TEST_F(VirtualClockTest, Readers_DoNotOrderEachOther) {
  sleep(1, 5 * kSecondOfTest);
  step(1, OpCode::kLoad, 7);
  step(2, OpCode::kLoad, 7);
  EXPECT_EQ(now(2), 0);
  step(3, OpCode::kStore, 7);
  EXPECT_EQ(now(3), 5 * kSecondOfTest) << "a writer comes after the readers";
}

TEST_F(VirtualClockTest, OtherObjects_OrderNothing) {
  sleep(1, 5 * kSecondOfTest);
  step(1, OpCode::kStore, 7);
  step(2, OpCode::kLoad, 8);
  EXPECT_EQ(now(2), 0);
}

TEST_F(VirtualClockTest, Child_BeginsWhenItIsMade_AndItsEndIsSeenByJoin) {
  sleep(0, 2 * kSecondOfTest);
  step(0, OpCode::kSpawn, 0, 1);
  EXPECT_EQ(now(1), 2 * kSecondOfTest);
  sleep(1, 3 * kSecondOfTest);
  EXPECT_EQ(now(0), 2 * kSecondOfTest);
  step(0, OpCode::kJoin, 0, 1);
  EXPECT_EQ(now(0), 5 * kSecondOfTest);
}

TEST_F(VirtualClockTest, Timeouts_AreAsManyAsTheSettingsSay) {
  settings().environment.max_timeouts = 2;
  run_as(1);
  for (int k = 0; k < 2; k++) {
    ASSERT_TRUE(clock.may_time_out(kSecondOfTest));
    clock.count_timeout(kSecondOfTest);
  }
  EXPECT_FALSE(clock.may_time_out(kSecondOfTest));
  EXPECT_EQ(clock.peek(), kSecondOfTest) << "a wait that times out ends at its deadline";
  run_as(2);
  EXPECT_TRUE(clock.may_time_out(kSecondOfTest));
}

TEST_F(VirtualClockTest, SpuriousWakeups_AreAsManyAsTheSettingsSay) {
  run_as(1);
  EXPECT_FALSE(clock.may_wake_spuriously()) << "none by default";
  settings().environment.max_spurious_wakeups = 1;
  EXPECT_TRUE(clock.may_wake_spuriously());
  clock.count_spurious_wakeup();
  EXPECT_FALSE(clock.may_wake_spuriously());
}

TEST_F(VirtualClockTest, DeadlineInCenturies_NeverComes) {
  timespec far = {.tv_sec = INT64_MAX, .tv_nsec = 0};
  EXPECT_FALSE(clock.may_time_out(from_timespec(CLOCK_REALTIME, far)));
}

TEST(VirtualTime, ClocksOfTheSystem_ShowItAndAreReadBack) {
  for (int clock : {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_THREAD_CPUTIME_ID}) {
    timespec shown = {};
    to_timespec(clock, 3 * kSecondOfTest + 7, &shown);
    EXPECT_EQ(from_timespec(clock, shown), 3 * kSecondOfTest + 7) << clock;
  }
  timespec cpu = {};
  to_timespec(CLOCK_PROCESS_CPUTIME_ID, 3 * kSecondOfTest + 7, &cpu);
  EXPECT_EQ(cpu.tv_sec, 3);
  EXPECT_EQ(cpu.tv_nsec, 7);
}

TEST(VirtualTime, Durations_AreCutWhereTheyWouldOverflow) {
  EXPECT_EQ(duration_of({.tv_sec = 2, .tv_nsec = 5}), 2 * kSecondOfTest + 5);
  EXPECT_EQ(duration_of({.tv_sec = INT64_MAX, .tv_nsec = 0}), duration_of({.tv_sec = INT64_MAX / 2, .tv_nsec = 0}));
  EXPECT_GT(duration_of({.tv_sec = INT64_MAX, .tv_nsec = 0}), 0);
  EXPECT_LT(duration_of({.tv_sec = INT64_MIN, .tv_nsec = 0}), 0);
}

TEST(VirtualTime, Times_AreValidWithLessThanASecondOfNanoseconds) {
  timespec time = {.tv_sec = 1, .tv_nsec = 999'999'999};
  EXPECT_TRUE(is_valid(&time));
  time.tv_nsec++;
  EXPECT_FALSE(is_valid(&time));
  time.tv_nsec = -1;
  EXPECT_FALSE(is_valid(&time));
  EXPECT_FALSE(is_valid(nullptr));
}

}  // namespace
}  // namespace mazurka::runtime
