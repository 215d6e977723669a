// Files and folders with a new name. The C library chooses it by the time that has really passed, which is another in
// every execution; here it is chosen by numbers that are the same in each.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/entries/visible.hpp"
#include "runtime/kernel/allowed.hpp"

using namespace mazurka::runtime;

namespace {

using Open = int (*)(const char*, int, ...);
using MakeFolder = int (*)(const char*, mode_t);

// The last six characters before the suffix are to be replaced until `make` does not find the name taken.
template <class Make>
int make_with_new_name(char* pattern, int suffix, Make make) {
  constexpr size_t kReplaced = 6;
  constexpr int kMostAttempts = 62 * 62 * 62;
  constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const size_t length = strlen(pattern);
  const auto behind = static_cast<size_t>(suffix);
  if (suffix < 0 || length < kReplaced + behind || strspn(pattern + length - behind - kReplaced, "X") < kReplaced) {
    errno = EINVAL;
    return -1;
  }
  char* replaced = pattern + length - behind - kReplaced;
  const int error_before = errno;
  for (int attempt = 0; attempt < kMostAttempts; attempt++) {
    unsigned char numbers[kReplaced];
    fill_random(numbers, sizeof numbers);
    for (size_t k = 0; k < kReplaced; k++) replaced[k] = kLetters[numbers[k] % (sizeof kLetters - 1)];
    const int made = make(pattern);
    if (made >= 0) errno = error_before;
    if (made >= 0 || errno != EEXIST) return made;
  }
  errno = EEXIST;
  return -1;
}

int make_file(char* pattern, int suffix, int flags) {
  return make_with_new_name(pattern, suffix, [flags](const char* path) {
    return MAZURKA_REAL_AS(Open, open)(path, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
  });
}

}  // namespace

#define MAKES_FILE(name, parameters, arguments, suffix, flags) \
  MAZURKA_STAND_IN(int, name, parameters) {                    \
    if (!is_checked()) return MAZURKA_REAL(name) arguments;    \
    return make_file(pattern, suffix, flags);                  \
  }
MAKES_FILE(mkstemp, (char* pattern), (pattern), 0, 0)
MAKES_FILE(mkstemp64, (char* pattern), (pattern), 0, 0)
MAKES_FILE(mkostemp, (char* pattern, int flags), (pattern, flags), 0, flags)
MAKES_FILE(mkostemp64, (char* pattern, int flags), (pattern, flags), 0, flags)
MAKES_FILE(mkstemps, (char* pattern, int suffix), (pattern, suffix), suffix, 0)
MAKES_FILE(mkstemps64, (char* pattern, int suffix), (pattern, suffix), suffix, 0)
MAKES_FILE(mkostemps, (char* pattern, int suffix, int flags), (pattern, suffix, flags), suffix, flags)
MAKES_FILE(mkostemps64, (char* pattern, int suffix, int flags), (pattern, suffix, flags), suffix, flags)
MAZURKA_STAND_IN(char*, mkdtemp, (char* pattern)) {
  if (!is_checked()) return MAZURKA_REAL(mkdtemp)(pattern);
  const int made =
      make_with_new_name(pattern, 0, [](const char* path) { return MAZURKA_REAL_AS(MakeFolder, mkdir)(path, 0700); });
  return made < 0 ? nullptr : pattern;
}
