// Runs the driver and compares what comes out.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "conformance/expectation.hpp"
#include "supervise/supervisor.hpp"

namespace mazurka::conformance {

namespace {

// Where a class of the C++ library takes many steps for one of the toy language's.
uint64_t most_executions(const Way& way) {
  return way.restart == protocol::Restart::kFork ? 3'000 : 100'000;
}

std::string trouble_in(const WorkerResult& result) {
  if (result.ending != report::Ending::kByItself) return "the driver did not end well: " + result.sentence;
  if (result.progress.unsupported != 0) return "something is not supported";
  if (result.progress.cut != 0) return "an execution was cut";
  for (const auto& bug : result.log.bugs)
    if (bug.kind > protocol::BugKind::kDataRace) return fmt::format("reports '{}'", bug.message);
  if (result.progress.state != protocol::State::kDone)
    return fmt::format("the exploration did not come to its end (state {}{}{})",
                       static_cast<int>(result.progress.state), result.log.troubles.empty() ? "" : ": ",
                       result.log.troubles.empty() ? "" : result.log.troubles.front().message);
  return "";
}

bool reports_race(const WorkerResult& result) {
  return std::any_of(result.log.bugs.begin(), result.log.bugs.end(),
                     [](const auto& bug) { return bug.kind == protocol::BugKind::kDataRace; });
}

std::string different_ends(const Program& program, const Expectation& expected, const protocol::Progress& found) {
  if (uses(program, Op::kAssume)) return "";
  if ((found.deadlocks != 0) != (expected.deadlocked != 0))
    return fmt::format("{} deadlocks, expected {}", found.deadlocks != 0 ? "some" : "no",
                       expected.deadlocked != 0 ? "some" : "none");
  if ((found.failed != 0) != (expected.failed != 0))
    return fmt::format("{} failures, expected {}", found.failed != 0 ? "some" : "no",
                       expected.failed != 0 ? "some" : "none");
  return "";
}

std::string differences(const Program& program, const Expectation& expected, const protocol::Progress& found,
                        const Way& way) {
  bool optimal = way.algorithm->optimal;
  if (optimal && found.executions != found.traces)
    return fmt::format("{} executions of {} traces", found.executions, found.traces);
  // The oracle always counts waiting writers.
  bool open = program.rwlocks == protocol::RwlockPreference::kAny;
  if (found.outcomes != expected.outcomes || found.outcome_digest != expected.outcome_digest)
    return fmt::format("{} outcomes, expected {}", found.outcomes, expected.outcomes);
  if (way.algorithm->merges_states) return different_ends(program, expected, found);
  // Accesses that are always ordered are no steps, and would add no trace if they were.
  if (optimal && program.explores_races && !open && found.traces != expected.traces)
    return fmt::format("{} traces, expected {}", found.traces, expected.traces);
  // It takes all operations on a mailbox for dependent.
  bool coarse = std::string_view(way.algorithm->name) == "qpor" && uses_mailboxes(program);
  if (open || coarse || !is_stepwise(program)) return different_ends(program, expected, found);
  if (found.traces != expected.traces || found.trace_digest != expected.trace_digest)
    return fmt::format("{} traces, expected {}", found.traces, expected.traces);
  if (found.racy != expected.racy) return fmt::format("{} traces with races, expected {}", found.racy, expected.racy);
  if (optimal && found.blocked != 0) return fmt::format("{} runs given up", found.blocked);
  if (optimal && (found.deadlocks != expected.deadlocked || found.failed != expected.failed))
    return fmt::format("{} deadlocks and {} failures, expected {} and {}", found.deadlocks, found.failed,
                       expected.deadlocked, expected.failed);
  return "";
}

}  // namespace

std::string name_of(const Way& way) {
  return fmt::format("{}{}, {}, seed {}{}", way.algorithm->name, way.fuses ? " with fused sections" : "",
                     mazurka::name_of(way.policy), way.seed,
                     way.restart == protocol::Restart::kFork ? ", a process for each execution" : "");
}

Finding compare(const Program& program, const Expectation& expected, const std::string& driver, const Way& way) {
  WorkerRequest request;
  request.program = driver;
  request.arguments = {script_of(program)};
  request.settings.algorithm = index_of(*way.algorithm);
  request.settings.policy = static_cast<uint32_t>(way.policy);
  request.settings.seed = way.seed;
  request.settings.restart = way.restart;
  request.settings.digest = 1;
  // (After a race, what a step finds may depend on more than operations.)
  request.settings.check_states = way.algorithm->merges_states && !(program.counts_plain && expected.racy != 0);
  request.settings.fuse_sections = way.fuses;
  request.settings.keep_going = 1;
  request.settings.max_executions = most_executions(way);
  request.settings.max_seconds = 600;  // of a machine that may be busy
  request.settings.environment.leftover_threads = protocol::LeftoverThreads::kReport;
  if (program.max_timeouts >= 0)
    request.settings.environment.max_timeouts = static_cast<uint32_t>(program.max_timeouts);
  request.settings.environment.max_spurious_wakeups = static_cast<uint32_t>(program.max_spurious_wakeups);
  request.settings.environment.rwlock_preference = program.rwlocks;
  if (program.explores_races) request.settings.races = protocol::Races::kExplore;
  Finding finding;
  Result<WorkerResult, std::string> result = run_worker(request);
  if (!result) {
    finding.complaint = result.error();
    return finding;
  }
  finding.executions = result->progress.executions;
  for (const Figure& figure : result->progress.figures.all())
    if (figure.name_text() == "states_compared" || figure.name_text() == "steps_compared")
      finding.states_compared += static_cast<uint64_t>(figure.value);
    else if (figure.name_text() == "fused")
      finding.fused += static_cast<uint64_t>(figure.value);
  // Stopped by a limit of executions or time; one that was cut is no good, however many there are.
  finding.too_large = result->progress.state == protocol::State::kStopped && result->progress.cut == 0;
  if (finding.too_large) return finding;
  finding.complaint = trouble_in(*result);
  if (finding.complaint.empty() && reports_race(*result) != (expected.racy != 0))
    finding.complaint = expected.racy != 0 ? "a data race is not reported" : "reports a data race where there is none";
  if (program.counts_plain && expected.racy != 0) return finding;
  if (finding.complaint.empty()) finding.complaint = differences(program, expected, result->progress, way);
  return finding;
}

}  // namespace mazurka::conformance
