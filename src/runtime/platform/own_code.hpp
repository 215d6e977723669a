// Where the runtime library itself lies in memory.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Finds out what the others say. Must be called once before them.
void learn_own_places();
// Is this an address in the runtime library's file, its variables included?
bool is_own_memory(uintptr_t address);
// Up to where the memory from `begin` on is ours, or is not; at most `end`.
uintptr_t end_of_own_memory(uintptr_t begin, uintptr_t end);
bool is_own_code(uint64_t pc);
// ... or in the library that unwinds the stack? Its own locks do not concern the program.
bool is_unwinder_code(uint64_t pc);

}  // namespace mazurka::runtime
