// Memory whose plain accesses are operations of the exploration (--races=explore).
//
// In the beginning there is none. Where the race detector finds two accesses that conflict and are not ordered, their
// bytes are learned, and the exploration starts again with these bytes as an object, beside those of atomic operations.
// docs/soundness.md says why that is enough. Addresses do not depend on the interleaving, so that what one execution
// taught holds for all.
//
// A range is one object. Ranges that overlap become one, and so do those that one access touches together. What is
// learned counts from the next exploration on: during one, the operations are always the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

struct SharedRange {
  uintptr_t begin = 0, end = 0;
};

// --races=explore, and the program is at its base.
MAZURKA_OWN extern bool explores_plain;

// User thread's side. The first range that has bytes of these; null if there is none.
const SharedRange* find_shared(uintptr_t address, size_t bytes);

// User thread's side. The exploration has to start again with these bytes as one object; no effect if they are already
// part of one.
void learn_shared(uintptr_t begin, uintptr_t end);

// Checker's side, where an exploration starts: what was learned counts from now on, and is told to the supervisor.
void use_what_was_learned();
// Checker's side, for a replay: these bytes were learned.
void use_shared(uintptr_t address, size_t bytes);
// How many ranges were told to the supervisor so far.
uint32_t told_shared();

}  // namespace mazurka::runtime
