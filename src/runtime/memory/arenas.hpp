// The memory of the checked program's heap. Each thread has an arena of its own, and a list of the blocks that it
// freed, its own ones and others'. It uses these again first, the last one before the others, as glibc does. So the
// address of a block depends only on what its thread did before, and two blocks at the same address are allocated by
// threads that know of each other. What the program calls is in entries/libc/malloc.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "runtime/memory/snapshot.hpp"
#include "runtime/memory/state_name.hpp"

namespace mazurka::runtime {

// Before each block.
inline constexpr size_t kBlockHeaderBytes = 16;

struct NewBlock {
  void* memory = nullptr;  // null: there is no room for it
  size_t room = 0;         // bytes up to the end of what is set aside for it
  bool recycled = false;   // it was another block before, in this execution
};
// Its bytes are 0. `alignment` is a power of two, at least 16.
NewBlock allocate_block(uint32_t thread, size_t bytes, size_t alignment);
// The block is live. The thread that frees it is the one that uses its memory again.
void free_block(uint32_t thread, void* memory);
// To fewer bytes, or as many.
void shrink_block(void* memory, size_t bytes);

enum class BlockState : uint8_t { kNone, kLive, kFreed };
// Of anything that the program takes for a block.
BlockState state_of_block(const void* memory);
// As many as were asked for; 0 for null.
size_t bytes_of_block(const void* memory);
size_t room_of_block(const void* memory);
// Is nothing written to the bytes behind the block?
bool end_is_whole(void* memory);

// A block as it is found in an arena.
struct HeapBlock {
  uintptr_t begin = 0;
  size_t bytes = 0;
  bool live = false;
  bool whole = true;  // nothing behind it was overwritten
};
// Checker's side: calls `use` for every block, in the order of addresses; without `all` only for those that were made
// since the base.
void for_each_block(bool all, const std::function<void(const HeapBlock&)>& use);
// Where the blocks of before the base end.
uintptr_t base_end();
// Checker's side: the block of thread-local storage that a thread pointer points into.
MemoryRange storage_around(uintptr_t thread_pointer);

// While one lives, blocks come from the region of thread-local storage.
class HeapRedirection {
 public:
  HeapRedirection();
  ~HeapRedirection();
  HeapRedirection(const HeapRedirection&) = delete;
  HeapRedirection& operator=(const HeapRedirection&) = delete;
};
bool heap_is_redirected();

// Checker's side: the blocks that were made since the base, and what is free. (What is left in freed blocks is not part
// of it: an access to that is an error.)
void add_blocks(StateName& name);

// What of an arena is in use, from its beginning: empty for a thread that has allocated nothing.
MemoryRange arena_of_thread(uint32_t thread);
// How many threads have an arena.
uint32_t arena_count();
uintptr_t tls_region_end();
// Lets the next block of thread-local storage begin on a page of its own; returns where.
uintptr_t align_tls_region();

}  // namespace mazurka::runtime
