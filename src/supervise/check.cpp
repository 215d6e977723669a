#include "supervise/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "build/instrumented.hpp"
#include "explore/algorithms.hpp"
#include "report/problems.hpp"
#include "report/trace_file.hpp"
#include "supervise/progress_line.hpp"
#include "supervise/replay.hpp"
#include "supervise/supervisor.hpp"

namespace mazurka {

namespace {

namespace fs = std::filesystem;
using report::CheckReport;
using report::NativeBug;
using report::Problem;

constexpr size_t kMostBugsShown = 10;

CheckReport empty_report(const CheckRequest& request, const protocol::Settings& settings) {
  const Algorithm& algorithm = algorithms()[settings.algorithm];
  CheckReport report;
  report.program = request.program.string();
  report.algorithm = algorithm.name;
  report.scheduler = name_of(static_cast<Policy>(settings.policy));
  report.optimal = algorithm.is_optimal(settings.k);
  report.settings = settings;
  report.suppressions = request.options.suppressions;
  report.command = own_command();
  return report;
}

Result<WorkerResult, std::string> explore(const CheckRequest& request, const protocol::Settings& settings) {
  WorkerRequest worker;
  worker.program = request.program.string();
  worker.arguments = request.arguments;
  worker.settings = settings;
  ProgressLine line(request.options.quiet);
  worker.on_progress = [&](const protocol::Progress& progress, double seconds) { line.show(progress, seconds); };
  return run_worker(worker);
}

void add_run(const WorkerResult& run, CheckReport& report) {
  report.progress = run.progress;
  report.ending = run.ending;
  report.ending_sentence = run.sentence;
  report.seconds = run.seconds;
  report.peak_rss_bytes = run.peak_rss_bytes;
  report.log_dropped = run.log_dropped;
}

// Empty if it cannot be written.
std::string write_trace_file(const CheckRequest& request, const CheckReport& report, const Problem& problem,
                             size_t number) {
  std::error_code failure;
  fs::create_directories(request.folder, failure);
  report::TraceFile trace;
  trace.program = report.program;
  trace.directory = fs::current_path(failure).string();
  trace.arguments = request.arguments;
  trace.build_id = report::build_id_of(trace.program);
  trace.kind = problem.kind;
  trace.message = problem.message;
  trace.settings = report.settings;
  trace.schedule = problem.schedule;
  trace.facts = problem.facts;
  trace.shared = problem.shared;
  std::string path = (request.folder / fmt::format("bug-{}.trace", number)).string();
  auto written = report::write_trace(trace, path);
  if (written) return path;
  fmt::print(stderr, "mazurka: {}\n", written.error().message);
  return "";
}

void add_bugs(const CheckRequest& request, const std::vector<Problem>& found, CheckReport& report) {
  auto bugs = report::distinct(found);
  report.bugs_not_shown = bugs.size() - std::min(bugs.size(), kMostBugsShown);
  bugs.resize(std::min(bugs.size(), kMostBugsShown));
  ReplayRequest again{
      .program = report.program, .arguments = request.arguments, .directory = "", .settings = report.settings};
  for (const auto& [problem, occurrences] : bugs) {
    NativeBug bug = replay(again, problem).bug;
    bug.occurrences = occurrences;
    bug.trace_file = write_trace_file(request, report, problem, report.bugs.size() + 1);
    report.bugs.push_back(std::move(bug));
  }
}

Result<CheckReport, std::string> check_with(const CheckRequest& request, const protocol::Settings& settings) {
  CheckReport report = empty_report(request, settings);
  auto run = explore(request, settings);
  if (!run) return run.error();
  add_run(*run, report);
  report::Symbolizer symbolizer(run->log.modules, report.program);
  report.suppressed =
      std::erase_if(run->log.bugs, [&](const Problem& bug) { return request.suppressions.match(bug, symbolizer); });
  if (report.suppressed != 0 && run->log.bugs.empty() && settings.collect_races == 0 &&
      report.ending == report::Ending::kByItself) {
    // It ended at a race that does not count.
    protocol::Settings further = settings;
    further.collect_races = 1;
    return check_with(request, further);
  }
  report.unseen = report::unseen_functions(run->log.unseen, request.options.trusted, symbolizer, report.trusted);
  report.unsupported = remarks_of(run->log.unsupported, symbolizer);
  report.divergences = remarks_of(run->log.divergences, symbolizer);
  report.troubles = remarks_of(run->log.troubles, symbolizer);
  add_bugs(request, run->log.bugs, report);
  return report;
}

}  // namespace

Result<CheckReport, std::string> check(const CheckRequest& request) {
  protocol::Settings settings = request.options.settings;
  settings.collect_races = settings.keep_going != 0 && !request.suppressions.empty() ? 1 : 0;
  return check_with(request, settings);
}

}  // namespace mazurka
