// What values are made of: expressions over the inputs of a program.
//
// An expression is a node of a graph without cycles, named by a number. Equal expressions have the same number: a node
// is looked up before it is made, and simplified first. Nodes are never changed or freed. An expression means nothing
// by itself; under an assignment of the inputs it has a value (valuation.hpp).
//
// All values are numbers of 1 to 64 bits, kept in the low bits of a word whose other bits are 0. Division by zero and
// shifts by the width or more mean what they mean in SMT-LIB; what the processor does instead is the business of those
// who make expressions (program_operations.hpp).
//
// Uses no exceptions, and no memory but operator new: it lives in the checked program, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "concolic/input_sets.hpp"

namespace mazurka::concolic {

// 0: there is none, the value depends on no input.
using ExpressionId = uint32_t;
inline constexpr ExpressionId kConcrete = 0;

enum class Op : uint8_t {
  kInput,     // payload: its number
  kConstant,  // payload: its value
  kAdd,
  kSub,
  kMul,
  kUdiv,
  kSdiv,
  kUrem,
  kSrem,
  kShl,
  kLshr,
  kAshr,
  kAnd,
  kOr,
  kXor,
  kEq,  // from here to kSle: one bit
  kUlt,
  kUle,
  kSlt,
  kSle,
  kConcat,   // a has the high bits
  kExtract,  // payload: the lowest bit of a that is taken
  kZext,
  kSext,
  kIte,  // a ? b : c
  kCount,
};
inline constexpr Op kFirstBinary = Op::kAdd;
inline constexpr Op kLastBinary = Op::kSle;

constexpr bool is_comparison(Op op) {
  return op >= Op::kEq && op <= Op::kSle;
}

struct Node {
  Op op = Op::kConstant;
  uint8_t width = 0;  // in bits
  ExpressionId a = 0, b = 0, c = 0;
  uint64_t payload = 0;

  bool operator==(const Node&) const = default;
};

// What an operator gives for operands of this width.
uint64_t apply(Op op, unsigned width, uint64_t a, uint64_t b);

constexpr uint64_t mask(unsigned width) {
  return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}
constexpr int64_t as_signed(uint64_t value, unsigned width) {
  return static_cast<int64_t>(value << (64 - width)) >> (64 - width);
}

class Expressions {
 public:
  Expressions();

  // ---- making. Operands are never kConcrete.

  ExpressionId constant(unsigned width, uint64_t value);
  // `name`: a hash that is the same in every process that explores the program, as the input's number is not.
  ExpressionId input(unsigned width, uint32_t number, uint64_t name);
  // kAdd to kSle. Both operands have the same width.
  ExpressionId binary(Op op, ExpressionId a, ExpressionId b);
  ExpressionId concat(ExpressionId high, ExpressionId low);
  ExpressionId extract(ExpressionId a, unsigned low, unsigned width);
  ExpressionId zext(ExpressionId a, unsigned width);
  ExpressionId sext(ExpressionId a, unsigned width);
  ExpressionId ite(ExpressionId condition, ExpressionId a, ExpressionId b);
  // Of one bit.
  ExpressionId negation(ExpressionId condition);

  // ---- looking

  const Node& operator[](ExpressionId id) const { return nodes_[id]; }
  unsigned width(ExpressionId id) const { return nodes_[id].width; }
  bool is_constant(ExpressionId id) const { return nodes_[id].op == Op::kConstant; }
  size_t size() const { return nodes_.size(); }
  // Follows from what the expression says alone: the same in every process.
  uint64_t hash(ExpressionId id) const { return hashes_[id]; }

  // The inputs in an expression, sorted. Valid until the next one is made.
  const std::vector<uint32_t>& inputs_in(ExpressionId id) const { return sets_[inputs_in_[id]]; }

 private:
  ExpressionId make(Node node, uint64_t name = 0);
  ExpressionId simpler_binary(Op op, ExpressionId a, ExpressionId b);
  ExpressionId simpler_equality(ExpressionId a, ExpressionId b);
  ExpressionId simpler_extract(ExpressionId a, unsigned low, unsigned width);
  bool is_constant_of(ExpressionId id, uint64_t value) const { return is_constant(id) && nodes_[id].payload == value; }
  ExpressionId look_up(const Node& node, uint64_t name);
  ExpressionId add(const Node& node, uint64_t hash);
  void grow_table();

  struct Slot {
    uint32_t tag = 0;  // of the hash: most others are told apart by it
    ExpressionId id = kConcrete;
  };
  // What was made of four expressions, as far as there is room: the operand that was made last counts. New expressions
  // are made of new ones, so these are in the processor's cache.
  struct Line {
    Slot slots[8];
  };
  static constexpr unsigned kOperandsOfLine = 4;
  struct KnownConstant {
    uint64_t value = 0;
    uint32_t width = 0;
    ExpressionId id = kConcrete;
  };
  static constexpr size_t kKnownConstants = 256;

  std::vector<Node> nodes_;
  std::vector<uint64_t> hashes_;
  std::vector<Line> lines_;  // by operand
  std::vector<Slot> table_;  // all others. Open addressing; kConcrete: free
  size_t in_table_ = 0;
  std::vector<InputSets::Id> inputs_in_;
  InputSets sets_;
  std::vector<KnownConstant> constants_;  // those that were made last, by a hash
  ExpressionId last_ = 0;                 // that was asked for
};

}  // namespace mazurka::concolic
