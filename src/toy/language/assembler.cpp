#include "toy/language/assembler.hpp"

#include <algorithm>
#include <utility>

#include "toy/language/printer.hpp"

namespace mazurka::toy {

namespace {

std::optional<LocalCode> jump_of(const std::string& op) {
  switch (local_code_of(op)) {
    case LocalCode::kEqual: return LocalCode::kJumpIfEqual;
    case LocalCode::kNotEqual: return LocalCode::kJumpIfNotEqual;
    case LocalCode::kLess: return LocalCode::kJumpIfLess;
    case LocalCode::kLessEqual: return LocalCode::kJumpIfLessEqual;
    case LocalCode::kGreater: return LocalCode::kJumpIfGreater;
    case LocalCode::kGreaterEqual: return LocalCode::kJumpIfGreaterEqual;
    default: return std::nullopt;
  }
}

LocalCode opposite(LocalCode jump) {
  switch (jump) {
    case LocalCode::kJumpIfEqual: return LocalCode::kJumpIfNotEqual;
    case LocalCode::kJumpIfNotEqual: return LocalCode::kJumpIfEqual;
    case LocalCode::kJumpIfLess: return LocalCode::kJumpIfGreaterEqual;
    case LocalCode::kJumpIfLessEqual: return LocalCode::kJumpIfGreater;
    case LocalCode::kJumpIfGreater: return LocalCode::kJumpIfLessEqual;
    default: return LocalCode::kJumpIfLess;
  }
}

bool is_jump(LocalCode code) {
  return code >= LocalCode::kJump && code <= LocalCode::kJumpIfGreaterEqual;
}

bool is_logical(const Expression& expression) {
  return expression.kind == Expression::Kind::kBinary && (expression.text == "&&" || expression.text == "||");
}

}  // namespace

Operand Output::constant(Value value) {
  auto [entry, is_new] = constants.emplace(value, static_cast<uint32_t>(code.constants.size()));
  if (is_new) code.constants.push_back(value);
  return Operand::constant(entry->second);
}

uint32_t Output::site(const Statement& statement) {
  auto [entry, is_new] = sites.emplace(&statement, static_cast<uint32_t>(code.sites.size()));
  if (!is_new) return entry->second;
  Site site{statement.position, statement.result, statement.result2, ""};
  if (statement.kind == StatementKind::kAssert) {
    site.message = "assertion failed: " + print(statement.arguments[0]);
  }
  if (statement.kind == StatementKind::kFail) site.message = "'fail' reached";
  code.sites.push_back(std::move(site));
  return entry->second;
}

Assembler::Assembler(const Symbols& symbols, const ThreadSymbol& thread, Value me, Output& output)
    : symbols_(symbols), me_(me), output_(output) {
  for (const std::string& name : thread.registers) registers_.emplace(name, static_cast<uint32_t>(registers_.size()));
  first_input_ = static_cast<uint32_t>(registers_.size());
  for (const InputRange& input : symbols.inputs)
    registers_.emplace(input.name, static_cast<uint32_t>(registers_.size()));
  scratch_ = static_cast<uint32_t>(registers_.size());
  next_temporary_ = register_count_ = scratch_ + 1;
  start_ = here();
  first_visible_ = output_.code.visible.size();
}

void Assembler::emit(LocalCode code, uint32_t target, Operand a, Operand b) {
  if (here() == kMaxInstructions) {
    throw CompileStop{{output_.code.position(site_), "the program is too large; expected at most " +
                                                         std::to_string(kMaxInstructions) +
                                                         " instructions in all threads together"}};
  }
  output_.code.instructions.push_back({code, target, a, b});
  output_.code.instruction_sites.push_back(site_);
}

void Assembler::emit_visible(VisibleInstruction instruction) {
  instruction.operation.site = site_;
  instruction.next = here() + 1;
  emit(LocalCode::kVisible, static_cast<uint32_t>(output_.code.visible.size()));
  output_.code.visible.push_back(instruction);
}

uint32_t Assembler::temporary() {
  uint32_t number = next_temporary_++;
  register_count_ = std::max(register_count_, next_temporary_);
  return number;
}

Assembler::Label Assembler::new_label() {
  labels_.push_back(0);
  return static_cast<Label>(labels_.size() - 1);
}

void Assembler::link() {
  std::vector<LocalInstruction>& instructions = output_.code.instructions;
  for (uint32_t at = start_; at < here(); at++) {
    if (is_jump(instructions[at].code)) instructions[at].target = labels_[instructions[at].target];
  }
  for (size_t i = first_visible_; i < output_.code.visible.size(); i++) {
    uint32_t& next = output_.code.visible[i].next;
    constexpr uint32_t kEnough = 16;  // jumps to jumps; an empty endless loop has no end of them
    for (uint32_t n = 0; n < kEnough && instructions[next].code == LocalCode::kJump; n++) {
      next = instructions[next].target;
    }
    if (instructions[next].code == LocalCode::kVisible) {
      next = instructions[next].target | VisibleInstruction::kVisibleBit;
    }
  }
}

std::optional<Constant> Assembler::fold(const Expression& expression) const {
  switch (expression.kind) {
    case Expression::Kind::kNumber: return Constant{expression.number, false};
    case Expression::Kind::kName: {
      if (expression.text == "me") return Constant{me_, true};
      auto constant = symbols_.constants.find(expression.text);
      if (constant == symbols_.constants.end()) return std::nullopt;
      return Constant{constant->second, false};
    }
    case Expression::Kind::kUnary: {
      std::optional<Constant> part = fold(expression.parts[0]);
      if (!part) return std::nullopt;
      Value value = part->value;
      return Constant{expression.text == "!" ? value == 0 : apply(LocalCode::kSubtract, 0, value), part->from_me};
    }
    case Expression::Kind::kBinary: return fold_binary(expression);
  }
  return std::nullopt;
}

std::optional<Constant> Assembler::fold_binary(const Expression& expression) const {
  std::optional<Constant> left = fold(expression.parts[0]);
  if (!left) return std::nullopt;
  bool is_and = expression.text == "&&", is_or = expression.text == "||";
  if ((is_and && left->value == 0) || (is_or && left->value != 0)) return Constant{is_or, left->from_me};
  std::optional<Constant> right = fold(expression.parts[1]);
  if (!right) return std::nullopt;
  bool from_me = left->from_me || right->from_me;
  if (is_and || is_or) return Constant{right->value != 0, from_me};
  LocalCode code = local_code_of(expression.text);
  bool divides = code == LocalCode::kDivide || code == LocalCode::kRemainder;
  if (divides && right->value == 0) return std::nullopt;
  return Constant{apply(code, left->value, right->value), from_me};
}

Operand Assembler::evaluate(const Expression& expression, std::optional<uint32_t> wanted) {
  if (std::optional<Constant> folded = fold(expression)) return constant(folded->value);
  if (expression.kind == Expression::Kind::kName) return Operand::in_register(registers_.at(expression.text));
  if (is_logical(expression)) return evaluate_logical(expression);
  Operand a = evaluate(expression.parts[0]);
  if (expression.kind == Expression::Kind::kUnary) {
    uint32_t target = wanted ? *wanted : temporary();
    if (expression.text == "!") {
      emit(LocalCode::kNot, target, a);
    } else {
      emit(LocalCode::kSubtract, target, constant(0), a);
    }
    return Operand::in_register(target);
  }
  Operand b = evaluate(expression.parts[1]);
  uint32_t target = wanted ? *wanted : temporary();
  emit(local_code_of(expression.text), target, a, b);
  return Operand::in_register(target);
}

// Not into the wanted register: the expression may read it after the first assignment here.
Operand Assembler::evaluate_logical(const Expression& expression) {
  uint32_t target = temporary();
  Label done = new_label();
  emit(LocalCode::kMove, target, constant(0));
  branch(expression, false, done);
  emit(LocalCode::kMove, target, constant(1));
  place(done);
  return Operand::in_register(target);
}

void Assembler::evaluate_into(uint32_t target, const Expression& expression) {
  Operand value = evaluate(expression, target);
  if (value.is_constant() || value.number() != target) emit(LocalCode::kMove, target, value);
}

void Assembler::branch(const Expression& expression, bool sense, Label label) {
  if (std::optional<Constant> folded = fold(expression)) {
    if ((folded->value != 0) == sense) emit(LocalCode::kJump, label);
    return;
  }
  if (expression.kind == Expression::Kind::kUnary && expression.text == "!") {
    branch(expression.parts[0], !sense, label);
    return;
  }
  if (is_logical(expression)) {
    branch_logical(expression, sense, label);
    return;
  }
  std::optional<LocalCode> jump;
  if (expression.kind == Expression::Kind::kBinary) jump = jump_of(expression.text);
  if (jump) {
    Operand a = evaluate(expression.parts[0]);
    Operand b = evaluate(expression.parts[1]);
    emit(sense ? *jump : opposite(*jump), label, a, b);
    return;
  }
  Operand value = evaluate(expression);
  emit(sense ? LocalCode::kJumpIfNotEqual : LocalCode::kJumpIfEqual, label, value, constant(0));
}

// `a && b` is false, and `a || b` true, as soon as the left side is.
void Assembler::branch_logical(const Expression& expression, bool sense, Label label) {
  bool left_decides_for_label = (expression.text == "&&") != sense;
  if (left_decides_for_label) {
    branch(expression.parts[0], sense, label);
    branch(expression.parts[1], sense, label);
    return;
  }
  Label skip = new_label();
  branch(expression.parts[0], !sense, skip);
  branch(expression.parts[1], sense, label);
  place(skip);
}

}  // namespace mazurka::toy
