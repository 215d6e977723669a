// Memory that belongs to a thread for a while, and when that begins and ends.
//
// - A new block of the heap counts as written by the thread that allocates it. Nothing is recorded in the shadow for
//   that: the blocks of an arena lie there in the order of their allocation, so a list tells who made the block around
//   an address, and when. (Memory that is used again is another matter: memory_errors.hpp.)
// - The stack and the thread-local storage of a thread are gone with it. The end counts as a write of the bytes that
//   other threads had accessed until then; later accesses are errors. So are those to variables of a function that has
//   returned, if no other one has its place by then (see also frame_end.hpp).
// - When main returns, its variables are gone. Its stack is not, for what runs at the exit needs it: it is left below
//   the room in which main's own frame was (at least if that is not larger).
//
// User thread's side, what does not say otherwise. The rest of main's stack, and its storage, last as long as the
// process.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/engine/threads/user_side.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_variable.hpp"
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
// Of addresses that may be freed: in the heap of another thread? ... or in its stack or storage? (The latter is always
// looked at more closely.)
inline bool is_in_heap_of_others(uintptr_t address, uint32_t thread) {
  return address < kTlsBase && (address - kArenaBase) / kArenaBytes != thread;
}
inline bool may_be_memory_of_others(uintptr_t address, uint32_t thread) {
  return address >= kTlsBase && (address < kStackBase || owner_of_stack(address) != thread);
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
// By thread: blocks of another one that it is known to be ordered after the allocation of. Of this execution, or of all
// that begin with the prefix.
struct KnownBlocks {
  uintptr_t begin = 0;
  size_t bytes = 0;
  uint64_t since = 0;  // an epoch
};
MAZURKA_OWN extern KnownBlocks known_blocks[kMaxThreads];
[[gnu::always_inline]] inline bool is_after_allocation(uintptr_t address, Cell cell) {
  const KnownBlocks& known = known_blocks[thread_in(cell)];
  return address - known.begin < known.bytes && !is_void(known.since);
}

// Checker's side: what was known after a waypoint may not hold there.
inline void forget_known_blocks(uint32_t thread_count) {
  for (uint32_t thread = 0; thread < thread_count; thread++) known_blocks[thread] = {};
}

// The allocation of the block around an address of the heap, if another thread's access with this clock is not ordered
// after it; else null. A clock that lags behind may not know.
const Allocation* allocation_not_before(uintptr_t address, Cell cell, const Lane* clock);
// The same of an access that the thread will do, with the clock that it will have: nothing is noted as known.
const Allocation* allocation_after(uintptr_t address, uint32_t thread, const Lane* clock);
// Checker's side: granules of its stack and storage that other threads have accessed; some may be there twice.
const std::vector<uintptr_t>& seen_memory_of(uint32_t thread);

// By thread: the execution in which its memory was last given up. (One that ended in the prefix is known as such.)
MAZURKA_OWN extern uint64_t ended_in[kMaxThreads];

// An access to thread memory. If that is of another thread, which has ended: the mark of such memory; else 0.
Cell note_thread_memory(uintptr_t address, Cell cell);

// Was any noted in this execution?
MAZURKA_OWN extern bool is_any_seen;
// The current thread ends: the granules of its memory that other threads have accessed, each once. The list is there
// until the end of the execution.
const std::vector<uintptr_t>& seen_memory();
// ... and from now on, its memory is gone.
inline void end_thread_memory() {
  ended_in[current_thread()] = execution_number();
}
Cell mark_of_ended(uintptr_t address, uint32_t thread);
// It is on the stack, or in the storage, of a thread: has that ended?
bool is_of_ended_thread(uintptr_t address);

// ---- main's stack
inline bool is_on_main_stack(uintptr_t address) {
  return address - kMainStackBase < kMainStackBytes;
}
inline constexpr size_t kMainRoom = size_t{64} << 10;
// An access of another thread there. If main has returned and this was in its room: the mark of such memory; else 0.
Cell note_main_stack(uintptr_t address);
// Main has returned to a frame at this address. In the room below: granules that other threads have accessed, in any
// execution, or that have objects in them.
std::vector<uintptr_t> seen_in_main_room(uintptr_t frame);

// The place that counts as that of a thread's end: it is at none of the program any more, and its last operation is
// what is nearest.
uint64_t place_of_end(uint32_t thread);
// Is this access of the thread its end?
bool is_end_of_thread(Cell cell, uintptr_t address, uint64_t place);

}  // namespace mazurka::runtime::races
