// Programs with inputs: a register or variable whose value depends on the input has, beside the value, what it is for
// every input. A jump that would go another way for some of them is noted as a constraint, and so is a value that must
// be certain: which object an operation touches, and all that decides whether it can be done.
#include <utility>

#include "toy/machine.hpp"

namespace mazurka::toy {

namespace {

bool computes(LocalCode code) {
  return code <= LocalCode::kGreaterEqual;
}

LocalCode comparison_of(LocalCode jump) {
  switch (jump) {
    case LocalCode::kJumpIfEqual: return LocalCode::kEqual;
    case LocalCode::kJumpIfNotEqual: return LocalCode::kNotEqual;
    case LocalCode::kJumpIfLess: return LocalCode::kLess;
    case LocalCode::kJumpIfLessEqual: return LocalCode::kLessEqual;
    case LocalCode::kJumpIfGreater: return LocalCode::kGreater;
    default: return LocalCode::kGreaterEqual;
  }
}

const Followed kCertain;

Value is_zero(Value value) {
  return value == 0;
}

template <class Function>
std::vector<Value> map(const std::vector<Value>& values, Function&& function) {
  std::vector<Value> result;
  for (Value value : values) result.push_back(function(value));
  return result;
}

}  // namespace

void Machine::begin_following() {
  path_.clear();
  followed_.registers.assign(registers_.size(), nullptr);
  followed_.objects.assign(values_.size(), nullptr);
  for (const ThreadCode& thread : code_->threads)
    for (size_t i = 0; i < code_->inputs.size(); i++) {
      const Followed& value = space_->value(i);
      size_t place = thread.first_register + thread.first_input + i;
      registers_[place] = (*value)[input_.index()];
      if (space_->count() > 1) followed_.registers[place] = value;
    }
}

const Followed& Machine::followed(uint32_t thread, Operand operand) const {
  if (operand.is_constant()) return kCertain;
  return followed_.registers[frames_[thread].first_register + operand.number()];
}

// What an instruction gives for every input; null if that does not depend on it. Divided by zero it gives 0: a path
// that goes on has excluded that.
Followed Machine::compute_followed(uint32_t thread, LocalCode code, Operand a, Operand b) const {
  return combine(code, followed(thread, a), read(thread, a), followed(thread, b), read(thread, b));
}

Followed Machine::combine(LocalCode code, const Followed& left, Value certain_left, const Followed& right,
                          Value certain_right) const {
  if (left == nullptr && right == nullptr) return nullptr;
  bool divides = code == LocalCode::kDivide || code == LocalCode::kRemainder;
  std::vector<Value> result(space_->count());
  bool differs = false;
  for (size_t k = 0; k < result.size(); k++) {
    Value x = left == nullptr ? certain_left : (*left)[k], y = right == nullptr ? certain_right : (*right)[k];
    result[k] = divides && y == 0 ? 0 : apply(code, x, y);
    differs |= result[k] != result[0];
  }
  return differs ? std::make_shared<const std::vector<Value>>(std::move(result)) : nullptr;
}

// Something depends on this value, by what it is for every input.
void Machine::note_branch(const std::vector<Value>& value) {
  if (std::optional<ConstraintId> constraint = space_->same_value(value, input_)) path_.push_back(*constraint);
}

void Machine::make_certain(uint32_t thread, Operand operand) {
  if (followed(thread, operand) == nullptr) return;
  note_branch(*std::exchange(followed_.registers[frames_[thread].first_register + operand.number()], nullptr));
}

// An instruction that gives a value. False: it divides by zero.
bool Machine::compute_following(uint32_t thread, const LocalInstruction& instruction) {
  const LocalCode code = instruction.code;
  Value result = read(thread, instruction.a);
  Followed every = followed(thread, instruction.a);
  if (computes(code)) {
    if (code == LocalCode::kDivide || code == LocalCode::kRemainder) {
      if (const Followed& divisor = followed(thread, instruction.b)) note_branch(map(*divisor, is_zero));
      if (read(thread, instruction.b) == 0) return false;
    }
    every = compute_followed(thread, code, instruction.a, instruction.b);
    result = apply(code, result, read(thread, instruction.b));
  } else if (code == LocalCode::kNot) {
    if (every != nullptr) every = std::make_shared<const std::vector<Value>>(map(*every, is_zero));
    result = is_zero(result);
  }
  size_t target = frames_[thread].first_register + instruction.target;
  registers_[target] = result;
  followed_.registers[target] = std::move(every);
  return true;
}

// As advance(), but slower.
void Machine::advance_following(uint32_t thread, uint32_t place) {
  if ((place & VisibleInstruction::kVisibleBit) != 0) {
    arrive_following(thread, place & ~VisibleInstruction::kVisibleBit);
    return;
  }
  for (uint32_t fuel = kMaxLocalInstructions; fuel > 0; fuel--) {
    const LocalInstruction& instruction = instructions_[place++];
    switch (instruction.code) {
      case LocalCode::kJump: place = instruction.target; break;
      case LocalCode::kJumpIfEqual:
      case LocalCode::kJumpIfNotEqual:
      case LocalCode::kJumpIfLess:
      case LocalCode::kJumpIfLessEqual:
      case LocalCode::kJumpIfGreater:
      case LocalCode::kJumpIfGreaterEqual: {
        LocalCode comparison = comparison_of(instruction.code);
        if (Followed every = compute_followed(thread, comparison, instruction.a, instruction.b)) note_branch(*every);
        bool jumps = apply(comparison, read(thread, instruction.a), read(thread, instruction.b)) != 0;
        if (jumps) place = instruction.target;
        break;
      }
      case LocalCode::kVisible: arrive_following(thread, instruction.target); return;
      case LocalCode::kEnd: threads_[thread].status = ThreadStatus::kEnded; return;
      default:
        if (compute_following(thread, instruction)) break;
        misuse(thread, code_->instruction_sites[place - 1], "divides by zero; expected a divisor other than 0");
        return;
    }
  }
  cut(thread, code_->instruction_sites[place], true);
}

// The operation becomes the next one: what must be certain of it is made so, as the last branches before it.
void Machine::arrive_following(uint32_t thread, uint32_t visible) {
  using Dynamic = VisibleInstruction::Dynamic;
  const VisibleInstruction& instruction = visible_[visible];
  if ((instruction.dynamic & (Dynamic::kObject | Dynamic::kPartner)) != 0) make_certain(thread, instruction.index);
  if ((instruction.dynamic & Dynamic::kObject2) != 0) make_certain(thread, instruction.index2);
  bool is_pair = mazurka::object_count(instruction.operation.code) == 2;
  for (uint32_t i = 0; i < 4; i++) {
    bool follows = i == 0 ? instruction.follows : is_pair ? instruction.follows2 : instruction.follows;
    bool is_argument = i >= 2 ? instruction.operation.code == OpCode::kCas2
                              : (instruction.dynamic & (i == 0 ? Dynamic::kA | Dynamic::kTag : Dynamic::kB)) != 0;
    if (is_argument && !follows) make_certain(thread, instruction.arguments[i]);
  }
  arrive(thread, visible);
}

// The next operation of the thread is done: which values depend on the input then?
void Machine::follow_step(uint32_t thread) {
  const Operation& op = threads_[thread].next;
  const VisibleInstruction& instruction = visible_[frames_[thread].visible];
  const uint32_t first_register = frames_[thread].first_register;
  auto argument = [&](uint32_t i) { return followed(thread, instruction.arguments[i]); };
  Followed result, result2;
  switch (op.code) {
    case OpCode::kLoad: result = followed_.objects[op.object.index()]; break;
    case OpCode::kStore: followed_.objects[op.object.index()] = argument(0); break;
    case OpCode::kExchange: result = std::exchange(followed_.objects[op.object.index()], argument(0)); break;
    case OpCode::kFetchAdd: {
      Followed& object = followed_.objects[op.object.index()];
      result = object;
      object = combine(LocalCode::kAdd, result, values_[op.object.index()], argument(0), op.a);
      break;
    }
    case OpCode::kLoad2:
      result = followed_.objects[op.object.index()];
      result2 = followed_.objects[op.object2.index()];
      break;
    case OpCode::kStore2:
      followed_.objects[op.object.index()] = argument(0);
      followed_.objects[op.object2.index()] = argument(1);
      break;
    default: break;  // what these touch is certain
  }
  followed_.registers[first_register + instruction.result] = std::move(result);
  if (op.code == OpCode::kLoad2) followed_.registers[first_register + instruction.result2] = std::move(result2);
}

}  // namespace mazurka::toy
