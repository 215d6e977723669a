// The programs of bench/messages have known numbers of traces: every algorithm must find these, the optimal ones in as
// many executions, and brute force no others, but for those that are marked as too large for it.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "explore/algorithms.hpp"
#include "toy/exploration.hpp"
#include "toy/language/compiler.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka {
namespace {

struct MessageProgram {
  std::string file;
  toy::Defines defines;
  uint64_t traces = 0;
  bool is_confirmed = true;  // brute force can count them
  std::string name;          // for the test
};

// Tests run in the root of the repository.
std::vector<MessageProgram> message_programs() {
  std::vector<MessageProgram> result;
  std::ifstream counts("bench/messages/counts.txt");
  CHECK(counts.good(), "bench/messages/counts.txt is there");
  for (std::string line; std::getline(counts, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::stringstream words(line);
    MessageProgram program;
    std::string constants;
    std::string note;
    words >> program.file >> constants >> program.traces >> note;
    program.is_confirmed = note != "unconfirmed";
    program.name = program.file;
    std::stringstream list(constants);
    for (std::string constant; std::getline(list, constant, ',');) {
      size_t equals = constant.find('=');
      program.defines[constant.substr(0, equals)] = std::stoll(constant.substr(equals + 1));
      program.name += "_" + constant.substr(equals + 1);
    }
    for (char& c : program.name)
      if (c == '-') c = '_';
    result.push_back(std::move(program));
  }
  return result;
}

void PrintTo(const MessageProgram& program, std::ostream* out) {
  *out << program.name;
}

class MessageCounts : public testing::TestWithParam<MessageProgram> {};

TEST_P(MessageCounts, AsListed) {
  std::ifstream file("bench/messages/" + GetParam().file + ".toy");
  std::stringstream text;
  text << file.rdbuf();
  auto code = toy::compile_text(text.str(), GetParam().defines);
  ASSERT_TRUE(code.ok());
  toy::Machine machine(std::move(*code));
  if (GetParam().is_confirmed) {
    toy::Census census = toy::take_census(machine, Equivalence{}, {1'000'000, 5'000});
    EXPECT_TRUE(census.complete && !census.misused);
    EXPECT_EQ(census.deadlocked + census.failed, 0u);
    EXPECT_EQ(census.traces.size(), GetParam().traces);
  }
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.all_interleavings) continue;
    toy::ExplorationOptions options;
    options.algorithm = &algorithm;
    options.explorer.policy = algorithm.policy;
    toy::ExplorationResult result = toy::explore(machine, options);
    EXPECT_TRUE(result.statistics.complete) << algorithm.name;
    EXPECT_TRUE(result.bugs.empty()) << algorithm.name;
    if (!algorithm.merges_states) {
      EXPECT_EQ(result.traces, GetParam().traces) << algorithm.name;
    }
    if (algorithm.optimal) {
      EXPECT_EQ(result.statistics.executions, GetParam().traces) << algorithm.name;
      EXPECT_EQ(result.statistics.blocked, 0u) << algorithm.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, MessageCounts, testing::ValuesIn(message_programs()),
                         [](const testing::TestParamInfo<MessageProgram>& one) { return one.param.name; });

}  // namespace
}  // namespace mazurka
