// Random expressions over all operators and widths. The compiler's own arithmetic computes the value of each under
// random inputs; the solver finds inputs with which it has that value again; the compiler's arithmetic must agree.
// MAZURKA_EXPRESSIONS=N makes it N expressions.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "concolic/expression.hpp"
#include "concolic/query.hpp"
#include "concolic/valuation.hpp"
#include "solver/z3_solver.hpp"

namespace mazurka::concolic {
namespace {

using Native = std::function<uint64_t(const std::vector<uint64_t>&)>;

struct Sample {
  ExpressionId id = kConcrete;
  Native native;
};

template <class U, class S>
uint64_t native_operation(Op op, uint64_t left, uint64_t right) {
  const U a = static_cast<U>(left), b = static_cast<U>(right);
  const S x = static_cast<S>(a), y = static_cast<S>(b);
  constexpr unsigned kBits = sizeof(U) * 8;
  switch (op) {
    case Op::kAdd: return static_cast<U>(a + b);
    case Op::kSub: return static_cast<U>(a - b);
    case Op::kMul: return static_cast<U>(uint64_t{a} * b);
    case Op::kUdiv: return static_cast<U>(a / b);
    case Op::kSdiv: return static_cast<U>(x / y);
    case Op::kUrem: return static_cast<U>(a % b);
    case Op::kSrem: return static_cast<U>(x % y);
    case Op::kShl: return static_cast<U>(a << (b % kBits));
    case Op::kLshr: return static_cast<U>(a >> (b % kBits));
    case Op::kAshr: return static_cast<U>(x >> (b % kBits));
    case Op::kAnd: return static_cast<U>(a & b);
    case Op::kOr: return static_cast<U>(a | b);
    case Op::kXor: return static_cast<U>(a ^ b);
    case Op::kEq: return a == b;
    case Op::kUlt: return a < b;
    case Op::kUle: return a <= b;
    case Op::kSlt: return x < y;
    case Op::kSle: return x <= y;
    default: return 0;
  }
}

uint64_t native_operation(Op op, unsigned width, uint64_t a, uint64_t b) {
  switch (width) {
    case 8: return native_operation<uint8_t, int8_t>(op, a, b);
    case 16: return native_operation<uint16_t, int16_t>(op, a, b);
    case 32: return native_operation<uint32_t, int32_t>(op, a, b);
    default: return native_operation<uint64_t, int64_t>(op, a, b);
  }
}

uint64_t native_sign_extension(unsigned from, unsigned to, uint64_t value) {
  int64_t wide = 0;
  if (from == 8) wide = static_cast<int8_t>(value);
  if (from == 16) wide = static_cast<int16_t>(value);
  if (from == 32) wide = static_cast<int32_t>(value);
  return to == 16 ? static_cast<uint16_t>(wide) : to == 32 ? static_cast<uint32_t>(wide) : static_cast<uint64_t>(wide);
}

uint64_t native_truncation(unsigned width, uint64_t value) {
  return width == 8    ? static_cast<uint8_t>(value)
         : width == 16 ? static_cast<uint16_t>(value)
                       : static_cast<uint32_t>(value);
}

bool divides(Op op) {
  return op >= Op::kUdiv && op <= Op::kSrem;
}

class Maker {
 public:
  explicit Maker(uint64_t seed) : dice_(seed) {
    for (uint32_t k = 0; k < kWidths.size(); k++)
      for (uint32_t n = 0; n < 2; n++) inputs_.push_back(expressions.input(kWidths[k], k * 2 + n, k * 2 + n + 1));
  }

  Sample make(unsigned width, int depth) {
    if (width == 1) return comparison(depth);
    const unsigned kind = depth == 0 ? below(2) : 2 + below(9);
    if (kind == 0) return constant(width);
    if (kind == 1) return input(width);
    if (kind <= 7) return operation(width, depth);
    if (kind == 8) return selection(width, depth);
    return conversion(width, depth);
  }

  unsigned below(unsigned sides) { return static_cast<unsigned>(dice_() % sides); }

  uint64_t random_value(unsigned width) {
    const uint64_t value = dice_();
    return (below(2) == 0 ? value : value % 9) & mask(width);
  }

  std::vector<uint64_t> random_inputs() {
    std::vector<uint64_t> values;
    for (const unsigned width : kWidths)
      for (int n = 0; n < 2; n++) values.push_back(random_value(width));
    return values;
  }

  static constexpr std::array<unsigned, 4> kWidths = {8, 16, 32, 64};
  Expressions expressions;
  std::vector<ExpressionId> guards;  // what must hold for the operation to be defined

