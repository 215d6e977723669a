// `mazurka test`: lists the cases of a test program, checks each of them by itself, and puts together what came out.
#include "cli/cases/test_verb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <thread>

#include "build/compile.hpp"
#include "cli/cases/test_cases.hpp"
#include "cli/native_check.hpp"
#include "cli/terminal/output.hpp"
#include "cli/verb.hpp"
#include "frameworks/framework.hpp"
#include "options/command_line.hpp"
#include "options/words.hpp"
#include "report/documents/junit.hpp"
#include "report/documents/markup.hpp"
#include "report/documents/sarif.hpp"
#include "report/page/cases_page.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"
#include "supervise/regress/regress.hpp"

namespace mazurka {

namespace {

using Json = nlohmann::ordered_json;
using report::Verdict;

struct TestArguments {
  NativeCheck check;
  std::vector<std::string> words;  // of FILE and FILTER
  std::string only;                // the very name of a case; empty: FILTER counts
  std::vector<std::string> excluded;
  std::string framework;
  bool list = false;
  std::vector<char*> given;  // all words behind the verb
};

// Options that are for the run as a whole, or for building.
bool is_for_each_check(const options::Option& option) {
  constexpr std::string_view kNot[] = {"--jobs",     "--out",   "--sarif",    "--junit", "--html",
                                       "--progress", "--quiet", "--compiler", "--color"};
  return option.group != "For the compiler" &&
         std::find(std::begin(kNot), std::end(kNot), option.name) == std::end(kNot);
}

std::vector<std::string> options_of_each_check(const std::vector<char*>& given) {
  std::vector<std::string> words;
  for (size_t k = 0; k < given.size();) {
    const auto found = options::option_at(std::span(given).subspan(k), options::kCheck);
    if (found.option != nullptr && is_for_each_check(*found.option))
      words.insert(words.end(), given.begin() + static_cast<ptrdiff_t>(k),
                   given.begin() + static_cast<ptrdiff_t>(k + found.count));
    k += std::max<size_t>(found.count, 1);
  }
  return words;
}

// "PROGRAM [FILTER]" or "FILE.cpp... [FILTER]".
std::string take_filter(std::vector<std::string>& words) {
  if (words.size() < 2 || is_source(words.back())) return "*";
  std::string filter = words.back();
  words.pop_back();
  return filter;
}

std::vector<std::string> chosen(const frameworks::Listing& listing, const std::string& filter,
                                const std::vector<std::string>& excluded) {
  // A name means itself, whatever is in it.
  if (std::find(listing.names.begin(), listing.names.end(), filter) != listing.names.end()) return {filter};
  std::vector<std::string> names;
  for (const std::string& name : listing.names) {
    const bool is_out = std::any_of(excluded.begin(), excluded.end(),
                                    [&](const std::string& pattern) { return frameworks::matches(pattern, name); });
    if (frameworks::matches(filter, name) && !is_out) names.push_back(name);
  }
  // One that is asked for by its name runs.
  for (const std::string& name : listing.disabled)
    if (name == filter) names.push_back(name);
  return names;
}

int code_of_all(const std::vector<CaseResult>& results, bool all_ran) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(results.begin(), results.end(), [&](const CaseResult& one) { return one.verdict == verdict; });
  };
  const bool interrupted =
      !all_ran || std::any_of(results.begin(), results.end(), [](const CaseResult& one) { return one.interrupted; });
  if (any(Verdict::kBug)) return exit_code_of(Verdict::kBug);
  if (interrupted) return report::kExitCodeOfInterrupt;
  for (const Verdict verdict : {Verdict::kError, Verdict::kIncomplete, Verdict::kVacuous})
    if (any(verdict)) return exit_code_of(verdict);
  return 0;
}

