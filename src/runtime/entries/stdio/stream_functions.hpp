// How the functions on FILEs are defined: each locks its FILE, and lets the C library do the work. Under names of our
// own, for headers declare some of them in several ways.
#pragma once

#include <stdarg.h>

#include "runtime/entries/stdio/format_arguments.hpp"
#include "runtime/entries/stdio/stream_lock.hpp"
#include "runtime/entries/stdio/symbolic_buffer.hpp"
#include "runtime/entries/visible.hpp"

// `file` names the argument that is locked; `before` and `after` are done while it is; `result` is what the call
// returns, `pc` its place.
#define STREAM_FUNCTION(type, name, parameters, arguments, before, after) \
  MAZURKA_STAND_IN(type, name, parameters) {                              \
    auto* real = MAZURKA_REAL(name);                                      \
    if (!is_checked()) return real arguments;                             \
    [[maybe_unused]] uint64_t pc = MAZURKA_CALLER;                        \
    LockedStream locked(file, #name, pc);                                 \
    before;                                                               \
    type result = real arguments;                                         \
    after;                                                                \
    return result;                                                        \
  }
#define PLAIN(type, name, parameters, arguments) STREAM_FUNCTION(type, name, parameters, arguments, (void)0, (void)0)
// It reads, and writes standard output before, if need be.
#define READS_STREAM                                                                       \
  LockedStream output(written_before_reading(file), "standard output before reading", pc); \
  fix_buffer(file, pc)
#define NO_RESULT(name, parameters, arguments)        \
  MAZURKA_STAND_IN(void, name, parameters) {          \
    auto* real = MAZURKA_REAL(name);                  \
    if (!is_checked()) return real arguments;         \
    LockedStream locked(file, #name, MAZURKA_CALLER); \
    real arguments;                                   \
  }

// What a format names, before the text is written; and after it was read. `call` is what does it.
#define PRINTED(call) (note_printed(format, values, pc), call)
#define SCANNED(call)                     \
  ({                                      \
    va_list all;                          \
    va_copy(all, values);                 \
    int count = call;                     \
    note_scanned(format, all, count, pc); \
    va_end(all);                          \
    count;                                \
  })

// By the function that has the arguments as a list.
#define VARIADIC(file, name, parameters, last, call) \
  MAZURKA_STAND_IN(int, name, parameters) {          \
    [[maybe_unused]] uint64_t pc = MAZURKA_CALLER;   \
    LockedStream locked(file, #name, pc);            \
    va_list values;                                  \
    va_start(values, last);                          \
    int result = call;                               \
    va_end(values);                                  \
    return result;                                   \
  }

// Those that name no FILE.
#define STANDARD_FUNCTION(stream, type, name, parameters, arguments, before) \
  MAZURKA_STAND_IN(type, name, parameters) {                                 \
    auto* real = MAZURKA_REAL(name);                                         \
    FILE* file = stream;                                                     \
    [[maybe_unused]] uint64_t pc = MAZURKA_CALLER;                           \
    LockedStream locked(file, #name, pc);                                    \
    before;                                                                  \
    return real arguments;                                                   \
  }
