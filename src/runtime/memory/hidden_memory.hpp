// Everything that code which is not instrumented could have changed.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Checker's side. A hash of all writable memory of the program and its libraries, but for stacks. Slow: for rare use.
uint64_t hash_writable_memory();

}  // namespace mazurka::runtime
