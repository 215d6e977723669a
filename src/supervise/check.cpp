#include "supervise/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include "build/instrumented.hpp"
#include "build/linking/notes.hpp"
#include "explore/algorithms.hpp"
#include "protocol/assembly_code.hpp"
#include "report/bug_from_replay.hpp"
#include "report/coverage/advice.hpp"
#include "report/coverage/sampling.hpp"
#include "report/documents/input_tests.hpp"
#include "report/page/page.hpp"
#include "report/problems.hpp"
#include "report/program/weak_orders.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"
#include "supervise/beside/rival.hpp"
#include "supervise/explain/explain.hpp"
#include "supervise/pool.hpp"
#include "supervise/progress_line.hpp"
#include "supervise/replay.hpp"
#include "supervise/series/dividing.hpp"
#include "supervise/series/series_pool.hpp"
#include "supervise/solver_process.hpp"
#include "supervise/supervisor.hpp"

namespace mazurka {

namespace {

namespace fs = std::filesystem;
using report::CheckReport;
using report::NativeBug;
using report::Problem;

constexpr size_t kMostBugsShown = 10;

CheckReport empty_report(const CheckRequest& request, const protocol::Settings& settings) {
  const Algorithm& algorithm = algorithm_at(settings.algorithm);
  CheckReport report;
  report.program = request.program.string();
  report.algorithm = settings.sample == 0 ? std::string(algorithm.name) : report::name_of_strategy(settings.sample);
  report.scheduler = name_of(static_cast<Policy>(settings.policy));
  // (One input after the other may repeat executions.)
  report.optimal = settings.sample == 0 && algorithm.is_optimal(settings.k) &&
                   (settings.symbolic.has_inputs == 0 || algorithm.has_inputs_in_tree);
  report.merges_states = settings.sample == 0 && algorithm.merges_states;
  report.settings = settings;
  report.suppressions = request.options.suppressions;
  report.command = own_command();
  report.words = own_words();
  return report;
}

// The pool can be gone on with if it was stopped before its end.
void say_that_it_is_kept(const CheckRequest& request, const Journal* journal, const WorkerResult& run) {
  const bool stopped = run.progress.state == protocol::State::kStopped && run.log.bugs.empty();
  if (journal == nullptr || !journal->has_run() || !stopped || request.options.quiet) return;
  if (request.options.progress == options::ProgressForm::kJson) return;  // for tools: stderr has documents only
  fmt::print(stderr, "mazurka: the run is kept: --resume goes on with it\n");
}

// There is always another sample.
void say_that_it_does_not_end(const CheckRequest& request, const protocol::Settings& settings) {
  const bool is_limited = settings.max_seconds > 0 || settings.max_executions != UINT64_MAX;
  if (settings.sample == 0 || is_limited || request.options.quiet) return;
  if (request.options.progress == options::ProgressForm::kJson) return;
  fmt::print(stderr, "mazurka: samples until it finds a bug or is interrupted; --max-time=60 ends it\n");
}

// Where the time of a check is limited, it ends a second after that, with what is told of its run.
double end_of_report(const WorkerResult& run, const protocol::Settings& settings) {
  constexpr double kForReport = 0.75;
  if (settings.max_seconds == 0 || run.begin == 0) return std::numeric_limits<double>::infinity();
  return run.begin + settings.max_seconds + kForReport;
}

// So much of the time is spent.
void limit_rest(const protocol::Settings& settings, double spent, WorkerRequest& worker) {
  constexpr double kLeast = 0.01;
  if (settings.max_seconds > 0) worker.settings.max_seconds = std::max(kLeast, settings.max_seconds - spent);
}

Result<WorkerResult, std::string> explore(const CheckRequest& request, const StandardInput& input,
                                          const protocol::Settings& settings, double begin) {
  WorkerRequest worker = exploration_of(request, input, settings);
  say_that_it_does_not_end(request, settings);
  // Whether a race is suppressed is not known until the end.
  worker.hunt = request.suppressions.empty() ? request.options.hunt : 0;
  worker.program_by_states = request.program_by_states;
  worker.build_by_states = request.build_by_states;
  const std::string why_not = why_not_divided(settings);
  const uint32_t jobs = request.options.jobs != 0 ? request.options.jobs : std::thread::hardware_concurrency();
  ProgressLine line(request.options, why_not.empty() ? jobs : 1);
  worker.on_progress = [&](const protocol::Progress& progress, double seconds) { line.show(progress, seconds); };
  std::string why_alone = why_not;
  double spent = monotonic_now() - begin;
  limit_rest(settings, spent, worker);
  const auto whole = [&](WorkerResult run) {
    run.seconds += spent;
    run.begin = begin;
    return run;
  };
  if (why_not.empty()) {
    std::unique_ptr<Journal> journal;
    if (request.keep && why_not_kept(settings).empty()) {
      auto kept = request.keep(settings, input);
      if (!kept) return kept.error();
      journal = std::move(*kept);
    }
    auto run = is_in_series(settings) ? run_series(worker, jobs, journal.get()) : run_pool(worker, jobs, journal.get());
    if (!run) return run;
    line.clear();
    if (!run->must_be_undivided) {
      say_that_it_is_kept(request, journal.get(), *run);
      return whole(std::move(*run));
    }
    why_alone = run->sentence;
    spent += run->seconds;
    limit_rest(settings, spent, worker);
  }
  if (jobs > 1) fmt::print(stderr, "mazurka: one process explores: {}\n", why_alone);
  auto run = run_worker(worker);
  if (!run) return run;
  return whole(std::move(*run));
}

void add_run(const WorkerResult& run, CheckReport& report) {
  report.progress = run.progress;
  report.ending = run.ending;
  report.ending_sentence = run.sentence;
  report.seconds = run.seconds;
  report.peak_rss_bytes = run.peak_rss_bytes;
  report.log_dropped = run.log_dropped;
  report.hunt = run.hunt;
  report.runs_by_traces = run.runs_by_traces;
}

// Empty if it cannot be written.
std::string write_trace_file(const CheckRequest& request, const StandardInput& input, const CheckReport& report,
                             const Problem& problem, size_t number, const std::vector<std::string>& steps) {
  std::error_code failure;
  fs::create_directories(request.folder, failure);
  report::TraceFile trace;
  trace.program = report.program;
  trace.directory = request.directory.empty() ? fs::current_path(failure).string() : request.directory;
  trace.arguments = request.arguments;
  trace.environment = request.environment ? *request.environment : own_environment();
  trace.input = input.kind();
  trace.input_text = input.text();
  trace.build_id = report::build_id_of(trace.program);
  trace.kind = problem.kind;
  trace.message = problem.message;
  trace.settings = report.settings;
  trace.schedule = problem.schedule;
  if (steps.size() == problem.schedule.size()) trace.steps = steps;
  trace.facts = problem.facts;
  trace.shared = problem.shared;
  trace.inputs = problem.inputs;
  std::string path = (request.folder / fmt::format("bug-{}.trace", number)).string();
  auto written = report::write_trace(trace, path);
  if (written) return path;
  fmt::print(stderr, "mazurka: {}\n", written.error().message);
  return "";
}

// Beside its trace file.
void write_page(const CheckReport& report, NativeBug& bug) {
  if (bug.trace_file.empty()) return;
  const std::string path = fs::path(bug.trace_file).replace_extension(".html").string();
  std::ofstream file(path, std::ios::binary);
  file << report::page_of(bug, report.program, report.command);
  file.close();
  if (file.good()) bug.page = path;
}

// A bug with a very long execution, where one was told before: each takes seconds, and much memory.
ReplayResult only_named(const Problem& problem, const std::vector<protocol::ModuleRecord>& modules,
                        const std::string& program) {
  report::Symbolizer symbolizer(modules, program);
  ReplayResult result{report::make_native_bug(problem, {}, symbolizer)};
  result.bug.schedule = std::vector<protocol::ScheduleStep>();  // it stands in the trace file
  result.bug.legend.push_back(
      fmt::format("its execution has {} steps, and another one as long is told: 'mazurka replay' tells this one",
                  report::grouped(problem.schedule.size())));
  return result;
}

void add_bugs(const CheckRequest& request, const StandardInput& input, std::vector<Problem> found, double end_of_all,
              CheckReport& report) {
  auto bugs = report::distinct(std::move(found));
  report.bugs_not_shown = bugs.size() - std::min(bugs.size(), kMostBugsShown);
  bugs.resize(std::min(bugs.size(), kMostBugsShown));
  ReplayRequest again{.program = report.program, .arguments = request.arguments, .settings = report.settings};
  again.input = &input;
  again.directory = request.directory;
  again.environment = request.environment;
  again.until = end_of_all;
  // All bugs together have so much time.
  const double end = std::min(monotonic_now() + request.options.explain, end_of_all);
  std::optional<std::vector<protocol::ModuleRecord>> modules_of_long;  // of the first long one
  for (auto& [problem, occurrences] : bugs) {
    constexpr double kTooShort = 0.05;
    const double left = end - monotonic_now();
    const bool is_long = problem.schedule.size() > protocol::kMostTold;
    ReplayResult replayed = is_long && modules_of_long ? only_named(problem, *modules_of_long, report.program)
                                                       : explain(again, problem, left < kTooShort ? 0 : left);
    if (is_long && !modules_of_long) modules_of_long = std::move(replayed.log.modules);
    NativeBug bug = std::move(replayed.bug);
    bug.occurrences = occurrences;
    // (Of a long execution only the last steps have names.)
    if (replayed.steps.size() != problem.schedule.size()) replayed.steps.clear();
    bug.trace_file = write_trace_file(request, input, report, problem, report.bugs.size() + 1, replayed.steps);
    if (!bug.steps.empty() || !is_long) write_page(report, bug);
    report.bugs.push_back(std::move(bug));
    problem.schedule = std::vector<protocol::ScheduleStep>();  // the bug has it, or its trace file
  }
}

// A name without its version will do, and an archive's for its members: "liblock.a(spin.o)", "liblock.a", "liblock",
// "spin.o".
bool is_trusted(const CheckRequest& request, const std::string& name) {
  const std::vector<std::string>& trusted = request.options.trusted;
  const size_t open = name.find('(');
  const std::string member = open == name.npos ? "" : name.substr(open + 1, name.size() - open - 2);
  return std::any_of(trusted.begin(), trusted.end(), [&](const std::string& given) {
    return name == given || member == given || name.starts_with(given + ".") || name.starts_with(given + "(");
  });
}

// What happens in code that was not built with mazurka is not seen.
void add_unseen(const CheckRequest& request, const std::string& name, CheckReport& report) {
  std::vector<std::string>& list = is_trusted(request, name) ? report.trusted : report.unseen_objects;
  if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
}

// Objects that the program or a library of it was linked with, and the optimisation that it was compiled with.
void add_objects(const CheckRequest& request, const std::string& path, CheckReport& report) {
  const LinkNotes notes = read_link_notes(path);
  for (const std::string& name : notes.objects.unseen) add_unseen(request, name, report);
  for (const std::string& name : notes.objects.known) report.trusted.push_back(name);
  if (!notes.was_linked_by_us)
    add_unseen(request, fs::path(path).filename().string() + " (linked by another linker than mazurka's)", report);
  for (const std::string& level : notes.levels)
    if (level != "-O0" && std::find(report.levels.begin(), report.levels.end(), level) == report.levels.end())
      report.levels.push_back(level);
}

void add_libraries(const CheckRequest& request, const std::vector<protocol::ModuleRecord>& modules,
                   CheckReport& report) {
  for (const protocol::ModuleRecord& module : modules) {
    const std::string path(module.path, strnlen(module.path, sizeof module.path));
    // What the program calls of other libraries, the runtime says.
    if (path.empty() || path == request.program)
      add_objects(request, request.program, report);
    else if (!is_system_library(path) && is_instrumented(path))
      add_objects(request, path, report);
  }
  if (!report.levels.empty())
    report.assumptions.push_back(fmt::format("what the optimiser ({}) removed does not matter: it was not checked",
                                             fmt::join(report.levels, ", ")));
}

// Inline assembly that is not understood, in a file that the user trusts.
void trust_assembly(const CheckRequest& request, CheckReport& report) {
  std::erase_if(report.unsupported, [&](const report::Remark& remark) {
    if (remark.message != protocol::kUnseenAssembly) return false;
    const std::string file = fs::path(remark.position.substr(0, remark.position.rfind(':'))).filename();
    if (!is_trusted(request, file)) return false;
    add_unseen(request, file, report);
    return true;
  });
}

// Seconds: the time that the user has given is over. Where an execution takes longer than that, its replay is left out.
constexpr double kMostForAdvice = 0.8;
constexpr double kSlowExecution = 0.003;

// What would help with a program that is too big.
void add_advice(const CheckRequest& request, const StandardInput& input, const WorkerResult& run, CheckReport& report) {
  if (!report.progress.insight.estimate.is_known() || report.progress.state == protocol::State::kDone) return;
  if (!report.bugs.empty()) return;
  const std::vector<Problem>& met = run.scouted.longest;
  const auto longest = std::max_element(
      met.begin(), met.end(), [](const Problem& a, const Problem& b) { return a.schedule.size() < b.schedule.size(); });
  ReplayRequest again{.program = report.program, .arguments = request.arguments, .settings = report.settings};
  again.input = &input;
  again.directory = request.directory;
  again.environment = request.environment;
  again.until = std::min(monotonic_now() + kMostForAdvice, end_of_report(run, report.settings));
  std::vector<report::NativeStep> steps;
  uint64_t shortest = 0;
  const bool is_slow = monotonic_now() >= end_of_report(run, report.settings) ||
                       run.seconds > kSlowExecution * static_cast<double>(report.progress.executions + 1);
  if (longest != met.end()) {
    if (!is_slow) steps = steps_of(again, *longest);
    shortest = longest->execution;
  }
  report::Symbolizer symbolizer(run.scouted.modules, report.program);
  report.advice = report::advice_for(report.settings, report.hunt, run.scouted, steps, shortest, symbolizer);
}

// What -D makes of the macro.
std::string defined_as(const CheckRequest& request, const std::string& macro, const std::string& otherwise) {
  std::string value = otherwise;
  for (const std::string& define : request.options.defines)
    if (define.starts_with(macro + "=")) value = define.substr(macro.size() + 1);
  return value;
}

void add_tests(const CheckRequest& request, const report::RunLog& log, CheckReport& report) {
  const fs::path folder = request.folder / "tests";
  const auto written = report::write_tests(log, report.program, folder);
  if (!written) {
    fmt::print(stderr, "mazurka: {}\n", written.error());
    return;
  }
  report.tests = *written;
  report.tests_folder = folder.string();
}

Result<CheckReport, std::string> check_with(const CheckRequest& request, const StandardInput& input,
                                            const protocol::Settings& settings, double begin) {
  auto run = explore(request, input, settings, begin);
  if (!run) return run.error();
  if (run->program_by_states.empty()) return report_on(request, input, settings, std::move(*run));
  CheckRequest by_states = request;
  by_states.program = run->program_by_states;
  return report_on(by_states, input, settings_by_states(settings), std::move(*run));
}

// Programs that ask for symbolic inputs have them, whatever the options say.
std::optional<std::string> settle_inputs(const CheckRequest& request, protocol::Settings& settings) {
  if (asks_for_inputs(request.program)) settings.symbolic.has_inputs = 1;
  if (settings.symbolic.has_inputs == 0) return std::nullopt;
  if (settings.sample != 0) return kInputsAreNotSampled;
  return std::nullopt;
}

// The program was started again, for a call of mazurka::check.
bool is_inside_of_test() {
  return std::getenv("INSIDE_MAZURKA") != nullptr;
}

}  // namespace

WorkerRequest exploration_of(const CheckRequest& request, const StandardInput& input,
                             const protocol::Settings& settings) {
  WorkerRequest worker;
  worker.program = request.program.string();
  worker.arguments = request.arguments;
  worker.name = request.name;
  worker.directory = request.directory;
  worker.environment = request.environment;
  worker.wrapper = request.wrapper;
  worker.input = &input;
  worker.settings = settings;
  return worker;
}

Result<CheckReport, std::string> report_on(const CheckRequest& request, const StandardInput& input,
                                           const protocol::Settings& settings, WorkerResult run) {
  CheckReport report = empty_report(request, settings);
  add_run(run, report);
  report::Symbolizer symbolizer(run.log.modules, report.program);
  report.suppressed =
      std::erase_if(run.log.bugs, [&](const Problem& bug) { return request.suppressions.match(bug, symbolizer); });
  if (report.suppressed != 0 && run.log.bugs.empty() && settings.collect_races == 0 &&
      report.ending == report::Ending::kByItself) {
    // It ended at a race that does not count.
    protocol::Settings further = settings;
    further.collect_races = 1;
    return check_with(request, input, further, run.begin == 0 ? monotonic_now() : run.begin);
  }
  add_libraries(request, run.log.modules, report);
  if (auto weak = report::assumption_about(run.log.weak_orders, symbolizer)) report.assumptions.push_back(*weak);
  report.unseen = report::unseen_functions(run.log.unseen, request.options.trusted, symbolizer, report.trusted);
  report.unsupported = remarks_of(run.log.unsupported, symbolizer);
  report.endless = remarks_of(run.log.endless, symbolizer);
  trust_assembly(request, report);
  for (const protocol::LostValueRecord& lost : run.log.lost_values) {
    const auto frame = symbolizer.user_frame(lost.pc, report::PcKind::kReturnAddress);
    report.has_more_values |= lost.has_more_values != 0;
    report.lost_values.push_back(frame ? position_of(*frame) : "");
  }
  for (const protocol::ObservedRecord& record : run.log.observed)
    report.outcomes.emplace_back(record.text, record.length);
  std::sort(report.outcomes.begin(), report.outcomes.end());
  if (settings.symbolic.has_cover != 0) add_tests(request, run.log, report);
  report.divergences = remarks_of(run.log.divergences, symbolizer);
  report.troubles = remarks_of(run.log.troubles, symbolizer);
  if ((report.progress.missed_input & protocol::kMissedNondet) != 0)
    report.assumptions.push_back(
        fmt::format("__VERIFIER_nondet_* gives nothing but {} to {}; -DMAZURKA_NONDET_MIN=... and "
                    "-DMAZURKA_NONDET_MAX=... choose others, --symbolic takes all values",
                    defined_as(request, "MAZURKA_NONDET_MIN", "0"), defined_as(request, "MAZURKA_NONDET_MAX", "3")));
  if ((report.progress.missed_input & protocol::kMissedRandom) != 0)
    report.assumptions.push_back(fmt::format(
        "random numbers are the same in every execution, those of --random-seed={}; others are not explored",
        report.settings.environment.random_seed));
  if ((report.progress.missed_input & protocol::kMissedSmallStack) != 0)
    report.assumptions.emplace_back(
        "no thread needs more than the small stack that the program has asked for: it has 8 MB all the same");
  if (settings.peer_script[0] != 0)
    report.assumptions.emplace_back(
        "nobody but the peers of --peer connects to the program, and they do what is told there; threads that still "
        "wait "
        "when all of them are done wait for the next connection");
  if ((report.progress.missed_input & protocol::kMissedStandardInput) != 0)
    report.assumptions.emplace_back(input.kind() == protocol::Input::kMissing
                                        ? "standard input is empty (it is not read from a terminal)"
                                        : "standard input is empty (it is longer than 64 MB)");
  if (is_inside_of_test())
    report.assumptions.emplace_back(
        "what the program did before this check was the same when it was started again for it");
  add_bugs(request, input, std::move(run.log.bugs), end_of_report(run, settings), report);
  add_advice(request, input, run, report);
  return report;
}

Result<CheckReport, std::string> check(const CheckRequest& request) {
  const double begin = monotonic_now();
  protocol::Settings settings = request.options.settings;
  if (auto mistake = settle_inputs(request, settings)) return *mistake;
  if (settings.keep_going != 0 && !request.suppressions.empty()) settings.collect_races = 1;
  if (request.input != nullptr) return check_with(request, *request.input, settings, begin);
  return check_with(request, StandardInput::of_this_process(), settings, begin);
}

}  // namespace mazurka
