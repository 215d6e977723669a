#include "report/documents/chrome_trace.hpp"

#include <nlohmann/json.hpp>

#include "report/bug_report.hpp"
#include "report/text/schedule_table.hpp"

namespace mazurka::report {

namespace {

using Json = nlohmann::ordered_json;

// There is no time in an execution, only an order: a step takes a millisecond.
constexpr size_t kStep = 1000;

Json event(const char* phase, const std::string& name, uint32_t thread, size_t time) {
  return {{"name", name}, {"cat", "mazurka"}, {"ph", phase}, {"pid", 1}, {"tid", thread}, {"ts", time}};
}

}  // namespace

std::string chrome_trace_of(const NativeBug& bug) {
  Json events = Json::array();
  for (const NativeThread& thread : bug.threads) {
    Json name = event("M", "thread_name", thread.id, 0);
    name["args"] = {{"name", thread_name(thread.id) + (thread.name.empty() ? "" : " " + thread.name)}};
    events.push_back(std::move(name));
  }
  size_t arrows = 0;
  for (size_t k = 0; k < bug.steps.size(); k++) {
    const NativeStep& step = bug.steps[k];
    Json slice = event("X", describe(step), step.thread, k * kStep);
    slice["dur"] = kStep;
    slice["args"] = {{"step", bug.steps_not_told + k + 1}, {"location", position_of(step.at)}};
    events.push_back(std::move(slice));
    for (const size_t before : step.follows) {
      Json begin = event("s", "happens before", bug.steps[before].thread, before * kStep + kStep / 2);
      begin["id"] = ++arrows;
      Json end = event("f", "happens before", step.thread, k * kStep + kStep / 2);
      end["id"] = arrows;
      end["bp"] = "e";
      events.push_back(std::move(begin));
      events.push_back(std::move(end));
    }
  }
  for (const NativePlain& access : bug.plain)
    if (const std::string what = describe(access); !what.empty()) {
      Json mark = event("i", what, access.thread, access.steps_before * kStep);
      mark["s"] = "t";
      events.push_back(std::move(mark));
    }
  Json last = event("i", describe(bug), bug.thread, bug.steps.size() * kStep);
  last["s"] = "p";
  events.push_back(std::move(last));
  const Json document = {{"traceEvents", events}, {"displayTimeUnit", "ms"}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mazurka::report
