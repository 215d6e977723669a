// Operations on values that depend on inputs, and the branches that depend on them: for code that our clang pass made,
// and for mazurka::symbolic_value. What the processor does where SMT-LIB's operators differ is seen to here.
#include <mazurka/follow.h>

#include <cstddef>
#include <cstdint>

#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/platform/text.hpp"

using namespace mazurka;
using namespace mazurka::runtime;
using concolic::Op;

static_assert(static_cast<int>(Op::kAdd) == MAZURKA_ADD && static_cast<int>(Op::kAshr) == MAZURKA_ASHR &&
              static_cast<int>(Op::kEq) == MAZURKA_EQ && static_cast<int>(Op::kSle) == MAZURKA_SLE);

namespace {

bool follows() {
  return inputs_are_followed && is_checked();
}

// The processor traps at a division by zero and at INT_MIN / -1: that is another way than going on.
void note_division(FollowedValues& values, bool is_signed, ExpressionId a, ExpressionId b, uint64_t pc) {
  concolic::Expressions& all = values.expressions();
  const unsigned width = all.width(b);
  auto decide = [&](ExpressionId condition) {
    values.note(values.value(condition) != 0 ? condition : all.negation(condition), pc);
  };
  decide(all.binary(Op::kEq, b, all.constant(width, 0)));
  if (!is_signed || values.value(b) == 0 || width < 32) return;
  const ExpressionId overflows =
      all.binary(Op::kAnd, all.binary(Op::kEq, b, all.constant(width, concolic::mask(width))),
                 all.binary(Op::kEq, a, all.constant(width, uint64_t{1} << (width - 1))));
  decide(overflows);
}

constexpr bool is_shift(Op op) {
  return op == Op::kShl || op == Op::kLshr || op == Op::kAshr;
}

// Signed overflow, with --symbolic-checks.
void note_overflow(FollowedValues& values, Op op, ExpressionId a, ExpressionId b, uint64_t pc) {
  concolic::Expressions& all = values.expressions();
  const unsigned width = all.width(a);
  if (width > 32 || (op != Op::kAdd && op != Op::kSub && op != Op::kMul)) return;
  const unsigned wide = width * 2;
  const ExpressionId exact = all.binary(op, all.sext(a, wide), all.sext(b, wide));
  const ExpressionId fits = all.binary(Op::kEq, exact, all.sext(all.extract(exact, 0, width), wide));
  if (all.is_constant(fits)) return;
  const bool holds = values.value(fits) != 0;
  values.note(holds ? fits : all.negation(fits), pc);
  if (!holds) report_failure(protocol::BugKind::kUndefined, "signed overflow of a value that depends on an input", pc);
}

}  // namespace

MAZURKA_STAND_IN(ExpressionId, mazurka_follow_binary,
                 (unsigned code, unsigned width, ExpressionId a, ExpressionId b, uint64_t a_value, uint64_t b_value)) {
  if (!follows()) return kConcrete;
  FollowedValues& values = followed_values();
  concolic::Expressions& all = values.expressions();
  const bool checked = (code & MAZURKA_NO_WRAP) != 0 && channel->settings.symbolic.checks != 0;
  const Op op = static_cast<Op>(code & ~static_cast<unsigned>(MAZURKA_NO_WRAP));
  a = values.or_constant(a, width, a_value);
  b = values.or_constant(b, width, b_value);
  if (op >= Op::kUdiv && op <= Op::kSrem) {
    note_division(values, op == Op::kSdiv || op == Op::kSrem, a, b, MAZURKA_DIRECT_CALLER);
    if (values.value(b) == 0) return kConcrete;  // and here it ends
  }
  if (checked) note_overflow(values, op, a, b, MAZURKA_DIRECT_CALLER);
  // (Widths that are no power of two have only constant shifts, which are small enough.)
  if (is_shift(op) && (width & (width - 1)) == 0) b = all.binary(Op::kAnd, b, all.constant(width, width - 1));
  const bool negates = op == Op::kXor && width == 1 && all.is_constant(b) && all[b].payload == 1;
  return values.unless_constant(negates ? all.negation(a) : all.binary(op, a, b));
}

