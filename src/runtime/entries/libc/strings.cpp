// Functions of the C library on strings, as plain accesses of the program: what they read and write is checked, then
// the C library does it. Calls from other libraries, this one included, are passed on.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include <algorithm>

#include "runtime/engine/program_code.hpp"
#include "runtime/entries/libc/number_texts.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

namespace {

bool watches(uint64_t pc) {
  return is_checked() && is_program_code(pc);
}
void reads(const void* from, size_t bytes, uint64_t pc) {
  if (watching) plain_access_by_library(reinterpret_cast<uintptr_t>(from), bytes, kPlainRead, pc);
}
void writes(void* to, size_t bytes, uint64_t pc) {
  note_plain_write(reinterpret_cast<uintptr_t>(to), bytes);
  if (watching) plain_access_by_library(reinterpret_cast<uintptr_t>(to), bytes, kPlainWrite, pc);
}

// By hand, for these may be called before anything was looked up.
size_t length(const char* text) {
  size_t bytes = 0;
  while (*const_cast<const volatile char*>(text + bytes) != 0) bytes++;
  return bytes;
}
size_t length_up_to(const char* text, size_t most) {
  size_t bytes = 0;
  while (bytes < most && *const_cast<const volatile char*>(text + bytes) != 0) bytes++;
  return bytes;
}
// What a comparison looks at: up to the first difference or the end.
size_t compared(const char* a, const char* b, size_t most) {
  size_t bytes = 0;
  while (bytes < most && a[bytes] == b[bytes] && a[bytes] != 0) bytes++;
  return std::min(bytes + 1, most);
}
size_t compared_letters(const char* a, const char* b, size_t most) {
  auto lower = [](char one) { return tolower(static_cast<unsigned char>(one)); };
  size_t bytes = 0;
  while (bytes < most && lower(a[bytes]) == lower(b[bytes]) && a[bytes] != 0) bytes++;
  return std::min(bytes + 1, most);
}
void reads_text(const char* text, uint64_t pc) {
  reads(text, length(text) + 1, pc);
}
// As far as something was found in it, which has so many bytes.
void reads_up_to(const char* text, const char* found, size_t bytes, uint64_t pc) {
  if (found == nullptr) return reads_text(text, pc);
  reads(text, static_cast<size_t>(found - text) + bytes, pc);
}
void reads_number(const char* text, NumberKind kind, uint64_t pc) {
  reads(text, characters_of_number(text, kind), pc);
}

}  // namespace

// Defines the function `name` under a name of our own (<string.h> declares some of them in several ways). `checks` is
// what a call from the program reads and writes; `pc` is its place.
#define FUNCTION(result, name, parameters, arguments, checks) \
  MAZURKA_STAND_IN(result, name, parameters) {                \
    auto* real = MAZURKA_REAL(name);                          \
    if (uint64_t pc = MAZURKA_CALLER; watches(pc)) {          \
      checks;                                                 \
    }                                                         \
    return real arguments;                                    \
  }

FUNCTION(size_t, strlen, (const char* text), (text), reads_text(text, pc))
FUNCTION(size_t, strnlen, (const char* text, size_t most), (text, most),
         reads(text, std::min(length_up_to(text, most) + 1, most), pc))
