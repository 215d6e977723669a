// Operations that compilers have as functions of their own: followed as what they compute.
#include <mazurka/follow.h>

#include "clang_pass/follower.hpp"

using namespace llvm;

namespace mazurka::clang_pass {

namespace {

// A value with its shadow, on which operations are done beside the program's own.
class Computation {
 public:
  struct Number {
    Value* value;
    Value* shadow;
  };

  Computation(Emitter& emit, IRBuilder<>& builder) : emit_(emit), builder_(builder) {}

  Number constant(unsigned width, uint64_t value) const {
    return {ConstantInt::get(builder_.getIntNTy(width), value), emit_.number(0)};
  }
  Number binary(unsigned op, Number a, Number b) const {
    Value* shadow = emit_.call(builder_, "mazurka_follow_binary", emit_.int32,
                               {emit_.number(op), emit_.number(width(a)), a.shadow, b.shadow, word(a), word(b)});
    return {value_of(op, a.value, b.value), shadow};
  }
  Number extended(bool is_signed, unsigned wide, Number a) const {
    Type* type = builder_.getIntNTy(wide);
    Value* shadow = emit_.call(builder_, "mazurka_follow_convert", emit_.int32,
                               {emit_.number(is_signed ? 1 : 0), emit_.number(wide), a.shadow});
    if (wide < width(a)) return {builder_.CreateTrunc(a.value, type), shadow};
    return {is_signed ? builder_.CreateSExt(a.value, type) : builder_.CreateZExt(a.value, type), shadow};
  }
  Number select(Number condition, Number a, Number b) const {
    Value* shadow = emit_.call(builder_, "mazurka_follow_select", emit_.int32,
                               {emit_.number(width(a)), condition.shadow, a.shadow, b.shadow,
                                builder_.CreateZExt(condition.value, emit_.int32), word(a), word(b)});
    return {builder_.CreateSelect(condition.value, a.value, b.value), shadow};
  }
  Number negation(Number bit) const { return binary(MAZURKA_XOR, bit, constant(1, 1)); }

 private:
  static unsigned width(Number a) { return a.value->getType()->getIntegerBitWidth(); }
  Value* word(Number a) const { return builder_.CreateZExt(a.value, emit_.int64); }
  Value* value_of(unsigned op, Value* a, Value* b) const {
    switch (op) {
      case MAZURKA_ADD: return builder_.CreateAdd(a, b);
      case MAZURKA_SUB: return builder_.CreateSub(a, b);
      case MAZURKA_MUL: return builder_.CreateMul(a, b);
      case MAZURKA_SHL: return builder_.CreateShl(a, b);
      case MAZURKA_LSHR: return builder_.CreateLShr(a, b);
      case MAZURKA_AND: return builder_.CreateAnd(a, b);
      case MAZURKA_OR: return builder_.CreateOr(a, b);
      case MAZURKA_XOR: return builder_.CreateXor(a, b);
      case MAZURKA_EQ: return builder_.CreateICmpEQ(a, b);
      case MAZURKA_ULT: return builder_.CreateICmpULT(a, b);
      default: return builder_.CreateICmpSLT(a, b);
    }
  }

