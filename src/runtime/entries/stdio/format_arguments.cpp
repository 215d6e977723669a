#include "runtime/entries/stdio/format_arguments.hpp"

#include <string.h>
#include <wchar.h>

#include <cstddef>
#include <type_traits>

#include "runtime/engine/program_code.hpp"
#include "runtime/entries/stdio/stream_lock.hpp"
#include "runtime/entries/unseen/unseen_functions.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

// One conversion: %[flags][width][.precision][length]kind.
struct Conversion {
  bool skips = false;        // scanf: a value is read, but not assigned
  bool allocates = false;    // scanf: into memory that it allocates
  bool width_given = false;  // printf: as an argument
  bool precision_given = false;
  long width = -1, precision = -1;
  // printf: "%2$*3$.*1$s". 0: the next argument.
  long number = 0, width_number = 0, precision_number = 0;
  char length = 0;  // h, H for hh, l, L for ll and L, j, z, t
  char kind = 0;    // 0: not one that is known
};

// Formats are of bytes or of wide characters; what they say is ASCII.
template <class Character>
bool is_one_of(Character c, const char* list) {
  return c > 0 && c < 128 && strchr(list, static_cast<char>(c)) != nullptr;
}

template <class Character>
const Character* read_number(const Character* at, long& number) {
  if (*at < '0' || *at > '9') return at;
  for (number = 0; *at >= '0' && *at <= '9'; at++) number = number * 10 + (*at - '0');
  return at;
}

template <class Character>
const Character* read_length(const Character* at, char& length) {
  if (!is_one_of(*at, "hlLqjzt")) return at;
  length = *at == 'q' ? 'L' : static_cast<char>(*at);
  if ((*at == 'h' || *at == 'l') && at[1] == *at) {
    length = *at == 'h' ? 'H' : 'L';
    return at + 2;
  }
  return at + 1;
}

// "2$": which argument it is.
template <class Character>
const Character* read_position(const Character* at, long& position) {
  long number = 0;
  const Character* end = read_number(at, number);
  if (end == at || *end != '$') return at;
  position = number;
  return end + 1;
}

// From behind the % on; returns where it ends. Of "%[...]" the set is passed over, too.
template <class Character>
const Character* read_conversion(const Character* at, bool scans, Conversion& found) {
  if (!scans) at = read_position(at, found.number);
  if (scans && *at == '*') {
    found.skips = true;
    at++;
  }
  while (is_one_of(*at, scans ? "'" : "-+ #0'I")) at++;
  if (!scans && *at == '*') {
    found.width_given = true;
    at = read_position(at + 1, found.width_number);
  }
  at = read_number(at, found.width);
  if (*at == '$') return at;
  if (!scans && *at == '.') {
    found.precision = 0;
    at++;
    if (*at == '*') {
      found.precision_given = true;
      at = read_position(at + 1, found.precision_number);
    }
    at = read_number(at, found.precision);
  }
  if (scans && *at == 'm') {
    found.allocates = true;
    at++;
  }
  at = read_length(at, found.length);
  constexpr const char* kKnown = "diouxXeEfFgGaAcsCSpn";
  bool is_set = scans && *at == '[';
  if (!is_set && !is_one_of(*at, kKnown) && (scans || *at != 'm')) return at;
  found.kind = static_cast<char>(*at++);
  if (!is_set) return at;
  if (*at == '^') at++;
  if (*at == ']') at++;
  while (*at != 0 && *at != ']') at++;
  return *at == 0 ? at : at + 1;
}

bool is_float(char kind) {
  return strchr("eEfFgGaA", kind) != nullptr;
}

size_t integer_bytes(char length) {
  switch (length) {
    case 'H': return 1;
    case 'h': return 2;
    case 0: return 4;
    default: return 8;
  }
}

size_t printed_bytes(const void* text, bool wide, long precision) {
  if (text == nullptr) return 0;
  size_t most = precision < 0 ? SIZE_MAX : static_cast<size_t>(precision), count = 0;
  // (In a wide text the precision counts bytes of what is written, of which a character has one at least.)
  if (wide) {
    while (count < most && static_cast<const wchar_t*>(text)[count] != 0) count++;
    return (count + (count < most ? 1 : 0)) * sizeof(wchar_t);
  }
  while (count < most && static_cast<const char*>(text)[count] != 0) count++;
  return count + (count < most ? 1 : 0);
}

