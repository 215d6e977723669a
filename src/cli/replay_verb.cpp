#include "cli/replay_verb.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/terminal/output.hpp"
#include "cli/verb.hpp"
#include "options/command_line.hpp"
#include "report/bug_report.hpp"
#include "report/documents/chrome_trace.hpp"
#include "report/page/page.hpp"
#include "report/trace_file.hpp"
#include "supervise/debugger/debug.hpp"
#include "supervise/explain/explain.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

namespace {

struct ReplayArguments {
  std::string file;
  options::Request request;
};

void print_json(const std::string& program, const ReplayResult& result) {
  nlohmann::ordered_json document;
  document["schema"] = "mazurka-report";
  document["version"] = 2;
  document["tool"] = {{"name", "mazurka"}, {"version", MAZURKA_VERSION}};
  document["command"] = own_words();
  document["verdict"] = name_of(verdict_of(result));
  document["program"] = program;
  fmt::print("{}", report::dumped(std::move(document), {&result.bug, 1}));
}

void print_text(const ReplayResult& result, const report::TextStyle& style) {
  const report::NativeBug& bug = result.bug;
  const std::string text = text_of(bug, own_command(), style);
  if (bug.replay == report::ReplayOutcome::kSame)
    fmt::print("{}\n\n{}\n{}",
               colored(lines_of(fmt::format("bug: {} (replayed)", describe(bug)), style), report::Ink::kBug, style),
               text, summary_line(bug));
  else
    fmt::print("{}\n\n{}", lines_of(fmt::format("{}: expected {}", name_of(verdict_of(result)), describe(bug)), style),
               text);
}

int run_replay(const ReplayArguments& arguments) {
  auto trace = report::read_trace(arguments.file);
  if (!trace) return complain(trace.error().message);
  if (auto program = report::check_program(*trace, arguments.file); !program) return complain(program.error().message);
  const options::Request& request = arguments.request;
  if (request.gdb) return complain(debug(*trace, request.at_step));
  const bool json = request.format == options::Format::kJson;
  const OutputTo output = request.quiet ? OutputTo::kNowhere : json ? OutputTo::kStderr : OutputTo::kInherited;
  ReplayResult result = with_trace(
      *trace, output, request.settings.keep_files != 0,
      [&](const ReplayRequest& wanted, report::Problem& problem) { return explain(wanted, problem, request.explain); });
  result.bug.trace_file = arguments.file;
  if (json)
    print_json(trace->program, result);
  else
    print_text(result, style_for(request));
  bool is_written =
      request.chrome_trace.empty() || write_document(request.chrome_trace, report::chrome_trace_of(result.bug));
  if (!request.html.empty())
    is_written &= write_document(request.html, report::page_of(result.bug, trace->program, own_command()));
  return is_written ? exit_code_of(result) : report::kExitCodeOfMistake;
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
