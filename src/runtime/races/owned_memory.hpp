// Memory that belongs to a thread for a while, and when that begins and ends.
//
// - A new block of the heap counts as written by the thread that allocates it. Nothing is recorded in the shadow for
//   that: the blocks of an arena lie there in the order of their allocation, so a list tells who made the block around
//   an address, and when. (Memory that is used again is another matter: memory_errors.hpp.)
// - The stack and the thread-local storage of a thread are gone with it. The end counts as a write of the bytes that
//   other threads had accessed until then; later accesses are errors.
//
// User thread's side, what does not say otherwise. Main's stack and storage last as long as the process.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/platform/layout.hpp"
#include "runtime/races/race_clocks.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime::races {

inline bool is_in_heap(uintptr_t address) {
  return address - kArenaBase < kTlsBase - kArenaBase;
}
// It may become free, or is: that is found out at once. (Heap, thread-local storage and stacks lie side by side.)
inline bool may_be_freed(uintptr_t address) {
  return address - kArenaBase < kMainStackBase - kArenaBase;
}
inline bool is_in_thread_memory(uintptr_t address) {
  return address - kTlsBase < kMainStackBase - kTlsBase;
}

// A block at an address that no block of this execution had before. (What the C library allocates for itself, such as a
// FILE, follows rules of its own.)
void note_new_memory(uintptr_t address, uint64_t pc);

struct Allocation {
  uintptr_t address = 0;
  Cell cell = 0;  // who and when
  uint64_t pc = 0;
  uint64_t place = 0;
};
// The allocation of the block around an address of the heap, if another thread's access with this clock is not ordered
// after it; else null. A clock that lags behind may not know.
const Allocation* allocation_not_before(uintptr_t address, Cell cell, const Lane* clock);

// An access to thread memory. If that is of another thread, which has ended: the mark of such memory; else 0.
Cell note_thread_memory(uintptr_t address, Cell cell);

// The current thread ends: the granules of its memory that other threads have accessed, each once. The list is there
// until the end of the execution.
const std::vector<uintptr_t>& seen_memory();
// ... and from now on, its memory is gone.
void end_thread_memory();
Cell mark_of_ended(uintptr_t address, uint32_t thread);

// The place that counts as that of a thread's end: it is at none of the program any more, and its last operation is
// what is nearest.
uint64_t place_of_end(uint32_t thread);
// Is this access of the thread its end?
bool is_end_of_thread(Cell cell, uintptr_t address, uint64_t place);

}  // namespace mazurka::runtime::races
