#include "cli/toy_verb.hpp"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/search_options.hpp"
#include "cli/verb.hpp"
#include "report/toy_report.hpp"
#include "toy/exploration.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {

namespace {

struct ToyArguments {
  std::string file;
  std::string algorithm;
  std::string scheduler;
  uint64_t seed = 1;
  bool no_sleep_sets = false;
  bool traces = false;
  std::string format = "text";
  std::vector<std::string> defines;
  std::optional<uint32_t> max_steps;
  std::optional<uint64_t> max_executions;
  double max_time = 0;
  SearchArguments search;
};

std::atomic<bool> interrupted{false};

int complain_about(const std::string& where, std::string_view sentence) {
  fmt::print(stderr, "{}: {}\n", where, sentence);
  return 2;
}

// "N=15" -> {"N", 15}
std::optional<std::pair<std::string, Value>> parse_define(const std::string& text) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  try {
    size_t used = 0;
    Value value = std::stoll(text.substr(equals + 1), &used);
    if (equals + 1 + used != text.size()) return std::nullopt;
    return std::pair{text.substr(0, equals), value};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

int run_toy(const ToyArguments& arguments) {
  toy::ExplorationOptions options;
  auto algorithm = chosen_algorithm(arguments.algorithm, arguments.search);
  if (!algorithm) return complain(algorithm.error());
  options.algorithm = *algorithm;
  auto search = search_options(arguments.search, *options.algorithm);
  if (!search) return complain(search.error());
  options.explorer = *search;
  options.explorer.policy = options.algorithm->policy;
  if (!arguments.scheduler.empty()) {
    auto policy = policy_named(arguments.scheduler);
    if (!policy)
      return complain(
          fmt::format("unknown scheduler '{}'; expected one of {}", arguments.scheduler, names_of(policies())));
    options.explorer.policy = *policy;
  }
  options.explorer.seed = arguments.seed;
  options.explorer.sleep_sets = !arguments.no_sleep_sets;
  options.max_steps = arguments.max_steps;
  options.max_executions = arguments.max_executions.value_or(UINT64_MAX);
  options.max_seconds = arguments.max_time;

  toy::Defines defines;
  for (const std::string& text : arguments.defines) {
    auto define = parse_define(text);
    if (!define) return complain(fmt::format("--define={} is not of the form NAME=NUMBER", text));
    defines.insert(*define);
  }
  std::ifstream file(arguments.file, std::ios::binary);
  std::stringstream content;
  if (file.good() && file.peek() != std::ifstream::traits_type::eof()) content << file.rdbuf();
  if (!file.is_open() || file.bad() || content.fail())
    return complain(fmt::format("cannot read '{}'; expected the path of a toy program", arguments.file));
  auto code = toy::compile_text(content.str(), defines);
  if (!code) {
    const toy::Position& at = code.error().position;
    std::string where = at.line == 0 ? arguments.file : fmt::format("{}:{}:{}", arguments.file, at.line, at.column);
    return complain_about(where, code.error().message);
  }
  toy::Machine machine(std::move(code.value()));
  if (machine.thread_count() == 0)
    return complain_about(arguments.file, "the program has no thread; expected at least one 'thread NAME { ... }'");

  std::vector<std::string> traces;
  if (arguments.traces)
    options.on_execution = [&](const Execution& execution) {
      if (!execution.blocked) traces.push_back(describe_trace(machine, execution));
    };
  options.interrupted = &interrupted;
  std::signal(SIGINT, [](int) { interrupted = true; });
  toy::ExplorationResult result = toy::explore(machine, options);
  std::signal(SIGINT, SIG_DFL);

  ToyReport report{arguments.file, machine, options, result, traces, arguments.traces};
  if (arguments.format == "json")
    fmt::print("{}", json_report(report));
  else
    fmt::print(verdict_of(result) == Verdict::kError ? stderr : stdout, "{}", text_report(report));
  return exit_code_of(result);
}

}  // namespace

void add_toy_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ToyArguments>();
  const CLI::Validator positive(check_positive, "");
  CLI::App* verb = app.add_subcommand("toy", "Explore all executions of a program in the toy language");
  verb->add_option("FILE", arguments->file, "The program; docs/toy-language.md describes the language")->required();
  verb->add_option("--algorithm", arguments->algorithm, algorithm_help());
  verb->add_option("--scheduler", arguments->scheduler,
                   "Which thread goes on first: " + names_of(policies()) + "; without it, what suits the algorithm");
  verb->add_option("--seed", arguments->seed, "For --scheduler=random")->capture_default_str();
  add_search_options(*verb, arguments->search);
  verb->add_flag("--no-sleep-sets", arguments->no_sleep_sets, sleep_sets_help());
  verb->add_option("-D,--define", arguments->defines, "NAME=NUMBER: another value for a const of the program");
  verb->add_option("--max-steps", arguments->max_steps, "Cut each thread after this many steps")->check(positive);
  verb->add_option("--max-executions", arguments->max_executions, "Stop after this many")->check(positive);
  verb->add_option("--max-time", arguments->max_time, "Stop after this many seconds")->check(positive);
  verb->add_flag("--traces", arguments->traces, "List every explored trace in its canonical form");
  verb->add_option("--format", arguments->format, "text or json")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  verb->callback([arguments, &exit_code] { exit_code = run_toy(*arguments); });
}

}  // namespace mazurka
