#include "supervise/beside/hunt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "explore/algorithms.hpp"
#include "explore/sample/strategies.hpp"
#include "report/words.hpp"
#include "supervise/pieces.hpp"

namespace mazurka {

namespace {

using protocol::Progress;
using protocol::State;

constexpr uint64_t kShareOfMemory = 4;

protocol::Settings settings_for_hunt(const WorkerRequest& request) {
  protocol::Settings settings = request.settings;
  settings.divided = 0;
  settings.digest = 0;
  settings.max_executions = UINT64_MAX;
  settings.max_seconds = 0;
  settings.max_memory /= kShareOfMemory;
  return settings;
}

uint32_t strategy_to_hunt_by() {
  const auto rows = strategies();
  const auto pos = std::find_if(rows.begin(), rows.end(), [](const StrategyRow& row) { return row.name == "pos"; });
  return static_cast<uint32_t>(pos - rows.begin()) + 1;
}

}  // namespace

Hunt::Hunt(const WorkerRequest& request) : share_(request.hunt / 100.0), keep_going_(request.settings.keep_going != 0) {
  bounded_.request = sampling_.request = request;
  bounded_.request.on_progress = sampling_.request.on_progress = nullptr;
  const Algorithm& algorithm = default_algorithm(true);
  protocol::Settings& bounded = bounded_.request.settings = settings_for_hunt(request);
  bounded.algorithm = index_of(algorithm);
  bounded.policy = static_cast<uint32_t>(algorithm.policy);
  bounded.preemption_bound = 0;
  protocol::Settings& sampling = sampling_.request.settings = settings_for_hunt(request);
  sampling.sample = strategy_to_hunt_by();
}

void Hunt::start(Hunter& hunter) {
  auto process = Process::start(hunter.request);
  hunter.runs = true;
  if (process) hunter.process = std::move(*process);
}

void Hunt::look(double processor_seconds) {
  if (is_over_) return;
  if (!has_begun_) {
    has_begun_ = true;
    begun_at_ = processor_seconds;
    start(bounded_);
    start(sampling_);
  }
  for (Hunter* hunter : {&bounded_, &sampling_})
    if (hunter->process != nullptr && hunter->process->has_ended()) take_end(*hunter);
  if (!is_over_) share_time(processor_seconds);
}

// At most one of them runs at a time, the one that has had less, and only as long as both together have not had their
// share.
void Hunt::share_time(double processor_seconds) {
  const double hunted = bounded_.taken() + sampling_.taken();
  const double explored = std::max(0.0, processor_seconds - begun_at_);
  Hunter* next = nullptr;
  if (hunted <= share_ * (hunted + explored))
    for (Hunter* hunter : {&bounded_, &sampling_})
      if (hunter->process != nullptr && (next == nullptr || hunter->taken() < next->taken())) next = hunter;
  for (Hunter* hunter : {&bounded_, &sampling_}) {
    if (hunter->process == nullptr || hunter->runs == (hunter == next)) continue;
    hunter->runs = hunter == next;
    hunter->runs ? hunter->process->go_on() : hunter->process->pause();
  }
}

void Hunt::take_bugs(WorkerResult& result, const std::string& how, uint64_t runs) {
  if (result.log.bugs.empty()) return;
  if (report_.found.empty()) {
    report_.found = how;
    report_.runs = runs;
  }
  if (found_.modules.empty()) found_.modules = std::move(result.log.modules);
  for (report::Problem& bug : result.log.bugs) found_.bugs.push_back(std::move(bug));
  is_over_ |= !keep_going_;
}

// A process has ended, or was ended.
void Hunt::take_end(Hunter& hunter) {
  hunter.processor_seconds = hunter.taken();
  WorkerResult result = hunter.process->collect();
  hunter.process.reset();
  const Progress& progress = result.progress;
  if (!is_bounded(hunter)) {
    report_.samples = progress.insight.samples;
    return take_bugs(result, "by pos", report_.samples.runs);
  }
  uint32_t& bound = hunter.request.settings.preemption_bound;
  report_.bounded_runs += progress.executions + progress.blocked;
  take_bugs(result, fmt::format("with at most {}", report::counted(bound, "preemption")), report_.bounded_runs);
  const bool is_explored = progress.state == State::kDone && progress.unsupported == 0 && progress.cut == 0;
  if (is_explored) report_.bound = bound;
  // If the bound kept nothing out, a larger one would allow nothing more.
  if (!is_explored || progress.bounded == 0 || is_over_) return;
  bound++;
  start(hunter);
}

void Hunt::stop() {
  for (Hunter* hunter : {&bounded_, &sampling_})
    if (hunter->process != nullptr) hunter->process->kill();
}

report::HuntReport Hunt::end(report::RunLog& log) {
  is_over_ = true;
  for (Hunter* hunter : {&bounded_, &sampling_})
    if (hunter->process != nullptr) take_end(*hunter);
  for (report::Problem& bug : found_.bugs) {
    const bool is_known = std::any_of(log.bugs.begin(), log.bugs.end(),
                                      [&](const report::Problem& known) { return known.key == bug.key; });
    if (!is_known) log.bugs.push_back(std::move(bug));
  }
  found_.bugs.clear();
  LogPlace all;
  merge(found_, all, log);
  return report_;
}

}  // namespace mazurka