// How many columns a text takes, if its bytes are UTF-8.
size_t columns_of(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// What is said of a case in one row of the table: a place far away is called by the file's name alone, whatever folder
// the program was built in (the report below has the whole path), and a long text is cut between two characters.
std::string remark_of(const CaseResult& one, size_t columns, const report::TextStyle& style) {
  constexpr size_t kWidestRemark = 120, kLeast = 24;
  std::string remark = one.headline;
  if (remark.starts_with('/'))
    if (const size_t name = remark.rfind('/', remark.find_first_of(": ")); name != std::string::npos)
      remark.erase(0, name + 1);
  if (style.fits) return report::fitted(remark, std::max(kLeast, style.width - std::min(style.width, columns)));
  if (remark.size() <= kWidestRemark) return remark;
  size_t end = kWidestRemark;
  while (end > 0 && (remark[end] & 0xc0) == 0x80) end--;
  return remark.substr(0, end) + "...";
}

report::Ink ink_of(Verdict verdict) {
  return verdict == Verdict::kVerified                            ? report::Ink::kGood
         : verdict == Verdict::kBug || verdict == Verdict::kError ? report::Ink::kBug
                                                                  : report::Ink::kDoubt;
}

std::string table_of(const std::vector<CaseResult>& results, const report::TextStyle& style) {
  constexpr size_t kWidestName = 60;
  size_t width = 4;
  for (const CaseResult& one : results) width = std::max(width, std::min(columns_of(one.name), kWidestName));
  std::string table = fmt::format("{:<10}  {:<{}}  {:>10}  {:>8}\n", "verdict", "case", width, "executions", "time");
  const size_t before_remark = 10 + 2 + width + 2 + 10 + 2 + 8 + 2;
  for (const CaseResult& one : results) {
    const size_t columns = columns_of(one.name);
    const std::string verdict =
        report::colored(fmt::format("{:<10}", name_of(one.verdict)), ink_of(one.verdict), style);
    std::string line = fmt::format("{}  {}{:<{}}  {:>10}  {:>6.2f} s", verdict, one.name, "",
                                   width > columns ? width - columns : 0, report::grouped(one.executions), one.seconds);
    if (one.verdict != Verdict::kVerified) line += "  " + remark_of(one, before_remark, style);
    table += line + "\n";
  }
  return table;
}

std::string totals_of(const std::vector<CaseResult>& results, const frameworks::Framework& framework) {
  std::map<Verdict, size_t> counts;
  for (const CaseResult& one : results) counts[one.verdict]++;
  std::string text = fmt::format("{} of {}:", report::counted(results.size(), "case"), framework.title);
  const char* between = " ";
  for (const Verdict verdict :
       {Verdict::kVerified, Verdict::kBug, Verdict::kIncomplete, Verdict::kVacuous, Verdict::kError})
    if (counts[verdict] != 0) {
      text += fmt::format("{}{} {}", between, counts[verdict],
                          verdict == Verdict::kBug && counts[verdict] > 1 ? "bugs" : name_of(verdict));
      between = ", ";
    }
  return text;
}

std::string json_of_all(const std::vector<CaseResult>& results, const frameworks::Framework& framework,
                        const std::string& program) {
  Json document;
  document["program"] = program;
  document["framework"] = framework.name;
  document["cases"] = Json::array();
  for (const CaseResult& one : results) {
    Json entry;
    entry["name"] = one.name;
    entry["verdict"] = name_of(one.verdict);
    if (!one.kind.empty()) entry["kind"] = one.kind;
    entry["message"] = one.headline;
    entry["executions"] = one.executions;
    entry["seconds"] = one.seconds;
    Json report = Json::parse(one.text, nullptr, false);
    if (!report.is_discarded()) entry["report"] = std::move(report);
    document["cases"].push_back(std::move(entry));
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool write_for_all(std::vector<CaseResult> results, const options::Request& request, const std::string& program,
                   const std::string& totals) {
  for (CaseResult& one : results) {
    one.text = report::without_colors(one.text);
    if (one.text.empty() || request.format == options::Format::kJson)
      one.text = fmt::format("{}: {}", name_of(one.verdict), one.headline);
  }
  const std::string suite = std::filesystem::path(program).filename().string();
  bool written = true;
  if (!request.junit.empty()) written &= write_document(request.junit, report::junit_of(results, suite));
  if (!request.sarif.empty()) written &= write_document(request.sarif, report::joined_sarif(results, MAZURKA_VERSION));
  if (!request.html.empty()) {
    const auto folder = std::filesystem::absolute(request.html).parent_path();
    written &= write_document(request.html, report::cases_page_of(results, program, totals, folder));
  }
  return written;
}

void print_names(const std::vector<std::string>& names, options::Format format) {
  if (format == options::Format::kJson)
    fmt::print("{}\n", Json(names).dump(2, ' ', false, Json::error_handler_t::replace));
  else
    for (const std::string& name : names) fmt::print("{}\n", name);
}

std::string sentence_without_framework(const std::string& program) {
  return fmt::format(
      "'{}' has no cases of GoogleTest, Catch2, doctest or Boost.Test that can be seen; check it as a whole with "
      "'mazurka check', or name the framework with --framework=",
      program);
}

// Death tests, and others that are refused.
std::string advice_on(const CaseResult& one) {
  const bool forks =
      one.headline.starts_with("not supported: fork") || one.headline.starts_with("not supported: clone");
  if (one.verdict == Verdict::kIncomplete && one.headline.starts_with("not supported: the result of a check inside"))
    return fmt::format(
        "\nthe case {} makes checks of its own (mazurka::check): start the program as usual, without mazurka, for it\n",
        one.name);
  if (one.verdict != Verdict::kIncomplete || !forks) return "";
  return fmt::format(
      "\nthe case {} starts another process, as death tests do, which cannot be checked: leave it out with "
      "--exclude={}\n",
      one.name, report::shell_word(one.name));
}

int run_cases(const TestArguments& arguments, const Target& target, const frameworks::Framework& framework,
              const std::vector<std::string>& names) {
  const options::Request& request = arguments.check.request;
  const bool is_text = request.format == options::Format::kText;
  CasesRequest cases = {.program = target.program.string(),
                        .folder = target.folder / "cases",
                        .names = names,
                        .options = options_of_each_check(arguments.given),
                        .arguments = arguments.check.program_arguments,
                        .select = framework.select,
                        .jobs = request.jobs != 0 ? request.jobs : std::max(1U, std::thread::hardware_concurrency()),
                        .wants_sarif = !request.sarif.empty(),
                        .style = style_for(request),
                        .on_end = {}};
  // What is left of the processes for one case.
  if (names.size() == 1 && cases.jobs > 1) cases.options.push_back(fmt::format("--jobs={}", cases.jobs));
  cases.on_end = [&](const CaseResult& one) {
    if (!request.quiet) fmt::print(stderr, "{}", one.notes);
    if (is_text && one.verdict != Verdict::kVerified)
      fmt::print("case {}\n{}{}{}\n", one.name, one.text, one.text.ends_with('\n') ? "" : "\n", advice_on(one));
    else if (!request.quiet && is_text && names.size() > 1)
      fmt::print(stderr, "mazurka: {}: {}\n", one.name, one.headline);
    std::fflush(stdout);
  };
  const std::vector<CaseResult> results = check_cases(cases);
  if (is_text)
    fmt::print("{}\n{}\n", table_of(results, cases.style), totals_of(results, framework));
  else
    fmt::print("{}", json_of_all(results, framework, cases.program));
  if (results.size() < names.size())
    fmt::print(stderr, "mazurka: interrupted: {} did not run\n",
               report::counted(names.size() - results.size(), "case"));
  if (!write_for_all(results, request, cases.program, totals_of(results, framework))) return report::kExitCodeOfMistake;
  return code_of_all(results, results.size() == names.size());
}

// Trace files of --regress that belong to no case: it has another name now, or is gone.
std::optional<std::string> tell_strange_traces(const std::string& folder, const frameworks::Listing& listing,
                                               const frameworks::Framework& framework,
                                               const std::vector<std::string>& arguments) {
  if (folder.empty()) return std::nullopt;
  const auto files = traces_in(folder);
  if (!files) return files.error();
  std::set<std::vector<std::string>> known;
  for (const std::string& name : listing.names) {
    std::vector<std::string> words = arguments;
    for (const std::string& word : framework.select(name)) words.push_back(word);
    known.insert(std::move(words));
  }
  for (const std::filesystem::path& file : *files) {
    const auto trace = report::read_trace(file.string());
    if (!trace) return trace.error().message;
    if (!known.contains(trace->arguments))
      fmt::print(stderr, "mazurka: {}: does not apply any more: it belongs to no case of this program\n",
                 file.string());
  }
  return std::nullopt;
}

int run_test(TestArguments& arguments, const std::vector<std::string>& others) {
  const options::Request& request = arguments.check.request;
  for (const char* option : {"--store", "--resume", "--detach", "--chrome-trace"})
    if (request.has(option)) return complain(fmt::format("{} is for one check: use 'mazurka run'", option));
  const std::string filter = arguments.only.empty() ? take_filter(arguments.words) : arguments.only;
  arguments.check.files = arguments.words;
  arguments.check.others = others;
  const auto target = prepare_target(arguments.check);
  if (!target) return complain(target.error());
  const std::string program = target->program.string();
  const frameworks::Framework* framework = arguments.framework.empty()
                                               ? frameworks::framework_of(program)
                                               : frameworks::framework_named(arguments.framework);
  if (framework == nullptr) return complain(sentence_without_framework(arguments.words.front()));
  const auto listing = frameworks::list_cases(*framework, program, arguments.check.program_arguments);
  if (!listing) return complain(listing.error());
  std::vector<std::string> names = chosen(*listing, filter, arguments.excluded);
  if (!arguments.only.empty()) std::erase_if(names, [&](const std::string& name) { return name != arguments.only; });
  if (names.empty())
    return complain(listing->names.empty()
                        ? fmt::format("'{}' has no cases", arguments.words.front())
                        : fmt::format("none of the {} of '{}' is called '{}'; --list shows their names",
                                      report::counted(listing->names.size(), "case"), arguments.words.front(), filter));
  if (arguments.list) {
    print_names(names, request.format);
    return 0;
  }
  if (!listing->disabled.empty() && filter == "*" && !request.quiet)
    fmt::print(stderr, "mazurka: {} disabled in the program and left out\n",
               listing->disabled.size() == 1 ? "1 case is" : fmt::format("{} cases are", listing->disabled.size()));
  if (const auto mistake =
          tell_strange_traces(request.regress, *listing, *framework, arguments.check.program_arguments))
    return complain(*mistake);
  return run_cases(arguments, *target, *framework, names);
}

}  // namespace

void add_test_verb(CLI::App& app, const std::vector<char*>& words, const std::vector<std::string>& program_arguments,
                   int& exit_code) {
  auto arguments = std::make_shared<TestArguments>();
  arguments->check.program_arguments = program_arguments;
  arguments->given = words;
  CLI::App* verb = app.add_subcommand("test", "Check each case of a GoogleTest, Catch2, doctest or Boost.Test program");
  verb->allow_extras();
  verb->footer(
      "FILTER is the name of a case, or a pattern with * and ?. Arguments for the program follow after --. With -j N, "
      "N\n"
      "cases are checked at a time. Examples:\n"
      "  mazurka test ./queue_test\n"
      "  mazurka test ./queue_test 'Queue.*' --max-time=60 -j 4 --junit=report.xml\n"
      "  mazurka test queue_test.cpp -lgtest -lgtest_main\n\n" +
      app.get_footer());
  verb->add_option("PROGRAM", arguments->words,
                   "A test program built with mazurka-c++, or its C++ files; and a FILTER, if not all cases are wanted")
      ->required()
      ->type_name("[FILTER]");
  constexpr const char* kGroup = "Which cases";
  verb->add_flag("--list", arguments->list, "Only print the names of the cases")->group(kGroup);
  verb->add_option("--case", arguments->only, "Only the case with this very name, whatever is in it")
      ->type_name("NAME")
      ->group(kGroup);
  verb->add_option("--exclude", arguments->excluded, "Leave these cases out; may be given several times")
      ->type_name("FILTER")
      ->expected(1)
      ->take_all()
      ->group(kGroup);
  std::vector<std::string> names;
  for (const frameworks::Framework& framework : frameworks::frameworks()) names.emplace_back(framework.name);
  verb->add_option("--framework", arguments->framework, "What the program was written with, if that cannot be seen")
      ->type_name(fmt::format("{}", fmt::join(names, "|")))
      ->check(CLI::IsMember(names).description(""))
      ->group(kGroup);
  add_options(*verb, options::kCheck, arguments->check.request);
  verb->callback([arguments, verb, &exit_code] { exit_code = run_test(*arguments, verb->remaining()); });
}

}  // namespace mazurka
