#include "report/bug_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mazurka::report {
namespace {

Frame at(uint32_t line, const char* function) {
  return {.function = function, .file = "src/bank.cpp", .line = line, .column = 3};
}

NativeStep step(uint32_t thread, uint32_t line, const char* operation, const char* object, const char* detail = "") {
  return {.thread = thread,
          .choice = 0,
          .operation = operation,
          .object = object,
          .detail = detail,
          .at = at(line, "transfer(Account&, Account&)")};
}

NativeWaiting waits_for_mutex(uint32_t thread, const char* object, uint32_t holder) {
  NativeWaiting waiting;
  waiting.thread = thread;
  waiting.operation = "pthread_mutex_lock";
  waiting.object = object;
  waiting.holder = holder;
  waiting.at = at(13, "transfer(Account&, Account&)");
  return waiting;
}

NativeBug deadlock() {
  NativeBug bug;
  bug.kind = protocol::BugKind::kDeadlock;
  bug.message = "deadlock";
  bug.steps = {step(0, 30, "pthread_create", "T1"), step(0, 12, "pthread_mutex_lock", "a"),
               step(1, 12, "pthread_mutex_lock", "b")};
  bug.schedule = {{0, 0}, {0, 0}, {1, 0}};
  bug.waiting = {waits_for_mutex(0, "b", 1), waits_for_mutex(1, "a", 0)};
  bug.replay = ReplayOutcome::kSame;
  bug.trace_file = "mazurka-out/my bank/bug-1.trace";
  return bug;
}

NativeBug assertion() {
  NativeBug bug;
  bug.kind = protocol::BugKind::kAssertion;
  bug.message = "assertion failed: counter == 2";
  bug.thread = 1;
  bug.at = at(40, "check(int)");
  bug.stack = {{.function = "inner", .file = "src/bank.cpp", .line = 40, .inlined = true}, at(41, "check(int)")};
  bug.steps = {step(0, 30, "pthread_create", "T1"), step(1, 21, "atomic store", "counter", "0 -> 1"),
               step(0, 31, "pthread_join", "T1")};
  bug.schedule = {{0, 0}, {1, 0}};
  bug.replay = ReplayOutcome::kSame;
  return bug;
}

TEST(BugReport, TellsADeadlock) {
  EXPECT_EQ(describe(deadlock()), "deadlock: T0 waits for b, held by T1; T1 waits for a, held by T0");
  EXPECT_EQ(text_of(deadlock(), "mazurka"),
            R"(  step  line         T0 (main)             T1
     1  bank.cpp:30  pthread_create T1
     2  bank.cpp:12  pthread_mutex_lock a
  ---- switch to T1
     3  bank.cpp:12                        pthread_mutex_lock b

blocked at the end:
  T0 waits at src/bank.cpp:13 in transfer(Account&, Account&) for b, held by T1
  T1 waits at src/bank.cpp:13 in transfer(Account&, Account&) for a, held by T0

replay: mazurka replay 'mazurka-out/my bank/bug-1.trace'
)");
}

TEST(BugReport, MarksWhereAThreadFailed) {
  EXPECT_EQ(describe(assertion()), "assertion failed: counter == 2, at src/bank.cpp:40 in check(int)");
  EXPECT_EQ(text_of(assertion(), "mazurka"),
            R"(  step  line         T0 (main)          T1
     1  bank.cpp:30  pthread_create T1
  ---- switch to T1
     2  bank.cpp:21                     atomic store counter: 0 -> 1
  ****  bank.cpp:40                     assertion failed: counter == 2
        ... 1 step of other threads after it

T1 was here:
   0  inner at src/bank.cpp:40 (inlined)
   1  check(int) at src/bank.cpp:41
)");
}

TEST(BugReport, TellsWhoWaitsForWhat) {
  NativeBug bug = deadlock();
  NativeWaiting joins, waits;
  joins.joined = 1;
  waits.thread = 1;
  waits.object = "ready";
  waits.for_signal = true;
  bug.waiting = {joins, waits, waits_for_mutex(2, "m", 2)};
  EXPECT_EQ(describe(bug),
            "deadlock: T1 waits to be woken on ready; T2 waits for m, which it holds itself; T0 waits for T1 to end");
  bug.waiting.resize(100, bug.waiting.back());
  EXPECT_EQ(describe(bug), "deadlock: 100 threads wait for ever");
}

TEST(BugReport, LeavesOutTheMiddleOfALongRun) {
  NativeBug bug = assertion();
  bug.steps.assign(1, step(0, 30, "pthread_create", "T1"));
  for (int k = 0; k < 5000; k++) bug.steps.push_back(step(1, 20, "atomic load", "x", "0"));
  std::string text = text_of(bug, "mazurka");
  EXPECT_NE(text.find("  ---- switch to T1\n"), std::string::npos);
  EXPECT_NE(text.find(" more steps\n"), std::string::npos);
  EXPECT_NE(text.find("  5001  bank.cpp:20"), std::string::npos);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 45);
}

