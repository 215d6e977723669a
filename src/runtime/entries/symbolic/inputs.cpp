// Where symbolic inputs come from: mazurka_symbolic, mazurka::symbolic<T>, __VERIFIER_nondet_* (as our pass calls it).
#include <string.h>

#include <cstddef>
#include <cstdint>

#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// The first input is where executions begin: whatever follows may depend on it.
void reach_inputs(uint64_t pc) {
  if (at_base()) return;
  Operation op;
  op.code = OpCode::kChoose;
  op.a = 1;
  program->announce(op, "symbolic input", pc);
  if (!at_base()) report_unsupported("a symbolic input in an atomic section before the first thread", pc);
}

// What code that is not followed does with the input is not seen.
void look_for_other_code(uint64_t pc) {
  if (followed_values().has_other_code()) followed_values().lose(pc);
}

bool can_be_symbolic(uint64_t pc) {
  if (!is_checked()) return false;
  if (!followed_values().is_begun()) report_unsupported("a symbolic input in a library: give --symbolic", pc);
  return true;
}

bool is_number(size_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

void make_symbolic(void* object, size_t bytes, const char* name, uint64_t pc) {
  reach_inputs(pc);
  look_for_other_code(pc);
  if (bytes > concolic::kMostInputBytes) report_unsupported("a symbolic input of more than 1 MB", pc);
  note_plain_write(reinterpret_cast<uintptr_t>(object));
  if (watching) access_range(reinterpret_cast<uintptr_t>(object), bytes, kPlainWrite, pc);
  FollowedValues& values = followed_values();
  const uint32_t request = values.next_request();
  const uint32_t piece = is_number(bytes) ? static_cast<uint32_t>(bytes) : 1;
  for (uint32_t part = 0; part < bytes; part += piece) {
    const ExpressionId id = values.make_input(request, part, piece * 8, name, static_cast<uint32_t>(bytes), true);
    const uint64_t value = values.value(id);
    memcpy(static_cast<char*>(object) + part, &value, piece);
    values.store(reinterpret_cast<uintptr_t>(object) + part, piece, id);
  }
}

}  // namespace

// Called by code that is followed: by the pass in the place of mazurka_symbolic.
MAZURKA_STAND_IN(void, mazurka_follow_object, (void* object, size_t bytes, const char* name)) {
  if (can_be_symbolic(MAZURKA_DIRECT_CALLER)) make_symbolic(object, bytes, name, MAZURKA_DIRECT_CALLER);
}

// Called by code that is not: its value is seen by nobody from here on.
MAZURKA_STAND_IN(void, mazurka_symbolic, (void* object, size_t bytes, const char* name)) {
  if (!can_be_symbolic(MAZURKA_CALLER)) return;
  make_symbolic(object, bytes, name, MAZURKA_CALLER);
  followed_values().lose(MAZURKA_CALLER);
  followed_values().clear(reinterpret_cast<uintptr_t>(object), bytes);
}

MAZURKA_STAND_IN(ExpressionId, mazurka_follow_input,
                 (unsigned width, int is_signed, const char* name, uint64_t* value)) {
  *value = 0;
  if (!can_be_symbolic(MAZURKA_DIRECT_CALLER)) return kConcrete;
  reach_inputs(MAZURKA_DIRECT_CALLER);
  look_for_other_code(MAZURKA_DIRECT_CALLER);
  FollowedValues& values = followed_values();
  const ExpressionId id = values.make_input(values.next_request(), 0, width, name, (width + 7) / 8, is_signed != 0);
  *value = values.value(id);
  return id;
}
