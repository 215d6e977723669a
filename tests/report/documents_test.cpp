// What other tools read: SARIF and JUnit. The facts about these formats that matter are checked by hand.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "report/documents/junit.hpp"
#include "report/documents/markup.hpp"
#include "report/documents/sarif.hpp"
#include "report/page/cases_page.hpp"

namespace mazurka::report {
namespace {

using protocol::State;

CheckReport report_with_bug(const std::string& message, size_t steps) {
  CheckReport report;
  report.program = "/home/me/bank <1>";
  report.algorithm = "pop";
  report.progress.state = State::kStopped;
  report.progress.executions = 2;
  NativeBug bug;
  bug.kind = protocol::BugKind::kDataRace;
  bug.message = message;
  bug.at = Frame{.function = "add(int)", .file = "dir/a file.cpp", .line = 3, .column = 7};
  for (size_t k = 0; k < steps; k++)
    bug.steps.push_back(
        {.thread = static_cast<uint32_t>(k % 2),
         .operation = "pthread_mutex_lock",
         .object = "m",
         .detail = "0 -> 1",
         .at = Frame{.function = "add(int)", .file = "dir/a file.cpp", .line = static_cast<uint32_t>(k + 1)}});
  report.bugs = {bug};
  return report;
}

TEST(Sarif, ABugIsAResultWithAFlowForEachThread) {
  const auto json = nlohmann::json::parse(sarif_of(report_with_bug("data race on x", 5), "1.2.3"));
  EXPECT_EQ(json["version"], "2.1.0");
  ASSERT_EQ(json["runs"].size(), 1u);
  const auto& run = json["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "mazurka");
  EXPECT_EQ(run["tool"]["driver"]["version"], "1.2.3");
  ASSERT_EQ(run["results"].size(), 1u);
  const auto& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], run["tool"]["driver"]["rules"][0]["id"]);
  EXPECT_EQ(result["ruleId"], "data_race");
  const auto& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "dir/a%20file.cpp");
  EXPECT_EQ(place["region"]["startLine"], 3);
  EXPECT_EQ(place["region"]["startColumn"], 7);
  const auto& flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0]["id"], "T0");
  ASSERT_EQ(flows[0]["locations"].size(), 4u);
  EXPECT_EQ(flows[0]["locations"][3]["executionOrder"], 6) << "it ends at the failure";
  EXPECT_EQ(flows[1]["locations"][0]["executionOrder"], 2);
  EXPECT_EQ(flows[0]["locations"][0]["location"]["message"]["text"], "pthread_mutex_lock m, 0 -> 1");
  EXPECT_EQ(run["invocations"][0]["exitCode"], 1);
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
}

TEST(Sarif, LongExecutionsKeepTheirEnd) {
  const auto json = nlohmann::json::parse(sarif_of(report_with_bug("data race on x", 5000), "1"));
  size_t locations = 0;
  for (const auto& flow : json["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"]) {
    locations += flow["locations"].size();
    EXPECT_GE(flow["locations"].back()["executionOrder"], 4999);
  }
  EXPECT_EQ(locations, 1000u);
}

TEST(Sarif, TheFingerprintDoesNotDependOnNumbersOrLines) {
  auto fingerprint = [](const CheckReport& report) {
    return nlohmann::json::parse(sarif_of(report, "1"))["runs"][0]["results"][0]["partialFingerprints"]["mazurka/v1"];
  };
  CheckReport report = report_with_bug("data race on x at 0x1234", 2);
  const auto first = fingerprint(report);
  report.bugs[0].at->line = 99;
  report.bugs[0].message = "data race on x at 0x9999";
  EXPECT_EQ(fingerprint(report), first);
  report.bugs[0].message = "data race on y at 0x9999";
  EXPECT_NE(fingerprint(report), first);
}

