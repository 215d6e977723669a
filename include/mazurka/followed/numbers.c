/* Numbers in texts, and kinds of characters (as in the locale "C"), see model.h. */
#include "model.h"

#include <errno.h>
#include <limits.h>

static int is_space(unsigned c) { return (c == ' ') | (c - '\t' < 5u); }

/* 36 and more: it is none. */
static unsigned digit_of(unsigned c, unsigned base) {
  if (c - '0' < 10u) return c - '0';
  if (base > 10 && (c | 32) - 'a' < 26u) return (c | 32) - 'a' + 10;
  return 36;
}

/* The digits of a number without its sign. */
struct digits {
  unsigned long long value;
  int negative, overflows;
};

static struct digits read_digits(const char* text, char** end, int base) {
  struct digits read = {0, 0, 0};
  const byte* at = (const byte*)text;
  if (end != NULL) *end = (char*)text;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return read;
  }
  while (is_space(*at)) at++;
  if (*at == '-') {
    read.negative = 1;
    at++;
  } else if (*at == '+') {
    at++;
  }
  if (base == 0 || base == 16) {
    if (at[0] == '0' && (at[1] | 32) == 'x' && digit_of(at[2], 16) < 16) {
      base = 16;
      at += 2;
    } else if (base == 0) {
      base = at[0] == '0' ? 8 : 10;
    }
  }
  const unsigned wide = (unsigned)base;
  const unsigned long long limit = ULLONG_MAX / wide;
  /* Twelve digits are never too many. */
  for (unsigned count = 0;; at++, count++) {
    const unsigned digit = digit_of(*at, wide);
    if (digit >= wide) break;
    if (count >= 12 && (read.value > limit || read.value * wide > ULLONG_MAX - digit)) read.overflows = 1;
    read.value = read.value * wide + digit;
    if (end != NULL) *end = (char*)at + 1;
  }
  return read;
}

unsigned long long mazurka_model_strtoull(const char* text, char** end, int base) {
  MODEL;
  const struct digits read = read_digits(text, end, base);
  if (read.overflows) {
    errno = ERANGE;
    return ULLONG_MAX;
  }
  return read.negative ? 0 - read.value : read.value;
}
long long mazurka_model_strtoll(const char* text, char** end, int base) {
  MODEL;
  const struct digits read = read_digits(text, end, base);
  const unsigned long long most = (unsigned long long)LLONG_MAX + (read.negative ? 1 : 0);
  if (read.overflows || read.value > most) {
    errno = ERANGE;
    return read.negative ? LLONG_MIN : LLONG_MAX;
  }
  return (long long)(read.negative ? 0 - read.value : read.value);
}
unsigned long mazurka_model_strtoul(const char* text, char** end, int base) {
  MODEL;
  return mazurka_model_strtoull(text, end, base);
}
long mazurka_model_strtol(const char* text, char** end, int base) {
  MODEL;
  return mazurka_model_strtoll(text, end, base);
}
long long mazurka_model_atoll(const char* text) {
  MODEL;
  return mazurka_model_strtoll(text, NULL, 10);
}
long mazurka_model_atol(const char* text) {
  MODEL;
  return mazurka_model_strtoll(text, NULL, 10);
}
int mazurka_model_atoi(const char* text) {
  MODEL;
  return (int)mazurka_model_strtoll(text, NULL, 10);
}

int mazurka_model_abs(int value) { return value < 0 ? -value : value; }
long mazurka_model_labs(long value) { return value < 0 ? -value : value; }
long long mazurka_model_llabs(long long value) { return value < 0 ? -value : value; }

/* ---- <ctype.h> */

#define KIND(name, condition) \
  int mazurka_model_##name(int c) { return condition; }

#define UPPER(c) ((unsigned)(c) - 'A' < 26u)
#define LOWER(c) ((unsigned)(c) - 'a' < 26u)
#define DIGIT(c) ((unsigned)(c) - '0' < 10u)
KIND(isdigit, DIGIT(c))
KIND(isupper, UPPER(c))
KIND(islower, LOWER(c))
KIND(isalpha, UPPER(c) | LOWER(c))
KIND(isalnum, UPPER(c) | LOWER(c) | DIGIT(c))
KIND(isxdigit, DIGIT(c) | ((unsigned)(c | 32) - 'a' < 6u))
KIND(isspace, is_space((unsigned)c))
KIND(isblank, (c == ' ') | (c == '\t'))
KIND(iscntrl, ((unsigned)c < 32u) | (c == 127))
KIND(isprint, (unsigned)c - 32 < 95u)
KIND(isgraph, (unsigned)c - 33 < 94u)
KIND(ispunct, ((unsigned)c - 33 < 94u) & !(UPPER(c) | LOWER(c) | DIGIT(c)))
KIND(toupper, c - (LOWER(c) << 5))
KIND(tolower, c + (UPPER(c) << 5))
