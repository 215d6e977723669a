/* What a C or C++ program can tell the model checker.
 *
 * Everything here also works in a program that is not checked: without the runtime, the functions do what is said at
 * "unchecked". mazurka.hpp has the same for C++.
 */
#ifndef MAZURKA_H
#define MAZURKA_H

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's functions. Weak: they are null where there is no runtime. */
void mazurka_assume(int condition) __attribute__((weak));
unsigned mazurka_choose(unsigned n) __attribute__((weak));
void mazurka_fail(const char* message) __attribute__((weak, noreturn));
void mazurka_atomic_begin(void) __attribute__((weak));
void mazurka_atomic_end(void) __attribute__((weak));
void mazurka_note_nondet(void) __attribute__((weak));
void mazurka_symbolic(void* object, size_t bytes, const char* name) __attribute__((weak));
void mazurka_observe(const char* name, const char* value) __attribute__((weak));
void mazurka_await_begin(void) __attribute__((weak));
void mazurka_await_retry(void) __attribute__((weak));
void mazurka_await_end(void) __attribute__((weak));

static inline void mazurka_unchecked_assume(int condition) {
  if (condition) return;
  fflush(NULL);
  _Exit(0);
}

static inline unsigned mazurka_unchecked_choose(unsigned n) {
  (void)n;
  return 0;
}

static inline void mazurka_unchecked_symbolic(void* object, size_t bytes) {
  memset(object, 0, bytes);
}

__attribute__((noreturn)) static inline void mazurka_unchecked_fail(const char* message) {
  fprintf(stderr, "mazurka_fail: %s\n", message);
  abort();
}

/* Executions in which `condition` is false here do not count: this one ends without a verdict.
 * Unchecked: the program ends with status 0 if it is false. */
#define mazurka_assume(condition) \
  (mazurka_assume ? mazurka_assume(!!(condition)) : mazurka_unchecked_assume(!!(condition)))

/* A number from 0 to n - 1; each is explored. n must not be 0.
 * Unchecked: 0. */
#define mazurka_choose(n) (mazurka_choose ? mazurka_choose(n) : mazurka_unchecked_choose(n))

/* The object, a number or an array or structure of such, becomes an input with all its values: `mazurka check
 * --symbolic` finds those that make a difference. `name` is for the report.
 * Unchecked: its bytes become 0. */
#define mazurka_symbolic(object, bytes, name) \
  (mazurka_symbolic ? mazurka_symbolic(object, bytes, name) : mazurka_unchecked_symbolic(object, bytes))

/* A bug, told as `message`. Does not return.
 * Unchecked: prints the message to stderr and aborts. */
#define mazurka_fail(message) (mazurka_fail ? mazurka_fail(message) : mazurka_unchecked_fail(message))

/* `value`, a text, belongs to what this execution comes to: the report lists all different outcomes, over all executions
 * that end well. Of one name there may be several values, by thread and in the thread's order.
 * Unchecked: no effect. */
#define mazurka_observe(name, value) (mazurka_observe ? mazurka_observe(name, value) : (void)0)

/* No other thread runs between begin and end. The thread must not block there. They do not nest.
 * Unchecked: no effect. */
#define mazurka_atomic_begin() (mazurka_atomic_begin ? mazurka_atomic_begin() : (void)0)
#define mazurka_atomic_end() (mazurka_atomic_end ? mazurka_atomic_end() : (void)0)

/* Blocks until `condition`, an expression over shared memory, is true. It must have no side effect. A thread that waits
 * for ever is a deadlock.
 * Unchecked: a loop that yields the processor. */
#define mazurka_await(condition)                    \
  do {                                              \
    if (mazurka_await_begin) mazurka_await_begin(); \
    while (!(condition)) {                          \
      if (mazurka_await_retry)                      \
        mazurka_await_retry();                      \
      else                                          \
        sched_yield();                              \
    }                                               \
    if (mazurka_await_end) mazurka_await_end();     \
  } while (0)

/* The names of the software verification competition. A __VERIFIER_nondet_* gives each number from MAZURKA_NONDET_MIN
 * to MAZURKA_NONDET_MAX that its type can hold: what is verified is verified for these inputs. Give others with -D, the
 * same for all files of a program; at most 2^32 - 1 of them. Unchecked: the smallest of them. */
#ifndef MAZURKA_NONDET_MIN
#define MAZURKA_NONDET_MIN 0
#endif
#ifndef MAZURKA_NONDET_MAX
#define MAZURKA_NONDET_MAX 3
#endif

static inline long long mazurka_nondet(long long lowest, long long highest) {
  long long low = (MAZURKA_NONDET_MIN);
  long long high = (MAZURKA_NONDET_MAX);
  if (low < lowest) low = lowest;
  if (high > highest) high = highest;
  if (high < low) high = low;
  if (mazurka_note_nondet) mazurka_note_nondet();
  return low + (long long)mazurka_choose((unsigned)(high - low + 1));
}

#ifdef __cplusplus
#define MAZURKA_BOOL bool
#define MAZURKA_CAST(type, value) static_cast<type>(value)
#else
#define MAZURKA_BOOL _Bool
#define MAZURKA_CAST(type, value) ((type)(value))
#endif

/* Weak, because every file that includes this defines them; not static, because programs declare them themselves. */
#define MAZURKA_NONDET(name, type, lowest, highest)             \
  type __VERIFIER_nondet_##name(void);                          \
  __attribute__((weak)) type __VERIFIER_nondet_##name(void) {   \
    return MAZURKA_CAST(type, mazurka_nondet(lowest, highest)); \
  }
MAZURKA_NONDET(char, char, 0, 127)
MAZURKA_NONDET(uchar, unsigned char, 0, 255)
MAZURKA_NONDET(short, short, -32768, 32767)
MAZURKA_NONDET(ushort, unsigned short, 0, 65535)
MAZURKA_NONDET(int, int, -2147483647 - 1, 2147483647)
MAZURKA_NONDET(uint, unsigned, 0, 4294967295LL)
MAZURKA_NONDET(long, long, -9223372036854775807LL, 9223372036854775807LL)
MAZURKA_NONDET(ulong, unsigned long, 0, 9223372036854775807LL)
#undef MAZURKA_NONDET

MAZURKA_BOOL __VERIFIER_nondet_bool(void);
__attribute__((weak)) MAZURKA_BOOL __VERIFIER_nondet_bool(void) {
  return mazurka_choose(2) != 0;
}
void __VERIFIER_assume(int condition);
__attribute__((weak)) void __VERIFIER_assume(int condition) {
  mazurka_assume(condition);
}
void __VERIFIER_atomic_begin(void);
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {
  mazurka_atomic_begin();
}
void __VERIFIER_atomic_end(void);
__attribute__((weak)) void __VERIFIER_atomic_end(void) {
  mazurka_atomic_end();
}
void __VERIFIER_error(void) __attribute__((noreturn));
__attribute__((weak)) void __VERIFIER_error(void) {
  mazurka_fail("__VERIFIER_error was called");
}

#undef MAZURKA_BOOL
#undef MAZURKA_CAST

#ifdef __cplusplus
}
#endif

#endif
