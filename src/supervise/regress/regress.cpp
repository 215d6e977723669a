#include "supervise/regress/regress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "report/program/step_names.hpp"
#include "report/symbolizer.hpp"
#include "supervise/supervisor.hpp"

namespace mazurka {

namespace {

namespace fs = std::filesystem;
using report::Problem;
using report::TraceFile;

// Each is a run of the program.
constexpr int kMostTries = 200;

struct Run {
  std::vector<std::string> names;  // of the steps that were made
  std::optional<Problem> bug;      // of the trace's kind
  bool ended = false;              // no thread could go on
  bool could_start = true;
  std::string why_not;
};

bool is_of_end(protocol::BugKind kind) {
  return protocol::waits_for_ever(kind) || kind == protocol::BugKind::kLeak;
}

StandardInput input_of(const TraceFile& trace) {
  return StandardInput::known(trace.input_text ? trace.input : protocol::Input::kNothing,
                              trace.input_text.value_or(""));
}

Run run_once(const CheckRequest& request, const StandardInput& input, const TraceFile& trace,
             const std::vector<protocol::ScheduleStep>& schedule) {
  WorkerRequest worker = exploration_of(request, input, trace.settings);
  worker.environment = trace.environment;
  worker.arguments = trace.arguments;
  worker.settings.task = protocol::Task::kReplay;
  worker.schedule = schedule;
  worker.facts = trace.facts;
  worker.shared = trace.shared;
  worker.inputs = trace.inputs;
  auto result = run_worker(worker);
  if (!result) return {{}, std::nullopt, false, false, result.error()};
  report::Symbolizer symbolizer(result->log.modules, worker.program);
  Run run;
  run.ended = result->progress.state == protocol::State::kDone;
  run.names = report::names_of_steps(result->log, symbolizer);
  for (const Problem& found : result->log.bugs)
    // Who waits in the middle of an execution does not wait for ever.
    if (found.kind == trace.kind && !run.bug && (run.ended || !is_of_end(found.kind))) run.bug = found;
  return run;
}

// What was expected of the new program: the schedule so far, with the names that its steps must have.
struct Fitted {
  std::vector<protocol::ScheduleStep> schedule;
  std::vector<std::string> names;  // empty: any
};

// Changes what does not fit in step k, in which the thread did `made`. False: it cannot be fitted.
bool fit(Fitted& fitted, size_t k, const std::string& made) {
  const uint32_t thread = fitted.schedule[k].thread;
  const auto next = std::find_if(fitted.schedule.begin() + static_cast<ptrdiff_t>(k) + 1, fitted.schedule.end(),
                                 [&](const auto& step) { return step.thread == thread; });
  const auto place = static_cast<ptrdiff_t>(k);
  if (next != fitted.schedule.end() && fitted.names[static_cast<size_t>(next - fitted.schedule.begin())] == made) {
    // The thread skips a step.
    fitted.schedule.erase(fitted.schedule.begin() + place);
    fitted.names.erase(fitted.names.begin() + place);
    return true;
  }
  if (made.empty()) return false;
  // It makes another one before.
  fitted.schedule.insert(fitted.schedule.begin() + place, {thread, 0});
  fitted.names.insert(fitted.names.begin() + place, "");
  return true;
}

}  // namespace

Result<std::vector<fs::path>, std::string> traces_in(const std::string& folder) {
  std::error_code failure;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, failure))
    if (entry.path().extension() == ".trace") files.push_back(entry.path());
  if (failure)
    return fmt::format("cannot read the folder '{}' of --regress: {}; make it, and put trace files there", folder,
                       failure.message());
  std::sort(files.begin(), files.end());
  return files;
}

Result<Regress, std::string> run_again(const CheckRequest& request, const fs::path& file) {
  const auto trace = report::read_trace(file.string());
  if (!trace) return trace.error().message;
  const StandardInput input = input_of(*trace);
  const bool is_same_build = report::build_id_of(request.program.string()) == trace->build_id;
  Regress regress{file, RegressOutcome::kDoesNotApply, {}, *trace};
  // Addresses are of the build.
  if (!is_same_build && (trace->steps.size() != trace->schedule.size() || !trace->shared.empty())) return regress;
  Fitted fitted{trace->schedule, trace->steps};
  if (is_same_build) fitted.names.assign(fitted.schedule.size(), "");
  for (int tries = 0; tries < kMostTries; tries++) {
    const Run run = run_once(request, input, *trace, fitted.schedule);
    if (!run.could_start) return run.why_not;
    size_t k = 0;
    while (k < fitted.schedule.size() && k < run.names.size() &&
           (fitted.names[k].empty() || fitted.names[k] == run.names[k]))
      k++;
    // A thread that fails or waits earlier than before is the bug, too.
    const bool fits = k == fitted.schedule.size() || (is_same_build && k == run.names.size());
    if (run.bug && (fits || k == run.names.size())) {
      regress.outcome = RegressOutcome::kIsBack;
      regress.problem = *run.bug;
      fitted.schedule.resize(std::min(fitted.schedule.size(), run.names.size()));
      regress.problem.schedule = fitted.schedule;
      regress.problem.facts = trace->facts;
      regress.problem.shared = trace->shared;
      regress.problem.inputs = trace->inputs;
      return regress;
    }
    if (fits) {
      regress.outcome = k == fitted.schedule.size() ? RegressOutcome::kIsGone : RegressOutcome::kDoesNotApply;
      return regress;
    }
    if (!fit(fitted, k, k < run.names.size() ? run.names[k] : "")) return regress;
  }
  return regress;
}

Result<report::CheckReport, std::string> report_on(const CheckRequest& request, const Regress& regress) {
  CheckRequest again = request;
  again.arguments = regress.trace.arguments;
  again.environment = regress.trace.environment;
  protocol::Settings settings = regress.trace.settings;
  settings.policy = request.options.settings.policy;
  WorkerResult run;
  run.log.bugs.push_back(regress.problem);
  run.log.bugs.back().execution = 1;
  run.progress.state = protocol::State::kStopped;
  run.progress.executions = run.progress.failed = run.progress.bugs = 1;
  return report_on(again, input_of(regress.trace), settings, std::move(run));
}

}  // namespace mazurka
