// A question to the solver, as the list of numbers that goes to its process, and the answer.
//
// A query stands for itself: it has the nodes that it needs, in an order in which operands come first, with numbers of
// its own. Equal constraints make equal queries, in every process, so that the answers are equal, too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "concolic/expression.hpp"

namespace mazurka::concolic {

struct Query {
  uint32_t milliseconds = 0;
  std::vector<Node> nodes;                // nodes[0] is none; an input's payload is its place in `inputs`
  std::vector<uint32_t> inputs;           // not sent: the numbers of the inputs for who asks
  std::vector<ExpressionId> constraints;  // each of one bit: all are to be 1
};

Query make_query(const Expressions& expressions, std::span<const ExpressionId> constraints, uint32_t milliseconds);

enum class Status : uint32_t {
  kSatisfiable,
  kUnsatisfiable,
  kUnknown,  // not within the time, or the solver is gone
};

struct Answer {
  Status status = Status::kUnknown;
  std::vector<uint64_t> values;  // of Query::inputs, if it is satisfiable
};

// Whoever can be asked. One question at a time.
class Solver {
 public:
  virtual Answer solve(const Query& query) = 0;

  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

 protected:
  Solver() = default;
  ~Solver() = default;
};

// What goes between the processes: its length in bytes, as a word of 64 bits, and then this.
std::vector<uint64_t> words_of(const Query& query);
// False: this is no query.
bool read_query(std::span<const uint64_t> words, Query& query);
std::vector<uint64_t> words_of(const Answer& answer);
bool read_answer(std::span<const uint64_t> words, Answer& answer);

}  // namespace mazurka::concolic
