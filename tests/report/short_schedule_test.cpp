#include "report/schedule/short_schedule.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "model/operation.hpp"

namespace mazurka::report::short_schedule_test {
namespace {

struct Step {
  uint32_t thread;
  std::vector<uint32_t> after;  // from 1
  OpCode code = OpCode::kLoad;
};

RunLog log_of(const std::vector<Step>& steps) {
  RunLog log;
  for (size_t k = 0; k < steps.size(); k++) {
    protocol::StepRecord record = {};
    record.thread = steps[k].thread;
    record.number = k + 1;
    record.code = static_cast<uint32_t>(steps[k].code);
    log.steps.push_back(record);
    if (!steps[k].after.empty()) log.order.push_back({static_cast<uint32_t>(k + 1), steps[k].after});
  }
  return log;
}

std::vector<uint32_t> threads_of(const std::vector<protocol::ScheduleStep>& schedule) {
  std::vector<uint32_t> threads;
  for (const protocol::ScheduleStep& step : schedule) threads.push_back(step.thread);
  return threads;
}

Problem deadlock() {
  Problem problem;
  problem.kind = protocol::BugKind::kDeadlock;
  return problem;
}

TEST(ShortSchedule, LetsAThreadRunAsFarAsItCan) {
  const RunLog log = log_of({{0, {}}, {1, {}}, {0, {}}, {1, {}}, {0, {}}});
  const auto schedule = short_schedule(deadlock(), log);
  EXPECT_EQ(threads_of(schedule), (std::vector<uint32_t>{0, 0, 0, 1, 1}));
  EXPECT_EQ(switches_in(schedule), 1);
}

TEST(ShortSchedule, KeepsTheOrderOfConflicts) {
  // T1's first step comes between two of T0's, and T0's last one after T1's second.
  const RunLog log = log_of({{0, {}}, {1, {1}}, {0, {2}}, {1, {}}, {0, {4}}});
  const auto schedule = short_schedule(deadlock(), log);
  EXPECT_EQ(threads_of(schedule), (std::vector<uint32_t>{0, 1, 1, 0, 0}));
}

TEST(ShortSchedule, FindsTheOrderWithTheFewestSwitches) {
  // Who runs what is furthest first would need a switch more: T2 needs T1, T1 needs T0.
  const RunLog log = log_of({{2, {}}, {0, {}}, {1, {2}}, {2, {3}}, {0, {}}, {1, {5}}, {2, {6}}});
  EXPECT_EQ(switches_in(short_schedule(deadlock(), log)), 2);
}

TEST(ShortSchedule, LeavesOutWhatIsNoCauseOfTheFailure) {
  const RunLog log = log_of({{0, {}}, {2, {}}, {1, {1}}, {2, {}}, {1, {}, OpCode::kFail}, {0, {}}});
  Problem problem;
  problem.kind = protocol::BugKind::kAssertion;
  problem.thread = 1;
  EXPECT_EQ(threads_of(short_schedule(problem, log)), (std::vector<uint32_t>{0, 1, 1}));
}

TEST(ShortSchedule, KeepsTheOrderOfTheAccessesOfARace) {
  const RunLog log = log_of({{1, {}}, {0, {}}, {1, {}}});
  Problem problem;
  problem.kind = protocol::BugKind::kDataRace;
  protocol::AccessRecord earlier = {}, later = {};
  earlier.role = protocol::AccessRole::kEarlier;
  earlier.thread = 1;
  earlier.step = 1;
  later.role = protocol::AccessRole::kLater;
  later.step = 2;
  problem.accesses = {earlier, later};
  EXPECT_EQ(threads_of(short_schedule(problem, log)), (std::vector<uint32_t>{1, 0}));
}

}  // namespace
}  // namespace mazurka::report::short_schedule_test
