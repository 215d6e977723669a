// `mazurka check`: build the program, explore it in a worker process, replay each bug to tell it, write trace files.
//
// The program that was built and the trace files lie together in one folder, mazurka-out/<name of the first file> below
// the current directory if --out names no other: `mazurka replay` needs both.
#include "cli/check_verb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "build/compile.hpp"
#include "build/instrumented.hpp"
#include "cli/search_options.hpp"
#include "cli/verb.hpp"
#include "explore/explorer.hpp"
#include "report/check_report.hpp"
#include "report/suppressions.hpp"
#include "report/trace_file.hpp"
#include "supervise/machine.hpp"
#include "supervise/replay.hpp"
#include "supervise/supervisor.hpp"

namespace mazurka {

namespace {

namespace fs = std::filesystem;
using report::CheckReport;
using report::NativeBug;
using report::Problem;

constexpr size_t kMostBugsShown = 10;

struct CheckArguments {
  std::vector<std::string> files;
  std::vector<std::string> defines, undefines, include_folders, library_folders, libraries;
  std::string compiler = "gcc";
  std::string algorithm;
  std::string scheduler;
  uint64_t seed = 1;
  bool no_sleep_sets = false;
  std::optional<uint32_t> max_steps;
  std::optional<uint64_t> max_executions;
  double max_time = 0;
  bool keep_going = false;
  uint32_t watchdog = protocol::kDefaultWatchdogSeconds;
  bool digest = false;
  std::optional<uint64_t> max_memory;
  bool no_timeouts = false;
  std::optional<uint32_t> max_timeouts;
  uint32_t spurious_wakeups = 0;
  std::string rwlocks = "any";
  std::string leftover_threads;
  std::vector<std::string> allowed;
  std::vector<std::string> trusted;
  std::string restart;  // empty: what suits the machine
  std::string races = "report";
  std::string memory_errors = "report";
  std::string suppressions;
  bool leaks = false;
  std::optional<uint32_t> unroll;
  std::string format = "text";
  std::string out;
  bool quiet = false;
  SearchArguments search;
};

std::vector<std::string> program_arguments;

// Flags of one word that are passed on to the compiler. Those that may have their value in the next word are options of
// the verb.
bool is_compiler_flag(std::string_view word) {
  if (word == "-pthread" || word == "-w" || word == "-pedantic" || word == "-ansi") return true;
  for (std::string_view prefix : {"-O", "-std=", "-stdlib=", "-f", "-m", "-W", "-g"})
    if (word.starts_with(prefix) && (word.size() > prefix.size() || prefix == "-O" || prefix == "-g")) return true;
  return false;
}

std::vector<std::string> compiler_flags(const CheckArguments& arguments, const std::vector<std::string>& others) {
  std::vector<std::string> flags;
  for (const auto& [prefix, values] :
       {std::pair{"-D", &arguments.defines}, std::pair{"-U", &arguments.undefines},
        std::pair{"-I", &arguments.include_folders}, std::pair{"-L", &arguments.library_folders},
        std::pair{"-l", &arguments.libraries}})
    for (const std::string& value : *values) flags.push_back(prefix + value);
  flags.insert(flags.end(), others.begin(), others.end());
  return flags;
}

using Sentence = std::string;

protocol::Restart restart_of(const CheckArguments& arguments) {
  if (arguments.restart == "fork") return protocol::Restart::kFork;
  if (!arguments.restart.empty() || has_syscall_user_dispatch()) return protocol::Restart::kInProcess;
  fmt::print(stderr,
             "mazurka: this kernel has no Syscall User Dispatch: each execution runs in a process of its own, which is "
             "slow; 'mazurka doctor' tells more\n");
  return protocol::Restart::kFork;
}

Result<protocol::Settings, Sentence> settings_of(const CheckArguments& arguments) {
  protocol::Settings settings;
  std::optional<Algorithm> algorithm = default_algorithm(arguments.search);
  if (!arguments.algorithm.empty()) algorithm = algorithm_named(arguments.algorithm);
  if (!algorithm)
    return fmt::format("unknown algorithm '{}'; expected one of {}", arguments.algorithm,
                       names(kLastAlgorithm, name_of));
  Policy policy = default_policy(*algorithm);
  if (!arguments.scheduler.empty()) {
    auto named = policy_named(arguments.scheduler);
    if (!named)
      return fmt::format("unknown scheduler '{}'; expected one of {}", arguments.scheduler,
                         names(Policy::kRandom, name_of));
    policy = *named;
  }
  auto search = search_options(arguments.search, *algorithm);
  if (!search) return search.error();
  settings.k = search->k;
  settings.preemption_bound = search->preemption_bound;
  settings.context_bound = search->context_bound;
  settings.algorithm = static_cast<uint32_t>(*algorithm);
  settings.policy = static_cast<uint32_t>(policy);
  settings.sleep_sets = arguments.no_sleep_sets ? 0 : 1;
  settings.seed = arguments.seed;
  settings.max_executions = arguments.max_executions.value_or(UINT64_MAX);
  settings.max_steps = arguments.max_steps.value_or(0);
  settings.keep_going = arguments.keep_going ? 1 : 0;
  settings.watchdog_seconds = arguments.watchdog;
  settings.max_memory = arguments.max_memory.value_or(0) << 20;
  settings.digest = arguments.digest ? 1 : 0;
  settings.restart = restart_of(arguments);
  settings.max_seconds = arguments.max_time;
  if (arguments.races == "ignore") settings.races = protocol::Races::kIgnore;
  if (arguments.races == "explore") settings.races = protocol::Races::kExplore;
  settings.memory_errors = arguments.memory_errors == "ignore" ? 0 : 1;
  settings.leaks = arguments.leaks ? 1 : 0;
  settings.unroll = arguments.unroll.value_or(0);
  return settings;
}

protocol::Environment environment_of(const CheckArguments& arguments) {
  protocol::Environment environment;
  if (arguments.max_timeouts) environment.max_timeouts = *arguments.max_timeouts;
  if (arguments.no_timeouts) environment.max_timeouts = 0;
  environment.max_spurious_wakeups = arguments.spurious_wakeups;
  if (arguments.rwlocks == "readers-first") environment.rwlock_preference = protocol::RwlockPreference::kReaders;
  if (arguments.rwlocks == "writers-first") environment.rwlock_preference = protocol::RwlockPreference::kWriters;
  if (arguments.leftover_threads == "ignore") environment.leftover_threads = protocol::LeftoverThreads::kIgnore;
  if (arguments.leftover_threads == "report") environment.leftover_threads = protocol::LeftoverThreads::kReport;
  for (const std::string& name : arguments.allowed)
    for (const protocol::AllowedName& known : protocol::kAllowedNames)
      if (name == known.name) environment.allowed |= known.what;
  return environment;
}

struct Target {
  fs::path program;  // absolute
  fs::path folder;   // for what we write
  std::vector<std::string> trusted;
};

// Builds the program if sources are given.
Result<Target, Sentence> prepare(const CheckArguments& arguments, const std::vector<std::string>& flags) {
  const fs::path first = arguments.files.front();
  Target target;
  target.trusted = arguments.trusted;
  std::string stem = is_source(first.string()) ? first.stem().string() : first.filename().string();
  target.folder = arguments.out.empty() ? fs::path("mazurka-out") / stem : fs::path(arguments.out);
  std::error_code failure;
  bool from_source = std::any_of(arguments.files.begin(), arguments.files.end(), is_source);
  if (!from_source) {
    if (arguments.files.size() > 1)
      return fmt::format(
          "'{}' is neither a C nor a C++ file; expected source files, or one program and its arguments "
          "after --",
          first.string());
    if (!flags.empty())
      return fmt::format("{} is for the compiler, but '{}' is a program that was built already", flags.front(),
                         first.string());
    if (auto problem = why_not_checkable(first.string())) return *problem;
    target.program = fs::absolute(first, failure).lexically_normal();
    return target;
  }
  for (const std::string& file : arguments.files)
    if (!fs::exists(file, failure)) return fmt::format("cannot read '{}'; expected the path of a C or C++ file", file);
  fs::create_directories(target.folder, failure);
  if (failure)
    return fmt::format("cannot make the folder '{}': {}; --out=DIR names another", target.folder.string(),
                       failure.message());
  CompileRequest request;
  request.sources = arguments.files;
  request.flags = flags;
  request.compiler = arguments.compiler;
  request.output = (target.folder / stem).string();
  auto compiled = compile(request);
  for (size_t k = 0; k < request.sources.size(); k++) fs::remove(fmt::format("{}.{}.o", request.output, k), failure);
  if (!compiled) return compiled.error().sentence;
  target.program = fs::absolute(compiled->path, failure).lexically_normal();
  return target;
}

std::vector<report::Remark> remarks_of(const std::vector<Problem>& problems, report::Symbolizer& symbolizer) {
  std::vector<report::Remark> remarks;
  for (const Problem& problem : problems) {
    report::Remark remark{.message = problem.message, .position = "", .count = 1};
    if (constexpr std::string_view kPrefix = "not supported: "; remark.message.starts_with(kPrefix))
      remark.message.erase(0, kPrefix.size());
    if (auto frame = report::place_of(problem, symbolizer)) remark.position = report::position_of(*frame);
    auto same = std::find_if(remarks.begin(), remarks.end(), [&](const report::Remark& other) {
      return other.message == remark.message && other.position == remark.position;
    });
    if (same != remarks.end())
      same->count++;
    else
      remarks.push_back(std::move(remark));
  }
  return remarks;
}

// One of each kind, message and place, with the number of executions that ended in it.
std::vector<std::pair<Problem, uint64_t>> distinct(const std::vector<Problem>& bugs) {
  std::vector<std::pair<Problem, uint64_t>> result;
  for (const Problem& bug : bugs) {
    auto same = std::find_if(result.begin(), result.end(), [&](const auto& entry) {
      return entry.first.kind == bug.kind && entry.first.message == bug.message && entry.first.pc == bug.pc;
    });
    if (same != result.end())
      same->second++;
    else
      result.emplace_back(bug, 1);
  }
  return result;
}

// Empty and a sentence on stderr if it cannot be written: the bug is told all the same.
std::string write_trace(const Target& target, const CheckReport& report, const Problem& problem, size_t number) {
  std::error_code failure;
  fs::create_directories(target.folder, failure);
  report::TraceFile trace;
  trace.program = target.program.string();
  trace.directory = fs::current_path(failure).string();
  trace.arguments = program_arguments;
  trace.build_id = report::build_id_of(trace.program);
  trace.kind = problem.kind;
  trace.message = problem.message;
  trace.algorithm = report.algorithm;
  trace.max_steps = report.settings.max_steps;
  trace.restart = report.settings.restart;
  trace.environment = report.settings.environment;
  trace.races = report.settings.races;
  trace.memory_errors = report.settings.memory_errors != 0;
  trace.leaks = report.settings.leaks != 0;
  trace.unroll = report.settings.unroll;
  trace.schedule = problem.schedule;
  trace.facts = problem.facts;
  trace.shared = problem.shared;
  std::string path = (target.folder / fmt::format("bug-{}.trace", number)).string();
  auto written = report::write_trace(trace, path);
  if (written) return path;
  complain(written.error().message);
  return "";
}

void tell_bugs(const Target& target, const std::vector<Problem>& found, CheckReport& report) {
  auto bugs = distinct(found);
  for (size_t k = 0; k < bugs.size(); k++) {
    if (k == kMostBugsShown) {
      report.bugs_not_shown = bugs.size() - k;
      break;
    }
    ReplayRequest request{.program = target.program.string(),
                          .arguments = program_arguments,
                          .directory = "",
                          .settings = report.settings};
    NativeBug bug = replay(request, bugs[k].first).bug;
    bug.occurrences = bugs[k].second;
    bug.trace_file = write_trace(target, report, bugs[k].first, k + 1);
    report.bugs.push_back(std::move(bug));
  }
}

// How many there were.
uint64_t remove_suppressed(const report::Suppressions& suppressions, report::Symbolizer& symbolizer,
                           std::vector<Problem>& bugs) {
  return std::erase_if(bugs, [&](const Problem& bug) { return suppressions.match(bug, symbolizer); });
}

// Libraries that were not built with mazurka: what happens there is not seen. A name without its version will do.
void tell_libraries(const std::vector<protocol::ModuleRecord>& modules, const Target& target, CheckReport& report) {
  for (const protocol::ModuleRecord& module : modules) {
    const std::string path(module.path, strnlen(module.path, sizeof module.path));
    if (path.empty() || path == target.program || is_system_library(path) || is_instrumented(path)) continue;
    const std::string name = fs::path(path).filename();
    bool trusted = std::any_of(target.trusted.begin(), target.trusted.end(), [&](const std::string& given) {
      return name == given || name.starts_with(given + ".");
    });
    (trusted ? report.trusted_libraries : report.unseen_libraries).push_back(name);
  }
}

Result<CheckReport, Sentence> check(const Target& target, const protocol::Settings& settings,
                                    const report::Suppressions& suppressions, bool quiet) {
  CheckReport report;
  report.program = target.program.string();
  report.algorithm = name_of(static_cast<Algorithm>(settings.algorithm));
  report.scheduler = name_of(static_cast<Policy>(settings.policy));
  report.optimal = is_optimal(static_cast<Algorithm>(settings.algorithm), settings.k);
  report.settings = settings;
  report.command = own_command();
  WorkerRequest request;
  request.program = report.program;
  request.arguments = program_arguments;
  request.settings = settings;
  std::optional<ProgressLine> line(quiet);
  request.on_progress = [&](const protocol::Progress& progress, double seconds) { line->show(progress, seconds); };
  auto run = run_worker(request);
  line.reset();
  if (!run) return run.error();
  report.progress = run->progress;
  report.ending = run->ending;
  report.ending_sentence = run->sentence;
  report.seconds = run->seconds;
  report.peak_rss_bytes = run->peak_rss_bytes;
  report.log_dropped = run->log_dropped;
  report::Symbolizer symbolizer(run->log.modules, report.program);
  report.suppressed = remove_suppressed(suppressions, symbolizer, run->log.bugs);
  if (report.suppressed != 0 && run->log.bugs.empty() && settings.collect_races == 0 &&
      report.ending == report::Ending::kByItself) {
    // It ended at a race that does not count.
    protocol::Settings further = settings;
    further.collect_races = 1;
    return check(target, further, suppressions, quiet);
  }
  tell_libraries(run->log.modules, target, report);
  report.unsupported = remarks_of(run->log.unsupported, symbolizer);
  report.divergences = remarks_of(run->log.divergences, symbolizer);
  report.troubles = remarks_of(run->log.troubles, symbolizer);
  tell_bugs(target, run->log.bugs, report);
  return report;
}

int run_check(const CheckArguments& arguments, const std::vector<std::string>& others) {
  for (const std::string& word : others)
    if (!is_compiler_flag(word)) return complain(fmt::format("unknown option '{}'; see 'mazurka check --help'", word));
  auto settings = settings_of(arguments);
  if (!settings) return complain(settings.error());
  report::Suppressions suppressions;
  if (!arguments.suppressions.empty()) {
    auto read = report::Suppressions::read(arguments.suppressions);
    if (!read) return complain(read.error());
    suppressions = *read;
    settings->collect_races = arguments.keep_going && !suppressions.empty() ? 1 : 0;
  }
  settings->environment = environment_of(arguments);
  std::vector<std::string> flags = compiler_flags(arguments, others);
  // An optimising compiler takes plain variables for private: it would look at a flag once, not again and again.
  bool optimizes =
      std::any_of(flags.begin(), flags.end(), [](const std::string& flag) { return flag.starts_with("-O"); });
  bool from_source = std::any_of(arguments.files.begin(), arguments.files.end(), is_source);
  if (arguments.races == "explore" && from_source && !optimizes) flags.push_back("-O0");
  // Inputs of a program that declares __VERIFIER_nondet_int() itself, too.
  auto chooses_inputs = [](const std::string& name) { return name.starts_with("MAZURKA_NONDET_"); };
  if (std::any_of(arguments.defines.begin(), arguments.defines.end(), chooses_inputs))
    flags.insert(flags.end(), {"-include", "mazurka.h"});
  auto target = prepare(arguments, flags);
  if (!target) return complain(target.error());
  auto report = check(*target, *settings, suppressions, arguments.quiet);
  if (!report) return complain(report.error());
  report->suppressions = arguments.suppressions;
  if (arguments.format == "json")
    fmt::print("{}", report::json_of(*report));
  else
    fmt::print(verdict_of(*report) == report::Verdict::kError ? stderr : stdout, "{}", report::text_of(*report));
  return exit_code_of(*report);
}

void add_compiler_options(CLI::App& verb, CheckArguments& arguments) {
  auto add = [&](const char* name, std::vector<std::string>& values, const char* help) {
    verb.add_option(name, values, help)->group("For the compiler")->expected(1)->take_all()->type_name("");
  };
  add("-D", arguments.defines, "NAME or NAME=VALUE, as for the compiler; so are the others");
  add("-U", arguments.undefines, "NAME");
  add("-I", arguments.include_folders, "DIR");
  add("-L", arguments.library_folders, "DIR");
  add("-l", arguments.libraries, "LIBRARY");
  verb.add_option("--compiler", arguments.compiler,
                  "gcc, clang, or the path of one; -O..., -std=..., -f..., -m..., "
                  "-W... and -g... are passed on to it")
      ->group("For the compiler")
      ->capture_default_str();
}

void add_explorer_options(CLI::App& verb, CheckArguments& arguments) {
  const CLI::Validator positive(check_positive, "");
  verb.add_option("--algorithm", arguments.algorithm,
                  "One of " + names(kLastAlgorithm, name_of) + "; without it pop, or classic within a bound");
  verb.add_option(
      "--scheduler", arguments.scheduler,
      "Which thread goes on first: " + names(Policy::kRandom, name_of) + "; without it, what suits the algorithm");
  verb.add_option("--seed", arguments.seed, "For --scheduler=random")->capture_default_str();
  add_search_options(verb, arguments.search);
  verb.add_flag("--no-sleep-sets", arguments.no_sleep_sets, "Run classic, dpor_cr and source without sleep sets");
  verb.add_option("--max-steps", arguments.max_steps, "Cut each thread after this many steps")->check(positive);
  verb.add_option("--unroll", arguments.unroll,
                  "Cut a thread that would do the operation at one place of the program more often than this")
      ->check(positive);
  verb.add_option("--max-executions", arguments.max_executions, "Stop after this many")->check(positive);
  verb.add_option("--max-time", arguments.max_time, "Stop after this many seconds")->check(positive);
  verb.add_option("--max-memory", arguments.max_memory,
                  "Stop when exploring needs more than this many MB; half of the machine's memory if not given")
      ->check(positive);
  verb.add_option("--watchdog", arguments.watchdog,
                  "A thread that computes for this many seconds without a visible operation is a bug")
      ->capture_default_str()
      ->check(positive);
  verb.add_flag("--keep-going", arguments.keep_going, "Go on after the first bug");
  verb.add_flag("--digest", arguments.digest,
                "Count different traces and tell a digest of them, to compare runs; slower, and takes memory");
  verb.add_option("--restart", arguments.restart,
                  "How executions start anew: in-process, or fork, which is slow; without it, what the machine allows")
      ->check(CLI::IsMember({"in-process", "fork"}));
  verb.add_option("--races", arguments.races,
                  "What is to become of data races: report or ignore them; or explore: plain accesses that race are "
                  "explored like "
                  "atomic ones, and sources are compiled with -O0 unless told otherwise")
      ->capture_default_str()
      ->check(CLI::IsMember({"report", "ignore", "explore"}));
  verb.add_option("--suppressions", arguments.suppressions,
                  "Data races that are not to be reported: lines race:PATTERN, part of the name of a function, file or "
                  "variable")
      ->type_name("FILE");
  verb.add_flag("--leaks", arguments.leaks, "Memory that is lost when an execution ends is a bug");
  verb.add_option("--memory-errors", arguments.memory_errors,
                  "What is to become of uses of freed memory and overflows of heap blocks: report or ignore")
      ->capture_default_str()
      ->check(CLI::IsMember({"report", "ignore"}));
}

void add_environment_options(CLI::App& verb, CheckArguments& arguments) {
  constexpr const char* kGroup = "What the environment may do";
  verb.add_flag("--no-timeouts", arguments.no_timeouts, "Timed waits wait as if they were not timed")->group(kGroup);
  verb.add_option("--max-timeouts", arguments.max_timeouts,
                  "At most this many waits of a thread time out in one execution; no limit if not given")
      ->group(kGroup);
  verb.add_flag("--spurious-wakeups{1}", arguments.spurious_wakeups,
                "Condition variables wake a thread for no reason, once in an execution; =N: up to N times")
      ->group(kGroup);
  verb.add_option("--rwlocks", arguments.rwlocks,
                  "While a writer waits for a read-write lock, readers may get it (readers-first, as by default with "
                  "glibc), do not get it (writers-first), or both is explored (any): who locks one for reading twice "
                  "may deadlock if they do not")
      ->check(CLI::IsMember({"any", "readers-first", "writers-first"}))
      ->capture_default_str()
      ->group(kGroup);
  verb.add_option("--leftover-threads", arguments.leftover_threads,
                  "Threads that wait for ever when the program ends: ignore or report them; without it, detached ones "
                  "are ignored")
      ->check(CLI::IsMember({"ignore", "report"}))
      ->group(kGroup);
  std::vector<std::string> known;
  for (const protocol::AllowedName& allowed : protocol::kAllowedNames) known.emplace_back(allowed.name);
  verb.add_option("--allow", arguments.allowed,
                  "What may be used although it is not controlled: sockets, devices, processes, random, separated by "
                  "commas; the verdict is then incomplete if no bug is found")
      ->delimiter(',')
      ->check(CLI::IsMember(known))
      ->type_name("LIST")
      ->group(kGroup);
  verb.add_option("--trust", arguments.trusted,
                  "Libraries that were not built with mazurka-cc but share nothing between threads, or only by mutexes "
                  "and the like, separated by commas")
      ->delimiter(',')
      ->type_name("LIST")
      ->group(kGroup);
}

}  // namespace

int set_program_arguments_aside(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) != "check") return argc;
  for (int k = 2; k < argc; k++)
    if (std::string_view(argv[k]) == "--") {
      program_arguments.assign(argv + k + 1, argv + argc);
      return k;
    }
  return argc;
}

void add_check_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* verb = app.add_subcommand("check", "Explore all executions of a C or C++ program");
  verb->allow_extras();
  verb->footer(
      "The program's own arguments follow after --. Examples:\n"
      "  mazurka check queue.cpp -O2 -DN=3 -- first second\n"
      "  mazurka check main.c queue.c -Iinclude --keep-going --max-time=60\n"
      "  make CC=mazurka-cc CXX=mazurka-c++ && mazurka check ./program\n\n" +
      app.get_footer());
  verb->add_option("FILE", arguments->files, "C and C++ files, or a program built with mazurka-cc or mazurka-c++")
      ->required()
      ->type_name("");
  add_explorer_options(*verb, *arguments);
  add_environment_options(*verb, *arguments);
  verb->add_option("--format", arguments->format, "text or json")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  verb->add_option("--out", arguments->out,
                   "Where the built program and the trace files go; mazurka-out/<name> if not given")
      ->type_name("DIR");
  verb->add_flag("--quiet", arguments->quiet, "No progress on stderr");
  add_compiler_options(*verb, *arguments);
  verb->callback([arguments, verb, &exit_code] { exit_code = run_check(*arguments, verb->remaining()); });
}

}  // namespace mazurka
