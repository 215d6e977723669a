#include "toy/inputs.hpp"

#include <gtest/gtest.h>

#include "toy/exploration.hpp"
#include "toy/programs.hpp"

namespace mazurka::toy {
namespace {

ExplorationResult explore_text(const char* text) {
  Machine machine = machine_of(text);
  return explore(machine, {});
}

TEST(Inputs, AreNumberedInLexicographicOrder) {
  Machine machine = machine_of("input i in 2..3, j in -1..1\nthread T { }");
  Inputs& inputs = *machine.followed_inputs();
  EXPECT_EQ(inputs.count(), 6u);
  EXPECT_EQ(inputs.describe(kFirstInput), "i = 2, j = -1");
  EXPECT_EQ(inputs.describe(InputId(4)), "i = 3, j = 0");
}

TEST(Inputs, ABranchSaysForWhichInputsItGoesTheSameWay) {
  Machine machine = machine_of("input i in 0..3\nvar x\nthread T { x = 1; if i > 1 { x = 2 } }");
  EXPECT_TRUE(machine.path().empty());
  machine.step(ThreadId(0), 0);
  ASSERT_EQ(machine.path().size(), 1u);
  ConstraintId small = machine.path()[0];
  for (uint32_t i = 0; i < 4; i++) EXPECT_EQ(machine.inputs()->holds(small, InputId(i)), i <= 1);
  machine.use_input(InputId(2));
  machine.step(ThreadId(0), 0);
  ASSERT_EQ(machine.path().size(), 1u);
  EXPECT_NE(machine.path()[0], small);
  EXPECT_EQ(machine.next(ThreadId(0)).a, 2);
}

TEST(Inputs, ModelsAndSearches) {
  Machine machine = machine_of("input i in 0..3\nthread T { if i > 0 { } if i < 3 { } }");
  machine.use_input(InputId(2));
  machine.restart();
  InputSpace& inputs = *machine.inputs();
  std::vector<ConstraintId> path(machine.path().begin(), machine.path().end());
  ASSERT_EQ(path.size(), 2u);
  EXPECT_EQ(inputs.model(path).input, InputId(1));
  std::vector<InputSpace::Constraints> none = {{&path[1], 1}};
  EXPECT_EQ(inputs.find({&path[0], 1}, none, kFirstInput).input, InputId(3));
  none.emplace_back(&path[0], 1);
  EXPECT_EQ(inputs.find({}, none, kFirstInput).kind, InputAnswer::Kind::kNone);
  std::vector<uint32_t> words;
  inputs.append_words(InputId(3), words);
  EXPECT_EQ(inputs.from_words(words), InputId(3));
  words[0] = 4;
  EXPECT_FALSE(inputs.from_words(words).has_value());
}

TEST(Inputs, ReportsShowTheValuesOfTheFailingInput) {
  ExplorationResult result =
      explore_text("input n in 0..7\nvar x\nthread W { x = n * 2 }\nthread R { r = x; assert r != 6 }");
  ASSERT_EQ(result.bugs.size(), 1u);
  EXPECT_EQ(result.bugs[0].input, "n = 3");
  EXPECT_EQ(result.bugs[0].schedule[0].access[0].after, 6);
  EXPECT_EQ(result.traces, 3u);
}

TEST(Inputs, AMistakeOfOneInputIsFound) {
  Machine machine = machine_of("input n in 0..7\nvar x\nthread T { x = 1; x = 10 / (n - 5) }");
  EXPECT_EQ(explore(machine, {}).stop, Stop::kMisuse);
}

TEST(Inputs, MistakesInDeclarations) {
  EXPECT_EQ(error_of("input i in 3..1"),
            "line 1, column 7: the input 'i' has no value from 3 to 1; expected the smaller number first");
  EXPECT_EQ(error_of("input i in 0..4096"),
            "line 1, column 7: the inputs have too many values; expected at most 4096 combinations of them");
  EXPECT_EQ(error_of("input i in 0..63, j in 0..64"),
            "line 1, column 19: the inputs have too many values; expected at most 4096 combinations of them");
  EXPECT_EQ(error_of("input i = 3"),
            "line 1, column 9: found '='; expected 'in' and the values of the input, as in 'in 0..7'");
  EXPECT_EQ(error_of("input i in 0..3\nthread T { i = 1 }"),
            "line 2, column 12: 'i' is an input; expected the name of a register to assign to");
  EXPECT_EQ(error_of("input i in 0..3\nvar i"),
            "line 2, column 5: 'i' is already declared at line 1; expected a new name");
}

}  // namespace
}  // namespace mazurka::toy
