// Restart in microseconds: the program's memory as it was at the base, restored by copying back the few pages that were
// written.
//
// When the snapshot is taken, all writable private memory is made read-only. The first write to a page faults; the page
// is then copied to the shadow, made writable, and is hot from then on: every restart copies it back. (About 7
// microseconds for a fault, once; about 50 ns for a hot page at each restart.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mazurka::runtime {

// What an execution can be restarted from: the base, and the state after the first steps that all executions share.
enum class Level : uint8_t { kBase, kPrefix };

void take_snapshot();
// The memory as it is now becomes the level kPrefix.
void take_prefix_snapshot();
void restore_snapshot(Level level);

// Adds memory that came later, with the contents it has now. No effect before the snapshot is taken.
void add_to_snapshot(uintptr_t begin, uintptr_t end);

// A write to this address faulted. True: it was a page of the snapshot that is now hot, and the write can be repeated.
bool heat_page(uintptr_t address);
// The kernel is about to write here: its faults do not reach us.
void heat_range(uintptr_t address, size_t bytes);

uint64_t hot_page_count();

// Of whole words.
uint64_t hash_memory(const void* memory, size_t bytes, uint64_t seed);
// Of everything that was there at the base and that the program has changed since, but for stacks. (None of it with one
// process for each execution.)
uint64_t hash_hot_pages();

// The program's variables and whatever else it has mapped and can read, but for its heap, stacks and thread-local
// storage.
struct MemoryRange {
  uintptr_t begin = 0, end = 0;
};
std::vector<MemoryRange> readable_memory();
bool is_own_memory(uintptr_t address);

// Finds out what the next two tell. Must be called once before all else here.
void learn_own_places();
// Is this an address of the runtime library itself?
bool is_own_code(uint64_t pc);
// ... or of the library that unwinds the stack, whose own locks are no business of the program?
bool is_unwinder_code(uint64_t pc);

}  // namespace mazurka::runtime
