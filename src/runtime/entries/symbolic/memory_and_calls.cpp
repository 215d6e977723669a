// Values that depend on inputs on their way through memory, atomic operations, functions and threads: called by code
// that our clang pass made.
//
// A caller says what it passes and to whom; the function takes it only if it is meant. So code that is not followed,
// and functions that it calls back, see plain values, and what it gets to know is fixed first.
#include <mazurka/follow.h>

#include <cstddef>
#include <cstdint>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka;
using namespace mazurka::runtime;
using concolic::Op;

namespace {

bool is_followed() {
  return inputs_are_followed && is_checked();
}

uintptr_t number_of(const void* address) {
  return reinterpret_cast<uintptr_t>(address);
}

// What a program that is followed has told, if it is true.
ExpressionId believed(ExpressionId id, uint64_t value, uint64_t pc) {
  FollowedValues& values = followed_values();
  if (id == kConcrete || values.value(id) == (value & concolic::mask(values.expressions().width(id)))) return id;
  values.lose(pc);
  return kConcrete;
}

}  // namespace

MAZURKA_STAND_IN(void, mazurka_follow_flag, (char* flag)) {
  if (is_checked()) followed_values().add_flag(flag);
}

// ---- memory

MAZURKA_STAND_IN(ExpressionId, mazurka_follow_load, (const void* address, unsigned bytes, uint64_t value)) {
  if (!is_followed()) return kConcrete;
  return followed_values().load(number_of(address), bytes, value, MAZURKA_DIRECT_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_follow_store, (void* address, unsigned bytes, ExpressionId a)) {
  if (is_followed()) followed_values().store(number_of(address), bytes, a);
}
MAZURKA_STAND_IN(void, mazurka_follow_copy, (void* to, const void* from, size_t bytes)) {
  if (is_followed()) followed_values().copy(number_of(to), number_of(from), bytes);
}
MAZURKA_STAND_IN(void, mazurka_follow_fill, (void* to, ExpressionId byte, size_t bytes)) {
  if (!is_followed()) return;
  FollowedValues& values = followed_values();
  if (byte == kConcrete) return values.clear(number_of(to), bytes);
  const ExpressionId low = values.expressions().extract(byte, 0, 8);
  for (size_t k = 0; k < bytes; k++) values.store(number_of(to) + k, 1, values.unless_constant(low));
}
MAZURKA_STAND_IN(void, mazurka_follow_fix_memory, (const void* address, size_t bytes)) {
  if (is_followed()) followed_values().fix_memory(number_of(address), bytes, MAZURKA_DIRECT_CALLER);
}

MAZURKA_STAND_IN(void, mazurka_follow_lose_memory, (const void* address, size_t bytes)) {
  if (is_followed()) followed_values().lose_memory(number_of(address), bytes, MAZURKA_DIRECT_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_follow_lose_all, ()) {
  if (is_followed() && followed_values().shadow().is_used()) followed_values().lose(MAZURKA_DIRECT_CALLER);
}

// ---- calls

MAZURKA_STAND_IN(void, mazurka_follow_argument, (unsigned number, ExpressionId a)) {
  if (!is_followed() || a == kConcrete) return;
  FollowedValues::Call& call = followed_values().call();
  if (number >= FollowedValues::kMostArguments) return followed_values().fix(a, MAZURKA_DIRECT_CALLER);
  if (call.function != nullptr) {
    call.function = nullptr;
    call.told = 0;
  }
  call.told |= 1u << number;
  call.arguments[number] = a;
}
MAZURKA_STAND_IN(void, mazurka_follow_call, (const void* function)) {
  if (!is_followed()) return;
  FollowedValues& values = followed_values();
  FollowedValues::Call& call = values.call();
  call.function = function;
  if (is_program_code(number_of(function))) return;
  const uint32_t told = call.told;
  call.told = 0;
  for (uint32_t k = 0; k < FollowedValues::kMostArguments; k++)
    if ((told >> k & 1) != 0) values.fix(call.arguments[k], MAZURKA_DIRECT_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_follow_called, (const void* function)) {
  if (!is_followed()) return;
  FollowedValues::Call& call = followed_values().call();
  if (call.told == 0 || call.function != function) return;
  call.told = 0;
  followed_values().lose(MAZURKA_DIRECT_CALLER);
}
MAZURKA_STAND_IN(int, mazurka_follow_enter, (const void* function)) {
  if (!is_followed()) return 0;
  FollowedValues::Call& call = followed_values().call();
  // What was told to a function that did not begin is lost. (It may go by several names.)
  if (call.told != 0 && call.function != function) followed_values().lose(MAZURKA_DIRECT_CALLER);
  const uint32_t told = call.function == function ? call.told : 0;
  call.function = call.returned = nullptr;
  call.told = call.results_told = 0;
  return static_cast<int>(told);
}
MAZURKA_STAND_IN(ExpressionId, mazurka_follow_parameter, (int told, unsigned number, uint64_t value)) {
  if (!is_followed() || (told >> number & 1) == 0) return kConcrete;
  return believed(followed_values().call().arguments[number], value, MAZURKA_DIRECT_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_follow_return,
                 (const void* function, unsigned number, ExpressionId a, const void* caller)) {
  if (!is_followed() || a == kConcrete) return;
  FollowedValues& values = followed_values();
  if (!is_program_code(number_of(caller)) || number >= FollowedValues::kMostArguments)
    return values.fix(a, MAZURKA_DIRECT_CALLER);
  FollowedValues::Call& call = values.call();
  call.returned = function;
  call.results_told |= 1u << number;
  call.results[number] = a;
}
MAZURKA_STAND_IN(ExpressionId, mazurka_follow_result, (const void* function, unsigned number, uint64_t value)) {
  if (!is_followed()) return kConcrete;
  FollowedValues::Call& call = followed_values().call();
  if ((call.results_told >> number & 1) == 0) return kConcrete;
  call.results_told &= ~(1u << number);
  if (call.returned != function) {
    followed_values().lose(MAZURKA_DIRECT_CALLER);
    return kConcrete;
  }
  return believed(call.results[number], value, MAZURKA_DIRECT_CALLER);
}

MAZURKA_STAND_IN(void, mazurka_follow_lose_results, ()) {
  if (!is_followed() || followed_values().call().results_told == 0) return;
  followed_values().call().results_told = 0;
  followed_values().lose(MAZURKA_DIRECT_CALLER);
}

// ---- atomic operations, after they were performed

MAZURKA_STAND_IN(ExpressionId, mazurka_follow_rmw,
                 (void* address, unsigned bytes, unsigned op, ExpressionId a, uint64_t a_value, uint64_t before)) {
  if (!is_followed()) return kConcrete;
  FollowedValues& values = followed_values();
  concolic::Expressions& all = values.expressions();
  const ExpressionId old = values.load(number_of(address), bytes, before, MAZURKA_DIRECT_CALLER);
  if (old == kConcrete && a == kConcrete) return kConcrete;
  const unsigned width = bytes * 8;
  const ExpressionId operand = values.or_constant(a, width, a_value);
  if (op == MAZURKA_OTHER) {
    for (const ExpressionId id : {old, a})
      if (id != kConcrete) values.fix(id, MAZURKA_DIRECT_CALLER);
    values.clear(number_of(address), bytes);
    return kConcrete;
  }
  ExpressionId now = operand;  // an exchange
  if (op != 0) now = all.binary(static_cast<Op>(op), values.or_constant(old, width, before), operand);
  values.store(number_of(address), bytes, values.unless_constant(now));
  return old;
}

MAZURKA_STAND_IN(ExpressionId, mazurka_follow_cas,
                 (void* address, unsigned bytes, ExpressionId expected, ExpressionId desired, uint64_t expected_value,
                  uint64_t before, int success)) {
  if (!is_followed()) return kConcrete;
  FollowedValues& values = followed_values();
  concolic::Expressions& all = values.expressions();
  const ExpressionId old = values.load(number_of(address), bytes, before, MAZURKA_DIRECT_CALLER);
  if (old != kConcrete || expected != kConcrete) {
    // Whether it writes depends on the input: it is explored as if it always did.
    learn_fact(Fact::kInputsReachExchanges, 0);
    const unsigned width = bytes * 8;
    const ExpressionId equal = all.binary(Op::kEq, values.or_constant(old, width, before),
                                          values.or_constant(expected, width, expected_value));
    values.note(success != 0 ? equal : all.negation(equal), MAZURKA_DIRECT_CALLER);
  }
  if (success != 0) values.store(number_of(address), bytes, desired);
  return old;
}

// ---- threads

namespace {

// What the creator passes to the thread that begins.
void pass_thread_argument(uint32_t creator) {
  if (!followed_values().is_begun()) return;
  FollowedValues::Call passed = followed_values().call_of(creator);
  if (passed.thread_function == nullptr) return;
  followed_values().call_of(creator).thread_function = nullptr;
  FollowedValues::Call& own = followed_values().call();
  own.function = passed.thread_function;
  own.arguments[0] = passed.thread_argument;
  own.told = 1;
}
const BeginHook begin_hook(pass_thread_argument);

}  // namespace

MAZURKA_STAND_IN(void, mazurka_follow_thread_argument, (const void* function, ExpressionId a)) {
  if (!is_followed()) return;
  FollowedValues::Call& call = followed_values().call();
  call.thread_function = function;
  call.thread_argument = a;
}
