#include "report/explanation/explanation.hpp"
#include "report/explanation/touches.hpp"

#include <gtest/gtest.h>

#include "model/operation.hpp"

namespace mazurka::report::explanation_test {
namespace {

constexpr uint64_t kAddress = 0x1000;

Frame line(uint32_t number) {
  return {.function = "f()", .file = "src/queue.cpp", .line = number};
}

NativeStep step(uint32_t thread, OpCode code, const char* object, uint32_t at, const char* before = "",
                const char* after = "", uint64_t address = kAddress) {
  NativeStep step;
  step.thread = thread;
  step.code = static_cast<uint32_t>(code);
  step.object = object;
  step.address = address;
  step.before = before;
  step.after = after;
  step.at = line(at);
  return step;
}

NativeBug assertion(std::vector<NativeStep> steps) {
  NativeBug bug;
  bug.kind = protocol::BugKind::kAssertion;
  bug.message = "assertion failed: count == 2";
  bug.steps = std::move(steps);
  bug.at = line(40);
  return bug;
}

TEST(Explanation, OfAnUpdateThatIsLost) {
  const auto load = OpCode::kLoad, store = OpCode::kStore;
  EXPECT_EQ(explanation_of(assertion({step(1, load, "count", 9, "0", "0"), step(2, load, "count", 9, "0", "0"),
                                      step(1, store, "count", 10, "0", "1"), step(2, store, "count", 10, "1", "1")})),
            "T2 and T1 both read count = 0 (queue.cpp:9) before either wrote it; then T1 wrote 1 (queue.cpp:10) and T2 "
            "wrote 1 (queue.cpp:10): one update is lost");
}

TEST(Explanation, OfACheckThatIsNoLongerTrue) {
  EXPECT_EQ(
      explanation_of(
          assertion({step(1, OpCode::kLoad, "count", 9, "1", "1"), step(2, OpCode::kFetchAdd, "count", 20, "1", "0"),
                     step(1, OpCode::kFetchAdd, "count", 10, "0", "-1")})),
      "T1 checked count, which was 1 (queue.cpp:9); then T2 changed it to 0 (queue.cpp:20), before T1 acted on what "
      "it had seen (queue.cpp:10)");
}

TEST(Explanation, IsEmptyWhereNothingIsKnown) {
  EXPECT_EQ(explanation_of(assertion({step(1, OpCode::kLoad, "count", 9, "0", "0")})), "");
}

TEST(Explanation, OfANotificationThatCameTooEarly) {
  NativeBug bug;
  bug.kind = protocol::BugKind::kDeadlock;
  bug.steps = {step(1, OpCode::kSignal, "ready", 12), step(0, OpCode::kEnqueue, "ready", 20)};
  NativeWaiting waiting;
  waiting.for_signal = true;
  waiting.object = "ready";
  waiting.at = line(20);
  bug.waiting = {waiting};
  EXPECT_EQ(
      explanation_of(bug),
      "T1 notified ready (queue.cpp:12) before T0 began to wait (queue.cpp:20): the notification was lost, and no "
      "other comes");
}

TEST(Explanation, OfACircleOfLocks) {
  NativeBug bug;
  bug.kind = protocol::BugKind::kDeadlock;
  for (uint32_t k = 0; k < 3; k++) {
    bug.steps.push_back(step(k, OpCode::kLock, "m", 10 + k, "", "", kAddress + k));
    NativeWaiting waiting;
    waiting.thread = k;
    waiting.object = "m" + std::to_string((k + 1) % 3);
    waiting.address = kAddress + (k + 1) % 3;
    waiting.holder = (k + 1) % 3;
    bug.waiting.push_back(waiting);
  }
  EXPECT_EQ(explanation_of(bug),
            "T0 holds m0 (queue.cpp:10) and waits for m1; T1 holds m1 (queue.cpp:11) and waits for m2; T2 holds m2 "
            "(queue.cpp:12) and waits for m0: 3 threads wait in a circle");
}

TEST(Touches, LastNameOfAnElement) {
  EXPECT_EQ(last_name("count"), "count");
  EXPECT_EQ(last_name("queue.slots_[3]"), "slots_");
  EXPECT_EQ(last_name("result[0][1]"), "result");
  EXPECT_EQ(last_name("0]"), "0]");
  EXPECT_EQ(last_name(""), "");
}

TEST(Explanation, NumbersAreNoNames) {
  EXPECT_TRUE(mentions("count == 2", "count"));
  EXPECT_FALSE(mentions("counter == 2", "count"));
  EXPECT_FALSE(mentions("count == 2", last_name("atomic#2")));
}

}  // namespace
}  // namespace mazurka::report::explanation_test
