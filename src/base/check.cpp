#include "base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace mazurka {

namespace {
CheckContext context_printer = nullptr;
}  // namespace

void set_check_context(CheckContext context) {
  context_printer = context;
}

void check_failed(const char* condition, const char* message, const char* file, int line) {
  std::fprintf(stderr, "mazurka: internal error: %s (%s) at %s:%d\n", message, condition, file, line);
  if (CheckContext print = context_printer) {
    context_printer = nullptr;
    print();
  }
  std::fflush(nullptr);
  std::_Exit(2);
}

}  // namespace mazurka
