// Emits the local instructions of one thread: registers, labels, and the code of expressions. The compiler puts the
// statements on top of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "toy/language/ast.hpp"
#include "toy/language/checker.hpp"
#include "toy/language/code.hpp"

namespace mazurka::toy {

// Ends a compilation; compile() catches it.
struct CompileStop {
  ParseError error;
};

struct Constant {
  Value value = 0;
  bool from_me = false;  // other threads of the array may have another value here
};

// The code that grows, and what all threads share of it.
struct Output {
  Code code;
  std::unordered_map<Value, uint32_t> constants;
  std::unordered_map<const Statement*, uint32_t> sites;

  Operand constant(Value value);
  uint32_t site(const Statement& statement);
};

class Assembler {
 public:
  using Label = uint32_t;

  Assembler(const Symbols& symbols, const ThreadSymbol& thread, Value me, Output& output);

  uint32_t start() const { return start_; }  // the first instruction
  uint32_t register_count() const { return register_count_; }

  // The statement that the next instructions belong to.
  uint32_t site() const { return site_; }
  void set_site(uint32_t site) { site_ = site; }

  void emit(LocalCode code, uint32_t target = 0, Operand a = {}, Operand b = {});
  void emit_visible(VisibleInstruction instruction);

  // Registers: those with names, one that takes the results that nobody wants, and temporaries, which are given back
  // together.
  uint32_t register_of(const std::string& name) const { return name.empty() ? scratch_ : registers_.at(name); }
  uint32_t scratch() const { return scratch_; }
  uint32_t first_input() const { return first_input_; }  // inputs are registers that nothing is assigned to
  uint32_t temporary();
  uint32_t temporaries_in_use() const { return next_temporary_; }
  void give_back_temporaries(uint32_t in_use_before) { next_temporary_ = in_use_before; }

  Operand constant(Value value) { return output_.constant(value); }

  // A jump's target is a label until link() puts instructions in their place.
  Label new_label();
  void place(Label label) { labels_[label] = here(); }
  // Completes the thread's code; also lets operations that follow each other directly do so.
  void link();

  // The value of the expression if it does not depend on registers. A constant division by zero is none: it is an error
  // when, and if, it is executed.
  std::optional<Constant> fold(const Expression& expression) const;
  // Computes the expression, into register `wanted` if it needs an instruction of its own.
  Operand evaluate(const Expression& expression, std::optional<uint32_t> wanted = std::nullopt);
  void evaluate_into(uint32_t target, const Expression& expression);
  // Goes to `label` if the expression is true (`sense`) or false (not `sense`), and on otherwise.
  void branch(const Expression& expression, bool sense, Label label);

 private:
  uint32_t here() const { return static_cast<uint32_t>(output_.code.instructions.size()); }
  std::optional<Constant> fold_binary(const Expression& expression) const;
  Operand evaluate_logical(const Expression& expression);
  void branch_logical(const Expression& expression, bool sense, Label label);

  const Symbols& symbols_;
  Value me_;
  Output& output_;
  std::unordered_map<std::string, uint32_t> registers_;
  uint32_t first_input_ = 0;
  uint32_t scratch_ = 0;
  uint32_t next_temporary_ = 0;
  uint32_t register_count_ = 0;
  uint32_t start_ = 0;
  size_t first_visible_ = 0;
  std::vector<uint32_t> labels_;  // the instruction each stands for
  uint32_t site_ = 0;
};

}  // namespace mazurka::toy
