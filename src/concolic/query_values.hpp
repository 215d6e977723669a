// The values of a query's nodes under some input.
#pragma once

#include <cstdint>
#include <vector>

#include "concolic/query.hpp"
#include "concolic/valuation.hpp"

namespace mazurka::concolic {

class QueryValues {
 public:
  explicit QueryValues(const Query& query) : query_(query), inputs_(query.inputs.size()), values_(query.nodes.size()) {}

  // To be set.
  std::vector<uint64_t>& inputs() { return inputs_; }
  // As far as the last call of hold() or compute_all() came.
  uint64_t operator[](ExpressionId id) const { return values_[id]; }

  // Do all constraints? Computes no more than it needs.
  bool hold() {
    size_t known = 1;
    for (const ExpressionId constraint : query_.constraints) {
      for (; known <= constraint; known++) compute(known);
      if (values_[constraint] == 0) return false;
    }
    return true;
  }
  void compute_all() {
    for (size_t id = 1; id < values_.size(); id++) compute(id);
  }

 private:
  void compute(size_t id) {
    const Node& node = query_.nodes[id];
    const auto operand = [this](ExpressionId number) { return Operand{values_[number], query_.nodes[number].width}; };
    values_[id] = node.op == Op::kInput ? inputs_[node.payload] & mask(node.width)
                                        : value_of(node, operand(node.a), operand(node.b), values_[node.c]);
  }

  const Query& query_;
  std::vector<uint64_t> inputs_;
  std::vector<uint64_t> values_;
};

}  // namespace mazurka::concolic
