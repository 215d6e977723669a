#include "model/operation.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "model/event.hpp"

namespace mazurka {
namespace {

Operation operation(OpCode code, Value a = 0, Value b = 0) {
  Operation op;
  op.code = code;
  op.a = a;
  op.b = b;
  return op;
}

std::vector<Choice> choices(const Operation& op, Value value) {
  std::vector<Choice> result;
  for (uint32_t k = 0; k < choice_count(op, value); k++) result.push_back(choice_at(op, value, k));
  return result;
}

TEST(Operation, GuardsFollowTheValue) {
  EXPECT_EQ(choice_count(operation(OpCode::kLock), 0), 1u);
  EXPECT_EQ(choice_count(operation(OpCode::kLock), 2), 0u);
  EXPECT_EQ(choice_count(operation(OpCode::kSemAcquire), 0), 0u);
  EXPECT_EQ(choice_count(operation(OpCode::kSemAcquire), 3), 1u);
  EXPECT_EQ(choice_count(operation(OpCode::kReadLock), 2), 1u);
  EXPECT_EQ(choice_count(operation(OpCode::kReadLock), -1), 0u);
  EXPECT_EQ(choice_count(operation(OpCode::kWriteLock), 1), 0u);
  Operation await = operation(OpCode::kAwait, 3);
  await.comparison = Comparison::kGreaterEqual;
  EXPECT_EQ(choice_count(await, 2), 0u);
  EXPECT_EQ(choice_count(await, 3), 1u);
}

TEST(Operation, WritingOutcomesComeFirst) {
  EXPECT_EQ(choices(operation(OpCode::kWeakCas, 5, 6), 5), (std::vector<Choice>{1, 0}));
  EXPECT_EQ(choices(operation(OpCode::kWeakCas, 5, 6), 4), (std::vector<Choice>{0}));
  EXPECT_EQ(choices(operation(OpCode::kSignal), 0), (std::vector<Choice>{0}));
  EXPECT_EQ(choices(operation(OpCode::kSignal), 0b1010), (std::vector<Choice>{2, 4}));
  EXPECT_EQ(choices(operation(OpCode::kChoose, 3), 0), (std::vector<Choice>{0, 1, 2}));
}

TEST(Operation, ModesFollowTheValue) {
  ThreadId thread(1);
  EXPECT_EQ(mode_of(operation(OpCode::kCas, 1, 2), thread, 1, 0), Mode::kWrite);
  EXPECT_EQ(mode_of(operation(OpCode::kCas, 1, 2), thread, 0, 0), Mode::kRead);
  EXPECT_EQ(mode_of(operation(OpCode::kTryLock), thread, 0, 0), Mode::kWrite);
  EXPECT_EQ(mode_of(operation(OpCode::kTryLock), thread, 1, 0), Mode::kRead);
  EXPECT_EQ(mode_of(operation(OpCode::kTryReadLock), thread, 2, 0), Mode::kShared);
  EXPECT_EQ(mode_of(operation(OpCode::kTryReadLock), thread, -1, 0), Mode::kRead);
  EXPECT_EQ(mode_of(operation(OpCode::kSignal), thread, 0, 0), Mode::kRead);
  EXPECT_EQ(mode_of(operation(OpCode::kLeave), thread, 0b10, 0), Mode::kWrite);
  EXPECT_EQ(mode_of(operation(OpCode::kLeave), thread, 0b01, 0), Mode::kRead);
}

TEST(Operation, OnlyReadsAndSharedUpdatesCommute) {
  for (Mode mode : {Mode::kRead, Mode::kShared, Mode::kWrite}) {
    EXPECT_TRUE(conflict(Mode::kWrite, mode));
    EXPECT_EQ(conflict(Mode::kRead, mode), mode != Mode::kRead);
    EXPECT_EQ(conflict(Mode::kShared, mode), mode != Mode::kShared);
  }
}

TEST(Operation, SignalsAndBroadcastsWake) {
  EXPECT_EQ(threads_woken(operation(OpCode::kSignal), 0b110, 2), 0b10u);
  EXPECT_EQ(threads_woken(operation(OpCode::kSignal), 0, 0), 0u);
  EXPECT_EQ(threads_woken(operation(OpCode::kBroadcast), 0b110, 0), 0b110u);
}

TEST(Operation, TheLastToArriveWakesTheOthers) {
  EXPECT_EQ(threads_woken(operation(OpCode::kArrive, 3), 0b110, 0), 0b110u);
  EXPECT_EQ(threads_woken(operation(OpCode::kArrive, 3), 0b100, 0), 0u);
}

TEST(Operation, WakeSomeChoosesAmongTheSetsOfThatSize) {
  EXPECT_EQ(choices(operation(OpCode::kWakeSome, 2), 0b11010), (std::vector<Choice>{0b01010, 0b10010, 0b11000}));
  EXPECT_EQ(choices(operation(OpCode::kWakeSome, 2), 0b11000), (std::vector<Choice>{0}));
  EXPECT_EQ(threads_woken(operation(OpCode::kWakeSome, 2), 0b11010, 0b10010), 0b10010u);
  EXPECT_EQ(threads_woken(operation(OpCode::kWakeSome, 2), 0b11000, 0), 0b11000u);
  EXPECT_EQ(mode_of(operation(OpCode::kWakeSome, 2), ThreadId(1), 0, 0), Mode::kRead);
}

TEST(Event, SharedUpdatesCountAsWritesIfTheyAreOrdered) {
  Event event;
  event.op = operation(OpCode::kReadLock);
  set_accesses(event, {.commute_shared = true}, 0, 0);
  EXPECT_EQ(event.access[0].mode, Mode::kShared);
  set_accesses(event, {.commute_shared = false}, 0, 0);
  EXPECT_EQ(event.access[0].mode, Mode::kWrite);
}

TEST(Event, TheSameObjectTwiceIsOneAccess) {
  Event event;
  event.op = operation(OpCode::kCopy);
  set_accesses(event, {}, 0, 0);
  EXPECT_EQ(event.access_count, 1u);
  EXPECT_EQ(event.access[0].mode, Mode::kWrite);
}

TEST(Event, OtherOutcomesOfOneStepConflict) {
  Event a, b;
  a.index = b.index = 1;
  EXPECT_FALSE(events_conflict(a, b));
  b.choice = 1;
  EXPECT_TRUE(events_conflict(a, b));
  b.index = 2;
  EXPECT_FALSE(events_conflict(a, b));
}

}  // namespace
}  // namespace mazurka
