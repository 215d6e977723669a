#include "concolic/quick_answer.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "concolic/intervals.hpp"
#include "concolic/query_values.hpp"

namespace mazurka::concolic {

namespace {

constexpr unsigned kMostBits = 12;         // of the inputs, if all values are tried
constexpr uint64_t kMostSteps = 1u << 17;  // of computing for one question
constexpr size_t kMostClaims = 4096;       // about parts of conditions
constexpr size_t kMostNodes = 1u << 14;    // of a question that is looked at

// ---- intervals

// "The node's value is one of these": what it says of the node from which it is computed.
class Pulling {
 public:
  explicit Pulling(const Query& query) : query_(query) {}

  struct Claim {
    ExpressionId node = 0;
    Intervals values;
  };

  // "This condition is `wanted`": what it says of several nodes. False: and more.
  bool add_claims(ExpressionId condition, bool wanted, std::vector<Claim>& claims) {
    const Node& node = query_.nodes[condition];
    if (node.width == 1 && ((node.op == Op::kAnd && wanted) || (node.op == Op::kOr && !wanted))) {
      const bool both = add_claims(node.a, wanted, claims);
      return add_claims(node.b, wanted, claims) && both;
    }
    const bool is_equal = node.op == Op::kEq && wanted && is_constant(node.a) != is_constant(node.b);
    if (is_equal && query_.nodes[is_constant(node.a) ? node.b : node.a].op == Op::kConcat) {
      add_parts(is_constant(node.a) ? node.b : node.a, payload(is_constant(node.a) ? node.a : node.b), claims);
      return true;
    }
    auto one = claim(condition, wanted);
    if (one) claims.push_back(std::move(*one));
    return one.has_value();
  }

