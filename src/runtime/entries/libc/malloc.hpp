// The heap of the checked program: what malloc and its relatives do (memory/arenas.hpp has the memory).
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

// User thread's side. `pc` is where the program calls it.
void* program_allocate(size_t bytes, size_t alignment, uint64_t pc);
void program_free(void* memory, uint64_t pc);
void* program_reallocate(void* memory, size_t bytes, uint64_t pc);

// The program is under our control: use the arenas. Before, libc's allocator would do, but the two must not be mixed:
// decided once.
bool heap_is_ours();
// By the runtime's first constructor, before the C library knows the environment.
void decide_that_heap_is_ours();

}  // namespace mazurka::runtime
