// Plain accesses in a program that relies on them (--races=explore): those to shared memory (shared_memory.hpp) are
// operations of the exploration, all others are compared by the race detector, which finds out what else is shared.
//
// The compiler's callback comes before the access. A thread is suspended in the callback, never between it and the
// access, so that an access is one step, whatever its size. What the C library copies or fills is done piece by piece,
// each shared range in a step of its own: another thread may come in between.
//
// User thread's side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

// An access of one step.
void plain_access(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc);

void plain_copy(void* to, const void* from, size_t bytes, uint64_t pc);
void plain_fill(void* to, int value, size_t bytes, uint64_t pc);

// By a function of the C library that looks at memory in its own way: not supported for shared memory.
void plain_access_by_library(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc);
// The same of a system call, which sees to symbolic inputs itself.
void plain_access_by_kernel(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc);

// Memory becomes free (`name` says by what), or is used again: a write of each shared range in it. `mark` is left at
// the bytes of those that became free; 0: none is.
void plain_free(uintptr_t address, size_t bytes, Cell mark, const char* name, uint64_t pc);
void plain_reuse(uintptr_t address, size_t bytes, uint64_t pc);

}  // namespace mazurka::runtime
