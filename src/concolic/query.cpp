#include "concolic/query.hpp"

#include <algorithm>
#include <unordered_map>

namespace mazurka::concolic {

namespace {

class QueryMaker {
 public:
  QueryMaker(const Expressions& expressions, Query& query) : expressions_(expressions), query_(query) {
    query_.nodes.resize(1);
    local_[kConcrete] = 0;
  }

  ExpressionId add(ExpressionId id) {
    std::vector<ExpressionId> path(1, id);
    while (!path.empty()) {
      const ExpressionId top = path.back();
      const Node& node = expressions_[top];
      const size_t before = path.size();
      for (const ExpressionId operand : {node.c, node.b, node.a})
        if (!local_.contains(operand)) path.push_back(operand);
      if (path.size() != before) continue;
      path.pop_back();
      if (!local_.contains(top)) local_[top] = copy(node);
    }
    return local_[id];
  }

 private:
  ExpressionId copy(Node node) {
    for (ExpressionId* operand : {&node.a, &node.b, &node.c}) *operand = local_[*operand];
    if (node.op == Op::kInput) {
      query_.inputs.push_back(static_cast<uint32_t>(node.payload));
      node.payload = query_.inputs.size() - 1;
    }
    query_.nodes.push_back(node);
    return static_cast<ExpressionId>(query_.nodes.size() - 1);
  }

  const Expressions& expressions_;
  Query& query_;
  std::unordered_map<ExpressionId, ExpressionId> local_;
};

}  // namespace

Query make_query(const Expressions& expressions, std::span<const ExpressionId> constraints, uint32_t milliseconds) {
  Query query;
  query.milliseconds = milliseconds;
  QueryMaker maker(expressions, query);
  for (const ExpressionId constraint : constraints) query.constraints.push_back(maker.add(constraint));
  return query;
}

std::vector<uint64_t> words_of(const Query& query) {
  std::vector<uint64_t> words = {query.milliseconds, query.nodes.size(), query.constraints.size()};
  for (const Node& node : query.nodes) {
    words.push_back(static_cast<uint64_t>(node.op) << 8 | node.width);
    words.push_back(uint64_t{node.a} << 32 | node.b);
    words.push_back(node.c);
    words.push_back(node.payload);
  }
  words.insert(words.end(), query.constraints.begin(), query.constraints.end());
  return words;
}

bool read_query(std::span<const uint64_t> words, Query& query) {
  if (words.size() < 3) return false;
  query = {};
  query.milliseconds = static_cast<uint32_t>(words[0]);
  const uint64_t nodes = words[1], constraints = words[2];
  if (nodes > words.size() || constraints > words.size() || words.size() != 3 + 4 * nodes + constraints) return false;
  words = words.subspan(3);
  for (uint64_t k = 0; k < nodes; k++, words = words.subspan(4)) {
    Node node;
    node.op = static_cast<Op>(words[0] >> 8);
    node.width = static_cast<uint8_t>(words[0]);
    node.a = static_cast<ExpressionId>(words[1] >> 32);
    node.b = static_cast<ExpressionId>(words[1]);
    node.c = static_cast<ExpressionId>(words[2]);
    node.payload = words[3];
    if (node.op >= Op::kCount || (k != 0 && std::max({node.a, node.b, node.c}) >= k)) return false;
    if (node.op == Op::kInput) query.inputs.push_back(static_cast<uint32_t>(node.payload));
    query.nodes.push_back(node);
  }
  for (const uint64_t constraint : words) {
    if (constraint >= nodes || query.nodes[constraint].width != 1) return false;
    query.constraints.push_back(static_cast<ExpressionId>(constraint));
  }
  return true;
}

std::vector<uint64_t> words_of(const Answer& answer) {
  std::vector<uint64_t> words = {static_cast<uint64_t>(answer.status)};
  words.insert(words.end(), answer.values.begin(), answer.values.end());
  return words;
}

bool read_answer(std::span<const uint64_t> words, Answer& answer) {
  if (words.empty() || words[0] > static_cast<uint64_t>(Status::kUnknown)) return false;
  answer.status = static_cast<Status>(words[0]);
  answer.values.assign(words.begin() + 1, words.end());
  return true;
}

}  // namespace mazurka::concolic