MAZURKA_STAND_IN(ExpressionId, mazurka_follow_convert, (int is_signed, unsigned width, ExpressionId a)) {
  if (!follows() || a == kConcrete) return kConcrete;
  concolic::Expressions& all = followed_values().expressions();
  const unsigned from = all.width(a);
  const ExpressionId result = width < from     ? all.extract(a, 0, width)
                              : is_signed != 0 ? all.sext(a, width)
                                               : all.zext(a, width);
  return followed_values().unless_constant(result);
}

MAZURKA_STAND_IN(ExpressionId, mazurka_follow_select,
                 (unsigned width, ExpressionId condition, ExpressionId a, ExpressionId b, int condition_value,
                  uint64_t a_value, uint64_t b_value)) {
  if (!follows()) return kConcrete;
  if (condition == kConcrete) return condition_value != 0 ? a : b;
  FollowedValues& values = followed_values();
  return values.unless_constant(values.expressions().ite(condition, values.or_constant(a, width, a_value),
                                                         values.or_constant(b, width, b_value)));
}

MAZURKA_STAND_IN(void, mazurka_follow_branch, (ExpressionId condition, int value)) {
  if (!follows() || condition == kConcrete) return;
  FollowedValues& values = followed_values();
  values.note(value != 0 ? condition : values.expressions().negation(condition), MAZURKA_DIRECT_CALLER);
}

MAZURKA_STAND_IN(void, mazurka_follow_switch,
                 (ExpressionId a, unsigned width, uint64_t value, size_t count, const uint64_t* cases,
                  const uint32_t* targets)) {
  if (!follows() || a == kConcrete) return;
  FollowedValues& values = followed_values();
  concolic::Expressions& all = values.expressions();
  uint32_t taken = 0;  // the target of all other values
  for (size_t k = 0; k < count; k++)
    if (cases[k] == value) taken = targets[k];
  ExpressionId condition = all.constant(1, taken == 0 ? 1 : 0);
  for (size_t k = 0; k < count; k++) {
    const ExpressionId is_case = all.binary(Op::kEq, a, all.constant(width, cases[k]));
    if (taken == 0 && targets[k] != 0) condition = all.binary(Op::kAnd, condition, all.negation(is_case));
    if (taken != 0 && targets[k] == taken) condition = all.binary(Op::kOr, condition, is_case);
  }
  values.note(condition, MAZURKA_DIRECT_CALLER);
}

MAZURKA_STAND_IN(void, mazurka_follow_bound, (ExpressionId index, const void* base, uint64_t count, int may_be_end)) {
  if (!follows() || index == kConcrete || channel->settings.symbolic.checks == 0) return;
  if (base != nullptr) {
    if (count == 0 || state_of_block(base) != BlockState::kLive) return;
    count = bytes_of_block(base) / count;
  }
  FollowedValues& values = followed_values();
  concolic::Expressions& all = values.expressions();
  const unsigned width = all.width(index);
  const uint64_t most = may_be_end != 0 ? count : count - 1;  // (below 0 is far above)
  if (count == 0 || most >= concolic::mask(width)) return;
  const ExpressionId fits = all.binary(Op::kUle, index, all.constant(width, most));
  if (all.is_constant(fits)) return;
  const bool holds = values.value(fits) != 0;
  values.note(holds ? fits : all.negation(fits), MAZURKA_DIRECT_CALLER);
  if (holds) return;
  Text text;
  const int64_t number = concolic::as_signed(values.value(index), width);
  text.add(number < 0 ? "index -" : "index ")
      .add_number(number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number));
  text.add(" into an array of ").add_number(count).add(" elements");
  report_failure(protocol::BugKind::kUndefined, text.get(), MAZURKA_DIRECT_CALLER);
}

MAZURKA_STAND_IN(void, mazurka_follow_fix, (ExpressionId a)) {
  if (follows() && a != kConcrete) followed_values().fix(a, MAZURKA_DIRECT_CALLER);
}
