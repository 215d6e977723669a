#include "supervise/replay.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "report/bug_from_replay.hpp"
#include "report/program/step_names.hpp"
#include "report/words.hpp"

namespace mazurka {

namespace {

using report::Problem;
using report::ReplayOutcome;

// A replay notes every access: what computes for a tenth of a second then seems to have no end.
bool was_too_slow(const Problem& expected, const report::RunLog& log) {
  return expected.kind != protocol::BugKind::kEndlessLoop &&
         std::any_of(log.bugs.begin(), log.bugs.end(),
                     [](const Problem& found) { return found.kind == protocol::BugKind::kEndlessLoop; });
}

// What a thread does to neighbouring bytes, between two releases, is one access to the race detector, but not to
// --algorithm=stateful: which bytes the earlier access of a race had may differ.
std::string without_earlier_bytes(const std::string& race) {
  const size_t earlier = race.find(", not ordered after the ");
  const size_t begin = race.find(" of ", earlier), end = race.rfind(" by ");
  if (earlier == std::string::npos || begin == std::string::npos || end < begin) return race;
  return race.substr(0, begin) + race.substr(end);
}

const Problem* find_same(const std::vector<Problem>& bugs, const Problem& expected) {
  for (const Problem& found : bugs)
    if (found.kind == expected.kind && found.message == expected.message) return &found;
  if (expected.kind != protocol::BugKind::kDataRace) return nullptr;
  const std::string race = without_earlier_bytes(expected.message);
  for (const Problem& found : bugs)
    if (found.kind == expected.kind && without_earlier_bytes(found.message) == race) return &found;
  return nullptr;
}

// What became of the bug, in `bug.replay` and `bug.replay_message`.
void judge(const Problem& expected, const WorkerResult& result, report::NativeBug& bug) {
  const report::RunLog& log = result.log;
  if (find_same(log.bugs, expected) != nullptr) {
    bug.replay = ReplayOutcome::kSame;
  } else if (result.ending == report::Ending::kOutOfTime) {
    bug.replay = ReplayOutcome::kNotRun;
    bug.replay_message = "its steps are not told, since --max-time is over: 'mazurka replay' tells them";
  } else if (was_too_slow(expected, log)) {
    bug.replay = ReplayOutcome::kNotRun;
    bug.replay_message =
        "a replay takes longer, and a thread computed for more than --watchdog allows: with --watchdog=60 the check's "
        "replay may end";
  } else if (result.progress.state == protocol::State::kDiverged || !log.divergences.empty()) {
    bug.replay = ReplayOutcome::kDiverged;
    if (!log.divergences.empty()) bug.replay_message = log.divergences.front().message;
  } else if (!log.bugs.empty()) {
    bug.replay = ReplayOutcome::kOther;
    bug.replay_message = log.bugs.front().message;
  } else if (!result.sentence.empty()) {
    bug.replay = ReplayOutcome::kDied;
    bug.replay_message = result.sentence;
  } else if (!log.troubles.empty()) {
    bug.replay = ReplayOutcome::kDied;
    bug.replay_message = log.troubles.front().message;
  } else {
    bug.replay = ReplayOutcome::kAbsent;
  }
}

constexpr int kMostReplays = 4;

// The replay for a report is repeated if its process is killed from outside, as those that explore are: the report must
// not depend on it.
Result<WorkerResult, std::string> run_replay(const WorkerRequest& request) {
  auto result = run_worker(request);
  if (request.output != OutputTo::kNowhere) return result;
  auto was_killed = [&] {
    return result && result->signal == SIGKILL &&
           (result->ending == report::Ending::kDied || result->ending == report::Ending::kNotStarted);
  };
  for (int i = 1; i < kMostReplays && was_killed(); i++) result = run_worker(request);
  return result;
}

}  // namespace

WorkerRequest worker_for(const ReplayRequest& request) {
  WorkerRequest worker;
  worker.program = request.program;
  worker.arguments = request.arguments;
  worker.directory = request.directory;
  worker.environment = request.environment;
  worker.input = request.input;
  worker.settings = request.settings;
  constexpr double kLeast = 0.01;
  worker.settings.max_seconds = std::isfinite(request.until) ? std::max(kLeast, request.until - monotonic_now()) : 0;
  return worker;
}

WorkerRequest worker_for(const ReplayRequest& request, const Problem& problem) {
  WorkerRequest worker = worker_for(request);
  worker.settings.task = protocol::Task::kReplay;
  worker.schedule = problem.schedule;
  worker.facts = problem.facts;
  worker.shared = problem.shared;
  worker.inputs = problem.inputs;
  return worker;
}

ReplayResult replay(const ReplayRequest& request, const Problem& problem) {
  WorkerRequest worker = worker_for(request, problem);
  worker.settings.show_output = request.output == OutputTo::kNowhere ? 0 : 1;
  worker.output = request.output;
  auto result = run_replay(worker);
  if (!result) {
    report::Symbolizer nothing({}, request.program);
    ReplayResult failed{report::make_native_bug(problem, {}, nothing)};
    failed.bug.replay = ReplayOutcome::kDied;
    failed.bug.replay_message = result.error();
    return failed;
  }
  report::Symbolizer symbolizer(result->log.modules, request.program);
  // The replay knows where the bug is even if the caller has only a trace file, which does not.
  Problem told = problem;
  if (const Problem* found = find_same(result->log.bugs, problem)) {
    told = *found;
    told.schedule = problem.schedule;
    told.facts = problem.facts;
    told.shared = problem.shared;
    told.inputs = problem.inputs;
    told.execution = problem.execution;
    if (problem.key != 0) told.key = problem.key;
  }
  ReplayResult outcome{report::make_native_bug(told, result->log, symbolizer),
                       result->ending == report::Ending::kInterrupted};
  outcome.steps = report::names_of_steps(result->log, symbolizer);
  judge(problem, *result, outcome.bug);
  outcome.told = std::move(told);
  outcome.log = std::move(result->log);
  return outcome;
}

std::vector<report::NativeStep> steps_of(const ReplayRequest& request, const Problem& problem) {
  auto run = run_replay(worker_for(request, problem));
  if (!run) return {};
  run->log.plain.clear();
  report::Symbolizer symbolizer(run->log.modules, request.program);
  return report::make_native_bug(problem, run->log, symbolizer).steps;
}

ReplayResult with_trace(const report::TraceFile& trace, OutputTo output, bool keep_files,
                        const std::function<ReplayResult(const ReplayRequest&, Problem&)>& use) {
  ReplayRequest request;
  request.program = trace.program;
  request.arguments = trace.arguments;
  request.environment = trace.environment;
  // What the bug did not need to read was not kept.
  const StandardInput input =
      StandardInput::known(trace.input_text ? trace.input : protocol::Input::kNothing, trace.input_text.value_or(""));
  request.input = &input;
  if (std::error_code failure; std::filesystem::is_directory(trace.directory, failure))
    request.directory = trace.directory;
  request.settings = trace.settings;
  request.settings.keep_files = keep_files ? 1 : 0;
  request.output = output;
  Problem problem;
  problem.kind = trace.kind;
  problem.message = trace.message;
  problem.schedule = trace.schedule;
  problem.facts = trace.facts;
  problem.shared = trace.shared;
  problem.inputs = trace.inputs;
  return use(request, problem);
}

ReplayResult replay(const report::TraceFile& trace, OutputTo output, bool keep_files) {
  return with_trace(trace, output, keep_files,
                    [](const ReplayRequest& request, const Problem& problem) { return replay(request, problem); });
}

report::Verdict verdict_of(const ReplayResult& result) {
  switch (result.bug.replay) {
    case ReplayOutcome::kSame: return report::Verdict::kBug;
    case ReplayOutcome::kNotRun:
    case ReplayOutcome::kDied: return report::Verdict::kError;
    default: return report::Verdict::kIncomplete;
  }
}

int exit_code_of(const ReplayResult& result) {
  if (result.interrupted && result.bug.replay != ReplayOutcome::kSame) return report::kExitCodeOfInterrupt;
  return exit_code_of(verdict_of(result));
}

std::vector<std::string> own_words() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::string own_command() {
  if (const char* command = std::getenv("MAZURKA_COMMAND"); command != nullptr && *command != 0)
    return report::shell_word(command);
  std::string_view name = program_invocation_name;
  return name.find('/') == std::string_view::npos ? "mazurka" : report::shell_word(std::string(name));
}

}  // namespace mazurka
