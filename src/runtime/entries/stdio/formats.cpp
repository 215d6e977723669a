// Functions of <stdio.h> that write a text to the program's memory, or take one apart: what they read and write is
// watched for data races. Before it is written, so that nothing is done to memory that must not be touched.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <algorithm>

#include "runtime/entries/stdio/stream_functions.hpp"

using namespace mazurka::runtime;

namespace {

using Measure = int (*)(char*, size_t, const char*, va_list);

// How many bytes will be written, with the 0 at their end.
size_t bytes_to_write(const char* format, va_list values, size_t room) {
  if (!is_checked() || room == 0) return 0;
  static auto* measure = reinterpret_cast<Measure>(next_function("vsnprintf"));
  va_list copy;
  va_copy(copy, values);
  int bytes = measure(nullptr, 0, format, copy);
  va_end(copy);
  return bytes < 0 ? 0 : std::min(static_cast<size_t>(bytes) + 1, room);
}

void note_text(void* into, const char* format, va_list values, size_t room, uint64_t pc) {
  note_printed(format, values, pc);
  note_access(into, bytes_to_write(format, values, room), kPlainWrite, pc);
}

}  // namespace

#define WRITES_TEXT(name, parameters, arguments, room)     \
  MAZURKA_STAND_IN(int, name, parameters) {                \
    auto* real = MAZURKA_REAL(name);                       \
    note_text(into, format, values, room, MAZURKA_CALLER); \
    return real arguments;                                 \
  }
#define WRITES_TEXT_OF(name, by, parameters, arguments, room) \
  MAZURKA_STAND_IN(int, name, parameters) {                   \
    auto* real = MAZURKA_REAL(by);                            \
    va_list values;                                           \
    va_start(values, format);                                 \
    note_text(into, format, values, room, MAZURKA_CALLER);    \
    int result = real arguments;                              \
    va_end(values);                                           \
    return result;                                            \
  }

WRITES_TEXT(vsprintf, (char* into, const char* format, va_list values), (into, format, values), SIZE_MAX)
WRITES_TEXT(vsnprintf, (char* into, size_t room, const char* format, va_list values), (into, room, format, values),
            room)
WRITES_TEXT(__vsprintf_chk, (char* into, int flag, size_t size, const char* format, va_list values),
            (into, flag, size, format, values), SIZE_MAX)
WRITES_TEXT(__vsnprintf_chk, (char* into, size_t room, int flag, size_t size, const char* format, va_list values),
            (into, room, flag, size, format, values), room)
WRITES_TEXT_OF(sprintf, vsprintf, (char* into, const char* format, ...), (into, format, values), SIZE_MAX)
WRITES_TEXT_OF(snprintf, vsnprintf, (char* into, size_t room, const char* format, ...), (into, room, format, values),
               room)
WRITES_TEXT_OF(__sprintf_chk, __vsprintf_chk, (char* into, int flag, size_t size, const char* format, ...),
               (into, flag, size, format, values), SIZE_MAX)
WRITES_TEXT_OF(__snprintf_chk, __vsnprintf_chk,
               (char* into, size_t room, int flag, size_t size, const char* format, ...),
               (into, room, flag, size, format, values), room)

#define TAKES_APART(name)                                                               \
  MAZURKA_STAND_IN(int, name, (const char* text, const char* format, va_list values)) { \
    auto* real = MAZURKA_REAL(name);                                                    \
    uint64_t pc = MAZURKA_CALLER;                                                       \
    note_access(text, strlen(text) + 1, kPlainRead, pc);                                \
    return SCANNED(real(text, format, values));                                         \
  }
TAKES_APART(vsscanf)
TAKES_APART(__isoc99_vsscanf)
#define TAKES_APART_BY(name, by)                                             \
  MAZURKA_STAND_IN(int, name, (const char* text, const char* format, ...)) { \
    uint64_t pc = MAZURKA_CALLER;                                            \
    note_access(text, strlen(text) + 1, kPlainRead, pc);                     \
    va_list values;                                                          \
    va_start(values, format);                                                \
    int result = SCANNED(mazurka_stand_in_##by(text, format, values));       \
    va_end(values);                                                          \
    return result;                                                           \
  }
TAKES_APART_BY(sscanf, vsscanf)
TAKES_APART_BY(__isoc99_sscanf, __isoc99_vsscanf)
