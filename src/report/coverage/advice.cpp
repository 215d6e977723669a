#include "report/coverage/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "report/words.hpp"

namespace mazurka::report {

namespace {

constexpr size_t kMost = 3;            // sentences
constexpr uint32_t kManyRounds = 6;    // of a loop, in one execution
constexpr uint32_t kManyTimeouts = 3;  // timed waits of a thread
constexpr double kVaries = 1.25;       // the longest execution against the shortest
constexpr double kMuch = 0.1;          // of all executions

// The objects whose accesses are reversed most, with the place that does it most.
struct Contention {
  std::string name;
  std::string position;
  double weight = 0;
  double heaviest = 0;
};

std::string name_of_object(const protocol::ReversalRecord& record, Symbolizer& symbolizer) {
  if (auto variable = record.address == 0 ? std::nullopt : symbolizer.variable(record.address)) return *variable;
  return fmt::format("what {} uses", std::string(record.name, strnlen(record.name, sizeof record.name)));
}

// Where the program itself does it.
std::string place_of(const protocol::ReversalRecord& record, const RunLog& log, Symbolizer& symbolizer) {
  std::optional<Frame> frame = symbolizer.user_frame(record.pc, PcKind::kReturnAddress);
  for (uint64_t caller : log.way(record.callers)) {
    if (frame && !frame->system) break;
    frame = symbolizer.user_frame(caller, PcKind::kReturnAddress);
  }
  return frame ? position_of(*frame) : "";
}

std::string about_reversals(const RunLog& log, Symbolizer& symbolizer) {
  std::map<std::pair<uint64_t, std::string>, Contention> by_object;
  double all = 0;
  for (const protocol::ReversalRecord& record : log.reversals) {
    const std::string name = name_of_object(record, symbolizer);
    Contention& contention = by_object[{record.address, name}];
    contention.name = name;
    contention.weight += record.weight;
    all += record.weight;
    if (record.weight <= contention.heaviest) continue;
    contention.heaviest = record.weight;
    contention.position = place_of(record, log, symbolizer);
  }
  std::vector<Contention> sorted;
  for (auto& [key, contention] : by_object)
    if (contention.weight >= kMuch * all) sorted.push_back(std::move(contention));
  if (sorted.empty()) return "";
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
  sorted.resize(std::min<size_t>(sorted.size(), 3));
  std::string list;
  for (const Contention& one : sorted)
    list += fmt::format("{}{} ({}{})", list.empty() ? "" : ", ", one.name, in_percent(one.weight / all),
                        one.position.empty() ? "" : ", " + one.position);
  return fmt::format(
      "what differs between executions is mostly the order of accesses to {}: fewer threads or rounds that use {} make "
      "the program smaller",
      list, sorted.size() == 1 ? "it" : "them");
}

bool is_timed(const std::string& operation) {
  for (const char* part : {"timed", "clockwait", "clocklock"})
    if (operation.find(part) != std::string::npos) return true;
  return false;
}

// What one thread does most often at one place, in the longest execution.
struct Repeated {
  uint32_t count = 0;
  const NativeStep* step = nullptr;
};

Repeated most_repeated(const std::vector<NativeStep>& steps, bool timed) {
  std::map<std::tuple<uint32_t, std::string, std::string>, Repeated> places;
  Repeated most;
  for (const NativeStep& step : steps) {
    if (is_timed(step.operation) != timed) continue;
    Repeated& place = places[{step.thread, position_of(step.at), step.operation}];
    place.count++;
    place.step = &step;
    if (place.count > most.count) most = place;
  }
  return most;
}

std::string about_loops(const protocol::Settings& settings, const std::vector<NativeStep>& steps, uint64_t shortest) {
  const Repeated timed = most_repeated(steps, true), repeated = most_repeated(steps, false);
  if (timed.count >= kManyTimeouts && settings.environment.max_timeouts == UINT32_MAX)
    return fmt::format(
        "{} waits {} in the longest execution ({} at {}), and each wait may time out: --max-timeouts=2 explores less",
        thread_name(timed.step->thread), counted(timed.count, "time"), timed.step->operation,
        position_of(timed.step->at));
  const bool varies = static_cast<double>(steps.size()) > kVaries * static_cast<double>(shortest);
  if (repeated.count >= kManyRounds && settings.unroll == 0 && varies)
    return fmt::format(
        "a loop goes on longer in some executions, which have {} to {} steps: {} does {} at {} {} in one: --unroll=3 "
        "cuts it",
        shortest, steps.size(), thread_name(repeated.step->thread), repeated.step->operation,
        position_of(repeated.step->at), counted(repeated.count, "time"));
  return "";
}

std::string about_bounds(const HuntReport& hunt) {
  if (!hunt.bound) return "--preemption-bound=2 explores only executions with few switches, which show most bugs";
  return fmt::format(
      "--preemption-bound={} explores more of the executions with few switches, which show most bugs: those with at "
      "most {} took {}",
      *hunt.bound + 1, counted(*hunt.bound, "preemption"), counted(hunt.bounded_runs, "run"));
}

std::string about_samples(const HuntReport& hunt) {
  if (hunt.samples.runs == 0) return "--sample=pos looks at random executions from all parts of the tree";
  return fmt::format("--sample=pos looks at all parts of the tree: {} showed {}", counted(hunt.samples.runs, "run"),
                     counted(hunt.samples.traces, "different trace"));
}

}  // namespace

std::vector<std::string> advice_for(const protocol::Settings& settings, const HuntReport& hunt, const RunLog& log,
                                    const std::vector<NativeStep>& longest, uint64_t shortest, Symbolizer& symbolizer) {
  std::vector<std::string> advice;
  for (std::string sentence : {about_loops(settings, longest, shortest), about_reversals(log, symbolizer),
                               about_bounds(hunt), about_samples(hunt)})
    if (!sentence.empty() && advice.size() < kMost) advice.push_back(std::move(sentence));
  return advice;
}

}  // namespace mazurka::report
