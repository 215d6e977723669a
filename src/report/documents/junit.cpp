#include "report/documents/junit.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "report/native_bug.hpp"

namespace mazurka::report {

namespace {

// How many bytes the character has that begins here; 0: it is none.
size_t utf8_length(std::string_view text) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xc2 && first < 0xe0 ? 2
                        : (first & 0xf0) == 0xe0        ? 3
                        : first >= 0xf0 && first < 0xf5 ? 4
                                                        : 0;
  if (length == 0 || length > text.size()) return 0;
  for (size_t k = 1; k < length; k++)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  if (first == 0xe0 && byte(1) < 0xa0) return 0;
  if (first == 0xed && byte(1) >= 0xa0) return 0;
  if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90)) return 0;
  if (first == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe) return 0;
  return length;
}

// What XML cannot hold is replaced.
std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t length = utf8_length(text);
    const char c = text[0];
    if (length == 0 || (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'))
      result += "\xef\xbf\xbd";
    else if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\n' || c == '\t')
      result += fmt::format("&#{};", static_cast<int>(c));
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string body_of(std::string_view text) {
  std::string result = escaped(text);
  // Ends of lines may stand as they are between tags.
  for (size_t at = 0; (at = result.find("&#10;", at)) != result.npos;) result.replace(at, 5, "\n");
  return result;
}

}  // namespace

std::string junit_of(std::span<const JunitCase> cases, const std::string& suite) {
  size_t failures = 0, errors = 0, skips = 0;
  double seconds = 0;
  std::string content;
  for (const JunitCase& one : cases) {
    const bool failed = one.verdict == Verdict::kBug, wrong = one.verdict == Verdict::kError;
    const bool skipped = one.verdict == Verdict::kIncomplete || one.verdict == Verdict::kVacuous;
    const std::string first = one.text.substr(0, one.text.find('\n'));
    failures += failed, errors += wrong, skips += skipped, seconds += one.seconds;
    content += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n", escaped(suite),
                           escaped(one.name), one.seconds);
    if (failed)
      content += fmt::format("    <failure type=\"{}\" message=\"{}\">{}</failure>\n", escaped(one.kind),
                             escaped(first), body_of(one.text));
    if (wrong) content += fmt::format("    <error type=\"error\" message=\"{}\"/>\n", escaped(first));
    if (skipped) content += fmt::format("    <skipped message=\"{}\"/>\n", escaped(first));
    if (!failed) content += fmt::format("    <system-out>{}</system-out>\n", body_of(one.text));
    content += "  </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n"
      "{}"
      "</testsuite>\n"
      "</testsuites>\n",
      escaped(suite), cases.size(), failures, errors, skips, seconds, content);
}

std::string junit_of(const CheckReport& report) {
  const Verdict verdict = verdict_of(report);
  const JunitCase only = {std::filesystem::path(report.program).filename().string(), verdict,
                          report.bugs.empty() ? "" : report::name_of(report.bugs.front().kind), text_of(report),
                          report.seconds};
  return junit_of({&only, 1}, "mazurka");
}

}  // namespace mazurka::report
