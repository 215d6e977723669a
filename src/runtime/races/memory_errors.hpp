// Memory that must not be accessed: freed blocks, and what lies between blocks. It is marked in the shadow of accesses
// (shadow.hpp), where a mark is met like an access that conflicts with everything, so that looking for it costs nothing
// extra. Marks that were made before the base stand in every execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/arenas.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

// Around a block: its header before it, and behind it the next one's.
inline constexpr size_t kRedzoneBytes = kBlockHeaderBytes;

// A block of the heap, as the heap made it. `room` is what there is from its begin to the redzone behind it.
void mark_allocated(void* memory, size_t bytes, size_t room, bool recycled, uint64_t pc);
// Before it is used for anything else. The free is a write of all its bytes.
void mark_freed(void* memory, size_t bytes, uint64_t pc);
// A block became smaller in its place, which counts as a write of all that it was.
void mark_resized(void* memory, size_t old_bytes, size_t bytes, size_t room, uint64_t pc);

// A block that is part of another one, which somebody has taken apart (a std::pmr resource): it comes back, and is
// given away again. When the block around it is freed, that it came back is forgotten.
void mark_returned(void* memory, size_t bytes, uint64_t pc);
void mark_lent(void* memory, size_t bytes, uint64_t pc);
// Memory that a pool gives back to another resource, or that this one gives away: what had come back to the pool is
// forgotten.
void forget_parts(uintptr_t address, size_t bytes);

// The block around an address, known on replay.
struct BlockInfo {
  uintptr_t address = 0;
  size_t bytes = 0;
  uint32_t allocated_by = 0, freed_by = 0;
  bool freed = false;
  uint64_t allocated_at = 0, freed_at = 0;  // places
};
// The last one that held the address. Null if none did: those from before main are not known.
const BlockInfo* block_at(uintptr_t address);
// The same or, if there is none, the one next to the address.
const BlockInfo* block_near(uintptr_t address);

}  // namespace mazurka::runtime
