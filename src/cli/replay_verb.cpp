#include "cli/replay_verb.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/verb.hpp"
#include "explore/explorer.hpp"
#include "report/bug_report.hpp"
#include "report/trace_file.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

namespace {

using report::NativeBug;
using report::ReplayOutcome;
using report::TraceFile;

struct ReplayArguments {
  std::string file;
  std::string format = "text";
  bool quiet = false;
  bool keep_files = false;
};

ReplayResult run_trace(const TraceFile& trace, OutputTo output, bool keep_files) {
  ReplayRequest request;
  request.program = trace.program;
  request.arguments = trace.arguments;
  if (std::error_code failure; std::filesystem::is_directory(trace.directory, failure))
    request.directory = trace.directory;
  if (auto algorithm = algorithm_named(trace.algorithm)) {
    request.settings.algorithm = static_cast<uint32_t>(*algorithm);
    request.settings.policy = static_cast<uint32_t>(default_policy(*algorithm));
  }
  request.settings.max_steps = trace.max_steps;
  request.settings.restart = trace.restart;
  request.settings.environment = trace.environment;
  request.settings.races = trace.races;
  request.settings.memory_errors = trace.memory_errors ? 1 : 0;
  request.settings.keep_files = keep_files ? 1 : 0;
  request.settings.leaks = trace.leaks ? 1 : 0;
  request.settings.unroll = trace.unroll;
  request.output = output;
  report::Problem problem;
  problem.kind = trace.kind;
  problem.message = trace.message;
  problem.schedule = trace.schedule;
  problem.facts = trace.facts;
  problem.shared = trace.shared;
  return replay(request, problem);
}

const char* verdict_on_replay(const NativeBug& bug) {
  switch (bug.replay) {
    case ReplayOutcome::kSame: return "bug";
    case ReplayOutcome::kNotRun:
    case ReplayOutcome::kDied: return "error";
    default: return "incomplete";
  }
}

int exit_code_on_replay(const ReplayResult& result) {
  if (result.bug.replay == ReplayOutcome::kSame) return 1;
  if (result.interrupted) return 130;
  return result.bug.replay == ReplayOutcome::kDied ? 2 : 3;
}

int run_replay(const ReplayArguments& arguments) {
  auto trace = report::read_trace(arguments.file);
  if (!trace) return complain(trace.error().message);
  if (auto program = report::check_program(*trace, arguments.file); !program) return complain(program.error().message);
  bool json = arguments.format == "json";
  ReplayResult result = run_trace(*trace,
                                  arguments.quiet ? OutputTo::kNowhere
                                  : json          ? OutputTo::kStderr
                                                  : OutputTo::kInherited,
                                  arguments.keep_files);
  NativeBug& bug = result.bug;
  bug.trace_file = arguments.file;
  if (json) {
    nlohmann::ordered_json document;
    document["verdict"] = verdict_on_replay(bug);
    document["program"] = trace->program;
    document["bugs"] = nlohmann::ordered_json::array({json_of(bug)});
    fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else if (bug.replay == ReplayOutcome::kSame) {
    fmt::print("bug: {} (replayed)\n\n{}", describe(bug), text_of(bug, own_command()));
  } else {
    fmt::print("{}: expected {}\n\n{}", verdict_on_replay(bug), describe(bug), text_of(bug, own_command()));
  }
  return exit_code_on_replay(result);
}

}  // namespace

void add_replay_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* verb = app.add_subcommand("replay", "Run the schedule of a trace file again, with the program's output");
  verb->add_option("FILE", arguments->file, "A trace file that 'mazurka check' wrote")->required()->type_name("");
  verb->add_option("--format", arguments->format, "text, or json with the program's output on stderr")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  verb->add_flag("--quiet", arguments->quiet, "Without the program's output");
  verb->add_flag("--keep-files", arguments->keep_files,
                 "Keep what the program writes to files, as if it had run alone");
  verb->callback([arguments, &exit_code] { exit_code = run_replay(*arguments); });
}

}  // namespace mazurka
