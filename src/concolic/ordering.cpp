// by_ordering(): questions that only compare inputs with each other and with constants, as sorting does. Each says that
// one number is smaller than another by at least so much: a graph, in which a way around that is smaller than itself
// has no solution, and the lengths of ways are one. That two numbers differ is tried both ways.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "concolic/quick_answer.hpp"

namespace mazurka::concolic {

namespace {

__extension__ using Wide = __int128;  // sums of numbers of 64 bits

constexpr size_t kMostInputs = 64, kMostOrders = 512;
constexpr int kMostTries = 64;    // of orders between numbers that differ
constexpr int64_t kSmall = 1000;  // solutions up to this are looked for first

struct Order {
  size_t less, more;  // places of numbers; 0 is the number 0
  Wide by;            // less + by <= more
};
struct Pair {
  size_t a, b;
  Wide by;  // a + by != b
};

class Ordering {
 public:
  explicit Ordering(const Query& query) : query_(query) {}

  Answer answer() {
    for (const ExpressionId constraint : query_.constraints)
      if (!add(constraint, true)) return {};
    for (const Equality& one : equalities_)
      if (!add_equality(one.a, one.b, one.wanted)) return {};
    if (variables_.size() > kMostInputs || orders_.size() + different_.size() > kMostOrders) return {};
    for (const bool small : {true, false}) {
      std::vector<Order> all = orders_;
      add_bounds(small, all);
      tries_ = 0;
      gave_up_ = false;
      if (solve(all)) return {Status::kSatisfiable, values_};
      if (!small && !gave_up_) return {Status::kUnsatisfiable, {}};
    }
    return {};
  }

 private:
  enum Sign : uint8_t { kOpen, kSigned, kUnsigned };
  // Bits of an input. Place 0 is the number 0.
  struct Variable {
    uint64_t input = 0;
    unsigned low = 0, width = 0;
    Sign sign = kOpen;
  };
  // One of these, or a constant (place 0); extended by zeros or by its sign, if it is.
  struct Term {
    size_t place = 0;
    unsigned width = 0;
    uint64_t value = 0;
    Sign extended = kOpen;
  };

  // The place of these bits. 0: they overlap with others.
  size_t place_of(const Variable& wanted) {
    for (size_t place = 1; place < variables_.size(); place++) {
      const Variable& known = variables_[place];
      if (known.input != wanted.input) continue;
      if (known.low == wanted.low && known.width == wanted.width) return place;
      if (known.low < wanted.low + wanted.width && wanted.low < known.low + known.width) return 0;
    }
    variables_.push_back(wanted);
    return variables_.size() - 1;
  }
  std::optional<Term> term(ExpressionId id) {
    const Node* node = &query_.nodes[id];
    if (node->op == Op::kConstant) return Term{0, node->width, node->payload};
    Term result;
    if (node->op == Op::kZext || node->op == Op::kSext) {
      result.extended = node->op == Op::kSext ? kSigned : kUnsigned;
      node = &query_.nodes[node->a];
    }
    result.width = node->width;
    Variable bits{node->payload, 0, node->width};
    if (node->op == Op::kExtract) {
      bits.low = static_cast<unsigned>(node->payload);
      node = &query_.nodes[node->a];
      bits.input = node->payload;
    }
    if (node->op != Op::kInput) return std::nullopt;
    result.place = place_of(bits);
    return result.place == 0 ? std::nullopt : std::optional(result);
  }
  // Numbers that were extended are compared as what they were. False: they are not alike.
  static bool narrow(Term& a, Term& b, Sign& sign) {
    const Sign extended = a.extended != kOpen ? a.extended : b.extended;
    if (extended == kOpen) return a.width == b.width;
    if ((a.place != 0 && a.extended != extended) || (b.place != 0 && b.extended != extended)) return false;
    // A comparison without signs of numbers that were extended by theirs.
    if (extended == kSigned && sign == kUnsigned) return false;
    const unsigned width = a.place != 0 ? a.width : b.width;
    for (Term* one : {&a, &b}) {
      if (one->place != 0) {
        if (one->width != width) return false;
        continue;
      }
      const uint64_t low = one->value & mask(width);
      const uint64_t again =
          extended == kSigned ? static_cast<uint64_t>(as_signed(low, width)) & mask(one->width) : low;
      if (again != one->value) return false;
      one->value = low;
      one->width = width;
    }
    sign = extended;
    return true;
  }
  bool agree(const Term& term, Sign sign) {
    if (term.place == 0) return true;
    Sign& known = variables_[term.place].sign;
    if (known == kOpen) known = sign;
    return known == sign;
  }
  static Wide number(const Term& term, Sign sign) {
    if (term.place != 0) return 0;
    return sign == kSigned ? Wide{as_signed(term.value, term.width)} : Wide{term.value};
  }

