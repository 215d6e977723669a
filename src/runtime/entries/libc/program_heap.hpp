// The heap of the checked program. Each thread allocates from an arena of its own, so that the address of a block
// depends only on what its thread did before; memory that another thread frees is not used again in the same execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include <functional>

#include "runtime/memory/snapshot.hpp"

namespace mazurka::runtime {

// `pc` is where the program calls it.
void* program_allocate(size_t bytes, size_t alignment, uint64_t pc);
void program_free(void* memory, uint64_t pc);
void* program_reallocate(void* memory, size_t bytes, uint64_t pc);
// As many as were asked for.
size_t program_block_bytes(void* memory);

// A block as it is found in an arena.
struct HeapBlock {
  uintptr_t begin = 0;
  size_t bytes = 0;
  bool live = false;
  bool whole = true;  // nothing behind it was overwritten
};
// Checker's side: calls `use` for every block, in the order of addresses; without `all` only for
// those that were made since the base.
void for_each_block(bool all, const std::function<void(const HeapBlock&)>& use);
// Where the blocks of before the base end.
uintptr_t base_end();
// Checker's side: the block of thread-local storage that a thread pointer points into.
MemoryRange storage_around(uintptr_t thread_pointer);

// The program is under our control: use the arenas. Before, libc's allocator would do, but the two must not be mixed:
// decided once.
bool heap_is_ours();

// While one lives, blocks come from the region of thread-local storage.
class HeapRedirection {
 public:
  HeapRedirection();
  ~HeapRedirection();
  HeapRedirection(const HeapRedirection&) = delete;
  HeapRedirection& operator=(const HeapRedirection&) = delete;
};

// The state now is the one to return to.
void save_program_heap();
void save_program_heap_at_prefix();
void restore_program_heap(Level level);
// In a new process that is at the base: only the main thread's arena is mapped.
void forget_child_heaps();

// What of an arena is in use: up to here it is part of the snapshot.
uintptr_t arena_end(uint32_t thread);
uintptr_t tls_region_end();
// Lets the next block of thread-local storage begin on a page of its own; returns where.
uintptr_t align_tls_region();

}  // namespace mazurka::runtime
