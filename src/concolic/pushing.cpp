// by_pushing(): "x * 3 + 1 is to be 430000", so x * 3 is to be 429999, so x is to be 143333. One operand is changed,
// the others stay as they are. What was changed for one constraint may spoil another one, which is then pushed in turn.
#include <bit>

#include "concolic/query_values.hpp"
#include "concolic/quick_answer.hpp"

namespace mazurka::concolic {

namespace {

constexpr size_t kMostRounds = 24;  // for each constraint one more

// By which an odd number must be multiplied so that the product is 1.
uint64_t inverse_of_odd(uint64_t number) {
  uint64_t inverse = number;  // right in three bits; each step doubles them
  for (int k = 0; k < 5; k++) inverse *= 2 - number * inverse;
  return inverse;
}

class Pusher {
 public:
  explicit Pusher(const Query& query) : query_(query), values_(query) {}

  Answer answer() {
    for (size_t round = 0; round < kMostRounds + query_.constraints.size(); round++) {
      values_.compute_all();
      bool all = true;
      for (const ExpressionId constraint : query_.constraints) {
        if (values_[constraint] != 0) continue;
        all = false;
        if (!push(constraint, 1)) return {};
        break;
      }
      if (all) return {Status::kSatisfiable, values_.inputs()};
    }
    return {};
  }

 private:
  bool is_constant(ExpressionId id) const { return query_.nodes[id].op == Op::kConstant; }
  unsigned width(ExpressionId id) const { return query_.nodes[id].width; }

  // Changes inputs so that the node might get this value. False: no way is known. Nodes are as deep as loops are long,
  // so this goes from node to node.
  bool push(ExpressionId id, uint64_t wanted) {
    for (;;) {
      const Node& node = query_.nodes[id];
      wanted &= mask(node.width);
      if (values_[id] == wanted) return true;
      if (node.op == Op::kConstant) return false;
      if (node.op == Op::kInput) {
        values_.inputs()[node.payload] = wanted;
        return true;
      }
      Step next = is_comparison(node.op) ? comparison(node, wanted != 0)
                  : node.width == 1      ? bit(node, wanted)
                                         : number(node, wanted);
      if (next.id == 0) return false;
      if (next.other != 0 && !push_input(next.other, next.other_wanted)) return false;
      id = next.id;
      wanted = next.wanted;
    }
  }
  // Of a part beside the way: only if it is near.
  bool push_input(ExpressionId id, uint64_t wanted) {
    if (depth_ >= 16) return false;
    depth_++;
    const bool done = push(id, wanted);
    depth_--;
    return done;
  }

  struct Step {
    ExpressionId id = 0;  // 0: no way is known
    uint64_t wanted = 0;
    ExpressionId other = 0;  // and this one, too
    uint64_t other_wanted = 0;
  };

  Step comparison(const Node& node, bool wanted) const {
    const uint64_t a = values_[node.a], b = values_[node.b];
    const bool has_constant = is_constant(node.b);
    if (node.op == Op::kEq) {
      const ExpressionId target = has_constant || !is_constant(node.a) ? node.a : node.b;
      const uint64_t other = target == node.a ? b : a;
      return {target, wanted ? other : other + 1};
    }
    const unsigned bits = width(node.a);
    const bool is_signed = node.op == Op::kSlt || node.op == Op::kSle;
    const bool strict = (node.op == Op::kUlt || node.op == Op::kSlt) == wanted;  // else equal is right, too
    const uint64_t least = is_signed ? uint64_t{1} << (bits - 1) : 0, greatest = (least - 1) & mask(bits);
    // a < b or a <= b is wanted, or b < a or b <= a.
    const bool a_is_target = !is_constant(node.a) && (has_constant || b != (wanted ? least : greatest));
    if (a_is_target) {
      if (!strict) return {node.a, b};
      if (b == (wanted ? least : greatest)) return {};
      return {node.a, wanted ? b - 1 : b + 1};
    }
    if (!strict) return {node.b, a};
    if (a == (wanted ? greatest : least)) return {};
    return {node.b, wanted ? a + 1 : a - 1};
  }

  // Of one bit.
  Step bit(const Node& node, uint64_t wanted) const {
    switch (node.op) {
      case Op::kAnd:
      case Op::kOr: {
        const bool needs_both = (node.op == Op::kAnd) == (wanted != 0);
        if (!needs_both) return {is_constant(node.a) ? node.b : node.a, wanted};
        return {node.a, wanted, node.b, wanted};
      }
      case Op::kXor: return is_constant(node.a) ? Step{node.b, values_[node.b] ^ 1} : Step{node.a, values_[node.a] ^ 1};
      default: return number(node, wanted);
    }
  }

  Step number(const Node& node, uint64_t wanted) const {
    const uint64_t a = values_[node.a], b = values_[node.b];
    const bool first = !is_constant(node.a);  // is changed; else the second operand
    const uint64_t known = first ? b : a;
    const ExpressionId target = first ? node.a : node.b;
    switch (node.op) {
      case Op::kAdd: return {target, wanted - known};
      case Op::kSub: return {target, first ? wanted + b : a - wanted};
      case Op::kXor: return {target, wanted ^ known};
      case Op::kAnd: return (wanted & ~known) != 0 ? Step{} : Step{target, (values_[target] & ~known) | wanted};
      case Op::kOr:
        return (known & ~wanted) != 0 ? Step{} : Step{target, (values_[target] & known) | (wanted & ~known)};
      case Op::kMul: {
        const unsigned zeros = static_cast<unsigned>(std::countr_zero(known));
        if (known == 0 || (wanted & mask(zeros)) != 0) return {};
        return {target, (wanted >> zeros) * inverse_of_odd(known >> zeros) & mask(node.width - zeros)};
      }
      case Op::kConcat: return {node.a, wanted >> width(node.b), node.b, wanted};
      default: return first ? of_first(node, wanted) : Step{};
    }
  }

  // Operators of which only the first operand is changed.
  Step of_first(const Node& node, uint64_t wanted) const {
    const uint64_t a = values_[node.a], b = values_[node.b];
    switch (node.op) {
      case Op::kUdiv:
      case Op::kSdiv: return {node.a, wanted * b};
      case Op::kUrem:
      case Op::kSrem: return b == 0 ? Step{} : Step{node.a, a - a % b + wanted};
      case Op::kShl: return b >= node.width ? Step{} : Step{node.a, wanted >> b};
      case Op::kLshr:
      case Op::kAshr:
        return b >= node.width ? Step{} : Step{node.a, wanted << b | (a & mask(static_cast<unsigned>(b)))};
      case Op::kExtract: return {node.a, (a & ~(mask(node.width) << node.payload)) | wanted << node.payload};
      case Op::kZext:
      case Op::kSext: return {node.a, wanted & mask(width(node.a))};
      case Op::kIte: {
        const ExpressionId taken = a != 0 ? node.b : node.c, left = a != 0 ? node.c : node.b;
        if (!is_constant(taken)) return {taken, wanted};
        return {node.a, a ^ 1, left, wanted};
      }
      default: return {};
    }
  }

  const Query& query_;
  QueryValues values_;
  unsigned depth_ = 0;
};

}  // namespace

Answer by_pushing(const Query& query) {
  return Pusher(query).answer();
}

}  // namespace mazurka::concolic
