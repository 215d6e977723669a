// Answers without the solver, against all values of small inputs, and against the solver for large ones.
// MAZURKA_QUESTIONS=N makes it N questions.
#include "concolic/quick_answer.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

#include "concolic/query_values.hpp"
#include "solver/z3_solver.hpp"

namespace mazurka::concolic {
namespace {

class Asker {
 public:
  Asker(uint64_t seed, unsigned width) : dice_(seed), width_(width) {
    for (uint32_t k = 0; k < 2; k++) inputs_.push_back(all_.input(width, k, k + 1));
  }

  Query question() {
    std::vector<ExpressionId> conditions;
    const unsigned count = 1 + below(5);
    for (unsigned k = 0; k < count; k++) {
      const ExpressionId one = condition(2);
      if (!all_.is_constant(one)) conditions.push_back(one);
    }
    return make_query(all_, conditions, 1000);
  }

 private:
  unsigned below(unsigned sides) { return static_cast<unsigned>(dice_() % sides); }
  ExpressionId constant(unsigned width) {
    return all_.constant(width, below(3) == 0 ? dice_() : uint64_t{below(7)} - 2);
  }
  // The right shapes for intervals and bits are common.
  ExpressionId term(int depth) {
    const ExpressionId x = inputs_[below(3) / 2];
    if (depth == 0) return x;
    const ExpressionId a = term(depth - 1), b = below(4) == 0 ? term(depth - 1) : constant(all_.width(a));
    if (all_.width(a) != all_.width(b)) return a;
    switch (below(9)) {
      case 0: return a;
      case 1: return all_.binary(Op::kSub, constant(all_.width(a)), a);
      case 2: return all_.width(a) < 60 ? all_.zext(a, all_.width(a) + 2) : a;
      case 3: return all_.width(a) < 60 ? all_.sext(a, all_.width(a) + 3) : a;
      case 4: return all_.width(a) > 1 ? all_.extract(a, below(2), all_.width(a) - 1) : a;
      case 5: return all_.width(a) < 30 ? all_.concat(a, term(0)) : a;
      case 6: return all_.ite(condition(depth - 1), a, b);
      default: return all_.binary(static_cast<Op>(static_cast<unsigned>(Op::kAdd) + below(13)), a, b);
    }
  }
  ExpressionId condition(int depth) {
    if (depth > 0 && below(5) == 0)
      return all_.binary(below(2) == 0 ? Op::kAnd : Op::kOr, condition(depth - 1), condition(depth - 1));
    const ExpressionId a = term(depth);
    ExpressionId b = below(6) == 0 ? term(depth) : constant(all_.width(a));
    if (all_.width(a) != all_.width(b)) b = constant(all_.width(a));
    const auto op = static_cast<Op>(static_cast<unsigned>(Op::kEq) + below(5));
    const ExpressionId made = below(4) == 0 ? all_.binary(op, b, a) : all_.binary(op, a, b);
    return below(2) == 0 ? made : all_.negation(made);
  }

