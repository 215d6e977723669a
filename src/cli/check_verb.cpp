// `mazurka check` and `mazurka run`: from options to a check, and from its report to an exit code. And `mazurka case`,
// which is not for people: a check that another process of ours has started (`mazurka test`, <mazurka/check.hpp>).
#include "cli/check_verb.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string_view>
#include <variant>

#include "cli/native_check.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/suggestion.hpp"
#include "cli/verb.hpp"
#include "options/command_line.hpp"
#include "options/words.hpp"
#include "report/documents/annotations.hpp"
#include "report/documents/chrome_trace.hpp"
#include "report/documents/junit.hpp"
#include "report/documents/sarif.hpp"
#include "report/documents/summary.hpp"
#include "report/page/page.hpp"

namespace mazurka {

namespace {

struct CheckArguments {
  NativeCheck check;
  std::string summary;  // a file for it; empty: none
};

int print(const report::CheckReport& report, const options::Request& request) {
  if (request.format == options::Format::kJson) {
    fmt::print("{}", report::json_of(report));
    return exit_code_of(report);
  }
  std::FILE* to = verdict_of(report) == report::Verdict::kError ? stderr : stdout;
  fmt::print(to, "{}", report::text_of(report, style_for(request)));
  if (is_in_github_actions()) fmt::print("{}", report::annotations_of(report));
  return exit_code_of(report);
}

// All are written, also after one that cannot be.
bool write_documents(const report::CheckReport& report, const options::Request& request) {
  bool written = true;
  if (!request.sarif.empty()) written &= write_document(request.sarif, report::sarif_of(report, MAZURKA_VERSION));
  if (!request.junit.empty()) written &= write_document(request.junit, report::junit_of(report));
  if (!request.html.empty()) written &= write_document(request.html, report::page_of(report));
  if (!request.chrome_trace.empty() && !report.bugs.empty())
    written &= write_document(request.chrome_trace, report::chrome_trace_of(report.bugs.front()));
  return written;
}

int run_check(CheckArguments& arguments, const std::vector<std::string>& others) {
  arguments.check.others = others;
  const auto outcome = check_natively(arguments.check);
  if (const int* code = std::get_if<int>(&outcome)) return *code;
  const auto& report = std::get<report::CheckReport>(outcome);
  const options::Request& request = arguments.check.request;
  const int code = print(report, request);
  if (!arguments.summary.empty() && !write_document(arguments.summary, report::summary_of(report)))
    return report::kExitCodeOfMistake;
  return write_documents(report, request) ? code : report::kExitCodeOfMistake;
}

std::shared_ptr<CheckArguments> arguments_of(CLI::App& verb, const std::vector<std::string>& program_arguments,
                                             int& exit_code) {
  auto arguments = std::make_shared<CheckArguments>();
  arguments->check.program_arguments = program_arguments;
  verb.allow_extras();
  add_options(verb, options::kCheck, arguments->check.request);
  verb.callback([arguments, &verb, &exit_code] {
    arguments->check.known = names_of_options(verb);
    exit_code = run_check(*arguments, verb.remaining());
  });
  return arguments;
}

}  // namespace

SplitArguments split_program_arguments(int argc, char** argv) {
  const std::string_view verb = argc < 2 ? "" : argv[1];
  if (verb != "check" && verb != "run" && verb != "case" && verb != "test") return {argc, {}};
  const bool is_run = verb == "run";
  for (int k = 2; k < argc;) {
    if (std::string_view(argv[k]) == "--") return {k, {argv + k + 1, argv + argc}};
    const size_t words = options::option_at({argv + k, argv + argc}, options::kCheck).count;
    if (is_run && words == 0) return {k + 1, {argv + k + 1, argv + argc}};
    k += words == 0 ? 1 : static_cast<int>(words);
  }
  return {argc, {}};
}

void add_check_verb(CLI::App& app, const std::vector<std::string>& program_arguments, int& exit_code) {
  CLI::App* verb = app.add_subcommand("check", "Explore all executions of a C or C++ program");
  auto arguments = arguments_of(*verb, program_arguments, exit_code);
  verb->footer(
      "The program's own arguments follow after --. Examples:\n"
      "  mazurka check queue.cpp -O2 -DN=3 -- first second\n"
      "  mazurka check main.c queue.c -Iinclude --keep-going --max-time=60\n"
      "  make CC=mazurka-cc CXX=mazurka-c++ && mazurka check ./program\n\n" +
      app.get_footer());
  verb->add_option("FILE", arguments->check.files, "C and C++ files, or a program built with mazurka-cc or mazurka-c++")
      ->required()
      ->type_name("");
}

void add_run_verb(CLI::App& app, const std::vector<std::string>& program_arguments, int& exit_code) {
  CLI::App* verb = app.add_subcommand("run", "The same, with the program's arguments behind it as in a shell");
  auto arguments = arguments_of(*verb, program_arguments, exit_code);
  verb->footer(
      "Everything behind PROGRAM is for the program. Examples:\n"
      "  mazurka run ./server --threads=2 input.txt\n"
      "  mazurka run --max-time=60 ./queue_test --gtest_filter=Queue.Fifo\n\n" +
      app.get_footer());
  verb->add_option("PROGRAM", arguments->check.files,
                   "A program built with mazurka-cc or mazurka-c++, or a C or C++ file")
      ->required()
      ->type_name("");
}

void add_case_verb(CLI::App& app, const std::vector<std::string>& program_arguments, int& exit_code) {
  CLI::App* verb = app.add_subcommand("case", "Check a program for another process of mazurka");
  auto arguments = arguments_of(*verb, program_arguments, exit_code);
  arguments->check.is_case = true;
  verb->add_option("--summary", arguments->summary, "Where to write what came out, a line for each fact")
      ->type_name("FILE");
  verb->add_option("FILE", arguments->check.files, "A program")->required()->type_name("");
}

}  // namespace mazurka