  // Not a comparison of inputs and constants: false.
  bool add(ExpressionId id, bool wanted) {
    const Node& node = query_.nodes[id];
    if (node.op == Op::kEq && query_.nodes[node.a].width == 1) {
      for (const auto& [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
        if (query_.nodes[other].op == Op::kConstant) return add(one, (query_.nodes[other].payload != 0) == wanted);
      return false;
    }
    if (!is_comparison(node.op)) return false;
    auto a = term(node.a), b = term(node.b);
    if (!a || !b) return false;
    Sign sign = node.op == Op::kEq ? kOpen : node.op == Op::kSlt || node.op == Op::kSle ? kSigned : kUnsigned;
    if (!narrow(*a, *b, sign)) return false;
    if (node.op == Op::kEq) {
      equalities_.push_back({*a, *b, wanted});
      return true;
    }
    if (!agree(*a, sign) || !agree(*b, sign)) return false;
    const bool strict = (node.op == Op::kSlt || node.op == Op::kUlt) == wanted;
    const Term &less = wanted ? *a : *b, &more = wanted ? *b : *a;
    orders_.push_back({less.place, more.place, number(less, sign) - number(more, sign) + (strict ? 1 : 0)});
    return true;
  }
  // Of numbers with or without a sign, whichever the orders say.
  bool add_equality(const Term& a, const Term& b, bool wanted) {
    Sign sign = a.place != 0 && variables_[a.place].sign != kOpen ? variables_[a.place].sign : variables_[b.place].sign;
    if (sign == kOpen) sign = kSigned;
    if (!agree(a, sign) || !agree(b, sign)) return false;
    const Wide by = number(a, sign) - number(b, sign);
    if (!wanted) {
      different_.push_back({a.place, b.place, by});
      return true;
    }
    orders_.push_back({a.place, b.place, by});
    orders_.push_back({b.place, a.place, -by});
    return true;
  }

  void add_bounds(bool small, std::vector<Order>& all) const {
    for (size_t place = 1; place < variables_.size(); place++) {
      const unsigned width = variables_[place].width;
      const bool has_sign = variables_[place].sign != kUnsigned;
      Wide least = has_sign ? -(Wide{1} << (width - 1)) : 0, most = (Wide{1} << (has_sign ? width - 1 : width)) - 1;
      if (small) least = 0, most = std::min(most, Wide{kSmall});
      all.push_back({0, place, least});
      all.push_back({place, 0, -most});
    }
  }

  // The smallest numbers that satisfy all orders; none if there is a way around.
  bool smallest(const std::vector<Order>& all, std::vector<Wide>& numbers) const {
    numbers.assign(variables_.size(), -(Wide{1} << 100));
    numbers[0] = 0;
    for (size_t round = 0; round <= variables_.size(); round++) {
      bool changed = false;
      for (const Order& order : all)
        if (numbers[order.less] + order.by > numbers[order.more]) {
          if (order.more == 0) return false;  // 0 is larger than 0
          numbers[order.more] = numbers[order.less] + order.by;
          changed = true;
        }
      if (!changed) return true;
    }
    return false;
  }

  bool solve(std::vector<Order>& all) {
    if (++tries_ > kMostTries) {
      gave_up_ = true;
      return false;
    }
    std::vector<Wide> numbers;
    if (!smallest(all, numbers)) return false;
    for (const Pair& pair : different_) {
      if (numbers[pair.a] + pair.by != numbers[pair.b]) continue;
      for (const Order& order : {Order{pair.a, pair.b, pair.by + 1}, Order{pair.b, pair.a, 1 - pair.by}}) {
        all.push_back(order);
        if (solve(all)) return true;
        all.pop_back();
      }
      return false;
    }
    values_.assign(query_.inputs.size(), 0);
    for (size_t place = 1; place < variables_.size(); place++) {
      const auto& [input, low, width, sign] = variables_[place];
      values_[input] |= (static_cast<uint64_t>(numbers[place]) & mask(width)) << low;
    }
    return true;
  }

  struct Equality {
    Term a, b;
    bool wanted;
  };

  const Query& query_;
  std::vector<Variable> variables_ = std::vector<Variable>(1);  // by place
  std::vector<Order> orders_;
  std::vector<Pair> different_;
  std::vector<Equality> equalities_;
  std::vector<uint64_t> values_;
  int tries_ = 0;
  bool gave_up_ = false;
};

}  // namespace

Answer by_ordering(const Query& query) {
  return Ordering(query).answer();
}

}  // namespace mazurka::concolic
