// Initialisation by one thread: pthread_once, C11's call_once, and the guards of function-local statics that C++
// compilers use.
#include <cxxabi.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

constexpr ObjectKind kOnceObject{.read = read_int32};
// Byte 0: done; byte 1: under way.
constexpr ObjectKind kGuardObject{.read = [](uintptr_t address, uint32_t) {
  auto* bytes = reinterpret_cast<volatile uint8_t*>(address);
  return bytes[0] != 0 ? Value{2} : Value{bytes[1]};
}};

// The control word: 0 not begun, 1 under way, 2 done.

// Ends an initialisation, also when an exception leaves it: the next thread tries again then.
struct OnceAttempt {
  int32_t* control;
  const char* name;
  uint64_t pc;
  int32_t outcome = 0;
  ~OnceAttempt() {
    visible(OpCode::kStore, control, kOnceObject, 4, name, pc);
    hb_release(control);
    *control = outcome;
  }
};

void once(int32_t* control, void (*function)(), const char* name, uint64_t pc) {
  use_primitive(control, pc);
  visible(OpCode::kOnce, control, kOnceObject, 4, name, pc);
  hb_acquire(control);
  if (*control != 0) return;
  *control = 1;
  OnceAttempt attempt{control, name, pc};
  function();
  attempt.outcome = 2;
}

}  // namespace

MAZURKA_STAND_IN(int, pthread_once, (pthread_once_t * control, void (*function)())) {
  bool silent = is_unwinder_code(MAZURKA_CALLER) && *control != 1;
  if (!is_checked() || silent) {
    if (!heap_is_ours()) return MAZURKA_REAL(pthread_once)(control, function);
    if (*control == 0) {
      *control = 2;
      function();
    }
    return 0;
  }
  once(control, function, "pthread_once", MAZURKA_CALLER);
  return 0;
}
MAZURKA_STAND_IN(void, call_once, (once_flag * flag, void (*function)())) {
  if (!is_checked()) return MAZURKA_REAL(call_once)(flag, function);
  once(reinterpret_cast<int32_t*>(flag), function, "call_once", MAZURKA_CALLER);
}

namespace {
void visible_guard(OpCode code, long long* guard, uint64_t pc) {
  note_change();
  ObjectId object = program->objects().find_with_first_byte(reinterpret_cast<uintptr_t>(guard), kGuardObject, 8);
  program->announce_access(code, object, "initialisation of a static variable", pc, 0, 0);
}
}  // namespace

MAZURKA_STAND_IN(int, __cxa_guard_acquire, (long long* guard)) {
  auto* bytes = reinterpret_cast<uint8_t*>(guard);
  if (!is_checked()) {
    if (heap_is_ours()) return bytes[0] == 0;
    return MAZURKA_REAL(__cxa_guard_acquire)(guard);
  }
  visible_guard(OpCode::kOnce, guard, MAZURKA_CALLER);
  hb_acquire(guard);
  if (bytes[0] != 0) return 0;
  bytes[1] = 1;
  return 1;
}
MAZURKA_STAND_IN(void, __cxa_guard_release, (long long* guard)) {
  auto* bytes = reinterpret_cast<uint8_t*>(guard);
  if (!is_checked()) {
    if (!heap_is_ours()) return MAZURKA_REAL(__cxa_guard_release)(guard);
    bytes[0] = 1;
    return;
  }
  visible_guard(OpCode::kStore, guard, MAZURKA_CALLER);
  hb_release(guard);
  bytes[0] = 1;
  bytes[1] = 0;
}
MAZURKA_STAND_IN(void, __cxa_guard_abort, (long long* guard)) {
  if (!is_checked()) {
    if (!heap_is_ours()) MAZURKA_REAL(__cxa_guard_abort)(guard);
    return;
  }
  visible_guard(OpCode::kStore, guard, MAZURKA_CALLER);
  hb_release(guard);
  reinterpret_cast<uint8_t*>(guard)[1] = 0;
}
