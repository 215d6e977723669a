#include "concolic/input_space.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "concolic/words.hpp"
#include "solver/z3_solver.hpp"

namespace mazurka::concolic {
namespace {

class InputSpaceTest : public testing::Test {
 protected:
  ExpressionId input(const char* name, unsigned width, uint32_t request) {
    const uint32_t number = space.table().number_of(InputKey{0, request, 0, width}.packed());
    space.table().describe(number, name, width / 8, true);
    return space.input_expression(number);
  }
  ExpressionId number(uint64_t value) { return space.expressions().constant(32, value); }
  ConstraintId holds(Op op, ExpressionId a, ExpressionId b) {
    return space.constraint(space.expressions().binary(op, a, b));
  }
  ConstraintId opposite(ConstraintId id) { return space.constraint(space.expressions().negation(space.condition(id))); }
  InputAnswer find(const std::vector<ConstraintId>& all, const std::vector<std::vector<ConstraintId>>& none) {
    std::vector<InputSpace::Constraints> lists(none.begin(), none.end());
    return space.find(all, lists, kFirstInput);
  }
  uint64_t value_of(InputId id, uint32_t request) {
    for (const auto& [key, value] : space.values(id))
      if (InputKey::unpack(key).request == request) return value;
    return 0;
  }

  solver::Z3Solver solver;
  SymbolicInputs space{&solver, 1000};
  ExpressionId x = input("x", 32, 0), y = input("y", 32, 1);
};

TEST_F(InputSpaceTest, EqualExpressionsAreOne) {
  Expressions& all = space.expressions();
  EXPECT_EQ(all.binary(Op::kAdd, x, y), all.binary(Op::kAdd, y, x));
  EXPECT_EQ(all.binary(Op::kAdd, all.binary(Op::kAdd, x, number(1)), number(2)), all.binary(Op::kAdd, x, number(3)));
  EXPECT_EQ(all.negation(all.negation(all.binary(Op::kSlt, x, y))), all.binary(Op::kSlt, x, y));
}

TEST_F(InputSpaceTest, BytesOfAWordMakeTheWordAgain) {
  Expressions& all = space.expressions();
  ExpressionId word = all.extract(x, 24, 8);
  for (int low = 16; low >= 0; low -= 8) word = all.concat(word, all.extract(x, static_cast<unsigned>(low), 8));
  EXPECT_EQ(word, x);
}

TEST_F(InputSpaceTest, WritesConstraintsLikeC) {
  Expressions& all = space.expressions();
  auto text = [&](ExpressionId id) { return text_of(all, space.table(), id); };
  const ExpressionId product = all.binary(Op::kMul, x, number(7));
  EXPECT_EQ(text(all.binary(Op::kSlt, number(100), product)), "x * 7 > 100");
  EXPECT_EQ(text(all.negation(all.binary(Op::kSlt, number(100), product))), "x * 7 <= 100");
  EXPECT_EQ(text(all.binary(Op::kMul, all.binary(Op::kSub, x, number(1)), y)).find("(x - 1)") != std::string::npos,
            true);
  EXPECT_EQ(text(all.negation(all.binary(Op::kEq, x, y))).find(" != ") != std::string::npos, true);
}

TEST_F(InputSpaceTest, FindsWhatABranchNeeds) {
  const ConstraintId is_42 = holds(Op::kEq, space.expressions().binary(Op::kMul, x, number(3)), number(126));
  const InputAnswer other = find({}, {{opposite(is_42)}});
  ASSERT_EQ(other.kind, InputAnswer::Kind::kFound);
  EXPECT_TRUE(space.holds(is_42, other.input));
  EXPECT_FALSE(space.holds(is_42, kFirstInput));
}

TEST_F(InputSpaceTest, TwoWaysThatBothWereTakenNeedNoSolver) {
  const ConstraintId less = holds(Op::kSlt, x, number(10));
  EXPECT_EQ(find({}, {{less}, {opposite(less)}}).kind, InputAnswer::Kind::kNone);
  EXPECT_EQ(space.figures().solver_calls, 0u);
}

TEST_F(InputSpaceTest, AsksOnlyAboutThePartThatChanges) {
  // What is known of y needs no solver, and is kept.
  const ConstraintId y_is_7 = holds(Op::kEq, y, number(7));
  const InputAnswer first = find({y_is_7}, {});
  ASSERT_EQ(first.kind, InputAnswer::Kind::kFound);
  const uint64_t before = space.figures().solver_calls;
  const ConstraintId square = holds(Op::kEq, space.expressions().binary(Op::kMul, x, x), number(0x9c4));
  const ConstraintId small = holds(Op::kUlt, x, number(100));
  const InputAnswer second = find({y_is_7, small}, {{opposite(square)}});
  ASSERT_EQ(second.kind, InputAnswer::Kind::kFound);
  EXPECT_EQ(space.figures().solver_calls, before + 1);
  EXPECT_EQ(value_of(second.input, 0), 50u);
  EXPECT_EQ(value_of(second.input, 1), 7u);
}

TEST_F(InputSpaceTest, ContradictionsAreFoundAndRemembered) {
  const ConstraintId less = holds(Op::kUlt, x, number(5)), more = holds(Op::kUlt, number(7), x);
  EXPECT_EQ(find({less, more}, {}).kind, InputAnswer::Kind::kNone);
  const uint64_t before = space.figures().solver_calls;
  const ConstraintId odd = holds(Op::kEq, space.expressions().binary(Op::kAnd, x, number(1)), number(1));
  EXPECT_EQ(find({less, more, odd}, {}).kind, InputAnswer::Kind::kNone);
  EXPECT_EQ(space.figures().solver_calls, before);
}

TEST_F(InputSpaceTest, ModelIsAFunctionOfTheSet) {
  const ConstraintId more = holds(Op::kUlt, number(1000), x),
                     sum = holds(Op::kEq, space.expressions().binary(Op::kAdd, x, y), number(5000));
  const InputAnswer first = space.model(std::vector{more, sum});
  // Another process, that has met other things first.
  solver::Z3Solver other_solver;
  SymbolicInputs other(&other_solver, 1000);
  Expressions& all = other.expressions();
  auto input_there = [&](uint32_t request) {
    return other.input_expression(other.table().number_of(InputKey{0, request, 0, 32}.packed()));
  };
  const ExpressionId there_y = input_there(1), there_x = input_there(0);
  const ConstraintId sum_there =
      other.constraint(all.binary(Op::kEq, all.binary(Op::kAdd, there_y, there_x), all.constant(32, 5000)));
  const ConstraintId more_there = other.constraint(all.binary(Op::kUlt, all.constant(32, 1000), there_x));
  const InputAnswer second = other.model(std::vector{sum_there, more_there});
  EXPECT_EQ(space.values(first.input), other.values(second.input));
  EXPECT_EQ(space.name_of(sum), other.name_of(sum_there));
}

TEST_F(InputSpaceTest, InputsGoToOtherProcessesAndBack) {
  const InputAnswer found = find({holds(Op::kEq, x, number(0xdeadbeef))}, {});
  std::vector<uint32_t> words;
  space.append_words(found.input, words);
  SymbolicInputs other(nullptr, 0);
  const auto there = other.from_words(words);
  ASSERT_TRUE(there.has_value());
  EXPECT_EQ(other.values(*there), space.values(found.input));
  EXPECT_FALSE(other.from_words(std::vector<uint32_t>{1, 2, 3}).has_value());
}

TEST_F(InputSpaceTest, SmallerInputsStaySolutions) {
  const ConstraintId more = holds(Op::kUlt, number(5), x);
  const InputId big = space.intern({{space.table()[0].key, 0x7fffff00}, {space.table()[1].key, 77}});
  const InputId small = space.smaller(std::vector{more}, big, [] { return false; });
  EXPECT_TRUE(space.holds(more, small));
  EXPECT_EQ(value_of(small, 0), 6u);
  EXPECT_EQ(value_of(small, 1), 0u);
}

// Processes that share an exploration have asked different things before.
TEST_F(InputSpaceTest, WhatWasFoundBeforeMakesNoDifference) {
  const ExpressionId m = input("m", 32, 7), n = input("n", 32, 8);
  const uint64_t alone = value_of(find({holds(Op::kUlt, number(5), m)}, {}).input, 7);
  find({holds(Op::kEq, n, number(100))}, {});
  EXPECT_EQ(value_of(find({holds(Op::kUlt, number(5), n)}, {}).input, 8), alone);
}

TEST_F(InputSpaceTest, WithoutSolverItIsUnknown) {
  SymbolicInputs alone(nullptr, 0);
  Expressions& all = alone.expressions();
  const ExpressionId n = alone.input_expression(alone.table().number_of(InputKey{0, 0, 0, 32}.packed()));
  const ConstraintId one = alone.constraint(all.binary(Op::kEq, all.binary(Op::kMul, n, n), all.constant(32, 0x9c4)));
  EXPECT_EQ(alone.find(std::vector{one}, {}, kFirstInput).kind, InputAnswer::Kind::kUnknown);
  EXPECT_EQ(alone.figures().unknown, 1u);
}

TEST(Query, SurvivesTheWay) {
  Expressions all;
  const ExpressionId x = all.input(16, 7, 1);
  const ExpressionId wish = all.binary(Op::kUlt, all.constant(16, 3), all.binary(Op::kMul, x, x));
  const Query query = make_query(all, std::vector{wish}, 50);
  Query copy;
  ASSERT_TRUE(read_query(words_of(query), copy));
  EXPECT_EQ(copy.nodes, query.nodes);
  EXPECT_EQ(copy.constraints, query.constraints);
  EXPECT_EQ(copy.milliseconds, 50u);
  EXPECT_FALSE(read_query(std::vector<uint64_t>{1, 2, 3, 4}, copy));
}

}  // namespace
}  // namespace mazurka::concolic