FUNCTION(char*, strcpy, (char* to, const char* from), (to, from), {
  reads_text(from, pc);
  writes(to, length(from) + 1, pc);
})
FUNCTION(char*, stpcpy, (char* to, const char* from), (to, from), {
  reads_text(from, pc);
  writes(to, length(from) + 1, pc);
})
FUNCTION(char*, strncpy, (char* to, const char* from, size_t most), (to, from, most), {
  reads(from, std::min(length_up_to(from, most) + 1, most), pc);
  writes(to, most, pc);
})
FUNCTION(char*, strcat, (char* to, const char* from), (to, from), {
  reads_text(from, pc);
  reads_text(to, pc);
  writes(to + length(to), length(from) + 1, pc);
})
FUNCTION(char*, strncat, (char* to, const char* from, size_t most), (to, from, most), {
  size_t count = length_up_to(from, most);
  reads(from, std::min(count + 1, most), pc);
  reads_text(to, pc);
  writes(to + length(to), count + 1, pc);
})
FUNCTION(int, strcmp, (const char* a, const char* b), (a, b), {
  size_t bytes = compared(a, b, SIZE_MAX);
  reads(a, bytes, pc);
  reads(b, bytes, pc);
})
FUNCTION(int, strncmp, (const char* a, const char* b, size_t most), (a, b, most), {
  size_t bytes = compared(a, b, most);
  reads(a, bytes, pc);
  reads(b, bytes, pc);
})
FUNCTION(char*, strchr, (const char* text, int wanted), (text, wanted), reads_up_to(text, real(text, wanted), 1, pc))
FUNCTION(char*, strrchr, (const char* text, int wanted), (text, wanted), reads_text(text, pc))
FUNCTION(char*, strstr, (const char* text, const char* part), (text, part), {
  reads_up_to(text, real(text, part), length(part), pc);
  reads_text(part, pc);
})
FUNCTION(char*, strdup, (const char* text), (text), reads_text(text, pc))
FUNCTION(int, memcmp, (const void* a, const void* b, size_t bytes), (a, b, bytes), {
  reads(a, bytes, pc);
  reads(b, bytes, pc);
})
FUNCTION(void*, memchr, (const void* memory, int wanted, size_t bytes), (memory, wanted, bytes), {
  const void* found = real(memory, wanted, bytes);
  reads(memory, found == nullptr ? bytes : static_cast<const char*>(found) - static_cast<const char*>(memory) + 1, pc);
})
FUNCTION(void, bzero, (void* memory, size_t bytes), (memory, bytes), writes(memory, bytes, pc))

// ---- more of <string.h> and <strings.h>

FUNCTION(void*, mempcpy, (void* to, const void* from, size_t bytes), (to, from, bytes), {
  reads(from, bytes, pc);
  writes(to, bytes, pc);
})
FUNCTION(char*, stpncpy, (char* to, const char* from, size_t most), (to, from, most), {
  reads(from, std::min(length_up_to(from, most) + 1, most), pc);
  writes(to, most, pc);
})
FUNCTION(char*, strndup, (const char* text, size_t most), (text, most),
         reads(text, std::min(length_up_to(text, most) + 1, most), pc))
FUNCTION(void*, memrchr, (const void* memory, int wanted, size_t bytes), (memory, wanted, bytes),
         reads(memory, bytes, pc))
FUNCTION(int, strcasecmp, (const char* a, const char* b), (a, b), {
  const size_t bytes = compared_letters(a, b, SIZE_MAX);
  reads(a, bytes, pc);
  reads(b, bytes, pc);
})
FUNCTION(int, strncasecmp, (const char* a, const char* b, size_t most), (a, b, most), {
  const size_t bytes = compared_letters(a, b, most);
  reads(a, bytes, pc);
  reads(b, bytes, pc);
})
FUNCTION(size_t, strspn, (const char* text, const char* set), (text, set), {
  reads(text, real(text, set) + 1, pc);
  reads_text(set, pc);
})
FUNCTION(size_t, strcspn, (const char* text, const char* set), (text, set), {
  reads(text, real(text, set) + 1, pc);
  reads_text(set, pc);
})
FUNCTION(char*, strpbrk, (const char* text, const char* set), (text, set), {
  reads_up_to(text, real(text, set), 1, pc);
  reads_text(set, pc);
})

// ---- numbers in texts

#define READS_NUMBER(result, name)                                                      \
  FUNCTION(result, name, (const char* text, char** end, int base), (text, end, base), { \
    reads_number(text, base == 10 ? NumberKind::kDecimal : NumberKind::kInteger, pc);   \
    if (end != nullptr) writes(end, sizeof *end, pc);                                   \
  })
READS_NUMBER(long, strtol)
READS_NUMBER(unsigned long, strtoul)
READS_NUMBER(long long, strtoll)
READS_NUMBER(unsigned long long, strtoull)
FUNCTION(int, atoi, (const char* text), (text), reads_number(text, NumberKind::kDecimal, pc))
FUNCTION(long, atol, (const char* text), (text), reads_number(text, NumberKind::kDecimal, pc))
FUNCTION(long long, atoll, (const char* text), (text), reads_number(text, NumberKind::kDecimal, pc))
FUNCTION(double, atof, (const char* text), (text), reads_number(text, NumberKind::kFloat, pc))
FUNCTION(double, strtod, (const char* text, char** end), (text, end), {
  reads_number(text, NumberKind::kFloat, pc);
  if (end != nullptr) writes(end, sizeof *end, pc);
})

// The comparisons are the program's own; what is moved is not.
using Compare = int (*)(const void*, const void*);
FUNCTION(void, qsort, (void* array, size_t count, size_t size, Compare compare), (array, count, size, compare),
         writes(array, count* size, pc))