 private:
  Sample constant(unsigned width) {
    const uint64_t value = random_value(width);
    return {expressions.constant(width, value), [value](const auto&) { return value; }};
  }
  Sample input(unsigned width) {
    size_t place = below(2);
    while (kWidths[place / 2] != width) place += 2;
    return {inputs_[place], [place](const auto& values) { return values[place]; }};
  }
  Sample comparison(int depth) {
    const Op op = static_cast<Op>(static_cast<unsigned>(Op::kEq) + below(5));
    const unsigned width = kWidths[below(4)];
    const Sample a = make(width, depth - 1), b = make(width, depth - 1);
    return {expressions.binary(op, a.id, b.id),
            [=](const auto& values) { return native_operation(op, width, a.native(values), b.native(values)); }};
  }
  Sample operation(unsigned width, int depth) {
    Op op = static_cast<Op>(static_cast<unsigned>(Op::kAdd) + below(13));
    // What is hard for any solver is rare.
    if (width > 16 && (op == Op::kMul || divides(op)) && below(10) != 0) op = Op::kAdd;
    const Sample a = make(width, depth - 1);
    Sample b = make(width, depth - 1);
    if (op >= Op::kShl && op <= Op::kAshr) {
      const ExpressionId amount = expressions.binary(Op::kAnd, b.id, expressions.constant(width, width - 1));
      return {expressions.binary(op, a.id, amount),
              [=](const auto& values) { return native_operation(op, width, a.native(values), b.native(values)); }};
    }
    if (divides(op)) {
      // b | 1, and not -1: defined for all values.
      const ExpressionId odd = expressions.binary(Op::kOr, b.id, expressions.constant(width, 1));
      const ExpressionId divisor = expressions.binary(Op::kAnd, odd, expressions.constant(width, mask(width) >> 1));
      const Native other = b.native;
      b = {divisor, [=](const auto& values) { return (other(values) | 1) & mask(width) >> 1; }};
    }
    return {expressions.binary(op, a.id, b.id),
            [=](const auto& values) { return native_operation(op, width, a.native(values), b.native(values)); }};
  }
  Sample selection(unsigned width, int depth) {
    const Sample c = comparison(depth), a = make(width, depth - 1), b = make(width, depth - 1);
    return {expressions.ite(c.id, a.id, b.id),
            [=](const auto& values) { return c.native(values) != 0 ? a.native(values) : b.native(values); }};
  }
  Sample conversion(unsigned width, int depth) {
    const unsigned from = kWidths[below(4)];
    if (from > width) {
      const Sample a = make(from, depth - 1);
      if (below(2) == 0)
        return {expressions.extract(a.id, 0, width),
                [=](const auto& values) { return native_truncation(width, a.native(values)); }};
      return {expressions.extract(a.id, from - width, width),
              [=](const auto& values) { return native_truncation(width, a.native(values) >> (from - width)); }};
    }
    if (from == width) {
      if (width == 8) return operation(width, depth);
      const Sample a = make(width / 2, depth - 1), b = make(width / 2, depth - 1);
      return {expressions.concat(a.id, b.id),
              [=](const auto& values) { return a.native(values) << (width / 2) | b.native(values); }};
    }
    const Sample a = make(from, depth - 1);
    if (below(2) == 0) return {expressions.zext(a.id, width), a.native};
    return {expressions.sext(a.id, width),
            [=](const auto& values) { return native_sign_extension(from, width, a.native(values)); }};
  }

  std::mt19937_64 dice_;
  std::vector<ExpressionId> inputs_;
};

TEST(Arithmetic, SolverAndCompilerAgree) {
  const char* wanted = std::getenv("MAZURKA_EXPRESSIONS");
  const int count = wanted == nullptr ? 400 : std::atoi(wanted);
  int unknown = 0, solved = 0;
  solver::Z3Solver solver;
  for (int k = 0; k < count; k++) {
    Maker maker(static_cast<uint64_t>(k) * 977 + 5);
    const Sample sample = maker.make(Maker::kWidths[maker.below(4)], 1 + static_cast<int>(maker.below(4)));
    const std::vector<uint64_t> inputs = maker.random_inputs();
    const uint64_t value = sample.native(inputs);
    Valuation valuation(maker.expressions);
    valuation.assign(inputs);
    ASSERT_EQ(valuation(sample.id), value) << "expression " << k;
    const unsigned width = maker.expressions.width(sample.id);
    const ExpressionId wish = maker.expressions.binary(Op::kEq, sample.id, maker.expressions.constant(width, value));
    if (maker.expressions.is_constant(wish)) {
      ASSERT_EQ(maker.expressions[wish].payload, 1u) << "expression " << k;
      continue;
    }
    const Query query = make_query(maker.expressions, std::vector{wish}, 150);
    const Answer answer = solver.solve(query);
    ASSERT_NE(answer.status, Status::kUnsatisfiable) << "expression " << k;
    if (answer.status == Status::kUnknown) {
      unknown++;
      continue;
    }
    solved++;
    std::vector<uint64_t> found(inputs.size());
    for (size_t n = 0; n < query.inputs.size(); n++) found[query.inputs[n]] = answer.values[n];
    ASSERT_EQ(sample.native(found), value) << "expression " << k;
  }
  std::printf("%d expressions, %d solved, %d not within 0.15 s\n", count, solved, unknown);
  EXPECT_LT(unknown, count / 10);
}

}  // namespace
}  // namespace mazurka::concolic
