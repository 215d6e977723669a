// How far a function looks that takes a number from the beginning of a text.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

enum class NumberKind : uint8_t { kDecimal, kInteger, kFloat };

// How many characters that is, with the one behind the number. (Letters behind it are taken for a part of it, unless it
// is decimal: they might be digits, or an exponent.)
template <class Character>
uint64_t characters_of_number(const volatile Character* text, NumberKind kind) {
  auto is_one_of = [](Character one, const char* set) {
    while (*set != 0 && static_cast<Character>(*set) != one) set++;
    return *set != 0;
  };
  auto is_digit = [](Character one) { return one >= '0' && one <= '9'; };
  auto is_letter = [](Character one) { return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z'); };
  uint64_t at = 0;
  while (is_one_of(text[at], " \t\n\v\f\r")) at++;
  if (is_one_of(text[at], "+-")) at++;
  for (;; at++) {
    const Character one = text[at];
    if (is_digit(one)) continue;
    if (kind == NumberKind::kDecimal) break;
    if (is_letter(one)) continue;
    if (kind == NumberKind::kInteger) break;
    // A point, the sign of an exponent, nan(text).
    if (one == '.' || is_one_of(one, "()_")) continue;
    if (!is_one_of(one, "+-") || at == 0 || !is_one_of(text[at - 1], "eEpP")) break;
  }
  return at + 1;
}

}  // namespace mazurka::runtime
