// mazurka_symbolic, mazurka::symbolic<T>, __VERIFIER_nondet_* (as our pass calls it), and what comes from outside.
#include "runtime/entries/symbolic/inputs.hpp"

#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/files/symbolic_files.hpp"
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

// An object is one number, or one for each byte.
uint32_t piece_of(size_t bytes) {
  return bytes == 2 || bytes == 4 || bytes == 8 ? static_cast<uint32_t>(bytes) : 1;
}

void make_symbolic(void* object, size_t bytes, uint32_t piece, const char* name, uint64_t pc) {
  reach_inputs(pc);
  look_for_other_code(pc);
  if (bytes > concolic::kMostInputBytes) report_unsupported("a symbolic input of more than 1 MB", pc);
  note_plain_write(reinterpret_cast<uintptr_t>(object), bytes);
  if (watching) access_range(reinterpret_cast<uintptr_t>(object), bytes, kPlainWrite, pc);
  FollowedValues& values = followed_values();
  const uint32_t request = values.next_request();
  for (uint32_t part = 0; part < bytes; part += piece) {
    const ExpressionId id = values.make_input(request, part, piece * 8, name, static_cast<uint32_t>(bytes), true);
    const uint64_t value = values.value(id);
    memcpy(static_cast<char*>(object) + part, &value, piece);
    values.store(reinterpret_cast<uintptr_t>(object) + part, piece, id);
  }
}

// Of contents that are the checker's: nobody races for them.
void make_bytes(char* contents, size_t bytes, const char* name, uint64_t pc) {
  FollowedValues& values = followed_values();
  const uint32_t request = values.next_request();
  for (uint32_t part = 0; part < bytes; part++) {
    const ExpressionId id = values.make_input(request, part, 8, name, static_cast<uint32_t>(bytes), true);
    contents[part] = static_cast<char>(values.value(id));
    values.store(reinterpret_cast<uintptr_t>(contents) + part, 1, id);
  }
  if (!values.has_followed_code()) values.lose(pc);
}

}  // namespace

namespace mazurka::runtime {

void make_outside_inputs(int argc, char** argv, uint64_t main) {
  using protocol::SymbolicSource;
  const auto& sources = channel->settings.symbolic.sources;
  const auto is_argument = [](const SymbolicSource& one) { return one.kind == SymbolicSource::Kind::kArgument; };
  if (sources[0].kind == SymbolicSource::Kind::kNone) return;
  reach_inputs(main);
  look_for_other_code(main);
  int argument = argc - static_cast<int>(std::count_if(std::begin(sources), std::end(sources), is_argument));
  for (const SymbolicSource& one : sources) {
    char name[sizeof one.path + 16] = "stdin";
    char* contents = nullptr;
    if (is_argument(one)) {
      snprintf(name, sizeof name, "argv[%d]", argument);
      contents = argv[argument++];
    } else if (one.kind == SymbolicSource::Kind::kInput) {
      contents = make_symbolic_input(one.bytes);
    } else if (one.kind == SymbolicSource::Kind::kFile) {
      snprintf(name, sizeof name, "%s", one.path);
      contents = make_symbolic_file(one.path, one.bytes);
      if (contents == nullptr) report_unsupported("a symbolic file in a folder that does not exist", main);
    }
    if (contents != nullptr) make_bytes(contents, one.bytes, name, main);
  }
}

}  // namespace mazurka::runtime

// Called by code that is followed: by the pass in the place of mazurka_symbolic.
MAZURKA_STAND_IN(void, mazurka_follow_object, (void* object, size_t bytes, const char* name)) {
  if (can_be_symbolic(MAZURKA_DIRECT_CALLER))
    make_symbolic(object, bytes, piece_of(bytes), name, MAZURKA_DIRECT_CALLER);
}

// Called by code that is not: its value is seen by nobody from here on.
MAZURKA_STAND_IN(void, mazurka_symbolic, (void* object, size_t bytes, const char* name)) {
  if (!can_be_symbolic(MAZURKA_CALLER)) return;
  make_symbolic(object, bytes, piece_of(bytes), name, MAZURKA_CALLER);
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
