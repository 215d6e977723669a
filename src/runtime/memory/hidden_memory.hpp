// Everything that code which is not instrumented could have changed.
#pragma once

#include <cstdint>

#include "runtime/memory/snapshot.hpp"

namespace mazurka::runtime {

// Checker's side. A hash of all writable memory of the program and its libraries, but for stacks, and for what is
// unused of a stack that the program has made in its heap. Slow: for rare use.
uint64_t hash_writable_memory(MemoryRange unused);

}  // namespace mazurka::runtime
