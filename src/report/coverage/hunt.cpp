#include "report/coverage/hunt.hpp"

#include <fmt/format.h>

#include "report/words.hpp"

namespace mazurka::report {

std::string text_of(const HuntReport& report) {
  std::string text;
  if (report.bound) text = fmt::format("all executions with at most {}", counted(*report.bound, "preemption"));
  if (report.samples.runs != 0)
    text += fmt::format("{}{}", text.empty() ? "" : "; ", counted(report.samples.runs, "sample"));
  return text;
}

nlohmann::ordered_json json_of(const HuntReport& report) {
  nlohmann::ordered_json json;
  json["preemption_bound"] = report.bound ? nlohmann::ordered_json(*report.bound) : nlohmann::ordered_json();
  json["bounded_runs"] = report.bounded_runs;
  json["samples"] = report.samples.runs;
  json["sampled_traces"] = report.samples.traces;
  json["unseen_share"] = report.samples.unseen();
  json["found"] = report.found.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(report.found);
  return json;
}

}  // namespace mazurka::report