// Where va_arg() finds a value: in a copy of the registers as long as there are some, and then in memory. Another
// thread may have the address of either, if the program passes a list of its own.
void note_next(va_list* values, bool is_floating, size_t bytes, uint64_t pc) {
  struct {
    uint32_t integers, vectors;  // where the next one is among the registers
    uintptr_t more, registers;
  } list;
  static_assert(sizeof list == sizeof *values);
  memcpy(&list, *values, sizeof list);
  constexpr uint32_t kEndOfIntegers = 48, kEndOfVectors = 176;
  const bool in_register = is_floating ? list.vectors < kEndOfVectors : list.integers < kEndOfIntegers;
  uintptr_t place = bytes > 8 ? (list.more + 15) & ~uintptr_t{15} : list.more;
  if (bytes <= 8 && in_register) place = list.registers + (is_floating ? list.vectors : list.integers);
  note_access(reinterpret_cast<const void*>(place), bytes, kPlainRead, pc);
}

#define NEXT(type) (note_next(values, std::is_floating_point_v<type>, sizeof(type), pc), va_arg(*values, type))

int next_int(va_list* values, uint64_t pc) {
  return NEXT(int);
}
void* next_pointer(va_list* values, uint64_t pc) {
  return NEXT(void*);
}

enum class ArgumentType : uint8_t { kInt, kLong, kPointer, kDouble, kLongDouble };

ArgumentType type_of(const Conversion& conversion) {
  const char kind = conversion.kind;
  if (is_float(kind)) return conversion.length == 'L' ? ArgumentType::kLongDouble : ArgumentType::kDouble;
  if (strchr("sSnp", kind) != nullptr) return ArgumentType::kPointer;
  return integer_bytes(conversion.length) == 8 ? ArgumentType::kLong : ArgumentType::kInt;
}

// What it is matters if it is a number of characters, or points to something.
uint64_t next_argument(ArgumentType type, va_list* values, uint64_t pc) {
  switch (type) {
    case ArgumentType::kInt: return static_cast<uint64_t>(int64_t{next_int(values, pc)});
    case ArgumentType::kLong: return static_cast<uint64_t>(NEXT(long));
    case ArgumentType::kPointer: return reinterpret_cast<uint64_t>(next_pointer(values, pc));
    case ArgumentType::kDouble: static_cast<void>(NEXT(double)); return 0;
    case ArgumentType::kLongDouble: static_cast<void>(NEXT(long double)); return 0;
  }
  return 0;
}

// What the argument points to.
void note_printed_argument(const Conversion& conversion, uint64_t argument, uint64_t pc) {
  const char kind = conversion.kind;
  auto* place = reinterpret_cast<void*>(argument);
  if (kind == 's' || kind == 'S')
    note_access(place, printed_bytes(place, kind == 'S' || conversion.length == 'l', conversion.precision), kPlainRead,
                pc);
  else if (kind == 'n')
    note_access(place, integer_bytes(conversion.length), kPlainWrite, pc);
}

size_t scanned_bytes(const Conversion& conversion, const void* into) {
  char kind = conversion.kind;
  bool wide = conversion.length == 'l' || kind == 'S' || kind == 'C';
  if (conversion.allocates || kind == 'p') return sizeof(void*);
  if (is_float(kind)) return conversion.length == 'L' ? 16 : conversion.length == 'l' ? 8 : 4;
  if (kind == 'c' || kind == 'C')
    return (conversion.width < 0 ? 1 : static_cast<size_t>(conversion.width)) * (wide ? sizeof(wchar_t) : 1);
  if (kind == 's' || kind == 'S' || kind == '[')
    return wide ? (wcslen(static_cast<const wchar_t*>(into)) + 1) * sizeof(wchar_t)
                : strlen(static_cast<const char*>(into)) + 1;
  return integer_bytes(conversion.length);
}

bool is_watched(uint64_t pc) {
  return is_checked() && watching && is_program_code(pc);
}

template <class Character>
void note_format(const Character* format, uint64_t pc) {
  size_t count = 1;
  while (format[count - 1] != 0) count++;
  note_access(format, count * sizeof *format, kPlainRead, pc);
}

