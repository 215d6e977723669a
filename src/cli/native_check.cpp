#include "cli/native_check.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "build/toolchain.hpp"
#include "cli/terminal/suggestion.hpp"
#include "cli/verb.hpp"
#include "explore/algorithms.hpp"
#include "options/search.hpp"
#include "report/suppressions.hpp"
#include "report/trace_file.hpp"
#include "runs/kept_run.hpp"
#include "runs/store_journal.hpp"
#include "supervise/check.hpp"
#include "supervise/host.hpp"
#include "supervise/regress/regress.hpp"
#include "supervise/series/dividing.hpp"
#include "supervise/solver_process.hpp"

namespace mazurka {

namespace {

std::vector<std::string> compiler_flags(const options::Request& request, const std::vector<std::string>& others) {
  std::vector<std::string> flags;
  for (const auto& [prefix, values] : {std::pair{"-D", &request.defines}, std::pair{"-U", &request.undefines},
                                       std::pair{"-I", &request.include_folders},
                                       std::pair{"-L", &request.library_folders}, std::pair{"-l", &request.libraries}})
    for (const std::string& value : *values) flags.push_back(prefix + value);
  flags.insert(flags.end(), others.begin(), others.end());
  return flags;
}

void settle_restart(options::Request& request) {
  if (request.has("--restart") || has_syscall_user_dispatch()) return;
  fmt::print(stderr,
             "mazurka: this kernel has no Syscall User Dispatch: each execution runs in a process of its own, which is "
             "slow; see 'mazurka doctor'\n");
  request.settings.restart = protocol::Restart::kFork;
}

// Values are followed by a pass for this compiler.
std::optional<std::string> settle_symbolic(options::Request& request, std::vector<std::string>& arguments) {
  using protocol::SymbolicSource;
  for (const SymbolicSource& source : request.settings.symbolic.sources) {
    if (source.kind != SymbolicSource::Kind::kNone) request.settings.symbolic.has_inputs = 1;
    // There is room for it, and the runtime fills it.
    if (source.kind == SymbolicSource::Kind::kArgument) arguments.emplace_back(source.bytes, '?');
  }
  if (request.settings.symbolic.has_inputs == 0) return std::nullopt;
  if (request.settings.sample != 0) return kInputsAreNotSampled;
  if (request.has("--compiler")) return std::nullopt;
  request.compiler = "clang-14";
  if (!request.quiet) fmt::print(stderr, "mazurka: --symbolic compiles with clang-14\n");
  return std::nullopt;
}

// What keeps the run from being kept, if the user wants that; a sentence.
std::optional<std::string> why_it_is_not_kept(const options::Request& request) {
  std::string_view wish = request.resume ? "--resume" : request.detach ? "--detach" : "--store";
  if (!request.resume && !request.detach && request.store.empty()) return std::nullopt;
  if (request.detach && request.store.empty()) return "--detach needs --store=STORE";
  if (request.detach && request.resume) return "--detach and --resume exclude each other";
  if (request.has("--max-executions"))
    return fmt::format("{} cannot be used with --max-executions; --max-time can be given again and again", wish);
  if (request.detach && request.has("--max-time")) return "--detach cannot be used with --max-time";
  const bool is_shared = request.detach || !request.store.empty();
  if (const std::string why = is_shared ? why_not_shared(request.settings) : why_not_kept(request.settings);
      !why.empty())
    return fmt::format("{} cannot be used here: {}", wish, why);
  return std::nullopt;
}

// The journals of a check: of the run that is resumed or submitted first, and of others that follow.
CheckRequest::Keep journals_of(const CheckRequest& request, const std::shared_ptr<runs::KeptRun>& resumed) {
  using Made = Result<std::unique_ptr<Journal>, std::string>;
  const std::string& store = request.options.store;
  return [&request, store, resumed](const protocol::Settings& settings, const StandardInput& input) -> Made {
    if (resumed != nullptr && resumed->store != nullptr)
      return std::unique_ptr<Journal>(
          std::make_unique<runs::StoreJournal>(std::move(resumed->store), resumed->run.id, runs::Role::kOwner));
    if (store.empty()) return runs::journal_for_later(runs::default_store(request), request, settings, input);
    auto opened = fleet::Store::open(store, patiently(true));
    if (!opened) return opened.error();
    const auto run = runs::submit(**opened, request, settings, input);
    if (!run) return run.error();
    if (!request.options.quiet) fmt::print(stderr, "mazurka: this is run {}\n", run->number);
    return std::unique_ptr<Journal>(std::make_unique<runs::StoreJournal>(std::move(*opened), *run, runs::Role::kOwner));
  };
}

// Prepares the request for its store. Nothing, or an exit code: it is done, or wrong.
std::optional<int> set_up_store(CheckRequest& request) {
  options::Request& options = request.options;
  const bool whole = !options.store.empty() && !options.resume;
  // Other machines have no standard input of ours.
  if (whole) {
    const StandardInput own = StandardInput::of_this_process();
    request.input = std::make_shared<StandardInput>(runs::whole_input(own));
  }
  if (options.detach) {
    auto opened = fleet::Store::open(options.store, patiently(true));
    if (!opened) return complain(opened.error());
    const auto run = runs::submit(**opened, request, options.settings, *request.input);
    if (!run) return complain(run.error());
    fmt::print("{}\n", run->number);
    return 0;
  }
  std::shared_ptr<runs::KeptRun> resumed;
  if (options.resume) {
    const std::string store = options.store.empty() ? runs::default_store(request) : options.store;
    auto found = runs::find_to_resume(store, patiently(false), request, options.settings);
    if (!found) return complain(fmt::format("cannot resume: {}", found.error()));
    options.settings.collect_races = found->spec.settings.collect_races;
    request.environment = found->spec.environment;
    request.directory = found->spec.directory;
    request.input = found->input;
    resumed = std::make_shared<runs::KeptRun>(std::move(*found));
  }
  if (!options.has("--max-executions")) request.keep = journals_of(request, resumed);
  return std::nullopt;
}

// The trace files of --regress. A report or an exit code if that is all: a bug is back, or something is wrong.
std::optional<std::variant<report::CheckReport, int>> run_regress(const CheckRequest& request, bool is_case) {
  const std::string& folder = request.options.regress;
  if (folder.empty()) return std::nullopt;
  const auto files = traces_in(folder);
  if (!files) return complain(files.error());
  for (const std::filesystem::path& file : *files) {
    // Those of other cases are for them.
    if (const auto trace = report::read_trace(file.string()); is_case && trace && trace->arguments != request.arguments)
      continue;
    auto regress = run_again(request, file);
    if (!regress) return complain(regress.error());
    if (!request.options.quiet || is_case)
      fmt::print(stderr, "mazurka: {}: {}\n", file.string(),
                 regress->outcome == RegressOutcome::kIsBack ? "the bug is there"
                 : regress->outcome == RegressOutcome::kIsGone
                     ? "the bug does not happen any more"
                     : "does not apply any more: the program makes other steps");
    if (regress->outcome != RegressOutcome::kIsBack) continue;
    auto report = report_on(request, *regress);
    if (!report) return complain(report.error());
    return std::move(*report);
  }
  return std::nullopt;
}

}  // namespace

namespace {

TargetRequest target_request(const NativeCheck& check) {
  const options::Request& request = check.request;
  return {.files = check.files,
          .flags = compiler_flags(request, check.others),
          .compiler = request.compiler,
          .out = request.out,
          .follows_values = request.settings.symbolic.has_inputs != 0,
          .clears_leftovers = request.settings.sample == 0 && algorithm_at(request.settings.algorithm).merges_states,
          .keeps_accesses = request.settings.races == protocol::Races::kExplore};
}

// --algorithm=auto, which is the default. Who asks for it is told why not.
void go_over_to_states(const NativeCheck& check, CheckRequest& wanted) {
  if (!check.request.goes_over_to_states) return;
  if (const std::string why = options::why_only_traces(check.request); !why.empty()) {
    if (!check.request.quiet && check.request.has("--algorithm"))
      fmt::print(stderr, "mazurka: {} explores alone: {}\n", default_algorithm().name, why);
    return;
  }
  const TargetRequest target = target_request(check);
  wanted.program_by_states = wanted.program;
  if (is_built(target)) return;
  wanted.program_by_states += ".states";
  wanted.build_by_states = [target, program = wanted.program_by_states] { return build_for_states(target, program); };
}

// A word that is no option of ours and none that the compiler gets from us.
std::string explain_unknown(const std::string& word, const std::vector<std::string>& known) {
  if (const std::string flag = understand({word}).unsupported; !flag.empty()) return explain_unsupported(flag);
  const std::string nearest = did_you_mean(word, known);
  if (!nearest.empty()) return fmt::format("unknown option '{}'{} See 'mazurka check --help'", word, nearest);
  if (word.starts_with("--") || word.size() < 2)
    return fmt::format("unknown option '{}'; see 'mazurka check --help'", word);
  return fmt::format(
      "unknown option '{}'; see 'mazurka check --help', or, if the compiler needs it, build with mazurka-cc or "
      "mazurka-c++ "
      "and check the program",
      word);
}

}  // namespace

Result<Target, std::string> prepare_target(const NativeCheck& check) {
  for (const std::string& word : check.others)
    if (!is_compiler_flag(word)) return explain_unknown(word, check.known);
  return prepare(target_request(check));
}

std::variant<report::CheckReport, int> check_natively(NativeCheck& check) {
  options::Request& request = check.request;
  if (auto mistake = options::settle_search(request)) return complain(*mistake);
  settle_restart(request);
  if (auto mistake = why_it_is_not_kept(request)) return complain(*mistake);
  if (auto mistake = settle_symbolic(request, check.program_arguments)) return complain(*mistake);
  auto suppressions =
      request.suppressions.empty() ? report::Suppressions() : report::Suppressions::read(request.suppressions);
  if (!suppressions) return complain(suppressions.error());
  auto target = prepare_target(check);
  if (!target) return complain(target.error());
  if (asks_for_inputs(target->program.string())) request.settings.symbolic.has_inputs = 1;
  CheckRequest wanted = {.program = target->program,
                         .folder = target->folder,
                         .arguments = check.program_arguments,
                         .options = request,
                         .suppressions = *suppressions};
  if (auto outcome = run_regress(wanted, check.is_case)) return std::move(*outcome);
  if (const auto code = set_up_store(wanted)) return *code;
  go_over_to_states(check, wanted);
  auto report = mazurka::check(wanted);
  if (!report) return complain(report.error());
  return std::move(*report);
}

}  // namespace mazurka
