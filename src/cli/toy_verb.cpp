#include "cli/toy_verb.hpp"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_content.hpp"
#include "cli/verb.hpp"
#include "options/command_line.hpp"
#include "options/search.hpp"
#include "report/toy/toy_report.hpp"
#include "supervise/replay.hpp"
#include "toy/exploration.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {

namespace {

struct ToyArguments {
  std::string file;
  bool traces = false;
  std::vector<std::string> defines;
  options::Request request;
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

toy::ExplorationOptions exploration_options(const protocol::Settings& settings) {
  toy::ExplorationOptions options;
  options.algorithm = &algorithm_at(settings.algorithm);
  options.explorer = options::explorer_options(settings);
  if (settings.max_steps != 0) options.max_steps = settings.max_steps;
  options.max_executions = settings.max_executions;
  options.max_seconds = settings.max_seconds;
  return options;
}

int explore_toy(const ToyArguments& arguments, toy::Machine& machine) {
  toy::ExplorationOptions options = exploration_options(arguments.request.settings);
  std::vector<std::string> traces;
  if (arguments.traces)
    options.on_execution = [&](const Execution& execution) {
      if (!execution.blocked) traces.push_back(describe_trace(machine, execution));
    };
  options.interrupted = &interrupted;
  std::signal(SIGINT, [](int) { interrupted = true; });
  toy::ExplorationResult result = toy::explore(machine, options);
  std::signal(SIGINT, SIG_DFL);

  ToyReport report{arguments.file, machine, options, result, traces, arguments.traces, arguments.request.settings,
                   own_words()};
  if (arguments.request.format == options::Format::kJson)
    fmt::print("{}", json_report(report));
  else
    fmt::print(verdict_of(result) == report::Verdict::kError ? stderr : stdout, "{}", text_report(report));
  return exit_code_of(result);
}

int run_toy(ToyArguments& arguments) {
  if (auto mistake = options::settle_search(arguments.request)) return complain(*mistake);
  toy::Defines defines;
  for (const std::string& text : arguments.defines) {
    auto define = parse_define(text);
    if (!define) return complain(fmt::format("--define={} is not of the form NAME=NUMBER", text));
    defines.insert(*define);
  }
  auto text = content_of_file(arguments.file);
  if (!text) return complain(fmt::format("cannot read '{}'; expected the path of a toy program", arguments.file));
  auto code = toy::compile_text(*text, defines);
  if (!code) {
    const toy::Position& at = code.error().position;
    std::string where = at.line == 0 ? arguments.file : fmt::format("{}:{}:{}", arguments.file, at.line, at.column);
    return complain_about(where, code.error().message);
  }
  toy::Machine machine(std::move(code.value()));
  if (machine.thread_count() == 0)
    return complain_about(arguments.file, "the program has no thread; expected at least one 'thread NAME { ... }'");
  if (machine.inputs() != nullptr && arguments.request.settings.sample != 0)
    return complain_about(arguments.file,
                          "the program has inputs, and a sample has only one value of each; expected no --sample, or a "
                          "'const' in the place of each 'input'");
  return explore_toy(arguments, machine);
}

}  // namespace

void add_toy_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ToyArguments>();
  CLI::App* verb = app.add_subcommand("toy", "Explore all executions of a program in the toy language");
  verb->add_option("FILE", arguments->file, "The program; docs/toy-language.md describes the language")
      ->required()
      ->type_name("");
  verb->add_option("-D,--define", arguments->defines, "Another value for a const of the program")
      ->type_name("NAME=NUMBER")
      ->expected(1)
      ->take_all();
  verb->add_flag("--traces", arguments->traces, "List every explored trace in its canonical form");
  add_options(*verb, options::kToy, arguments->request);
  verb->callback([arguments, &exit_code] { exit_code = run_toy(*arguments); });
}

}  // namespace mazurka
