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
  if (node.op == Op::kInput) return input(static_cast<uint32_t>(node.payload)) & mask(node.width);
  const auto operand = [this](ExpressionId id) { return Operand{known_[id].value, expressions_.width(id)}; };
  return value_of(node, operand(node.a), operand(node.b), known_[node.c].value);
}

// Without recursion: an expression may be as deep as a loop is long.
uint64_t Valuation::find(ExpressionId id) {
  if (known_.size() < expressions_.size()) known_.resize(expressions_.size());
  // Mostly what is made of it was asked for before.
  const Node& whole = expressions_[id];
  auto is_known = [this](ExpressionId operand) { return operand == kConcrete || known_[operand].round == round_; };
  if (is_known(whole.a) && is_known(whole.b) && is_known(whole.c)) {
    known_[id] = {compute(whole), round_};
    return known_[id].value;
  }
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
