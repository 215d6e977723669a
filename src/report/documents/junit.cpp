#include "report/documents/junit.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "report/documents/markup.hpp"
#include "report/native_bug.hpp"

namespace mazurka::report {

namespace {
// The first line of a report, which may have been broken into several.
std::string headline_in(const std::string& text) {
  size_t end = text.find('\n');
  std::string line = text.substr(0, end);
  while (end != text.npos && text.compare(end, 3, "\n  ") == 0) {
    const size_t begin = text.find_first_not_of(' ', end + 1);
    end = text.find('\n', begin);
    line += " " + text.substr(begin, end - begin);
  }
  return line;
}
}  // namespace

std::string junit_of(std::span<const CaseOutcome> cases, const std::string& suite) {
  size_t failures = 0, errors = 0, skips = 0;
  double seconds = 0;
  std::string content;
  for (const CaseOutcome& one : cases) {
    const bool failed = one.verdict == Verdict::kBug, wrong = one.verdict == Verdict::kError;
    const bool skipped = one.verdict == Verdict::kIncomplete || one.verdict == Verdict::kVacuous;
    const std::string first = headline_in(one.text);
    failures += failed, errors += wrong, skips += skipped, seconds += one.seconds;
    content += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n", markup_of(suite),
                           markup_of(one.name), one.seconds);
    if (failed)
      content += fmt::format("    <failure type=\"{}\" message=\"{}\">{}</failure>\n", markup_of(one.kind),
                             markup_of(first), markup_of_lines(one.text));
    if (wrong) content += fmt::format("    <error type=\"error\" message=\"{}\"/>\n", markup_of(first));
    if (skipped) content += fmt::format("    <skipped message=\"{}\"/>\n", markup_of(first));
    if (!failed) content += fmt::format("    <system-out>{}</system-out>\n", markup_of_lines(one.text));
    content += "  </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n"
      "{}"
      "</testsuite>\n"
      "</testsuites>\n",
      markup_of(suite), cases.size(), failures, errors, skips, seconds, content);
}

std::string junit_of(const CheckReport& report) {
  const Verdict verdict = verdict_of(report);
  CaseOutcome only;
  only.name = std::filesystem::path(report.program).filename().string();
  only.verdict = verdict;
  only.kind = report.bugs.empty() ? "" : report::name_of(report.bugs.front().kind);
  only.text = text_of(report);
  only.seconds = report.seconds;
  return junit_of({&only, 1}, "mazurka");
}

}  // namespace mazurka::report
