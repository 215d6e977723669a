#include "toy/fuzz/random_operation.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "toy/language/grammar.hpp"

namespace mazurka::toy {

namespace {

constexpr uint32_t kMaxRegisters = 4;

// Mostly a small number that differs from the initial 0.
Expression random_value(Dice& dice, const Scope& scope) {
  if (!scope.inputs.empty() && dice.one_in(4)) return random_input(dice, scope);
  if (!scope.registers.empty() && dice.one_in(4)) {
    Expression value = name(dice.pick(scope.registers));
    return dice.one_in(3) ? binary("+", value, number(1)) : value;
  }
  return number(dice.one_in(6) ? 0 : 1 + dice.below(2));
}

// The kinds that random_operation() chooses from; one that is named more often comes more often.
std::vector<StatementKind> operation_kinds(Features features, const Scope& scope) {
  using K = StatementKind;
  std::vector<K> kinds = {K::kLoad, K::kLoad, K::kLoad, K::kStore, K::kStore, K::kStore};
  auto add = [&](Feature f, std::initializer_list<K> more) {
    if (features.has(f)) kinds.insert(kinds.end(), more);
  };
  add(Feature::kRmw, {K::kFetchAdd, K::kFetchAdd, K::kExchange});
  add(Feature::kCas, {K::kCas, K::kCas, K::kCas});
  add(Feature::kWeakCas, {K::kWeakCas, K::kWeakCas, K::kWeakCas});
  add(Feature::kAwait, {K::kAwait, K::kAwait});
  add(Feature::kAdds, {K::kAdd, K::kAdd, K::kAdd});
  add(Feature::kChoose, {K::kChoose, K::kChoose, K::kChoose});
  add(Feature::kFailures, {K::kFail});
  if (!scope.registers.empty()) add(Feature::kFailures, {K::kAssert, K::kAssert});
  if (!scope.semaphores.empty())
    add(Feature::kSemaphores, {K::kAcquire, K::kAcquire, K::kRelease, K::kRelease, K::kTryAcquire});
  if (!scope.conditions.empty() && (features.has(Feature::kConditions) || features.has(Feature::kTimedWaits)))
    kinds.insert(kinds.end(), {K::kSignal, K::kSignal, K::kSignal, K::kBroadcast});
  if (!scope.mailboxes.empty()) {
    add(Feature::kMailboxes, {K::kSend, K::kSend, K::kSend, K::kSend, K::kSend, K::kReceive, K::kReceive, K::kReceive});
    add(Feature::kMailboxes, {K::kReceive, K::kPoll, K::kPoll, K::kPoll, K::kPoll, K::kCount});
    add(Feature::kBoundedMailboxes, {K::kTrySend, K::kTrySend});
    add(Feature::kClosedMailboxes, {K::kClose});
  }
  if (scope.variables.size() > 1) {
    add(Feature::kPairs, {K::kLoad2, K::kLoad2, K::kLoad2, K::kStore2, K::kStore2, K::kCopy, K::kCopy, K::kCopy});
    add(Feature::kPairs, {K::kSwap, K::kSwap, K::kCas2});
    if (features.has(Feature::kPairs)) add(Feature::kAdds, {K::kAdd2, K::kAdd2});
  }
  return kinds;
}

Statement random_pair_operation(Dice& dice, StatementKind kind, Features features, Scope& scope) {
  Reference first = random_variable(dice, features, scope);
  Reference second = random_variable(dice, features, scope);
  while (may_be_same(first, second)) second = dice.pick(scope.variables);
  Statement s = operation(kind, first);
  s.objects.push_back(second);
  auto constants = [&](uint32_t count, uint32_t from) {
    for (uint32_t i = 0; i < count; i++) s.arguments.push_back(number(from + dice.below(2)));
  };
  if (kind == StatementKind::kStore2 || kind == StatementKind::kAdd2) constants(2, 1);
  if (kind == StatementKind::kCas2) {
    constants(2, 0);
    constants(2, 1);
  }
  if (shape_of(kind).results > 0) s.result = result_register(dice, scope);
  if (kind == StatementKind::kLoad2) s.result2 = result_register(dice, scope);
  return s;
}

constexpr uint32_t kTags = 3;

// The message of a send, or the tags that a receiver takes; none: all.
std::vector<Expression> random_mail(Dice& dice, StatementKind kind, Features features, const Scope& scope) {
  if (is_send(kind)) {
    std::vector<Expression> message = {dice.one_in(6) ? random_value(dice, scope) : number(dice.below(kTags))};
    if (features.has(Feature::kRankedMailboxes) && dice.one_in(2)) message.push_back(number(1 + dice.below(2)));
    return message;
  }
  std::vector<Expression> tags;
  if (!takes_tags(kind) || dice.one_in(2)) return tags;
  if (!scope.registers.empty() && dice.one_in(8)) {
    Expression tag = name(dice.pick(scope.registers));
    return {binary("%", binary("*", tag, Expression(tag)), number(kTags))};
  }
  for (uint32_t tag = 0; tag < kTags; tag++)
    if (dice.one_in(2)) tags.push_back(number(tag));
  return tags;
}

Comparison random_comparison(Dice& dice) {
  if (dice.below(3) != 0) return Comparison::kEqual;
  return dice.pick(std::vector{Comparison::kNotEqual, Comparison::kNotEqual, Comparison::kGreaterEqual,
                               Comparison::kGreater, Comparison::kLess, Comparison::kLessEqual});
}

}  // namespace

std::string result_register(Dice& dice, Scope& scope) {
  if (scope.registers.size() >= kMaxRegisters) return dice.pick(scope.registers);
  std::string fresh = "r" + std::to_string(scope.registers.size());
  if (std::find(scope.registers.begin(), scope.registers.end(), fresh) != scope.registers.end()) return fresh;
  scope.registers.push_back(fresh);
  return fresh;
}

Reference random_variable(Dice& dice, Features features, const Scope& scope) {
  if (features.has(Feature::kIndexed) && !scope.array.empty() && !scope.registers.empty() && dice.one_in(3)) {
    Reference element = reference(scope.array);
    Expression index = name(dice.pick(scope.registers));
    // What a poll finds may be -1.
    if (!scope.mailboxes.empty()) index = binary("*", index, Expression(index));
    element.index.push_back(binary("%", std::move(index), number(2)));
    return element;
  }
  return dice.pick(scope.variables);
}

Expression random_input(Dice& dice, const Scope& scope) {
  Expression input = name(dice.pick(scope.inputs));
  if (!scope.registers.empty() && dice.one_in(3)) return binary("+", input, name(dice.pick(scope.registers)));
  return dice.one_in(5) ? binary("%", input, number(2)) : input;
}

Expression random_branch(Dice& dice, const Scope& scope) {
  if (scope.inputs.empty() || (!scope.registers.empty() && dice.one_in(3))) return random_condition(dice, scope);
  const std::vector<std::string> operators = {"==", "==", "!=", ">", "<=", "<"};
  const std::string& op = dice.pick(operators);
  Expression left = random_input(dice, scope);
  return binary(op, std::move(left), number(dice.below(4)));
}

Expression random_condition(Dice& dice, const Scope& scope) {
  const std::vector<std::string> operators = {"==", "==", "==", "!=", "!=", ">", "<="};
  // One after the other: the order in which a call's arguments are computed is up to the compiler.
  const std::string& op = dice.pick(operators);
  Expression left = name(dice.pick(scope.registers));
  return binary(op, std::move(left), number(dice.below(3)));
}

Statement random_operation(Dice& dice, Features features, Scope& scope) {
  using K = StatementKind;
  K kind = dice.pick(operation_kinds(features, scope));
  Statement s;
  s.kind = kind;
  switch (kind) {
    case K::kLoad2:
    case K::kStore2:
    case K::kSwap:
    case K::kCopy:
    case K::kCas2:
    case K::kAdd2: return random_pair_operation(dice, kind, features, scope);
    case K::kAcquire:
    case K::kTryAcquire:
    case K::kRelease: s.objects.push_back(reference(dice.pick(scope.semaphores))); break;
    case K::kSignal:
    case K::kBroadcast: s.objects.push_back(reference(dice.pick(scope.conditions))); break;
    case K::kSend:
    case K::kTrySend:
    case K::kReceive:
    case K::kPoll:
    case K::kClose:
    case K::kCount:
      s.objects.push_back(reference(dice.pick(scope.mailboxes)));
      s.arguments = random_mail(dice, kind, features, scope);
      if (takes_tags(kind) && features.has(Feature::kRankedMailboxes) && dice.one_in(3))
        s.comparison = Comparison::kLess;
      break;
    case K::kChoose: s.arguments.push_back(number(dice.one_in(4) ? 3 : 2)); break;
    case K::kAssert: s.arguments.push_back(random_branch(dice, scope)); break;
    case K::kFail: break;
    default: s.objects.push_back(random_variable(dice, features, scope));
  }
  switch (kind) {
    case K::kStore:
    case K::kExchange: s.arguments.push_back(random_value(dice, scope)); break;
    case K::kFetchAdd: s.arguments.push_back(number(1)); break;
    case K::kAdd: s.arguments.push_back(number(dice.one_in(4) ? 2 : 1)); break;
    case K::kCas:
    case K::kWeakCas:
      s.arguments.push_back(number(dice.below(3)));
      s.arguments.push_back(number(1 + dice.below(2)));
      break;
    case K::kAwait:
      s.comparison = random_comparison(dice);
      s.arguments.push_back(number(dice.below(3)));
      break;
    default: break;
  }
  bool wants_result = shape_of(kind).results > 0 && (!is_send(kind) || dice.one_in(8));
  if (wants_result) s.result = result_register(dice, scope);
  return s;
}

}  // namespace mazurka::toy
