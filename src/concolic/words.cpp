#include "concolic/words.hpp"

#include <cstddef>
#include <vector>

namespace mazurka::concolic {

namespace {

constexpr size_t kLongest = 160;
constexpr int kDeepest = 24;

// How strongly an operator binds, as in C.
enum Strength : int {
  kWeakest,
  kOrStrength,
  kXorStrength,
  kAndStrength,
  kEquality,
  kOrder,
  kShift,
  kSum,
  kProduct,
  kUnary
};

struct Sign {
  const char* text;
  Strength strength;
};

Sign sign_of(Op op) {
  switch (op) {
    case Op::kAdd: return {"+", kSum};
    case Op::kSub: return {"-", kSum};
    case Op::kMul: return {"*", kProduct};
    case Op::kUdiv:
    case Op::kSdiv: return {"/", kProduct};
    case Op::kUrem:
    case Op::kSrem: return {"%", kProduct};
    case Op::kShl: return {"<<", kShift};
    case Op::kLshr:
    case Op::kAshr: return {">>", kShift};
    case Op::kAnd: return {"&", kAndStrength};
    case Op::kOr: return {"|", kOrStrength};
    case Op::kXor: return {"^", kXorStrength};
    case Op::kEq: return {"==", kEquality};
    case Op::kUlt:
    case Op::kSlt: return {"<", kOrder};
    default: return {"<=", kOrder};
  }
}

// What comparison says the opposite, with the same operands.
const char* opposite_of(Op op) {
  switch (op) {
    case Op::kEq: return "!=";
    case Op::kUlt:
    case Op::kSlt: return ">=";
    default: return ">";
  }
}

const char* mirrored(const char* sign) {
  switch (sign[0]) {
    case '<': return sign[1] == '=' ? ">=" : ">";
    case '>': return sign[1] == '=' ? "<=" : "<";
    default: return sign;
  }
}

class Writer {
 public:
  Writer(const Expressions& expressions, const InputTable& table) : expressions_(expressions), table_(table) {}

  std::string write(ExpressionId id, Strength around, int depth) {
    if (depth > kDeepest) return "...";
    const Node& node = expressions_[id];
    switch (node.op) {
      case Op::kInput: return name_of_input(table_, static_cast<uint32_t>(node.payload));
      case Op::kConstant: return number(node);
      case Op::kZext:
      case Op::kSext: return write(node.a, around, depth + 1);
      case Op::kExtract: return extract(node, around, depth);
      case Op::kConcat: return concat(id, depth);
      case Op::kIte:
        return "(" + write(node.a, kOrStrength, depth + 1) + " ? " + write(node.b, kOrStrength, depth + 1) + " : " +
               write(node.c, kOrStrength, depth + 1) + ")";
      default: return is_comparison(node.op) ? comparison(node, around, depth) : operation(node, around, depth);
    }
  }

 private:
  std::string number(const Node& node) const {
    if (node.width == 1) return node.payload != 0 ? "true" : "false";
    const int64_t value = as_signed(node.payload, node.width);
    return std::to_string(value);
  }

  static std::string in_brackets(const std::string& text, bool needed) { return needed ? "(" + text + ")" : text; }

  std::string operation(const Node& node, Strength around, int depth) {
    Sign sign = sign_of(node.op);
    ExpressionId left = node.a, right = node.b;
    // A constant reads better behind the rest.
    if (expressions_.is_constant(left) && (node.op == Op::kAdd || node.op == Op::kMul || node.op == Op::kAnd ||
                                           node.op == Op::kOr || node.op == Op::kXor))
      std::swap(left, right);
    std::string second;
    if (node.op == Op::kAdd && expressions_.is_constant(right)) {
      const int64_t value = as_signed(expressions_[right].payload, expressions_.width(right));
      if (value < 0) {
        sign.text = "-";
        second = std::to_string(-static_cast<uint64_t>(value));
      }
    }
    if (second.empty()) second = write(right, static_cast<Strength>(sign.strength + 1), depth + 1);
    const std::string text = write(left, sign.strength, depth + 1) + " " + sign.text + " " + second;
    return in_brackets(text, sign.strength < around);
  }

  // A byte of an array is compared with something that can be read.
  bool is_character(ExpressionId left, ExpressionId right) const {
    while (expressions_[left].op == Op::kZext || expressions_[left].op == Op::kSext) left = expressions_[left].a;
    const Node& node = expressions_[left];
    if (node.op != Op::kInput || node.width != 8 || !expressions_.is_constant(right)) return false;
    const uint64_t value = expressions_[right].payload;
    return table_[static_cast<uint32_t>(node.payload)].object_bytes > 1 && value >= ' ' && value <= '~';
  }
  std::string character(ExpressionId id) const {
    const char c = static_cast<char>(expressions_[id].payload);
    return c == '\'' || c == '\\' ? std::string("'\\") + c + "'" : std::string("'") + c + "'";
  }