  Emitter& emit_;
  IRBuilder<>& builder_;
};

using Number = Computation::Number;

Number smaller_or_larger(const Computation& on, Intrinsic::ID id, Number a, Number b) {
  const bool is_signed = id == Intrinsic::smin || id == Intrinsic::smax;
  const Number less = on.binary(is_signed ? MAZURKA_SLT : MAZURKA_ULT, a, b);
  const bool takes_smaller = id == Intrinsic::smin || id == Intrinsic::umin;
  return takes_smaller ? on.select(less, a, b) : on.select(less, b, a);
}

// (a << n) | (b >> 1 >> (width - 1 - n)), n below the width, a power of two.
Number funnel_shift(const Computation& on, bool to_left, unsigned width, Number a, Number b, Number amount) {
  const Number last = on.constant(width, width - 1), one = on.constant(width, 1);
  const Number n = on.binary(MAZURKA_AND, amount, last), rest = on.binary(MAZURKA_SUB, last, n);
  if (to_left)
    return on.binary(MAZURKA_OR, on.binary(MAZURKA_SHL, a, n),
                     on.binary(MAZURKA_LSHR, on.binary(MAZURKA_LSHR, b, one), rest));
  return on.binary(MAZURKA_OR, on.binary(MAZURKA_LSHR, b, n),
                   on.binary(MAZURKA_SHL, on.binary(MAZURKA_SHL, a, one), rest));
}

Number swapped_bytes(const Computation& on, unsigned width, Number a) {
  Number sum = on.constant(width, 0);
  for (unsigned low = 0; low < width; low += 8) {
    const Number byte =
        on.binary(MAZURKA_AND, on.binary(MAZURKA_LSHR, a, on.constant(width, low)), on.constant(width, 0xff));
    sum = on.binary(MAZURKA_OR, sum, on.binary(MAZURKA_SHL, byte, on.constant(width, width - 8 - low)));
  }
  return sum;
}

Number count_of_ones(const Computation& on, unsigned width, Number a) {
  Number sum = on.constant(width, 0);
  for (unsigned bit = 0; bit < width; bit++)
    sum = on.binary(MAZURKA_ADD, sum,
                    on.binary(MAZURKA_AND, on.binary(MAZURKA_LSHR, a, on.constant(width, bit)), on.constant(width, 1)));
  return sum;
}

struct Checked {
  unsigned op = 0;  // 0: it is no operation that tells of its overflow
  bool is_signed = false;
};

Checked checked_operation(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::sadd_with_overflow: return {MAZURKA_ADD, true};
    case Intrinsic::uadd_with_overflow: return {MAZURKA_ADD, false};
    case Intrinsic::ssub_with_overflow: return {MAZURKA_SUB, true};
    case Intrinsic::usub_with_overflow: return {MAZURKA_SUB, false};
    case Intrinsic::smul_with_overflow: return {MAZURKA_MUL, true};
    case Intrinsic::umul_with_overflow: return {MAZURKA_MUL, false};
    default: return {};
  }
}

Number overflow(const Computation& on, Checked checked, unsigned width, Number a, Number b) {
  const Number zero = on.constant(width, 0);
  if (checked.op == MAZURKA_MUL) {  // of up to 32 bits: computed in twice as many
    const Number exact = on.binary(MAZURKA_MUL, on.extended(checked.is_signed, 2 * width, a),
                                   on.extended(checked.is_signed, 2 * width, b));
    const Number again = on.extended(checked.is_signed, 2 * width, on.extended(false, width, exact));
    return on.negation(on.binary(MAZURKA_EQ, exact, again));
  }
  if (!checked.is_signed)
    return checked.op == MAZURKA_ADD ? on.binary(MAZURKA_ULT, on.binary(MAZURKA_ADD, a, b), a)
                                     : on.binary(MAZURKA_ULT, a, b);
  const Number result = on.binary(checked.op, a, b);
  const Number other = checked.op == MAZURKA_ADD ? on.binary(MAZURKA_XOR, b, result) : on.binary(MAZURKA_XOR, a, b);
  return on.binary(MAZURKA_SLT, on.binary(MAZURKA_AND, on.binary(MAZURKA_XOR, a, result), other), zero);
}

bool is_power_of_two(unsigned width) {
  return (width & (width - 1)) == 0;
}

// Is what it gives one number, which is known how to compute?
bool gives_number(Intrinsic::ID id, unsigned width) {
  switch (id) {
    case Intrinsic::smin:
    case Intrinsic::umin:
    case Intrinsic::smax:
    case Intrinsic::umax:
    case Intrinsic::abs:
    case Intrinsic::ctpop: return true;
    case Intrinsic::bswap: return width % 8 == 0;
    case Intrinsic::fshl:
    case Intrinsic::fshr: return is_power_of_two(width);
    default: return false;
  }
}

Number number_of(const Computation& on, Intrinsic::ID id, unsigned width, ArrayRef<Number> arguments) {
  const Number a = arguments[0];
  switch (id) {
    case Intrinsic::abs: {
      const Number zero = on.constant(width, 0);
      return on.select(on.binary(MAZURKA_SLT, a, zero), on.binary(MAZURKA_SUB, zero, a), a);
    }
    case Intrinsic::ctpop: return count_of_ones(on, width, a);
    case Intrinsic::bswap: return swapped_bytes(on, width, a);
    case Intrinsic::fshl:
    case Intrinsic::fshr: return funnel_shift(on, id == Intrinsic::fshl, width, a, arguments[1], arguments[2]);
    default: return smaller_or_larger(on, id, a, arguments[1]);
  }
}

}  // namespace

void Follower::compute(IntrinsicInst* intrinsic, unsigned part,
                       function_ref<Value*(Builder&, ArrayRef<Value*>)> shadow) {
  SmallVector<Value*, 3> shadows;
  for (Value* argument : intrinsic->args()) shadows.push_back(shadows_.of(argument));
  Builder builder(intrinsic);
  if (Value* condition = emit_.any_of(builder, shadows))
    shadows_.set(intrinsic, part,
                 emit_.when(intrinsic, condition, [&](Builder& inside) { return shadow(inside, shadows); }));
}

void Follower::intrinsic(IntrinsicInst* intrinsic) {
  const Intrinsic::ID id = intrinsic->getIntrinsicID();
  switch (id) {
    case Intrinsic::expect:
    case Intrinsic::ssa_copy: return shadows_.set(intrinsic, 0, shadows_.of(intrinsic->getArgOperand(0)));
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::assume: return;
    default: break;
  }
  const Checked checked = checked_operation(id);
  Type* type = intrinsic->arg_empty() ? intrinsic->getType() : intrinsic->getArgOperand(0)->getType();
  const unsigned width = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  const bool is_checked = checked.op != 0 && width != 0 && width <= (checked.op == MAZURKA_MUL ? 32 : 64);
  if (width == 0 || width > 64 || (!is_checked && !gives_number(id, width))) return fix_operands(intrinsic);
  const auto numbers = [&](ArrayRef<Value*> shadows) {
    SmallVector<Number, 3> result;
    for (unsigned k = 0; k < shadows.size(); k++) result.push_back({intrinsic->getArgOperand(k), shadows[k]});
    return result;
  };
  if (!is_checked)
    return compute(intrinsic, 0, [&](Builder& inside, ArrayRef<Value*> shadows) {
      return number_of(Computation(emit_, inside), id, width, numbers(shadows)).shadow;
    });
  compute(intrinsic, 0, [&](Builder& inside, ArrayRef<Value*> shadows) {
    const auto both = numbers(shadows);
    return Computation(emit_, inside).binary(checked.op, both[0], both[1]).shadow;
  });
  compute(intrinsic, 1, [&](Builder& inside, ArrayRef<Value*> shadows) {
    const auto both = numbers(shadows);
    return overflow(Computation(emit_, inside), checked, width, both[0], both[1]).shadow;
  });
}

}  // namespace mazurka::clang_pass
