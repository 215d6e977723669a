#include "base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace mazurka {

namespace {
CheckContext context_writer = nullptr;

void write_to_stderr(const char* text) {
  std::fputs(text, stderr);
}
}  // namespace

void set_check_context(CheckContext context) {
  context_writer = context;
}

void check_failed(const char* condition, const char* message, const char* file, int line) {
  std::fprintf(stderr, "mazurka: internal error: %s (%s) at %s:%d\n", message, condition, file, line);
  if (CheckContext say = context_writer) {
    context_writer = nullptr;
    say(write_to_stderr);
  }
  std::fflush(nullptr);
  std::_Exit(2);
}

}  // namespace mazurka
