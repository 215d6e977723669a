#include "cli/replay_verb.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/verb.hpp"
#include "options/command_line.hpp"
#include "report/bug_report.hpp"
#include "report/trace_file.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

namespace {

struct ReplayArguments {
  std::string file;
  options::Request request;
};

void print_json(const std::string& program, const ReplayResult& result) {
  nlohmann::ordered_json document;
  document["verdict"] = name_of(verdict_of(result));
  document["program"] = program;
  document["bugs"] = nlohmann::ordered_json::array({json_of(result.bug)});
  fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(const ReplayResult& result) {
  const report::NativeBug& bug = result.bug;
  if (bug.replay == report::ReplayOutcome::kSame)
    fmt::print("bug: {} (replayed)\n\n{}", describe(bug), text_of(bug, own_command()));
  else
    fmt::print("{}: expected {}\n\n{}", name_of(verdict_of(result)), describe(bug), text_of(bug, own_command()));
}

int run_replay(const ReplayArguments& arguments) {
  auto trace = report::read_trace(arguments.file);
  if (!trace) return complain(trace.error().message);
  if (auto program = report::check_program(*trace, arguments.file); !program) return complain(program.error().message);
  const options::Request& request = arguments.request;
  const bool json = request.format == options::Format::kJson;
  const OutputTo output = request.quiet ? OutputTo::kNowhere : json ? OutputTo::kStderr : OutputTo::kInherited;
  ReplayResult result = replay(*trace, output, request.settings.keep_files != 0);
  result.bug.trace_file = arguments.file;
  if (json)
    print_json(trace->program, result);
  else
    print_text(result);
  return exit_code_of(result);
}

}  // namespace

void add_replay_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* verb = app.add_subcommand("replay", "Run the schedule of a trace file again, with the program's output");
  verb->add_option("FILE", arguments->file, "A trace file that 'mazurka check' wrote")->required()->type_name("");
  add_options(*verb, options::kReplay, arguments->request);
  verb->callback([arguments, &exit_code] { exit_code = run_replay(*arguments); });
}

}  // namespace mazurka
