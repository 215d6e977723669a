// Memory of the checker inside the checked program: apart from the program's heap, without libc. operator new of
// everything in this library comes from here (checker_memory.cpp).
#pragma once

#include <cstddef>

namespace mazurka::runtime {

// Maps it. Safe to call again.
void map_checker_memory();

// The exploration stops when it needs more than this many bytes; 0: half of what the machine has.
void limit_checker_memory(size_t bytes);
size_t checker_memory_limit();

void* checker_allocate(size_t bytes);
void checker_free(void* memory);

}  // namespace mazurka::runtime