  // "This condition is `wanted`." Nothing: it is no comparison with a constant.
  std::optional<Claim> claim(ExpressionId condition, bool wanted) {
    if (++claims_ > kMostClaims) return std::nullopt;
    const Node& node = query_.nodes[condition];
    if (node.op == Op::kEq && query_.nodes[node.a].width == 1) {
      for (const auto& [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
        if (is_constant(other)) return claim(one, (payload(other) != 0) == wanted);
      return std::nullopt;
    }
    if (node.op == Op::kAnd || node.op == Op::kOr) return both(node, wanted);
    if (!is_comparison(node.op) || is_constant(node.a) == is_constant(node.b)) return std::nullopt;
    const bool first = is_constant(node.b);  // x < 5, or else 5 < x
    const uint64_t known = payload(first ? node.b : node.a);
    Intervals values = of_comparison(node.op, query_.nodes[node.a].width, known, first);
    return pulled({first ? node.a : node.b, wanted ? values : values.complement()});
  }

 private:
  bool is_constant(ExpressionId id) const { return query_.nodes[id].op == Op::kConstant; }
  uint64_t payload(ExpressionId id) const { return query_.nodes[id].payload; }

  // Bytes side by side have this value: each has its part of it.
  void add_parts(ExpressionId id, uint64_t value, std::vector<Claim>& claims) const {
    const Node& node = query_.nodes[id];
    if (node.op != Op::kConcat) {
      claims.push_back(pulled({id, Intervals::range(node.width, value, value)}));
      return;
    }
    const unsigned low = query_.nodes[node.b].width;
    add_parts(node.a, value >> low, claims);
    add_parts(node.b, value & mask(low), claims);
  }

  std::optional<Claim> both(const Node& node, bool wanted) {
    auto a = claim(node.a, wanted), b = claim(node.b, wanted);
    if (!a || !b || a->node != b->node) return std::nullopt;
    const bool meet = (node.op == Op::kAnd) == wanted;
    return Claim{a->node, meet ? a->values.with(b->values) : a->values.joined(b->values)};
  }

  static Intervals of_comparison(Op op, unsigned width, uint64_t known, bool first) {
    const uint64_t sign = uint64_t{1} << (width - 1);
    const bool is_signed = op == Op::kSlt || op == Op::kSle;
    if (op == Op::kEq) return Intervals::range(width, known, known);
    // Numbers with a sign are those without, moved.
    const uint64_t limit = is_signed ? known ^ sign : known;
    const bool strict = op == Op::kUlt || op == Op::kSlt;
    if (strict && limit == (first ? 0 : mask(width))) return Intervals::none(width);
    const Intervals values = first ? Intervals::range(width, 0, strict ? limit - 1 : limit)
                                   : Intervals::range(width, strict ? limit + 1 : limit, mask(width));
    return is_signed ? values.shifted(sign) : values;
  }

  Claim pulled(Claim claim) const {
    for (;;) {
      const Node& node = query_.nodes[claim.node];
      const bool second = node.b != 0 && is_constant(node.b);
      if (node.op == Op::kAdd && (second || is_constant(node.a))) {
        claim.values = claim.values.shifted(0 - payload(second ? node.b : node.a));
        claim.node = second ? node.a : node.b;
      } else if (node.op == Op::kSub && is_constant(node.a)) {  // c - x is one of them: x is c - one of them
        claim.values = claim.values.inverted().shifted(payload(node.a) + 1);
        claim.node = node.b;
      } else if (node.op == Op::kXor && second && payload(node.b) == mask(node.width)) {
        claim.values = claim.values.inverted();
        claim.node = node.a;
      } else if (node.op == Op::kZext || node.op == Op::kSext) {
        claim.values = claim.values.narrowed(query_.nodes[node.a].width, node.op == Op::kSext);
        claim.node = node.a;
      } else {
        return claim;
      }
    }
  }

  const Query& query_;
  size_t claims_ = 0;
};

// ---- trying all

uint64_t up_to_highest(uint64_t bits) {
  return bits == 0 ? 0 : mask(64 - static_cast<unsigned>(std::countl_zero(bits)));
}

// Which bits of each node can make a difference to the constraints.
std::vector<uint64_t> bits_that_count(const Query& query) {
  std::vector<uint64_t> bits(query.nodes.size());
  for (const ExpressionId constraint : query.constraints) bits[constraint] = 1;
  const auto is_constant = [&](ExpressionId id) { return query.nodes[id].op == Op::kConstant; };
  const auto constant_or = [&](ExpressionId id, uint64_t otherwise) {
    return is_constant(id) ? query.nodes[id].payload : otherwise;
  };
  for (size_t id = query.nodes.size(); id-- > 1;) {
    const Node& node = query.nodes[id];
    const uint64_t own = bits[id];
    if (own == 0) continue;
    const uint64_t shift = query.nodes[node.b].payload;
    uint64_t a = ~uint64_t{0}, b = ~uint64_t{0};
    switch (node.op) {
      case Op::kAdd:
      case Op::kSub:
      case Op::kMul: a = b = up_to_highest(own); break;
      case Op::kAnd:
        a = own & constant_or(node.b, own);
        b = own & constant_or(node.a, own);
        break;
      case Op::kOr:
        a = own & ~constant_or(node.b, 0);
        b = own & ~constant_or(node.a, 0);
        break;
      case Op::kXor: a = b = own; break;
      case Op::kShl:
        if (is_constant(node.b)) a = shift >= node.width ? 0 : own >> shift;
        break;
      case Op::kLshr:
        if (is_constant(node.b)) a = shift >= node.width ? 0 : own << shift;
        break;
      case Op::kConcat:
        a = own >> query.nodes[node.b].width;
        b = own;
        break;
      case Op::kExtract: a = own << node.payload; break;
      case Op::kZext: a = own; break;
      case Op::kSext: {
        const unsigned inner = query.nodes[node.a].width;
        a = own | ((own & ~mask(inner)) != 0 ? uint64_t{1} << (inner - 1) : 0);
        break;
      }
      case Op::kIte: b = own; break;
      default: break;  // all of them
    }
    if (node.a != 0) bits[node.a] |= a & mask(query.nodes[node.a].width);
    if (node.b != 0) bits[node.b] |= b & mask(query.nodes[node.b].width);
    if (node.c != 0) bits[node.c] |= own;
  }
  return bits;
}

// The lowest bits of `number`, put where `places` has ones.
uint64_t spread(uint64_t number, uint64_t places) {
  uint64_t result = 0;
  for (; places != 0; places &= places - 1, number >>= 1)
    if ((number & 1) != 0) result |= places & (0 - places);
  return result;
}

}  // namespace

Answer by_intervals(const Query& query) {
  Pulling pulling(query);
  std::vector<Pulling::Claim> claims, known;
  bool is_all = true;  // nothing else is asked
  for (const ExpressionId constraint : query.constraints) is_all &= pulling.add_claims(constraint, true, claims);
  for (const Pulling::Claim& claim : claims) {
    auto place = std::find_if(known.begin(), known.end(), [&](const auto& other) { return other.node == claim.node; });
    if (place == known.end())
      place = known.insert(place, claim);
    else
      place->values = place->values.with(claim.values);
    if (place->values.empty()) return {Status::kUnsatisfiable, {}};
  }
  Answer answer{Status::kSatisfiable, std::vector<uint64_t>(query.inputs.size())};
  for (const Pulling::Claim& claim : known) {
    const Node& node = query.nodes[claim.node];
    if (node.op != Op::kInput) return {};
    answer.values[node.payload] = claim.values.nearest_to_zero();
  }
  return is_all ? answer : Answer{};
}

Answer by_trying_all(const Query& query) {
  const std::vector<uint64_t> bits = bits_that_count(query);
  std::vector<uint64_t> places(query.inputs.size());
  unsigned count = 0;
  for (size_t id = 1; id < query.nodes.size(); id++) {
    if (query.nodes[id].op != Op::kInput) continue;
    places[query.nodes[id].payload] = bits[id];
    count += static_cast<unsigned>(std::popcount(bits[id]));
  }
  if (count > kMostBits || (query.nodes.size() << count) > kMostSteps) return {};
  QueryValues values(query);
  for (uint64_t number = 0; number < uint64_t{1} << count; number++) {
    uint64_t rest = number;
    for (size_t k = 0; k < places.size(); k++) {
      values.inputs()[k] = spread(rest, places[k]);
      rest >>= std::popcount(places[k]);
    }
    if (values.hold()) return {Status::kSatisfiable, values.inputs()};
  }
  return {Status::kUnsatisfiable, {}};
}

Answer quick_answer(const Query& query) {
  if (query.nodes.size() > kMostNodes) return {};
  for (const auto& way : {by_intervals, by_ordering, by_trying_all, by_pushing})
    if (Answer answer = way(query); answer.status != Status::kUnknown) return answer;
  return {};
}

}  // namespace mazurka::concolic
