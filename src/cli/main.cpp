// The command line: `mazurka <verb> [options]`.
//
// A verb lives in a file of its own, <name>_verb.cpp, with one function `void add_<name>_verb(CLI::App&, int&
// exit_code)` that adds it to the app as a subcommand; its callback does the work and sets the exit code. Here they are
// put together, and a mistake on the command line becomes one sentence on stderr and exit code 2.
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/algorithms_verb.hpp"
#include "cli/cases/test_verb.hpp"
#include "cli/check_verb.hpp"
#include "cli/doctor_verb.hpp"
#include "cli/fuzz_verb.hpp"
#include "cli/manual.hpp"
#include "cli/replay_verb.hpp"
#include "cli/runs_verb.hpp"
#include "cli/terminal/help_formatter.hpp"
#include "cli/terminal/suggestion.hpp"
#include "cli/toy_verb.hpp"
#include "cli/wait_verb.hpp"
#include "cli/work_verb.hpp"
#include "supervise/process.hpp"

namespace {

constexpr int kUsageOrInternalError = 2;

// --max-steps can also be given as MAZURKA_MAX_STEPS. Only for the verb at hand: CLI11 would check the variable against
// the option of that name in every other verb too.
void read_options_from_environment(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr() || option == app.get_version_ptr() || option->get_lnames().empty()) continue;
    std::string name = "MAZURKA_" + option->get_lnames().front();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(c == '-' ? '_' : std::toupper(c)); });
    option->envname(name);
  }
  for (CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    verb->preparse_callback([verb](std::size_t) { read_options_from_environment(*verb); });
}

std::string describe(const CLI::App& app, const CLI::ParseError& error) {
  std::string what = error.what();
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch))
    return what.substr(0, what.find(':')) +
           (what.find("missing") != std::string::npos ? " needs a value" : " was given more than once");
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return what;
  const std::string extra = app.remaining(true).front();
  const auto verbs = app.get_subcommands();
  if (extra.starts_with('-'))
    return fmt::format("unknown option '{}'{}", extra,
                       mazurka::did_you_mean(extra, mazurka::names_of_options(verbs.empty() ? app : *verbs.front())));
  if (verbs.empty())
    return fmt::format("unknown verb '{}'{}", extra, mazurka::did_you_mean(extra, mazurka::names_of_verbs(app)));
  return fmt::format("unexpected argument '{}'", extra);
}

int usage_error(const CLI::App& app, const std::string& mistake) {
  const auto verbs = app.get_subcommands();
  const std::string command = verbs.empty() ? "mazurka" : "mazurka " + verbs.front()->get_name();
  // (A question has said what to do.)
  const char* form = mistake.ends_with('?') ? " See" : "; see";
  fmt::print(stderr, "mazurka: {}{} '{} --help'\n", mistake, form, command);
  return kUsageOrInternalError;
}

// Adds the verb that the first argument names, or all of them if it names none: to enter a hundred options takes as
// long as to check a small program.
void add_verbs(CLI::App& app, int argc, char** argv, const mazurka::SplitArguments& arguments, int& exit_code) {
  struct Verb {
    std::string name;
    std::function<void()> add;
    std::string group = "Verbs";
  };
  const std::vector<char*> words(argv + std::min(argc, 2), argv + std::max(arguments.parsed, std::min(argc, 2)));
  const std::vector<Verb> verbs = {
      {"check", [&] { mazurka::add_check_verb(app, arguments.program, exit_code); }},
      {"run", [&] { mazurka::add_run_verb(app, arguments.program, exit_code); }},
      {"test", [&] { mazurka::add_test_verb(app, words, arguments.program, exit_code); }},
      {"replay", [&] { mazurka::add_replay_verb(app, exit_code); }},
      {"runs", [&] { mazurka::add_runs_verb(app, exit_code); }},
      {"work", [&] { mazurka::add_work_verb(app, exit_code); }},
      {"wait", [&] { mazurka::add_wait_verb(app, exit_code); }},
      {"toy", [&] { mazurka::add_toy_verb(app, exit_code); }},
      {"fuzz", [&] { mazurka::add_fuzz_verb(app, exit_code); }},
      {"algorithms", [&] { mazurka::add_algorithms_verb(app, exit_code); }},
      {"doctor", [&] { mazurka::add_doctor_verb(app, exit_code); }},
      {"case", [&] { mazurka::add_case_verb(app, arguments.program, exit_code); }, ""},  // not for people
  };
  const auto add = [&](const Verb& verb) {
    verb.add();
    app.get_subcommand(verb.name)->group(verb.group);
  };
  const std::string first = argc > 1 ? argv[1] : "";
  const auto named = std::find_if(verbs.begin(), verbs.end(), [&](const Verb& verb) { return verb.name == first; });
  if (named != verbs.end()) return add(*named);
  std::for_each(verbs.begin(), verbs.end(), add);
  mazurka::add_manual_verb(app, exit_code);
}

int run(int argc, char** argv) {
  int exit_code = 0;
  const mazurka::SplitArguments arguments = mazurka::split_program_arguments(argc, argv);
  CLI::App app{"Mazurka runs a concurrent program in every way that matters, and finds the runs that go wrong.",
               "mazurka"};
  app.set_version_flag("--version", "mazurka " MAZURKA_VERSION);
  app.formatter(std::make_shared<mazurka::HelpFormatter>());
  app.footer(
      "'mazurka help VERB' shows the options of a verb.\n"
      "Exit codes: 0 everything explored and no bug, 1 bug found, 2 usage, build or internal error,\n"
      "3 incomplete, 130 interrupted. An option --some-name can also be given as the environment variable\n"
      "MAZURKA_SOME_NAME.");
  add_verbs(app, argc, argv, arguments, exit_code);
  read_options_from_environment(app);
  try {
    app.parse(arguments.parsed, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    return usage_error(app, describe(app, error));
  }
  if (app.get_subcommands().empty()) return usage_error(app, "no verb was given");
  return exit_code;
}

// "help VERB" is "VERB --help".
std::vector<char*> with_help(int argc, char** argv) {
  static std::string option = "--help";
  std::vector<char*> words(argv, argv + argc);
  if (argc < 2 || std::string(argv[1]) != "help") return words;
  words.erase(words.begin() + 1);
  words.resize(std::min<size_t>(words.size(), 2));
  words.push_back(option.data());
  return words;
}

// A file that is opened later must not take their places.
void open_standard_descriptors() {
  for (int number = 0; number <= 2; number++)
    if (fcntl(number, F_GETFD) < 0) (void)!open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY);
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_descriptors();
  // Schedules of long executions are megabytes: what is freed of that size goes back to the system.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mazurka::start_as(argc, argv);
  try {
    std::vector<char*> words = with_help(argc, argv);
    words.push_back(nullptr);
    return run(static_cast<int>(words.size()) - 1, words.data());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mazurka: internal error: %s\n", error.what());
    return kUsageOrInternalError;
  }
}
