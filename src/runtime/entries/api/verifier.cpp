// The functions of the software verification competition, for programs that declare them themselves. One that includes
// <mazurka.h> has its own, with a range of inputs to choose; here it is 0 to 3.
#include <cstddef>
#include <cstdint>

#include "runtime/entries/visible.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

// Of entries/api/mazurka.cpp.
extern "C" {
void mazurka_assume(int condition);
void mazurka_fail(const char* message);
}

namespace {

uint32_t choose(uint32_t count, const char* name, uint64_t pc) {
  if (!is_checked()) return 0;
  if (count > 2) channel->progress.missed_input |= protocol::kMissedNondet;
  Operation op;
  op.code = OpCode::kChoose;
  op.a = count;
  return program->announce(op, name, pc);
}

}  // namespace

#define NONDET(name, type, count)                                                        \
  MAZURKA_STAND_IN(type, __VERIFIER_nondet_##name, ()) {                                 \
    return static_cast<type>(choose(count, "__VERIFIER_nondet_" #name, MAZURKA_CALLER)); \
  }
NONDET(bool, bool, 2)
NONDET(char, char, 4)
NONDET(uchar, unsigned char, 4)
NONDET(short, short, 4)
NONDET(ushort, unsigned short, 4)
NONDET(int, int, 4)
NONDET(uint, unsigned, 4)
NONDET(unsigned, unsigned, 4)
NONDET(long, long, 4)
NONDET(ulong, unsigned long, 4)
NONDET(longlong, long long, 4)
NONDET(ulonglong, unsigned long long, 4)
NONDET(size_t, size_t, 4)

// Those of <mazurka.h> say so when they are asked.
MAZURKA_STAND_IN(void, mazurka_note_nondet, ()) {
  if (is_checked()) channel->progress.missed_input |= protocol::kMissedNondet;
}

MAZURKA_STAND_IN(void, __VERIFIER_assume, (int condition)) {
  mazurka_assume(condition);
}
MAZURKA_STAND_IN(void, __VERIFIER_error, ()) {
  mazurka_fail("__VERIFIER_error was called");
}
MAZURKA_STAND_IN(void, __VERIFIER_atomic_begin, ()) {
  if (is_checked()) program->begin_section(MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, __VERIFIER_atomic_end, ()) {
  if (is_checked()) program->end_section();
}
