#include "report/documents/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/native_bug.hpp"

namespace mazurka::report {

namespace {

// The first line, without the figures in brackets at its end.
std::string headline_of(const CheckReport& report) {
  std::string line = text_of(report);
  line.resize(std::min(line.size(), line.find('\n')));
  const size_t figures = line.rfind(" (");
  if (line.ends_with(')') && figures != line.npos) line.resize(figures);
  return line;
}

}  // namespace

std::string summary_of(const CheckReport& report) {
  std::string text = fmt::format("verdict {}\nkinds", name_of(verdict_of(report)));
  for (const NativeBug& bug : report.bugs) text += fmt::format(" {}", name_of(bug.kind));
  text += fmt::format("\nexecutions {}\nseconds {:.3f}\n", report.progress.executions, report.seconds);
  text += fmt::format("headline {}\n", headline_of(report));
  for (const NativeBug& bug : report.bugs)
    if (!bug.page.empty()) text += fmt::format("page {}\n", bug.page);
  for (const std::string& outcome : report.outcomes) text += fmt::format("outcome {}\n", outcome);
  return text;
}

}  // namespace mazurka::report
