#include "report/check_report.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "report/run_log.hpp"

namespace mazurka::report {
namespace {

using protocol::State;

CheckReport report_with(State state) {
  CheckReport report;
  report.program = "/home/me/bank";
  report.algorithm = "pop";
  report.optimal = true;
  report.progress.state = state;
  report.progress.executions = 3328;
  report.seconds = 0.0204;
  return report;
}

std::string first_line(const CheckReport& report) {
  std::string text = text_of(report);
  return text.substr(0, text.find('\n'));
}

NativeBug some_bug() {
  NativeBug bug;
  bug.message = "assertion failed: x";
  bug.at = Frame{.function = "f()", .file = "a.cpp", .line = 3};
  return bug;
}

TEST(CheckReport, Verified) {
  CheckReport report = report_with(State::kDone);
  EXPECT_EQ(first_line(report), "verified: all 3,328 traces explored, no bug (SC, 0.02 s)");
  EXPECT_EQ(exit_code_of(report), 0);
  report.optimal = false;
  EXPECT_EQ(first_line(report), "verified: all traces explored in 3,328 executions, no bug (SC, 0.02 s)");
}

TEST(CheckReport, Bug) {
  CheckReport report = report_with(State::kStopped);
  report.bugs = {some_bug()};
  EXPECT_EQ(first_line(report), "bug: assertion failed: x, at a.cpp:3 in f() (3,328 executions, SC, 0.02 s)");
  EXPECT_EQ(exit_code_of(report), 1);
  EXPECT_NE(text_of(report).find("not everything was explored: stopped at the first bug; --keep-going goes on\n"),
            std::string::npos);
  report.bugs_not_shown = 2;
  EXPECT_NE(first_line(report).find("in f(), and 2 other bugs ("), std::string::npos);
}

TEST(CheckReport, BugBeatsADeadWorker) {
  CheckReport report = report_with(State::kRunning);
  report.ending = Ending::kDied;
  report.ending_sentence = "'bank' was killed by SIGKILL in the middle of execution 5";
  EXPECT_EQ(first_line(report), "error: 'bank' was killed by SIGKILL in the middle of execution 5");
  EXPECT_EQ(exit_code_of(report), 2);
  report.bugs = {some_bug()};
  EXPECT_EQ(exit_code_of(report), 1);
  EXPECT_NE(text_of(report).find("not everything was explored: 'bank' was killed"), std::string::npos);
}

// The first strategy of the table is as good as any.
TEST(CheckReport, ASampleVerifiesNothing) {
  CheckReport report = report_with(State::kStopped);
  report.algorithm = "random";
  report.optimal = false;
  report.settings.sample = 1;
  report.settings.max_executions = 3328;
  report.progress.insight.samples = {.runs = 3328, .traces = 40, .once = 104, .threads = 2, .steps = 3};
  EXPECT_EQ(first_line(report),
            "incomplete: only a sample (stopped at --max-executions=3328): 3,328 runs by random, 40 different traces; "
            "the next run shows a new one with a probability of about 3.1 % (3,328 executions, no bug so far, SC, 0.02 "
            "s)");
  EXPECT_EQ(exit_code_of(report), 3);
  EXPECT_NE(text_of(report).find("guarantee: a run shows any one trace with a probability of at least 1/n^k = 12 % (n ="
                                 " 2 threads, k = 3 steps, as measured)\n"),
            std::string::npos);
  auto json = nlohmann::json::parse(json_of(report));
  EXPECT_EQ(json["sampling"]["traces"], 40);
  EXPECT_EQ(json["traces"], 40);
  report.progress.insight.samples.is_exact = 0;
  EXPECT_NE(first_line(report).find("about 40 different traces"), std::string::npos);
  report.bugs = {some_bug()};
  EXPECT_EQ(exit_code_of(report), 1);
}

TEST(CheckReport, IncompleteSaysWhy) {
  CheckReport report = report_with(State::kStopped);
  report.settings.max_executions = 3328;
  EXPECT_EQ(first_line(report),
            "incomplete: stopped at --max-executions=3328 (3,328 executions, no bug so far, SC, 0.02 s)");
  EXPECT_EQ(exit_code_of(report), 3);
  report.settings.max_executions = UINT64_MAX;
  report.settings.max_seconds = 0.01;
  EXPECT_TRUE(first_line(report).starts_with("incomplete: stopped at --max-time=0.01 "));
  report.ending = Ending::kInterrupted;
  EXPECT_TRUE(first_line(report).starts_with("incomplete: interrupted "));
  EXPECT_EQ(exit_code_of(report), 130);
}

TEST(CheckReport, WhatIsNotSupportedIsListed) {
  CheckReport report = report_with(State::kDone);
  report.progress.unsupported = 2;
  report.unsupported = {{"pthread_rwlock_rdlock", "a.cpp:12", 2}, {"fork", "a.cpp:20", 1}};
  EXPECT_TRUE(first_line(report).starts_with(
      "incomplete: not supported: pthread_rwlock_rdlock at a.cpp:12, and 1 other thing ("));
  EXPECT_NE(text_of(report).find("  pthread_rwlock_rdlock at a.cpp:12 (2 times)\n  fork at a.cpp:20\n"),
            std::string::npos);
  EXPECT_EQ(exit_code_of(report), 3);
}

TEST(CheckReport, NeverVerifiedWhenSomethingWasLost) {
  CheckReport cut = report_with(State::kDone);
  cut.progress.cut = 1;
  EXPECT_EQ(verdict_of(cut), Verdict::kIncomplete);
  CheckReport failed = report_with(State::kDone);
  failed.progress.failed = 1;
  EXPECT_EQ(verdict_of(failed), Verdict::kError);
  CheckReport diverged = report_with(State::kDiverged);
  EXPECT_EQ(verdict_of(diverged), Verdict::kIncomplete);
  CheckReport unsupported = report_with(State::kDone);
  unsupported.progress.unsupported = 1;
  EXPECT_EQ(verdict_of(unsupported), Verdict::kIncomplete);
  for (State state : {State::kRunning, State::kStarting, State::kStopped, State::kCannotRun, State::kFailed})
    EXPECT_NE(verdict_of(report_with(state)), Verdict::kVerified);
}

TEST(CheckReport, BlamesTheMachineOnlyForWhatItLacks) {
  CheckReport report = report_with(State::kCannotRun);
  report.troubles = {{"cannot map the stacks of threads", "", 1}};
  EXPECT_EQ(text_of(report).find("error: this machine cannot run the program under mazurka: cannot map"), 0u);
  report = report_with(State::kFailed);
  report.troubles = {{"the checker crashed", "", 1}};
  EXPECT_EQ(text_of(report).find("error: the checker crashed\n"), 0u);
  EXPECT_EQ(exit_code_of(report), 2);
}

TEST(CheckReport, HasTheJsonFields) {
  CheckReport report = report_with(State::kStopped);
  report.bugs = {some_bug()};
  report.peak_rss_bytes = 4096;
  report.unsupported = {{"fork", "a.cpp:20", 1}};
  auto json = nlohmann::json::parse(json_of(report));
  EXPECT_EQ(json["verdict"], "bug");
  EXPECT_EQ(json["executions"], 3328);
  EXPECT_EQ(json["traces"], 3328);
  EXPECT_EQ(json["algorithm"], "pop");
  EXPECT_EQ(json["peak_rss_bytes"], 4096);
  EXPECT_EQ(json["unsupported"][0]["location"], "a.cpp:20");
  EXPECT_EQ(json["bugs"][0]["kind"], "assertion");
  for (const char* field : {"blocked", "deadlocks", "seconds", "executions_per_second", "incomplete"})
    EXPECT_TRUE(json.contains(field)) << field;
}

TEST(CheckReport, TellsWhatItAssumed) {
  CheckReport report = report_with(State::kDone);
  EXPECT_EQ(text_of(report).find("assumed"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(json_of(report))["assumptions"].empty());
  report.assumptions = {"the moon is made of cheese"};
  report.settings.environment.max_timeouts = 0;
  EXPECT_NE(text_of(report).find("\nassumed: the moon is made of cheese\nassumed: no wait times out\n"),
            std::string::npos);
  auto json = nlohmann::json::parse(json_of(report));
  EXPECT_EQ(json["assumptions"][0], "the moon is made of cheese");
  EXPECT_EQ(json["assumptions"][1], "no wait times out");
}

TEST(CheckReport, JsonSurvivesBytesThatAreNotText) {
  CheckReport report = report_with(State::kDone);
  report.program = "\xff\xfe";
  EXPECT_TRUE(nlohmann::json::accept(json_of(report)));
}

// A log with one record, as the runtime writes it.
template <class Record>
std::vector<unsigned char> log_with(Record record, protocol::RecordKind kind) {
  record.header = {kind, sizeof(Record)};
  std::vector<unsigned char> log(sizeof(Record));
  std::memcpy(log.data(), &record, sizeof(Record));
  return log;
}

TEST(RunLog, ReadsRecords) {
  protocol::BugRecord bug{};
  std::strcpy(bug.message, "assertion failed");
  bug.thread = 3;
  auto log = log_with(bug, protocol::RecordKind::kBug);
  auto more = log_with(protocol::StepRecord{}, protocol::RecordKind::kStep);
  log.insert(log.end(), more.begin(), more.end());
  RunLog parsed = parse_log(log);
  EXPECT_FALSE(parsed.damaged);
  ASSERT_EQ(parsed.bugs.size(), 1u);
  EXPECT_EQ(parsed.bugs[0].message, "assertion failed");
  EXPECT_EQ(parsed.bugs[0].thread, 3u);
  EXPECT_EQ(parsed.steps.size(), 1u);
}

TEST(RunLog, ReadsTheScheduleAndTheFactsOfABug) {
  struct {
    protocol::BugRecord bug{};
    protocol::ScheduleStep schedule[2] = {{0, 0}, {1, 7}};
    protocol::LearnedFact facts[1] = {{protocol::Fact::kIsSignalled, 3}};
  } record;
  record.bug.header = {protocol::RecordKind::kBug, sizeof record};
  record.bug.schedule_length = 2;
  record.bug.facts_length = 1;
  RunLog parsed = parse_log({reinterpret_cast<const unsigned char*>(&record), sizeof record});
  ASSERT_EQ(parsed.bugs.size(), 1u);
  ASSERT_EQ(parsed.bugs[0].schedule.size(), 2u);
  EXPECT_EQ(parsed.bugs[0].schedule[1].choice, 7u);
  ASSERT_EQ(parsed.bugs[0].facts.size(), 1u);
  EXPECT_EQ(parsed.bugs[0].facts[0].fact, protocol::Fact::kIsSignalled);
  EXPECT_EQ(parsed.bugs[0].facts[0].thread, 3u);
}

TEST(RunLog, BelievesNothing) {
  protocol::BugRecord bug{};
  bug.schedule_length = 1000;  // which do not follow
  std::memset(bug.message, 'x', sizeof(bug.message));
  EXPECT_TRUE(parse_log(log_with(bug, protocol::RecordKind::kBug)).damaged);
  bug.schedule_length = 0;
  bug.facts_length = 1;
  EXPECT_TRUE(parse_log(log_with(bug, protocol::RecordKind::kBug)).damaged);
  protocol::StackRecord stack{};
  stack.frames = 1000;
  EXPECT_EQ(parse_log(log_with(stack, protocol::RecordKind::kStack)).stacks.at(0).frames, 64u);
  auto log = log_with(protocol::StepRecord{}, protocol::RecordKind::kStep);
  for (size_t length = 1; length < log.size(); length++)
    EXPECT_TRUE(parse_log(std::span(log).first(length)).damaged) << length;
  EXPECT_TRUE(parse_log(log_with(protocol::StepRecord{}, static_cast<protocol::RecordKind>(77))).damaged);
}

}  // namespace
}  // namespace mazurka::report
