#include "runtime/platform/memory_maps.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <string>

#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

namespace {

std::string read_maps() {
  long file = kernel(SYS_openat, AT_FDCWD, as_word("/proc/self/maps"), O_RDONLY | O_CLOEXEC);
  std::string text;
  std::vector<char> piece(1 << 16);
  for (;;) {
    long got = kernel(SYS_read, file, as_word(piece.data()), static_cast<long>(piece.size()));
    if (got <= 0) break;
    text.append(piece.data(), static_cast<size_t>(got));
  }
  kernel(SYS_close, file);
  return text;
}

uintptr_t hex_at(const std::string& text, size_t& at) {
  uintptr_t value = 0;
  for (; at < text.size(); at++) {
    char c = text[at];
    if (c >= '0' && c <= '9')
      value = value * 16 + static_cast<uintptr_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value * 16 + static_cast<uintptr_t>(c - 'a' + 10);
    else
      break;
  }
  return value;
}

}  // namespace

std::vector<MappedRange> memory_maps() {
  std::vector<MappedRange> result;
  std::string text = read_maps();
  for (size_t at = 0; at < text.size();) {
    MappedRange range = {};
    range.begin = hex_at(text, at);
    at++;
    range.end = hex_at(text, at);
    if (at + 4 < text.size()) {
      range.protection = (text[at + 1] == 'r' ? PROT_READ : 0) | (text[at + 2] == 'w' ? PROT_WRITE : 0) |
                         (text[at + 3] == 'x' ? PROT_EXEC : 0);
      range.is_private = text[at + 4] == 'p';
    }
    size_t newline = text.find('\n', at);
    range.is_stack = text.substr(at, newline - at).ends_with("[stack]");
    result.push_back(range);
    if (newline == std::string::npos) break;
    at = newline + 1;
  }
  return result;
}

}  // namespace mazurka::runtime