  std::mt19937_64 dice_;
  unsigned width_;
  Expressions all_;
  std::vector<ExpressionId> inputs_;
};

int count_of_questions(int usual) {
  const char* wanted = std::getenv("MAZURKA_QUESTIONS");
  return wanted == nullptr ? usual : std::atoi(wanted);
}

bool holds(const Query& query, const std::vector<uint64_t>& inputs) {
  QueryValues values(query);
  values.inputs() = inputs;
  return values.hold();
}

// Tries all. (Of inputs that the question does not have, too.)
bool has_solution(const Query& query, unsigned width) {
  std::vector<uint64_t> inputs(query.inputs.size());
  for (uint64_t number = 0; number >> (width * inputs.size()) == 0; number++) {
    for (size_t k = 0; k < inputs.size(); k++) inputs[k] = number >> (width * k) & mask(width);
    if (holds(query, inputs)) return true;
  }
  return false;
}

constexpr struct {
  const char* name;
  Answer (*answer)(const Query&);
} kWays[] = {{"intervals", by_intervals},
             {"trying all", by_trying_all},
             {"pushing", by_pushing},
             {"ordering", by_ordering},
             {"all", quick_answer}};

TEST(QuickAnswer, EachWayIsRightForSmallInputs) {
  int answered[5][2] = {};
  for (int k = 0; k < count_of_questions(3000); k++) {
    const unsigned width = 1 + static_cast<unsigned>(k) % 5;
    const Query query = Asker(static_cast<uint64_t>(k) + 1, width).question();
    const bool expected = has_solution(query, width);
    for (int way = 0; way < 5; way++) {
      const Answer answer = kWays[way].answer(query);
      if (answer.status == Status::kUnknown) continue;
      ASSERT_EQ(answer.status == Status::kSatisfiable, expected) << kWays[way].name << ", question " << k;
      if (expected) {
        ASSERT_TRUE(holds(query, answer.values)) << kWays[way].name << ", question " << k;
      }
      answered[way][expected ? 1 : 0]++;
    }
  }
  for (int way = 0; way < 5; way++) {
    std::printf("%s: %d with and %d without a solution\n", kWays[way].name, answered[way][1], answered[way][0]);
    EXPECT_GT(answered[way][1], 0);
  }
  EXPECT_GT(answered[0][0], 0);
  EXPECT_GT(answered[1][0], 0);
}

TEST(QuickAnswer, OrdersAreRight) {
  std::mt19937_64 dice(99);
  const auto below = [&](unsigned sides) { return static_cast<unsigned>(dice() % sides); };
  int answered[2] = {};
  for (int k = 0; k < count_of_questions(3000); k++) {
    Expressions all;
    const unsigned width = 1 + below(3);
    const bool is_signed = below(2) == 0;
    std::vector<ExpressionId> inputs, conditions;
    // Three inputs, or three parts of one; as they are, or extended.
    const unsigned kind = below(4), wide = kind % 2 == 0 ? width : width + 2;
    for (uint32_t n = 0; n < 3; n++) {
      ExpressionId one =
          kind < 2 ? all.input(width, n, n + 1) : all.extract(all.input(3 * width, 0, 1), n * width, width);
      if (wide != width) one = is_signed ? all.sext(one, wide) : all.zext(one, wide);
      inputs.push_back(one);
    }
    const unsigned count = 1 + below(6);
    for (unsigned n = 0; n < count; n++) {
      const ExpressionId a = inputs[below(3)], b = below(4) == 0 ? all.constant(wide, dice()) : inputs[below(3)];
      const Op order = is_signed ? (below(2) == 0 ? Op::kSlt : Op::kSle) : (below(2) == 0 ? Op::kUlt : Op::kUle);
      ExpressionId one = all.binary(below(3) == 0 ? Op::kEq : order, a, b);
      if (below(2) == 0) one = all.negation(one);
      if (!all.is_constant(one)) conditions.push_back(one);
    }
    const Query query = make_query(all, conditions, 1000);
    const bool expected = has_solution(query, kind < 2 ? width : 3 * width);
    const Answer answer = by_ordering(query);
    if (answer.status == Status::kUnknown) continue;
    ASSERT_EQ(answer.status == Status::kSatisfiable, expected) << "question " << k;
    if (expected) {
      ASSERT_TRUE(holds(query, answer.values)) << "question " << k;
    }
    answered[expected ? 1 : 0]++;
  }
  std::printf("orders: %d with and %d without a solution\n", answered[1], answered[0]);
  EXPECT_GT(answered[0], 300);
  EXPECT_GT(answered[1], 500);
}

TEST(QuickAnswer, AgreesWithTheSolverForLargeInputs) {
  solver::Z3Solver solver;
  int answered = 0, unknown = 0;
  for (int k = 0; k < count_of_questions(300); k++) {
    const unsigned width = 8u << k % 4;
    const Query query = Asker(static_cast<uint64_t>(k) * 31 + 7, width).question();
    const Answer answer = quick_answer(query);
    if (answer.status == Status::kUnknown) {
      unknown++;
      continue;
    }
    answered++;
    if (answer.status == Status::kSatisfiable) {
      ASSERT_TRUE(holds(query, answer.values)) << "question " << k;
    } else {
      ASSERT_NE(solver.solve(query).status, Status::kSatisfiable) << "question " << k;
    }
  }
  std::printf("%d answered, %d not\n", answered, unknown);
  EXPECT_GT(answered, unknown);
}

TEST(QuickAnswer, SolvesWhatBranchesAskMostOften) {
  Expressions all;
  const ExpressionId x = all.input(32, 0, 1);
  const auto number = [&](uint64_t value) { return all.constant(32, value); };
  const auto answer = [&](std::vector<ExpressionId> conditions) {
    return quick_answer(make_query(all, conditions, 1000));
  };
  // 3 x + 1 == 430000
  const ExpressionId linear = all.binary(Op::kAdd, all.binary(Op::kMul, x, number(3)), number(1));
  EXPECT_EQ(answer({all.binary(Op::kEq, linear, number(430000))}).values, std::vector<uint64_t>{143333});
  // 5 <= x < 5
  const ExpressionId less = all.binary(Op::kSlt, x, number(5));
  EXPECT_EQ(answer({less, all.negation(less)}).status, Status::kUnsatisfiable);
  // x & 7 == 8
  EXPECT_EQ(answer({all.binary(Op::kEq, all.binary(Op::kAnd, x, number(7)), number(8))}).status,
            Status::kUnsatisfiable);
}

}  // namespace
}  // namespace mazurka::concolic
