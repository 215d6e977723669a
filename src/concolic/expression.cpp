#include "concolic/expression.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "base/hash.hpp"

namespace mazurka::concolic {

namespace {

constexpr bool is_commutative(Op op) {
  return op == Op::kAdd || op == Op::kMul || op == Op::kAnd || op == Op::kOr || op == Op::kXor || op == Op::kEq;
}

uint64_t divide_signed(unsigned width, uint64_t a, uint64_t b) {
  const int64_t x = as_signed(a, width), y = as_signed(b, width);
  if (y == 0) return x < 0 ? 1 : mask(width);
  if (y == -1) return (0 - a) & mask(width);
  return static_cast<uint64_t>(x / y) & mask(width);
}

uint64_t remainder_signed(unsigned width, uint64_t a, uint64_t b) {
  const int64_t x = as_signed(a, width), y = as_signed(b, width);
  if (y == 0) return a;
  if (y == -1) return 0;
  return static_cast<uint64_t>(x % y) & mask(width);
}

}  // namespace

uint64_t apply(Op op, unsigned width, uint64_t a, uint64_t b) {
  const uint64_t all = mask(width);
  switch (op) {
    case Op::kAdd: return (a + b) & all;
    case Op::kSub: return (a - b) & all;
    case Op::kMul: return (a * b) & all;
    case Op::kUdiv: return b == 0 ? all : a / b;
    case Op::kSdiv: return divide_signed(width, a, b);
    case Op::kUrem: return b == 0 ? a : a % b;
    case Op::kSrem: return remainder_signed(width, a, b);
    case Op::kShl: return b >= width ? 0 : (a << b) & all;
    case Op::kLshr: return b >= width ? 0 : a >> b;
    case Op::kAshr: return static_cast<uint64_t>(as_signed(a, width) >> std::min<uint64_t>(b, width - 1)) & all;
    case Op::kAnd: return a & b;
    case Op::kOr: return a | b;
    case Op::kXor: return a ^ b;
    case Op::kEq: return a == b ? 1 : 0;
    case Op::kUlt: return a < b ? 1 : 0;
    case Op::kUle: return a <= b ? 1 : 0;
    case Op::kSlt: return as_signed(a, width) < as_signed(b, width) ? 1 : 0;
    case Op::kSle: return as_signed(a, width) <= as_signed(b, width) ? 1 : 0;
    default: break;
  }
  CHECK(false, "not an operator of two operands");
  return 0;
}

Expressions::Expressions() : nodes_(1), hashes_(1), table_(1024), inputs_in_(1), constants_(kKnownConstants) {}

void Expressions::grow_table() {
  std::vector<Slot> old(table_.size() * 2);
  old.swap(table_);
  const size_t last = table_.size() - 1;
  for (const Slot& one : old) {
    if (one.id == kConcrete) continue;
    size_t slot = hashes_[one.id] & last;
    while (table_[slot].id != kConcrete) slot = (slot + 1) & last;
    table_[slot] = one;
  }
}

ExpressionId Expressions::add(const Node& node, uint64_t hash) {
  const auto id = static_cast<ExpressionId>(nodes_.size());
  nodes_.push_back(node);
  hashes_.push_back(hash);
  InputSets::Id inputs = sets_.both(sets_.both(inputs_in_[node.a], inputs_in_[node.b]), inputs_in_[node.c]);
  if (node.op == Op::kInput) inputs = sets_.only(static_cast<uint32_t>(node.payload));
  inputs_in_.push_back(inputs);
  return id;
}

ExpressionId Expressions::look_up(const Node& node, uint64_t name) {
  const uint64_t kind = static_cast<uint64_t>(node.op) << 8 | node.width;
  uint64_t hash = combine_hashes(kind, node.op == Op::kInput ? name : node.payload);
  for (const ExpressionId operand : {node.a, node.b, node.c})
    if (operand != kConcrete) hash = combine_hashes(hash, hashes_[operand]);
  const auto tag = static_cast<uint32_t>(hash >> 32);
  if (const ExpressionId newest = std::max({node.a, node.b, node.c}); newest != kConcrete) {
    const size_t place = newest / kOperandsOfLine;
    if (place >= lines_.size()) lines_.resize(place + 1);
    for (Slot& slot : lines_[place].slots) {
      if (slot.id == kConcrete) {
        slot = {tag, static_cast<ExpressionId>(nodes_.size())};
        return add(node, hash);
      }
      if (slot.tag == tag && nodes_[slot.id] == node) return slot.id;
    }
  }
  const size_t last = table_.size() - 1;
  size_t slot = hash & last;
  for (; table_[slot].id != kConcrete; slot = (slot + 1) & last)
    if (table_[slot].tag == tag && nodes_[table_[slot].id] == node) return table_[slot].id;
  const ExpressionId id = add(node, hash);
  table_[slot] = {tag, id};
  if (++in_table_ * 2 > table_.size()) grow_table();
  return id;
}

ExpressionId Expressions::make(Node node, uint64_t name) {
  // The order of operands must not depend on which of them was met first.
  if (is_commutative(node.op) && hashes_[node.a] > hashes_[node.b]) std::swap(node.a, node.b);
  // Executions repeat what earlier ones did, so that expressions are asked for in the order in which they were made.
  // (Constants between them are found elsewhere.)
  for (ExpressionId next = last_ + 1; next < nodes_.size() && next <= last_ + 3; next++)
    if (nodes_[next] == node) return last_ = next;
  return last_ = look_up(node, name);
}

ExpressionId Expressions::constant(unsigned width, uint64_t value) {
  value &= mask(width);
  KnownConstant& known = constants_[(value ^ value >> 8 ^ width) % kKnownConstants];
  if (known.width == width && known.value == value) return known.id;
  Node node;
  node.width = static_cast<uint8_t>(width);
  node.payload = value;
  known = {value, width, look_up(node, 0)};
  return known.id;
}

ExpressionId Expressions::input(unsigned width, uint32_t number, uint64_t name) {
  Node node;
  node.op = Op::kInput;
  node.width = static_cast<uint8_t>(width);
  node.payload = number;
  return make(node, name);
}

// x == y where one side says the same as a smaller x. What compilers make of `if (a < b)` in C.
ExpressionId Expressions::simpler_equality(ExpressionId a, ExpressionId b) {
  if (a == b) return constant(1, 1);
  if (is_constant(a)) std::swap(a, b);
  const Node node = nodes_[a];
  if (!is_constant(b)) {
    const Node other = nodes_[b];
    const bool extends = (node.op == Op::kZext || node.op == Op::kSext) && node.op == other.op;
    return extends && width(node.a) == width(other.a) ? binary(Op::kEq, node.a, other.a) : kConcrete;
  }
  const uint64_t value = nodes_[b].payload;
  // (What models of strcmp and the like give is then compared with 0.)
  if (node.op == Op::kAdd)
    for (const auto& [known, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
      if (is_constant(known) && (nodes_[other].op == Op::kZext || nodes_[other].op == Op::kSext))
        return binary(Op::kEq, other, constant(node.width, value - nodes_[known].payload));
  if (node.op == Op::kSub && value == 0) return binary(Op::kEq, node.a, node.b);
  if (node.width == 1) return value == 1 ? a : kConcrete;
  if (node.op == Op::kZext) {
    const unsigned inner = nodes_[node.a].width;
    if (value > mask(inner)) return constant(1, 0);
    return binary(Op::kEq, node.a, constant(inner, value));
  }
  if (node.op == Op::kSext) {
    const unsigned inner = nodes_[node.a].width;
    const uint64_t low = value & mask(inner);
    if ((static_cast<uint64_t>(as_signed(low, inner)) & mask(node.width)) != value) return constant(1, 0);
    return binary(Op::kEq, node.a, constant(inner, low));
  }
  if (node.op == Op::kIte && is_constant(node.b) && is_constant(node.c)) {
    const bool first = nodes_[node.b].payload == value, second = nodes_[node.c].payload == value;
    if (first && second) return constant(1, 1);
    if (!first && !second) return constant(1, 0);
    return first ? node.a : negation(node.a);
  }
  return kConcrete;
}

// kConcrete: nothing simpler is known.
ExpressionId Expressions::simpler_binary(Op op, ExpressionId a, ExpressionId b) {
  const unsigned wide = width(a);
  if (is_constant(a) && is_constant(b))
    return constant(is_comparison(op) ? 1 : wide, apply(op, wide, nodes_[a].payload, nodes_[b].payload));
  if (is_commutative(op) && is_constant(a)) std::swap(a, b);
  const bool by_zero = is_constant_of(b, 0), by_one = is_constant_of(b, 1), by_all = is_constant_of(b, mask(wide));
  switch (op) {
    case Op::kAdd:
      if (by_zero) return a;
      // (x + 1) + 2 is x + 3.
      if (is_constant(b) && nodes_[a].op == Op::kAdd) {
        const Node inner = nodes_[a];
        const ExpressionId other = is_constant(inner.a) ? inner.b : inner.a;
        const ExpressionId known = is_constant(inner.a) ? inner.a : inner.b;
        if (is_constant(known))
          return binary(Op::kAdd, other, constant(wide, nodes_[known].payload + nodes_[b].payload));
      }
      return kConcrete;
    case Op::kSub:
      if (a == b) return constant(wide, 0);
      return is_constant(b) ? binary(Op::kAdd, a, constant(wide, 0 - nodes_[b].payload)) : kConcrete;
    case Op::kMul: return by_zero ? b : by_one ? a : kConcrete;
    case Op::kUdiv:
    case Op::kSdiv: return by_one && wide > 1 ? a : kConcrete;
    case Op::kShl:
    case Op::kLshr:
    case Op::kAshr: return by_zero ? a : kConcrete;
    case Op::kAnd: return by_zero ? b : by_all || a == b ? a : kConcrete;
    case Op::kOr: return by_zero || a == b ? a : by_all ? b : kConcrete;
    case Op::kXor: return by_zero ? a : a == b ? constant(wide, 0) : kConcrete;
    case Op::kEq: return simpler_equality(a, b);
    case Op::kUlt: return a == b || by_zero ? constant(1, 0) : kConcrete;
    case Op::kSlt: return a == b ? constant(1, 0) : kConcrete;
    case Op::kUle: return a == b || by_all || is_constant_of(a, 0) ? constant(1, 1) : kConcrete;
    case Op::kSle: return a == b ? constant(1, 1) : kConcrete;
    default: return kConcrete;
  }
}

ExpressionId Expressions::binary(Op op, ExpressionId a, ExpressionId b) {
  CHECK(op >= kFirstBinary && op <= kLastBinary && width(a) == width(b), "operands of different widths");
  if (const ExpressionId simpler = simpler_binary(op, a, b); simpler != kConcrete) return simpler;
  Node node;
  node.op = op;
  node.width = is_comparison(op) ? uint8_t{1} : nodes_[a].width;
  node.a = a;
  node.b = b;
  return make(node);
}

ExpressionId Expressions::concat(ExpressionId high, ExpressionId low) {
  const Node top = nodes_[high], bottom = nodes_[low];
  const unsigned wide = top.width + bottom.width;
  CHECK(wide <= 64, "a concatenation of more than 64 bits");
  if (top.op == Op::kConstant && bottom.op == Op::kConstant)
    return constant(wide, top.payload << bottom.width | bottom.payload);
  if (top.op == Op::kConstant && top.payload == 0) return zext(low, wide);
  // Parts that lie side by side in one expression.
  if (top.op == Op::kExtract && bottom.op == Op::kExtract && top.a == bottom.a &&
      top.payload == bottom.payload + bottom.width)
    return extract(top.a, static_cast<unsigned>(bottom.payload), wide);
  Node node;
  node.op = Op::kConcat;
  node.width = static_cast<uint8_t>(wide);
  node.a = high;
  node.b = low;
  return make(node);
}

ExpressionId Expressions::simpler_extract(ExpressionId a, unsigned low, unsigned wide) {
  const Node node = nodes_[a];
  if (low == 0 && wide == node.width) return a;
  if (node.op == Op::kConstant) return constant(wide, node.payload >> low);
  if (node.op == Op::kExtract) return extract(node.a, static_cast<unsigned>(node.payload) + low, wide);
  if (node.op == Op::kConcat) {
    const unsigned border = width(node.b);
    if (low + wide <= border) return extract(node.b, low, wide);
    if (low >= border) return extract(node.a, low - border, wide);
    return concat(extract(node.a, 0, low + wide - border), extract(node.b, low, border - low));
  }
  if (node.op == Op::kZext || node.op == Op::kSext) {
    const unsigned border = width(node.a);
    if (low + wide <= border) return extract(node.a, low, wide);
    if (node.op == Op::kZext && low >= border) return constant(wide, 0);
    if (low == 0) return node.op == Op::kZext ? zext(node.a, wide) : sext(node.a, wide);
  }
  return kConcrete;
}

ExpressionId Expressions::extract(ExpressionId a, unsigned low, unsigned wide) {
  CHECK(low + wide <= width(a) && wide != 0, "bits that are not there");
  if (const ExpressionId simpler = simpler_extract(a, low, wide); simpler != kConcrete) return simpler;
  Node node;
  node.op = Op::kExtract;
  node.width = static_cast<uint8_t>(wide);
  node.a = a;
  node.payload = low;
  return make(node);
}

ExpressionId Expressions::zext(ExpressionId a, unsigned wide) {
  const Node inner = nodes_[a];
  CHECK(wide >= inner.width && wide <= 64, "an extension that makes it smaller");
  if (wide == inner.width) return a;
  if (inner.op == Op::kConstant) return constant(wide, inner.payload);
  Node node;
  node.op = Op::kZext;
  node.width = static_cast<uint8_t>(wide);
  node.a = inner.op == Op::kZext ? inner.a : a;
  return make(node);
}

ExpressionId Expressions::sext(ExpressionId a, unsigned wide) {
  const Node inner = nodes_[a];
  CHECK(wide >= inner.width && wide <= 64, "an extension that makes it smaller");
  if (wide == inner.width) return a;
  if (inner.op == Op::kConstant) return constant(wide, static_cast<uint64_t>(as_signed(inner.payload, inner.width)));
  if (inner.op == Op::kZext) return zext(inner.a, wide);
  Node node;
  node.op = Op::kSext;
  node.width = static_cast<uint8_t>(wide);
  node.a = inner.op == Op::kSext ? inner.a : a;
  return make(node);
}

ExpressionId Expressions::ite(ExpressionId condition, ExpressionId a, ExpressionId b) {
  CHECK(width(condition) == 1 && width(a) == width(b), "a selection between different widths");
  if (is_constant(condition)) return nodes_[condition].payload != 0 ? a : b;
  if (a == b) return a;
  if (width(a) == 1 && is_constant(a) && is_constant(b))
    return nodes_[a].payload != 0 ? condition : negation(condition);
  Node node;
  node.op = Op::kIte;
  node.width = nodes_[a].width;
  node.a = condition;
  node.b = a;
  node.c = b;
  return make(node);
}

ExpressionId Expressions::negation(ExpressionId condition) {
  CHECK(width(condition) == 1, "a condition has one bit");
  const Node node = nodes_[condition];
  if (node.op == Op::kEq && width(node.a) == 1) {
    if (is_constant_of(node.a, 0)) return node.b;
    if (is_constant_of(node.b, 0)) return node.a;
  }
  return binary(Op::kEq, condition, constant(1, 0));
}

}  // namespace mazurka::concolic
