// What the race detector remembers of the accesses to each granule, and the comparison of a new one with these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/platform/layout.hpp"
#include "runtime/races/race_clocks.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime::races {

extern bool has_plain;     // this execution had accesses that are not atomic
extern bool of_primitive;  // a primitive is made, used or destroyed: such a race is a bug even if others are explored

// Even where there are plain accesses, most atomic objects have none. What happens to them is only listed, until a
// plain access comes to the same granule, in whatever execution.
struct ListedAtomic {
  Granule* granule;
  Cell cell;
  uint64_t pc;
};
inline constexpr uint32_t kMostListed = 1 << 16;
extern ListedAtomic listed_atomics[kMostListed];
extern uint32_t listed_count;
extern bool lists_atomics;  // in this execution

extern std::vector<FoundRace>& found;
extern bool found_any;  // even if it is known from before

// A plain access comes to the granule, for the first time: what was listed is remembered.
void remember_listed(Granule& granule, uintptr_t address);

void record_in(Granule& granule, uintptr_t address, Cell cell, uint64_t pc);

// Blocks of the heap may be marked as free, which is found out at once.
inline bool is_in_heap(uintptr_t address) {
  return address - kArenaBase < kTlsBase - kArenaBase;
}

// An atomic access that needs not be compared with others by now.
[[gnu::always_inline]] inline bool may_be_listed(uintptr_t address, size_t bytes) {
  if (is_in_heap(address) || address % 8 + bytes > 8 || listed_count > kMostListed / 2) return false;
  return find_granule(address) == nullptr || !had_plain_access(address);
}

// Of an atomic object: in one granule, unless it is larger.
[[gnu::always_inline]] inline void access_atomic(uint32_t thread, Granule& granule, uintptr_t address, size_t bytes,
                                                 AccessKind kind, uint64_t pc) {
  if (address % 8 + bytes > 8) return access_range(address, bytes, kind, pc);
  Cell mask = ((Cell{1} << bytes) - 1) << (address % 8) << kMaskShift;
  // (The clock and not thread_cells, which may be ahead of it.)
  Cell cell = make_cell(static_cast<uint64_t>(clocks[thread].clock[thread]), thread, 0, 0) | mask | kind;
  if (lists_atomics && !had_plain_access(address) && !is_in_heap(address)) {
    if (listed_count < kMostListed) {
      listed_atomics[listed_count++] = {&granule, cell, pc};
      return;
    }
    remember_listed(granule, address);
  }
  if (!is_known(&granule, cell)) record_in(granule, address, cell, pc);
}

// Checker's side: an execution begins; nothing was found in it.
void begin_to_find(Level level);
// Checker's side: what is remembered is what the prefix left behind, or nothing. Needs the clocks' execution.
void begin_cells(Level level);
void keep_cells();

}  // namespace mazurka::runtime::races
