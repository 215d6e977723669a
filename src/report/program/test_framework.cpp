#include "report/program/test_framework.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

namespace mazurka::report {

namespace {

namespace fs = std::filesystem;

bool is_of_framework(const Frame& frame) {
  constexpr std::string_view kNames[] = {
      "testing::", "Catch::", "doctest::", "boost::unit_test::", "boost::test_tools::"};
  return is_framework_file(frame.file) || std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) {
           return frame.function.find(name) != frame.function.npos;
         });
}

// Is there a framework between the step and the test?
bool is_made_by_framework(const protocol::StepRecord& step, const RunLog& replay, Symbolizer& symbolizer) {
  std::vector<uint64_t> way = {step.pc};
  const auto callers = replay.way(step.callers);
  way.insert(way.end(), callers.begin(), callers.end());
  for (const uint64_t pc : way)
    for (const Frame& frame : symbolizer.frames(pc, PcKind::kReturnAddress)) {
      if (!frame.system) return false;
      if (is_of_framework(frame)) return true;
    }
  return false;
}

}  // namespace

void use_told_place(NativeBug& bug) {
  if (bug.kind != protocol::BugKind::kAssertion || bug.message.starts_with("assertion failed")) return;
  const size_t end = bug.message.find(": ");
  if (end == std::string::npos || end == 0) return;
  const size_t colon = bug.message.rfind(':', end - 1);
  if (colon == std::string::npos || colon == 0) return;
  const std::string line = bug.message.substr(colon + 1, end - colon - 1);
  if (line.empty() || line.size() > 9 || line.find_first_not_of("0123456789") != std::string::npos) return;
  std::error_code failure;
  const fs::path file = bug.message.substr(0, colon);
  const fs::path nearer = file.lexically_relative(fs::current_path(failure));
  Frame at;
  at.file = file.is_relative() || nearer.empty() || *nearer.begin() == ".." ? file.string() : nearer.string();
  at.line = static_cast<uint32_t>(std::stoul(line));
  bug.message = position_of(at) + bug.message.substr(end);
  bug.at = at;
}

void mark_steps_of_framework(std::span<const protocol::StepRecord> records, const RunLog& replay,
                             Symbolizer& symbolizer, NativeBug& bug) {
  if (records.size() != bug.steps.size()) return;
  std::vector<bool> made_by_framework;
  std::set<uint64_t> used;
  for (const protocol::StepRecord& record : records) {
    made_by_framework.push_back(is_made_by_framework(record, replay, symbolizer));
    if (!made_by_framework.back() && record.has_object != 0) used.insert(record.address);
  }
  for (size_t k = 0; k < records.size(); k++)
    bug.steps[k].is_of_framework =
        made_by_framework[k] && (records[k].has_object == 0 || !used.contains(records[k].address));
}

}  // namespace mazurka::report
