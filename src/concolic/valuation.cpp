#include "concolic/valuation.hpp"

namespace mazurka::concolic {

void Valuation::assign(const Assignment& inputs) {
  inputs_ = inputs;
  round_++;
}

void Valuation::set_input(uint32_t number, uint64_t value) {
  if (number >= inputs_.size()) inputs_.resize(number + 1);
  if (inputs_[number] == value) return;
  inputs_[number] = value;
  round_++;
}

uint64_t Valuation::compute(const Node& node) const {
  auto value = [this](ExpressionId id) { return known_[id].value; };
  switch (node.op) {
    case Op::kInput: return input(static_cast<uint32_t>(node.payload)) & mask(node.width);
    case Op::kConstant: return node.payload;
    case Op::kConcat: return value(node.a) << expressions_.width(node.b) | value(node.b);
    case Op::kExtract: return value(node.a) >> node.payload & mask(node.width);
    case Op::kZext: return value(node.a);
    case Op::kSext:
      return static_cast<uint64_t>(as_signed(value(node.a), expressions_.width(node.a))) & mask(node.width);
    case Op::kIte: return value(node.a) != 0 ? value(node.b) : value(node.c);
    default: return apply(node.op, expressions_.width(node.a), value(node.a), value(node.b));
  }
}

// Without recursion: an expression may be as deep as a loop is long.
uint64_t Valuation::find(ExpressionId id) {
  if (known_.size() < expressions_.size()) known_.resize(expressions_.size());
  path_.assign(1, id);
  while (!path_.empty()) {
    const ExpressionId top = path_.back();
    const Node& node = expressions_[top];
    bool is_ready = true;
    for (const ExpressionId operand : {node.a, node.b, node.c})
      if (operand != kConcrete && known_[operand].round != round_) {
        path_.push_back(operand);
        is_ready = false;
      }
    if (!is_ready) continue;
    path_.pop_back();
    known_[top] = {compute(node), round_};
  }
  return known_[id].value;
}

}  // namespace mazurka::concolic