TEST(BugReport, LeavesOutTheMiddleOfManySwitches) {
  NativeBug bug = assertion();
  bug.steps.clear();
  for (uint32_t k = 0; k < 5000; k++) bug.steps.push_back(step(k % 2, 20, "atomic load", "x", "0"));
  std::string text = text_of(bug, "mazurka");
  EXPECT_NE(text.find("     1  bank.cpp:20"), std::string::npos);
  EXPECT_NE(text.find("  5000  bank.cpp:20"), std::string::npos);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 260);
}

TEST(BugReport, UsesLinesWhereColumnsWouldBeTooWide) {
  NativeBug bug = deadlock();
  for (uint32_t thread = 2; thread < 12; thread++)
    bug.steps.push_back(step(thread, 12, "pthread_mutex_lock", "some_long_name"));
  EXPECT_NE(text_of(bug, "mazurka").find("    13  bank.cpp:12  T11: pthread_mutex_lock some_long_name\n"),
            std::string::npos);
}

TEST(BugReport, SaysThatABugDidNotShowAgain) {
  NativeBug bug = assertion();
  bug.replay = ReplayOutcome::kAbsent;
  EXPECT_NE(text_of(bug, "mazurka").find("the bug did not occur in the replay\n"), std::string::npos);
}

nlohmann::json parsed(const NativeBug& bug) {
  return nlohmann::json::parse(dumped({}, {&bug, 1}))["bugs"][0];
}

TEST(BugReport, HasTheJsonFields) {
  nlohmann::json json = parsed(deadlock());
  EXPECT_EQ(json["kind"], "deadlock");
  EXPECT_EQ(json["message"], "deadlock");
  EXPECT_EQ(json["schedule"].dump(), "[[0,0],[0,0],[1,0]]");
  ASSERT_EQ(json["threads"].size(), 2);
  EXPECT_EQ(json["threads"][0]["name"], "main");
  EXPECT_EQ(json["threads"][1]["id"], 1);
  EXPECT_EQ(json["trace_file"], "mazurka-out/my bank/bug-1.trace");
  EXPECT_EQ(json["location"]["line"], 13);
  EXPECT_EQ(json["waiting"][0]["object"]["name"], "b");
  EXPECT_EQ(json["waiting"][0]["holder"], 1);
  json = parsed(assertion());
  EXPECT_EQ(json["location"]["file"], "src/bank.cpp");
  EXPECT_EQ(json["location"]["line"], 40);
  EXPECT_EQ(json["steps"][1]["operation"], "atomic store");
  EXPECT_EQ(json["steps"][1]["detail"], "0 -> 1");
  EXPECT_TRUE(json["trace_file"].is_null());
}

TEST(BugReport, TextsOfTheProgramAreNotTakenForListsThatAreLeftOut) {
  NativeBug bug = assertion();
  bug.message = "\"steps\": \"@\"";
  bug.explanation = "\"schedule\": \"@\"";
  const nlohmann::json json = parsed(bug);
  EXPECT_EQ(json["message"], bug.message);
  EXPECT_EQ(json["explanation"], bug.explanation);
  EXPECT_EQ(json["steps"].size(), bug.steps.size());
}

}  // namespace
}  // namespace mazurka::report
