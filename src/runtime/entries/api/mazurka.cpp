// Assumptions, choices and failures, for programs that include <mazurka.h>. (mazurka_await and atomic sections:
// api/await.cpp.)
#include <stdlib.h>

#include "runtime/entries/visible.hpp"

using namespace mazurka;
using namespace mazurka::runtime;
using protocol::BugKind;

MAZURKA_STAND_IN(void, mazurka_assume, (int condition)) {
  if (condition != 0) return;
  if (is_checked()) program->assume_away(MAZURKA_CALLER);
  _Exit(0);
}
MAZURKA_STAND_IN(unsigned, mazurka_choose, (unsigned count)) {
  if (!is_checked() || count <= 1) return 0;
  Operation op;
  op.code = OpCode::kChoose;
  op.a = count;
  return program->announce(op, "mazurka_choose", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_fail, (const char* message)) {
  if (is_checked())
    report_failure(BugKind::kUserFailure, message == nullptr ? "mazurka_fail" : message, MAZURKA_CALLER);
  abort();
}
