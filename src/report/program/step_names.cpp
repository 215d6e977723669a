#include "report/program/step_names.hpp"

#include <fmt/format.h>

#include <cstring>

namespace mazurka::report {

namespace {

// The innermost function of the user's own on the way.
std::string function_at(const protocol::StepRecord& step, const RunLog& replay, Symbolizer& symbolizer) {
  for (const uint64_t pc : replay.way(step.callers))
    for (const Frame& frame : symbolizer.frames(pc, PcKind::kReturnAddress))
      if (!frame.system) return frame.function;
  const auto frame = symbolizer.user_frame(step.pc, PcKind::kReturnAddress);
  return frame ? frame->function : "";
}

}  // namespace

std::vector<std::string> names_of_steps(const RunLog& replay, Symbolizer& symbolizer) {
  std::vector<std::string> names;
  for (const protocol::StepRecord& step : replay.steps)
    names.push_back(fmt::format("{}/{} in {}", std::string(step.name, strnlen(step.name, sizeof step.name)), step.code,
                                function_at(step, replay, symbolizer)));
  return names;
}

}  // namespace mazurka::report
