// Functions that write a text in other ways: to memory that they allocate, to a descriptor, in wide characters.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "runtime/entries/stdio/stream_functions.hpp"

using namespace mazurka::runtime;

// ---- asprintf, dprintf

#define LISTED(name, parameters, arguments, before) \
  MAZURKA_STAND_IN(int, name, parameters) {         \
    auto* real = MAZURKA_REAL(name);                \
    uint64_t pc = MAZURKA_CALLER;                   \
    before;                                         \
    return PRINTED(real arguments);                 \
  }
#define UNLISTED(name, by, parameters, arguments, before) \
  MAZURKA_STAND_IN(int, name, parameters) {               \
    auto* real = MAZURKA_REAL(by);                        \
    uint64_t pc = MAZURKA_CALLER;                         \
    before;                                               \
    va_list values;                                       \
    va_start(values, format);                             \
    int result = PRINTED(real arguments);                 \
    va_end(values);                                       \
    return result;                                        \
  }
#define WRITES_POINTER note_access(into, sizeof *into, kPlainWrite, pc)

LISTED(vasprintf, (char** into, const char* format, va_list values), (into, format, values), WRITES_POINTER)
LISTED(__vasprintf_chk, (char** into, int flag, const char* format, va_list values), (into, flag, format, values),
       WRITES_POINTER)
UNLISTED(asprintf, vasprintf, (char** into, const char* format, ...), (into, format, values), WRITES_POINTER)
UNLISTED(__asprintf_chk, __vasprintf_chk, (char** into, int flag, const char* format, ...),
         (into, flag, format, values), WRITES_POINTER)
LISTED(vdprintf, (int file, const char* format, va_list values), (file, format, values), (void)0)
LISTED(__vdprintf_chk, (int file, int flag, const char* format, va_list values), (file, flag, format, values), (void)0)
UNLISTED(dprintf, vdprintf, (int file, const char* format, ...), (file, format, values), (void)0)
UNLISTED(__dprintf_chk, __vdprintf_chk, (int file, int flag, const char* format, ...), (file, flag, format, values),
         (void)0)

// ---- wide characters. How much is written is known afterwards: nothing tells it before.

#define WRITES_WIDE(call)                                                                                   \
  ({                                                                                                        \
    note_printed(format, values, pc);                                                                       \
    int count = call;                                                                                       \
    if (count >= 0) note_access(into, (static_cast<size_t>(count) + 1) * sizeof(wchar_t), kPlainWrite, pc); \
    count;                                                                                                  \
  })
#define LISTED_WIDE(name, parameters, arguments) \
  MAZURKA_STAND_IN(int, name, parameters) {      \
    auto* real = MAZURKA_REAL(name);             \
    uint64_t pc = MAZURKA_CALLER;                \
    return WRITES_WIDE(real arguments);          \
  }
#define UNLISTED_WIDE(name, by, parameters, arguments) \
  MAZURKA_STAND_IN(int, name, parameters) {            \
    auto* real = MAZURKA_REAL(by);                     \
    uint64_t pc = MAZURKA_CALLER;                      \
    va_list values;                                    \
    va_start(values, format);                          \
    int result = WRITES_WIDE(real arguments);          \
    va_end(values);                                    \
    return result;                                     \
  }
LISTED_WIDE(vswprintf, (wchar_t * into, size_t room, const wchar_t* format, va_list values),
            (into, room, format, values))
LISTED_WIDE(__vswprintf_chk,
            (wchar_t * into, size_t room, int flag, size_t size, const wchar_t* format, va_list values),
            (into, room, flag, size, format, values))
UNLISTED_WIDE(swprintf, vswprintf, (wchar_t * into, size_t room, const wchar_t* format, ...),
              (into, room, format, values))
UNLISTED_WIDE(__swprintf_chk, __vswprintf_chk,
              (wchar_t * into, size_t room, int flag, size_t size, const wchar_t* format, ...),
              (into, room, flag, size, format, values))

#define WIDE_TEXT_APART(name)                                                                 \
  MAZURKA_STAND_IN(int, name, (const wchar_t* text, const wchar_t* format, va_list values)) { \
    auto* real = MAZURKA_REAL(name);                                                          \
    uint64_t pc = MAZURKA_CALLER;                                                             \
    note_access(text, (wcslen(text) + 1) * sizeof(wchar_t), kPlainRead, pc);                  \
    return SCANNED(real(text, format, values));                                               \
  }
WIDE_TEXT_APART(vswscanf)
WIDE_TEXT_APART(__isoc99_vswscanf)
#define WIDE_TEXT_APART_BY(name, by)                                               \
  MAZURKA_STAND_IN(int, name, (const wchar_t* text, const wchar_t* format, ...)) { \
    uint64_t pc = MAZURKA_CALLER;                                                  \
    note_access(text, (wcslen(text) + 1) * sizeof(wchar_t), kPlainRead, pc);       \
    va_list values;                                                                \
    va_start(values, format);                                                      \
    int result = SCANNED(mazurka_stand_in_##by(text, format, values));             \
    va_end(values);                                                                \
    return result;                                                                 \
  }
WIDE_TEXT_APART_BY(swscanf, vswscanf)
WIDE_TEXT_APART_BY(__isoc99_swscanf, __isoc99_vswscanf)
