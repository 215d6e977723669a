// Every row of the table reaches the help, the command line, the JSON document and trace files.
#include "options/table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "options/command_line.hpp"
#include "options/search.hpp"
#include "report/check_report.hpp"
#include "report/trace_file.hpp"

namespace mazurka::options {
namespace {

constexpr Verb kVerbs[] = {kCheck, kToy, kReplay, kDoctor};

// A value that the option does not have without being given.
std::string other_value(const Option& option) {
  struct Visitor {
    const Option& option;
    std::string operator()(const Flag&) const { return "true"; }
    std::string operator()(const Number&) const { return "37"; }
    std::string operator()(const Seconds&) const { return "0.25"; }
    std::string operator()(const Choice& choice) const {
      for (const Word& word : choice.words)
        if (json_of(option, Request{}) != word.name) return std::string(word.name);
      return "";
    }
    std::string operator()(const Set& set) const { return std::string(set.words.back().name); }
    std::string operator()(const Text&) const { return "some text"; }
    std::string operator()(const Texts&) const { return "some"; }
    std::string operator()(const Sources& sources) const { return sources.has_path() ? "some:5" : "5"; }
    std::string operator()(const Script&) const {
      const std::string path = testing::TempDir() + "mazurka-options.peer";
      std::ofstream(path) << "connect 80\nsend \"x\"\n";
      return path;
    }
  };
  return std::visit(Visitor{option}, option.kind);
}

Request with_other_value(const Option& option) {
  Request request;
  std::vector<std::string> texts{other_value(option)};
  EXPECT_EQ(set_from_texts(option, texts, request), std::nullopt) << option.name;
  return request;
}

// Parses a command line as the verb would; the mistake, or "".
std::string parse(Verb verb, const std::vector<std::string>& words, Request& request,
                  std::span<const Option> rows = table()) {
  CLI::App app;
  add_options(app, verb, request, rows);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return "";
}

std::string help_of(Verb verb, std::span<const Option> rows = table()) {
  CLI::App app;
  Request request;
  add_options(app, verb, request, rows);
  return app.help();
}

// Writes a trace file with these settings and reads it again.
protocol::Settings through_a_trace_file(const protocol::Settings& settings) {
  std::string path = testing::TempDir() + "mazurka-options-XXXXXX";
  close(mkstemp(path.data()));
  report::TraceFile trace;
  trace.settings = settings;
  EXPECT_TRUE(report::write_trace(trace, path));
  auto read = report::read_trace(path);
  std::filesystem::remove(path);
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  return read ? read->settings : protocol::Settings{};
}

TEST(OptionTable, EachRowIsInTheHelpOfItsVerbsAndOfNoOther) {
  for (Verb verb : kVerbs) {
    const std::string help = help_of(verb);
    for (const Option& option : table()) {
      const std::string name =
          option.letter.empty() ? std::string(option.name) : fmt::format("{},{}", option.letter, option.name);
      const bool is_there = help.find(fmt::format("  {} ", name)) != std::string::npos ||
                            help.find(fmt::format("  {}\n", name)) != std::string::npos;
      bool same_name = false;
      for (const Option& other : table()) same_name |= other.name == option.name && (other.verbs & verb) != 0;
      EXPECT_EQ(is_there, same_name) << option.name << " and verb " << verb << ":\n" << help;
      if ((option.verbs & verb) == 0) continue;
      EXPECT_NE(help.find(option.help.substr(0, 20)), std::string::npos) << option.name;
    }
  }
}

TEST(OptionTable, NoVerbHasTwoRowsOfOneName) {
  for (Verb verb : kVerbs) {
    std::set<std::string_view> names;
    for (const Option& option : table())
      EXPECT_TRUE((option.verbs & verb) == 0 || names.insert(option.name).second) << option.name;
  }
}

TEST(OptionTable, EachRowIsReadFromTheCommandLine) {
  for (Verb verb : kVerbs)
    for (const Option& option : table()) {
      if ((option.verbs & verb) == 0) continue;
      Request request;
      const bool long_name = option.name.starts_with("--");
      const std::string word = fmt::format("{}{}{}", option.name, long_name ? "=" : "", other_value(option));
      EXPECT_EQ(parse(verb, {word}, request), "") << word;
      EXPECT_TRUE(request.has(option.name)) << word;
      EXPECT_EQ(json_of(option, request), json_of(option, with_other_value(option))) << word;
      EXPECT_NE(json_of(option, request), json_of(option, Request{})) << word;
    }
}

TEST(OptionTable, EachKeptRowSurvivesJson) {
  for (const Option& option : table()) {
    if (option.keep == Keep::kNowhere) continue;
    const Request request = with_other_value(option);
    const Json json = json_of(request.settings, Keep::kReport);
    ASSERT_TRUE(json.contains(option.key())) << option.name;
    protocol::Settings settings;
    EXPECT_EQ(set_from_json(Json::parse(json.dump()), settings), std::nullopt) << option.name;
    EXPECT_EQ(json_of(settings, Keep::kReport), json) << option.name;
    EXPECT_NE(json_of(protocol::Settings{}, Keep::kReport), json) << option.name;
  }
}

TEST(OptionTable, EachRowForReplaysSurvivesATraceFile) {
  for (const Option& option : table()) {
    const Request request = with_other_value(option);
    Request read;
    read.settings = through_a_trace_file(request.settings);
    const Json expected = json_of(option, option.keep == Keep::kTrace ? request : Request{});
    if (option.name == "--no-timeouts") continue;  // which is kept as --max-timeouts=0
    EXPECT_EQ(json_of(option, read), expected) << option.name;
  }
}

TEST(OptionTable, EachKeptRowIsInTheReport) {
  for (const Option& option : table()) {
    if (option.keep == Keep::kNowhere) continue;
    report::CheckReport report;
    report.settings = with_other_value(option).settings;
    const auto json = nlohmann::json::parse(report::json_of(report));
    EXPECT_EQ(json["options"][option.key()], nlohmann::json(json_of(option, with_other_value(option)))) << option.name;
  }
}

TEST(OptionTable, BadValuesGetOneSentence) {
  for (const Option& option : table()) {
    const bool is_text = std::holds_alternative<Text>(option.kind) || std::holds_alternative<Texts>(option.kind);
    if (is_text) continue;
    for (const char* bad : {"x", "-1", "1.5.2", " 3", "1,"}) {
      Request request;
      for (Verb verb : kVerbs) {
        if ((option.verbs & verb) == 0) continue;
        const std::string mistake = parse(verb, {fmt::format("{}={}", option.name, bad)}, request);
        EXPECT_TRUE(mistake.starts_with(fmt::format("{}: found '", option.name))) << option.name << ": " << mistake;
        EXPECT_NE(mistake.find(", expected "), std::string::npos) << mistake;
        EXPECT_EQ(mistake.find('\n'), std::string::npos) << mistake;
      }
      protocol::Settings settings;
      EXPECT_EQ(set_from_json(Json{{option.key(), bad}}, settings), option.key()) << bad;
    }
  }
}

TEST(OptionTable, NumbersKnowTheirLimits) {
  Request request;
  EXPECT_EQ(parse(kCheck, {"--max-steps=0"}, request), "--max-steps: found '0', expected a number greater than 0");
  EXPECT_EQ(parse(kCheck, {"--max-steps=4294967296"}, request),
            "--max-steps: found '4294967296', expected a number up to 4294967295");
  EXPECT_EQ(parse(kCheck, {"--seed=99999999999999999999"}, request),
            "--seed: found '99999999999999999999', expected a number up to 18446744073709551615");
  EXPECT_EQ(parse(kCheck, {"--seed=0"}, request), "");
  // The largest number stands for no limit.
  EXPECT_EQ(parse(kCheck, {"--max-timeouts=4294967295"}, request),
            "--max-timeouts: found '4294967295', expected a number up to 4294967294");
  EXPECT_EQ(parse(kCheck, {"--max-memory=3"}, request), "");
  EXPECT_EQ(request.settings.max_memory, 3u << 20);
  EXPECT_EQ(parse(kCheck, {"--max-memory=17592186044416"}, request),
            "--max-memory: found '17592186044416', expected a number up to 17592186044415");
  EXPECT_EQ(parse(kCheck, {"--max-time=inf"}, request),
            "--max-time: found 'inf', expected a number of seconds greater than 0, or one with a unit: 10s, 2m, 1h");
  EXPECT_EQ(parse(kCheck, {"--k=optimal"}, request), "");
  EXPECT_EQ(request.settings.k, 0u);
  EXPECT_EQ(parse(kCheck, {"--spurious-wakeups"}, request), "");
  EXPECT_EQ(request.settings.environment.max_spurious_wakeups, 1u);
}

TEST(OptionTable, ListsTakeCommasAndRepetitions) {
  Request request;
  EXPECT_EQ(parse(kCheck, {"--allow=sockets,devices", "--trust=a,b", "-DX=1,2", "-DY"}, request), "");
  EXPECT_EQ(request.settings.environment.allowed, uint32_t{protocol::kSockets | protocol::kDevices});
  EXPECT_EQ(request.trusted, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(request.defines, (std::vector<std::string>{"X=1,2", "Y"}));
}

// One row is all that an option needs.
TEST(OptionTable, ANewRowIsEverywhere) {
  std::vector<Option> rows(table().begin(), table().end());
  rows.push_back({"--new-limit", kCheck, "When to stop", Keep::kTrace,
                  Number{.field = setting<&protocol::Settings::unroll>(), .least = 1, .none = 0}, "A limit of tests"});
  std::erase_if(rows, [](const Option& option) { return option.name == "--unroll"; });
  EXPECT_NE(help_of(kCheck, rows).find("--new-limit N"), std::string::npos);
  Request request;
  EXPECT_EQ(parse(kCheck, {"--new-limit=9"}, request, rows), "");
  for (Keep keep : {Keep::kReport, Keep::kTrace}) {
    const Json json = json_of(request.settings, keep, rows);
    EXPECT_EQ(json["new_limit"], 9);
    protocol::Settings settings;
    EXPECT_EQ(set_from_json(json, settings, rows), std::nullopt);
    EXPECT_EQ(settings.unroll, 9u);
    // A mazurka without the row says which setting it does not know.
    EXPECT_EQ(set_from_json(json, settings), "new_limit");
  }
}

TEST(Search, ChoosesWhatTheUserLeavesOpen) {
  Request plain, bounded, given;
  EXPECT_EQ(settle_search(plain), std::nullopt);
  EXPECT_EQ(plain.settings.algorithm, index_of(default_algorithm()));
  EXPECT_EQ(static_cast<Policy>(plain.settings.policy), default_algorithm().policy);
  EXPECT_EQ(parse(kToy, {"--preemption-bound=0"}, bounded), "");
  EXPECT_EQ(settle_search(bounded), std::nullopt);
  EXPECT_EQ(bounded.settings.algorithm, index_of(default_algorithm(true)));
  EXPECT_EQ(parse(kToy, {"--algorithm=naive", "--scheduler=reads-first"}, given), "");
  EXPECT_EQ(settle_search(given), std::nullopt);
  EXPECT_EQ(given.settings.algorithm, index_of(algorithm_named("naive")));
  EXPECT_EQ(static_cast<Policy>(given.settings.policy), Policy::kReadsFirst);
}

}  // namespace
}  // namespace mazurka::options