TEST(Sarif, AnIncompleteVerdictIsANotification) {
  CheckReport report;
  report.progress.state = State::kStopped;
  report.settings.max_executions = 10;
  report.progress.executions = 10;
  const auto json = nlohmann::json::parse(sarif_of(report, "1"));
  EXPECT_TRUE(json["runs"][0]["results"].empty());
  EXPECT_EQ(json["runs"][0]["invocations"][0]["exitCode"], 3);
  const auto& notification = json["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
  EXPECT_EQ(notification["level"], "warning");
  EXPECT_TRUE(notification["message"]["text"].get<std::string>().starts_with("incomplete: "));
}

TEST(Sarif, OneForSeveralCasesTellsOfThoseWithoutADocument) {
  CaseOutcome right, wrong;
  right.name = "Queue.Race";
  right.sarif = sarif_of(report_with_bug("data race on x", 5), "1");
  wrong.name = "Queue.Lost";
  wrong.headline = "it cannot be started";
  const auto json = nlohmann::json::parse(joined_sarif(std::vector{right, wrong}, "1"));
  const auto& run = json["runs"][0];
  ASSERT_EQ(run["results"].size(), 1U);
  EXPECT_EQ(run["results"][0]["properties"]["case"], "Queue.Race");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 1U);
  ASSERT_EQ(run["invocations"].size(), 2U);
  EXPECT_EQ(run["invocations"][1]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][1]["properties"]["case"], "Queue.Lost");
  // With nothing but failures it is a document, too.
  EXPECT_EQ(nlohmann::json::parse(joined_sarif(std::vector{wrong}, "1"))["version"], "2.1.0");
}

TEST(CasesPage, HoldsTextAsItIsAndLinksRelativeToItsFolder) {
  CaseOutcome one;
  one.name = "a <b> \"c\"";
  one.verdict = Verdict::kBug;
  one.headline = "1 < 2";
  one.text = without_colors("\x1b[1;31mbug\x1b[0m: 1 < 2\nmore\n");
  one.pages = {"/home/me/out/a case/bug-1.html"};
  const std::string page = cases_page_of(std::vector{one}, "/home/me/test", "1 case: 1 bug", "/home/me/pages");
  EXPECT_NE(page.find("a &lt;b&gt; &quot;c&quot;"), std::string::npos) << page;
  EXPECT_NE(page.find("href=\"../out/a%20case/bug-1.html\""), std::string::npos) << page;
  EXPECT_NE(page.find("<pre>bug: 1 &lt; 2\nmore\n</pre>"), std::string::npos) << page;
  EXPECT_NE(page.find("<h1>1 case: 1 bug</h1>"), std::string::npos) << page;
}

TEST(Sarif, BytesThatAreNoTextAreReplaced) {
  const auto json = nlohmann::json::parse(sarif_of(report_with_bug("x \xff\xfe \" \n \x01 \xc3\xa9", 1), "1"));
  EXPECT_NE(json["runs"][0]["results"][0]["message"]["text"].get<std::string>().find("\xc3\xa9"), std::string::npos);
}

TEST(JUnit, ABugIsAFailure) {
  const std::string xml = junit_of(report_with_bug("data race on x<int> & \"y\"", 1));
  EXPECT_NE(xml.find("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\""), std::string::npos);
  EXPECT_NE(xml.find("name=\"bank &lt;1&gt;\""), std::string::npos);
  EXPECT_NE(xml.find("<failure type=\"data_race\" message=\"bug: data race on x&lt;int&gt; &amp; &quot;y&quot;"),
            std::string::npos);
}

TEST(JUnit, WhatXmlCannotHoldIsReplaced) {
  const std::string xml =
      junit_of(report_with_bug("a\x01"
                               "b\xff"
                               "c\xed\xa0\x80"
                               "d\xc3\xa9"
                               "e\xef\xbf\xbf",
                               1));
  EXPECT_EQ(xml.find('\x01'), std::string::npos);
  EXPECT_EQ(xml.find('\xff'), std::string::npos);
  EXPECT_EQ(xml.find("\xed\xa0"), std::string::npos);
  EXPECT_EQ(xml.find("\xef\xbf\xbf"), std::string::npos);
  EXPECT_NE(xml.find("d\xc3\xa9"
                     "e"),
            std::string::npos);
}

TEST(JUnit, VerdictsWithoutABug) {
  CheckReport report;
  report.program = "p";
  report.progress.state = State::kDone;
  report.progress.executions = 10;
  EXPECT_NE(junit_of(report).find("failures=\"0\" errors=\"0\" skipped=\"0\""), std::string::npos);
  EXPECT_EQ(junit_of(report).find("<skipped"), std::string::npos);
  report.progress.state = State::kStopped;
  report.settings.max_executions = 10;
  EXPECT_NE(junit_of(report).find("<skipped message=\"incomplete: "), std::string::npos);
  report.ending = Ending::kDied;
  report.ending_sentence = "'p' was killed";
  EXPECT_NE(junit_of(report).find("<error type=\"error\""), std::string::npos);
}

}  // namespace
}  // namespace mazurka::report