  std::string compare(ExpressionId left, const char* sign, ExpressionId right, Strength around, int depth) {
    if (expressions_.is_constant(left)) {
      std::swap(left, right);
      sign = mirrored(sign);
    }
    const Strength strength = sign[0] == '=' || sign[0] == '!' ? kEquality : kOrder;
    const std::string second = is_character(left, right) ? character(right) : write(right, kShift, depth + 1);
    return in_brackets(write(left, kShift, depth + 1) + " " + sign + " " + second, strength < around);
  }

  std::string comparison(const Node& node, Strength around, int depth) {
    if (node.op == Op::kEq && expressions_.width(node.a) == 1) {
      // Not: the other way round, if there is one.
      const ExpressionId inner = expressions_.is_constant(node.a) ? node.b : node.a;
      const ExpressionId known = expressions_.is_constant(node.a) ? node.a : node.b;
      if (expressions_.is_constant(known) && expressions_[known].payload == 0) {
        const Node& opposite = expressions_[inner];
        if (is_comparison(opposite.op) && expressions_.width(opposite.a) != 1)
          return compare(opposite.a, opposite_of(opposite.op), opposite.b, around, depth);
        return "!" + write(inner, kUnary, depth + 1);
      }
    }
    return compare(node.a, sign_of(node.op).text, node.b, around, depth);
  }

  std::string extract(const Node& node, Strength around, int depth) {
    if (node.payload == 0) {
      const char* type = node.width == 8 ? "(char)" : node.width == 16 ? "(short)" : node.width == 32 ? "(int)" : "";
      if (*type != 0) return type + write(node.a, kUnary, depth + 1);
      const std::string low = write(node.a, kAndStrength, depth + 1) + " & " + std::to_string(mask(node.width));
      return in_brackets(low, kAndStrength < around);
    }
    const std::string moved = write(node.a, kShift, depth + 1) + " >> " + std::to_string(node.payload);
    return in_brackets("(" + moved + ") & " + std::to_string(mask(node.width)), kAndStrength < around);
  }

  // Bytes of one object that lie side by side: its name, with where they are.
  std::string concat(ExpressionId id, int depth) {
    std::vector<ExpressionId> bytes, rest(1, id);  // the highest first
    while (!rest.empty()) {
      const ExpressionId part = rest.back();
      rest.pop_back();
      if (expressions_[part].op == Op::kConcat)
        rest.insert(rest.end(), {expressions_[part].b, expressions_[part].a});
      else
        bytes.push_back(part);
    }
    if (bytes.size() > 1) {
      const Node& last = expressions_[bytes.back()];
      bool side_by_side = last.op == Op::kInput;
      for (size_t k = 0; side_by_side && k + 1 < bytes.size(); k++) {
        const Node& node = expressions_[bytes[k]];
        side_by_side = node.op == Op::kInput &&
                       table_[static_cast<uint32_t>(node.payload)].key ==
                           table_[static_cast<uint32_t>(last.payload)].key + ((bytes.size() - 1 - k) << 8);
      }
      if (side_by_side) {
        const InputInfo& info = table_[static_cast<uint32_t>(last.payload)];
        const uint32_t part = InputKey::unpack(info.key).part;
        return info.name + "[" + std::to_string(part) + ".." + std::to_string(part + bytes.size() - 1) + "]";
      }
    }
    const Node& node = expressions_[id];
    return "(" + write(node.a, kShift, depth + 1) + " << " + std::to_string(expressions_.width(node.b)) + " | " +
           write(node.b, kXorStrength, depth + 1) + ")";
  }

  const Expressions& expressions_;
  const InputTable& table_;
};

}  // namespace

std::string name_of_input(const InputTable& table, uint32_t number) {
  const InputInfo& info = table[number];
  const InputKey key = InputKey::unpack(info.key);
  if (info.name.empty()) return "input" + std::to_string(number);
  if (info.object_bytes * 8 == key.width) return info.name;
  return info.name + "[" + std::to_string(key.part) + "]";
}

std::string text_of(const Expressions& expressions, const InputTable& table, ExpressionId id) {
  std::string text = Writer(expressions, table).write(id, kWeakest, 0);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

}  // namespace mazurka::concolic
