// How a function that stands in for one of the program's does a visible operation.
#pragma once

#include <cstdint>

#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"

namespace mazurka::runtime {

// User thread's side. Announces an operation on one object and waits until it is picked.
[[gnu::always_inline]] inline Choice visible(OpCode code, void* address, const ObjectKind& kind, uint32_t bytes,
                                             const char* name, uint64_t pc, Value a = 0, Value b = 0) {
  if (!may_only_read(code)) note_recorded_change();
  ObjectId object = program->object(reinterpret_cast<uintptr_t>(address), kind, bytes);
  // Whether it writes cannot be told from the value of a larger object.
  if (code == OpCode::kCas && program->objects().is_part_of(object, bytes)) [[unlikely]]
    code = OpCode::kFetchAdd;
  return program->announce_access(code, object, name, pc, a, b);
}

}  // namespace mazurka::runtime
