// To add an option, add a row here and use the field.
#include "options/table.hpp"

#include <fmt/format.h>

#include "explore/algorithms.hpp"
#include "explore/sample/strategies.hpp"
#include "options/search.hpp"

namespace mazurka::options {

namespace {

using protocol::Environment;
using protocol::Settings;

template <class Value>
constexpr Word word(std::string_view name, Value value) {
  return {name, static_cast<uint64_t>(value)};
}

std::vector<Word> names_of_algorithms() {
  std::vector<Word> words;
  for (const Algorithm& algorithm : algorithms()) words.push_back(word(algorithm.name, index_of(algorithm)));
  words.push_back(word("auto", kAuto));
  return words;
}

std::vector<Word> names_of_strategies() {
  std::vector<Word> words;
  for (const StrategyRow& strategy : strategies()) words.push_back(word(strategy.name, words.size() + 1));
  return words;
}

std::string what_strategies_do() {
  std::string text;
  for (const StrategyRow& strategy : strategies())
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", strategy.name, strategy.summary);
  return text;
}

std::vector<Word> names_of_policies() {
  std::vector<Word> words;
  for (Policy policy : policies()) words.push_back(word(name_of(policy), policy));
  return words;
}

std::vector<Word> names_of_allowed() {
  std::vector<Word> words;
  for (const protocol::AllowedName& allowed : protocol::kAllowedNames)
    words.push_back(word(allowed.name, allowed.what));
  return words;
}

constexpr std::string_view kSearch = "How to explore";
constexpr std::string_view kLimits = "When to stop";
constexpr std::string_view kBugs = "What is a bug";
constexpr std::string_view kWorld = "What the environment may do";
constexpr std::string_view kInputs = "Inputs without a fixed value";
constexpr std::string_view kOutput = "What to write";
constexpr std::string_view kBuild = "For the compiler";

std::vector<Option> make_search_rows() {
  return {
      {"--algorithm", kCheck | kToy, kSearch, Keep::kTrace,
       Choice{setting<&Settings::algorithm>(), names_of_algorithms(),
              fmt::format("auto, or {} within a bound", default_algorithm(true).name)},
       "How to find all executions that differ; 'mazurka algorithms' describes them. auto: pop, and for what takes "
       "long stateful beside it: the first of them to end gives the verdict"},
      {"--scheduler", kCheck | kToy, kSearch, Keep::kReport,
       Choice{setting<&Settings::policy>(), names_of_policies(), "what suits the algorithm"},
       "Which thread goes on first"},
      {"--seed", kCheck | kToy, kSearch, Keep::kReport, Number{setting<&Settings::seed>()},
       "For --sample and --scheduler=random"},
      {"--k", kCheck | kToy, kSearch, Keep::kReport,
       Number{.field = setting<&Settings::k>(), .least = 1, .none = 0, .none_word = "optimal"},
       fmt::format("For {}: how many events an alternative must exclude", those_with(&Algorithm::takes_k))},
      {"--preemption-bound", kCheck | kToy, kSearch, Keep::kReport,
       Number{.field = setting<&Settings::preemption_bound>(), .none = kNoBound},
       fmt::format("Only executions with at most N switches away from a thread that could go on; for {}",
                   those_with(&Algorithm::takes_bounds))},
      {"--context-bound", kCheck | kToy, kSearch, Keep::kReport,
       Number{.field = setting<&Settings::context_bound>(), .none = kNoBound},
       fmt::format("Only executions with at most N switches between threads; for {}",
                   those_with(&Algorithm::takes_bounds))},
      {"--sample", kCheck | kToy, kSearch, Keep::kReport,
       Choice{.field = setting<&Settings::sample>(), .words = names_of_strategies(), .none = 0},
       fmt::format("For programs that are too big: random executions, until a bug or --max-time or --max-executions "
                   "ends them. {}",
                   what_strategies_do())},
      {"--depth", kCheck | kToy, kSearch, Keep::kReport, Number{.field = setting<&Settings::depth>(), .least = 1},
       "For --sample=pct: how many orders between pairs of steps the bugs need that it looks for"},
      {"--hunt", kCheck, kSearch, Keep::kNowhere, Number{.field = number<&Request::hunt>()},
       "If exploring takes more than a second: so many percent of the time go to executions with few switches between "
       "threads, and to random ones, which find most bugs sooner; at most 90, 0: none"},
      {"--no-sleep-sets", kCheck | kToy, kSearch, Keep::kReport, Flag{setting<&Settings::sleep_sets>(), 0},
       fmt::format("Run {} without sleep sets", those_with(&Algorithm::optional_sleep_sets))},
      {"--input-by-input", kToy, kSearch, Keep::kReport, Flag{setting<&Settings::outer_loop>()},
       fmt::format("Explore one input after the other and not all in one tree, which only {} has; slower, to compare "
                   "results",
                   those_with(&Algorithm::has_inputs_in_tree))},
      {"--digest", kCheck, kSearch, Keep::kReport, Flag{setting<&Settings::digest>()},
       "Count different traces and show a digest of them, to compare runs; slower, and takes memory"},
      {"--restart", kCheck, kSearch, Keep::kTrace,
       Choice{setting<&Settings::restart>(),
              {word("in-process", protocol::Restart::kInProcess), word("fork", protocol::Restart::kFork)},
              "in-process if the kernel can do that"},
       "How each execution starts: inside one process, or in a process of its own, which is slow"},
      {"--check-restarts", kCheck, kSearch, Keep::kReport, Flag{setting<&Settings::check_restarts>()},
       "Doubt ourselves: compare every state in the middle of an execution that is restored with the one that "
       "repeating "
       "the steps leads to; slower"},
      {"--fuse-sections", kCheck, kSearch, Keep::kReport, Flag{setting<&Settings::fuse_sections>()},
       fmt::format("Take critical sections that only access plain memory for one step, for {}",
                   those_with(&Algorithm::merges_states))},
      {"--check-states", kCheck, kSearch, Keep::kReport, Flag{setting<&Settings::check_states>()},
       fmt::format(
           "Doubt ourselves, for {}: compare whole states where one is met again, and explore what follows some "
           "of them once more; slower",
           those_with(&Algorithm::merges_states))},
  };
}

std::vector<Option> make_limit_rows() {
  return {
      {"--max-steps", kCheck | kToy, kLimits, Keep::kTrace,
       Number{.field = setting<&Settings::max_steps>(), .least = 1, .none = 0}, "Cut each thread after N steps"},
      {"--unroll", kCheck, kLimits, Keep::kTrace, Number{.field = setting<&Settings::unroll>(), .least = 1, .none = 0},
       "Cut a thread that would do the operation at one place of the program more than N times"},
      {"--max-executions", kCheck | kToy, kLimits, Keep::kReport,
       Number{.field = setting<&Settings::max_executions>(), .least = 1, .none = UINT64_MAX},
       "Stop after N executions"},
      {"--max-time", kCheck | kToy, kLimits, Keep::kReport, Seconds{&Settings::max_seconds},
       "Stop after so many seconds, or with a unit: 10s, 2m, 1h"},
      {"--max-memory", kCheck, kLimits, Keep::kReport,
       Number{.field = setting<&Settings::max_memory>(), .least = 1, .none = 0, .unit = 1 << 20},
       fmt::format(
           "Stop when exploring needs more than N MB, half of the machine's memory if not given; {} forgets states "
           "first, which costs time only",
           those_with(&Algorithm::merges_states))},
      {"--jobs", kCheck, kSearch, Keep::kNowhere, Number{.field = number<&Request::jobs>(), .least = 0},
       "Explore with N processes; 0: one for each core", "-j"},
      {"--resume", kCheck, kSearch, Keep::kNowhere, Flag{number<&Request::resume>()},
       "Go on with the last run of this program with these options that was stopped or killed"},
      {"--store", kCheck, kSearch, Keep::kNowhere, Text{&Request::store, "STORE"},
       "Where to keep the run, for --resume: a file, or postgresql://...; a run that lasts is kept in "
       "mazurka-out/<name>/run.db if not given"},
      {"--detach", kCheck, kSearch, Keep::kNowhere, Flag{number<&Request::detach>()},
       "Only put the run into --store and print its number: 'mazurka work' explores it, 'mazurka wait' gives the "
       "verdict"},
      {"--regress", kCheck, kSearch, Keep::kNowhere, Text{&Request::regress, "DIR"},
       "First run the trace files that are kept in this folder, those of bugs that were found before; after a rebuild, "
       "too, as "
       "far as the program makes the same steps"},
      {"--keep-going", kCheck, kLimits, Keep::kReport, Flag{setting<&Settings::keep_going>()},
       "Go on after the first bug"},
  };
}

std::vector<Option> make_bug_rows() {
  using protocol::LeftoverThreads;
  using protocol::Races;
  return {
      {"--races", kCheck, kBugs, Keep::kTrace,
       Choice{setting<&Settings::races>(),
              {word("report", Races::kReport), word("ignore", Races::kIgnore), word("explore", Races::kExplore)}},
       "What to do about data races. With explore, plain accesses that race are explored like atomic ones, and sources "
       "are compiled with -O0 unless an -O... is given"},
      {"--suppressions", kCheck, kBugs, Keep::kNowhere, Text{&Request::suppressions, "FILE"},
       "Data races not to report: lines race:PATTERN, where PATTERN is part of the name of a function, file or "
       "variable"},
      {"--memory-errors", kCheck, kBugs, Keep::kTrace,
       Choice{setting<&Settings::memory_errors>(), {{"report", 1}, {"ignore", 0}}},
       "What to do about uses of freed memory and overflows of heap blocks"},
      {"--leaks", kCheck, kBugs, Keep::kTrace, Flag{setting<&Settings::leaks>()},
       "Memory that is lost when an execution ends is a bug"},
      {"--watchdog", kCheck, kBugs, Keep::kTrace, Number{.field = setting<&Settings::watchdog_seconds>(), .least = 1},
       "A thread that computes for N seconds without a visible operation is a bug"},
      {"--leftover-threads", kCheck, kBugs, Keep::kTrace,
       Choice{setting<&Settings::environment, &Environment::leftover_threads>(),
              {word("joinable", LeftoverThreads::kReportJoinable), word("report", LeftoverThreads::kReport),
               word("ignore", LeftoverThreads::kIgnore)}},
       "What to do about threads that wait for ever when the program ends: report only joinable ones, report all, or "
       "ignore them"},
  };
}

std::vector<Option> make_world_rows() {
  using protocol::RwlockPreference;
  return {
      {"--max-timeouts", kCheck, kWorld, Keep::kTrace,
       Number{.field = setting<&Settings::environment, &Environment::max_timeouts>(), .none = UINT32_MAX},
       "At most N waits of each thread time out in one execution; no limit if not given"},
      {"--no-timeouts", kCheck, kWorld, Keep::kNowhere,
       Flag{setting<&Settings::environment, &Environment::max_timeouts>(), 0},
       "No wait times out, as with --max-timeouts=0"},
      {"--spurious-wakeups", kCheck, kWorld, Keep::kTrace,
       Number{.field = setting<&Settings::environment, &Environment::max_spurious_wakeups>(), .may_be_bare = true},
       "Condition variables wake each thread for no reason, once in an execution, or up to N times"},
      {"--rwlocks", kCheck, kWorld, Keep::kTrace,
       Choice{setting<&Settings::environment, &Environment::rwlock_preference>(),
              {word("any", RwlockPreference::kAny), word("readers-first", RwlockPreference::kReaders),
               word("writers-first", RwlockPreference::kWriters)}},
       "Does a reader get a read-write lock while a writer waits for it? Yes (readers-first, the default of glibc), no "
       "(writers-first; then a thread that locks twice for reading may deadlock), or explore both (any)"},
      {"--allow", kCheck, kWorld, Keep::kTrace,
       Set{setting<&Settings::environment, &Environment::allowed>(), names_of_allowed()},
       "What the program may use although it is not controlled, separated by commas. If no bug is found, the verdict "
       "is then incomplete"},
      {"--peer", kCheck, kWorld, Keep::kTrace, Script{},
       "Somebody outside connects to the ports of the program, in all orders with what its threads do. Lines of the "
       "file: connect PORT, send \"TEXT\", expect \"TEXT\", expect end, close; peer begins what another one does"},
      {"--random-seed", kCheck, kWorld, Keep::kTrace,
       Number{.field = setting<&Settings::environment, &Environment::random_seed>()},
       "Which random numbers the kernel and the processor give the program: the same ones in every execution"},
      {"--trust", kCheck, kWorld, Keep::kNowhere, Texts{&Request::trusted, "NAME,...", true},
       "Functions, libraries, objects and files with inline assembly that were not built with mazurka-cc or are not "
       "understood, but share nothing between threads, or only by mutexes and the like"},
  };
}

std::vector<Option> make_input_rows() {
  using protocol::Symbolic;
  return {
      {"--symbolic", kCheck, kInputs, Keep::kTrace, Flag{setting<&Settings::symbolic, &Symbolic::has_inputs>()},
       "What mazurka_symbolic and __VERIFIER_nondet_* give stands for all values: a solver finds those that make a "
       "difference. Compiles with clang 14, which follows the values"},
      {"--symbolic-arg", kCheck, kInputs, Keep::kTrace, Sources{protocol::SymbolicSource::Kind::kArgument},
       "One more argument for the program, of N bytes without fixed values; may be given several times"},
      {"--symbolic-stdin", kCheck, kInputs, Keep::kTrace, Sources{protocol::SymbolicSource::Kind::kInput, false},
       "Standard input is N bytes without fixed values"},
      {"--symbolic-file", kCheck, kInputs, Keep::kTrace, Sources{protocol::SymbolicSource::Kind::kFile},
       "The program finds a file there, of N bytes without fixed values; may be given several times"},
      {"--symbolic-addresses", kCheck, kInputs, Keep::kTrace,
       Number{.field = setting<&Settings::symbolic, &Symbolic::most_addresses>(), .least = 1},
       "Explore so many values of an address, a length or an argument of a library function that depends on an input"},
      {"--symbolic-checks", kCheck, kInputs, Keep::kTrace, Flag{setting<&Settings::symbolic, &Symbolic::checks>()},
       "A signed overflow of a value that depends on an input is a bug, and an index beyond the end of its array"},
      {"--cover", kCheck, kInputs, Keep::kNowhere, Flag{setting<&Settings::symbolic, &Symbolic::has_cover>()},
       "Write a test for each class of inputs, as a C array and as files, to mazurka-out/<name>/tests"},
      {"--solver-timeout", kCheck, kInputs, Keep::kReport,
       Number{.field = setting<&Settings::symbolic, &Symbolic::solver_seconds>(), .least = 1},
       "Give the solver N seconds for a question; one that it cannot answer makes the verdict incomplete"},
  };
}

std::vector<Option> make_output_rows() {
  const Choice format{number<&Request::format>(), {word("text", Format::kText), word("json", Format::kJson)}};
  return {
      {"--format", kCheck | kToy | kDoctor, kOutput, Keep::kNowhere, format, "The form of the report"},
      {"--format", kReplay, kOutput, Keep::kNowhere, format,
       "The form of the report; with json, the program's output goes to stderr"},
      {"--out", kCheck, kOutput, Keep::kNowhere, Text{&Request::out, "DIR"},
       "Where the built program and the trace files go; mazurka-out/<name> if not given"},
      {"--sarif", kCheck, kOutput, Keep::kNowhere, Text{&Request::sarif, "FILE"},
       "Write the result as SARIF, too, for code hosts and editors"},
      {"--junit", kCheck, kOutput, Keep::kNowhere, Text{&Request::junit, "FILE"},
       "Write the result as a JUnit report, too, for continuous integration"},
      {"--html", kCheck | kReplay, kOutput, Keep::kNowhere, Text{&Request::html, "FILE"},
       "Write a page about the run and its bugs there, too. One about each bug lies beside its trace file anyway"},
      {"--chrome-trace", kCheck | kReplay, kOutput, Keep::kNowhere, Text{&Request::chrome_trace, "FILE"},
       "Write the execution of the first bug for Perfetto or chrome://tracing, too"},
      {"--explain", kCheck | kReplay, kOutput, Keep::kNowhere, Number{.field = number<&Request::explain>()},
       "Look for so many seconds for a shorter schedule of each bug, and for what made the difference; 0: show it as "
       "it "
       "was found"},
      {"--full", kCheck | kReplay, kOutput, Keep::kNowhere, Flag{number<&Request::full>()},
       "Show all steps and whole call stacks"},
      {"--color", kCheck | kReplay, kOutput, Keep::kNowhere,
       Choice{number<&Request::color>(),
              {word("auto", Color::kAuto), word("always", Color::kAlways), word("never", Color::kNever)}},
       "Colours: on a terminal unless NO_COLOR is set (auto), always or never"},
      {"--gdb", kReplay, kOutput, Keep::kNowhere, Flag{number<&Request::gdb>()},
       "Start gdb on the program, stopped at the bug, with commands for its threads and steps: 'help mazurka' there"},
      {"--at", kReplay, kOutput, Keep::kNowhere, Number{.field = number<&Request::at_step>(), .least = 1, .none = 0},
       "For --gdb: stop after this step of the schedule"},
      {"--progress", kCheck, kOutput, Keep::kNowhere,
       Choice{number<&Request::progress>(), {word("text", ProgressForm::kText), word("json", ProgressForm::kJson)}},
       "The form of the progress on stderr; json: a document on a line, every second"},
      {"--quiet", kCheck, kOutput, Keep::kNowhere, Flag{number<&Request::quiet>()}, "No progress on stderr"},
      {"--quiet", kReplay, kOutput, Keep::kNowhere, Flag{number<&Request::quiet>()}, "Hide the program's output"},
      {"--keep-files", kReplay, kOutput, Keep::kNowhere, Flag{setting<&Settings::keep_files>()},
       "Keep what the program writes to files, as if it had run alone"},
  };
}

std::vector<Option> make_build_rows() {
  return {
      {"-D", kCheck, kBuild, Keep::kNowhere, Texts{&Request::defines, "NAME[=VALUE]"}, "Define a macro"},
      {"-U", kCheck, kBuild, Keep::kNowhere, Texts{&Request::undefines, "NAME"}, "Undefine a macro"},
      {"-I", kCheck, kBuild, Keep::kNowhere, Texts{&Request::include_folders, "DIR"}, "Look for headers there"},
      {"-L", kCheck, kBuild, Keep::kNowhere, Texts{&Request::library_folders, "DIR"}, "Look for libraries there"},
      {"-l", kCheck, kBuild, Keep::kNowhere, Texts{&Request::libraries, "LIBRARY"}, "Link this library"},
      {"--compiler", kCheck, kBuild, Keep::kNowhere, Text{&Request::compiler, "NAME"},
       "gcc, clang, or the path of one. -O..., -std=..., -f..., -m..., -W... and -g... are passed on to it"},
  };
}

}  // namespace

std::span<const Option> table() {
  static const std::vector<Option> rows = [] {
    std::vector<Option> all;
    for (auto make : {make_search_rows, make_limit_rows, make_bug_rows, make_world_rows, make_input_rows,
                      make_output_rows, make_build_rows})
      for (Option& row : make()) all.push_back(std::move(row));
    return all;
  }();
  return rows;
}

Json json_of(const Settings& settings, Keep keep, std::span<const Option> rows) {
  Request request;
  request.settings = settings;
  Json json = Json::object();
  for (const Option& row : rows)
    if (row.keep >= keep) json[row.key()] = json_of(row, request);
  return json;
}

std::optional<std::string> set_from_json(const Json& json, Settings& settings, std::span<const Option> rows) {
  Request request;
  request.settings = settings;
  for (const auto& [key, value] : json.items()) {
    auto row = std::find_if(rows.begin(), rows.end(), [&, wanted = key](const Option& option) {
      return option.keep != Keep::kNowhere && option.key() == wanted;
    });
    if (row == rows.end() || !set_from_json(*row, value, request)) return key;
  }
  settings = request.settings;
  return std::nullopt;
}

}  // namespace mazurka::options
