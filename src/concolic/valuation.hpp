// The values of expressions under one assignment of the inputs. Each is computed once.
#pragma once

#include <cstdint>
#include <vector>

#include "concolic/expression.hpp"

namespace mazurka::concolic {

// The values of the inputs, by number. Those behind its end are 0.
using Assignment = std::vector<uint64_t>;

struct Operand {
  uint64_t value = 0;
  unsigned width = 0;
};
// What a node that is no input is worth.
inline uint64_t value_of(const Node& node, Operand a, Operand b, uint64_t c) {
  switch (node.op) {
    case Op::kConstant: return node.payload;
    case Op::kConcat: return a.value << b.width | b.value;
    case Op::kExtract: return a.value >> node.payload & mask(node.width);
    case Op::kZext: return a.value;
    case Op::kSext: return static_cast<uint64_t>(as_signed(a.value, a.width)) & mask(node.width);
    case Op::kIte: return a.value != 0 ? b.value : c;
    default: return apply(node.op, a.width, a.value, b.value);
  }
}

class Valuation {
 public:
  explicit Valuation(const Expressions& expressions) : expressions_(expressions) {}

  void assign(const Assignment& inputs);
  // Of one input. All other values are computed again if it is another than before.
  void set_input(uint32_t number, uint64_t value);
  uint64_t input(uint32_t number) const { return number < inputs_.size() ? inputs_[number] : 0; }

  uint64_t operator()(ExpressionId id) {
    return id < known_.size() && known_[id].round == round_ ? known_[id].value : find(id);
  }

 private:
  struct Known {
    uint64_t value = 0;
    uint32_t round = 0;
  };

  uint64_t find(ExpressionId id);
  uint64_t compute(const Node& node) const;

  const Expressions& expressions_;
  Assignment inputs_;
  std::vector<Known> known_;        // by expression
  std::vector<ExpressionId> path_;  // of find()
  uint32_t round_ = 1;
};

}  // namespace mazurka::concolic