// Calls `see` for each conversion of a format of printf(), until it says false.
template <class Character, class See>
void for_each_printed(const Character* format, const See& see) {
  for (const Character* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      at++;
      continue;
    }
    Conversion conversion;
    at = read_conversion(at, false, conversion);
    if (!see(conversion)) return;
  }
}

// Numbered arguments lie where arguments of their types lie: their types are known first. There are no more than this
// (POSIX: at least 9), and all are named or none.
constexpr long kMostNumbered = 64;
struct Numbered {
  ArgumentType types[kMostNumbered] = {};
  long count = 0;
  bool is_known = true;

  void add(long number, ArgumentType type) {
    is_known &= number >= 1 && number <= kMostNumbered;
    if (!is_known) return;
    types[number - 1] = type;
    count = count < number ? number : count;
  }
  bool add(const Conversion& conversion) {
    is_known &= conversion.kind != 0;
    if (conversion.width_given) add(conversion.width_number, ArgumentType::kInt);
    if (conversion.precision_given) add(conversion.precision_number, ArgumentType::kInt);
    if (is_known && conversion.kind != 'm') add(conversion.number, type_of(conversion));
    return is_known;
  }
};

// False: not known.
template <class Character>
bool note_numbered(const Character* format, va_list* values, uint64_t pc) {
  Numbered numbered;
  for_each_printed(format, [&](const Conversion& conversion) { return numbered.add(conversion); });
  if (!numbered.is_known) return false;
  uint64_t arguments[kMostNumbered];
  for (long k = 0; k < numbered.count; k++) arguments[k] = next_argument(numbered.types[k], values, pc);
  for_each_printed(format, [&](Conversion& conversion) {
    if (conversion.precision_given) conversion.precision = static_cast<int>(arguments[conversion.precision_number - 1]);
    if (conversion.kind != 'm') note_printed_argument(conversion, arguments[conversion.number - 1], pc);
    return true;
  });
  return true;
}

template <class Character>
void note_all_printed(const Character* format, va_list values, uint64_t pc) {
  if (!is_watched(pc)) return;
  note_format(format, pc);
  va_list copy;
  va_copy(copy, values);
  bool is_known = true, is_first = true;
  for_each_printed(format, [&](Conversion& conversion) {
    const bool is_numbered = conversion.number != 0 || conversion.width_number != 0 || conversion.precision_number != 0;
    if (is_numbered) {
      is_known = is_first && note_numbered(format, &copy, pc);
      return false;
    }
    is_known = conversion.kind != 0;
    if (!is_known) return false;
    is_first &= conversion.kind == 'm' && !conversion.width_given && !conversion.precision_given;
    if (conversion.width_given) static_cast<void>(next_int(&copy, pc));
    if (conversion.precision_given) conversion.precision = next_int(&copy, pc);
    if (conversion.kind != 'm') note_printed_argument(conversion, next_argument(type_of(conversion), &copy, pc), pc);
    return true;
  });
  if (!is_known) note_unseen("printf", "libc.so", pc);
  va_end(copy);
}

template <class Character>
void note_all_scanned(const Character* format, va_list values, int assigned, uint64_t pc) {
  if (!is_watched(pc)) return;
  note_format(format, pc);
  va_list copy;
  va_copy(copy, values);
  for (const Character* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      at++;
      continue;
    }
    Conversion conversion;
    at = read_conversion(at, true, conversion);
    if (conversion.kind == 0) {
      note_unseen("scanf", "libc.so", pc);
      break;
    }
    // (Behind the last value there may be a count of what was read.)
    if (assigned <= 0 && conversion.kind != 'n') break;
    if (conversion.skips) continue;
    void* into = next_pointer(&copy, pc);
    note_access(into, scanned_bytes(conversion, into), kPlainWrite, pc);
    assigned -= conversion.kind != 'n';
  }
  va_end(copy);
}

}  // namespace

void note_printed(const char* format, va_list values, uint64_t pc) {
  note_all_printed(format, values, pc);
}
void note_printed(const wchar_t* format, va_list values, uint64_t pc) {
  note_all_printed(format, values, pc);
}
void note_scanned(const char* format, va_list values, int assigned, uint64_t pc) {
  note_all_scanned(format, values, assigned, pc);
}
void note_scanned(const wchar_t* format, va_list values, int assigned, uint64_t pc) {
  note_all_scanned(format, values, assigned, pc);
}

}  // namespace mazurka::runtime
