// What the race detector remembers of the accesses to each granule, and the comparison of a new one with these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/memory/rewind.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_variable.hpp"
#include "runtime/races/noted_granules.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/race_clocks.hpp"

namespace mazurka::runtime {

// Performs the atomic operations that were only noted so far. To be called before anything that depends on what they
// order; all functions here do it themselves.
void catch_up();
// Atomic operations are compared at once, for the rest of the execution.
void list_no_more();
// The same, but only if there are no clocks yet; what there is may lag behind.
void have_clocks();
// (Both are in race_detector.cpp, where they are noted.)

// The access is not known from before: compares and remembers it. `cell` is complete but for its place.
void record_access(uintptr_t address, Cell cell, uint64_t pc);
// Bytes of any number and alignment.
void access_range(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc);

// The same of those bytes that somebody has accessed before, in whatever execution: for ranges of any size.
void access_known(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc);

// Of one byte, in this execution. No atomic access to it may only be listed: there was a plain one to its granule.
void forget_accesses(uintptr_t address);

// Marks bytes without forgetting what is remembered of others.
void remember_mark(uintptr_t address, size_t bytes, Cell mark);

// The current thread has accessed marked memory: it fails there, unless that is not to be reported.
// (memory_errors.cpp, where the marks are made)
void report_marked(uintptr_t address, Cell mark, Cell access, uint64_t place);

// Checker's side, at a restart, before what is remembered of the prefix comes back: the marks that were made before the
// base and gave way to a new block. (The same file.)
void restore_marks();

// All of an access lies in one granule: has this thread done the like since its last release?
[[gnu::always_inline]] inline bool is_known(const Granule* granule, Cell cell) {
  if (granule == nullptr) return false;
  Cell relevant = kWhoAndWhen | (cell & kMaskBits) | (~cell & kKindBits);
  return ((granule->cells[0] ^ cell) & relevant) == 0 || ((granule->cells[1] ^ cell) & relevant) == 0 ||
         ((granule->cells[2] ^ cell) & relevant) == 0;
}

struct FoundRace {
  uintptr_t address = 0;  // of the granule
  Cell earlier = 0, later = 0;
  uint64_t earlier_place = 0, place = 0;
  bool would_be_ordered = false;  // on replay: if every atomic operation were acquire and release
};

}  // namespace mazurka::runtime

namespace mazurka::runtime::races {

MAZURKA_OWN extern bool has_plain;  // this execution had accesses that are not atomic, after the prefix
MAZURKA_OWN extern bool
    of_primitive;  // a primitive is made, used or destroyed: such a race is a bug even if others are explored

// Even where there are plain accesses, most atomic objects have none. What happens to them is only listed, until a
// plain access comes to the same granule, in whatever execution.
struct ListedAtomic {
  Granule* granule;
  Cell cell;
  uint64_t pc;
};
inline constexpr uint32_t kMostListed = 1 << 16;
MAZURKA_OWN extern ListedAtomic listed_atomics[kMostListed];
MAZURKA_OWN extern uint32_t listed_count;
MAZURKA_OWN extern bool lists_atomics;  // in this execution

MAZURKA_OWN extern std::vector<FoundRace>& found;
// True: whether it is one is not known yet; report_race() is to be called again. Null: it is known at once.
MAZURKA_OWN extern bool (*defer_race)(const FoundRace& race);
// What seems to be a race may be none: that there is one is noted, but not which.
MAZURKA_OWN extern bool doubts_races;
void report_race(const FoundRace& race);
// Was a race of these two reported, in this execution or an earlier one? Of the cells only what does not change from
// execution to execution counts. Only if states are named.
bool is_reported(uintptr_t granule, Cell earlier, uint64_t earlier_place, Cell later);
MAZURKA_OWN extern bool found_any;  // even if it is known from before

// In this execution there are pages of which something is known as a whole (HeapPage), or became known after the
// prefix.
MAZURKA_OWN extern bool has_whole_pages, has_new_whole_pages;
// Another thread than the one whose heap it is was there.
inline void note_other(Granule& granule, uintptr_t address, Cell cell) {
  HeapPage& page = page_of(granule, address);
  if (!is_void(epoch_of(page.others))) return;
  if (notes_for_prefix) [[unlikely]]
    note_page(page);
  page.others = cell;
}

// A plain access comes to the granule, for the first time: what was listed is remembered.
void remember_listed(Granule& granule, uintptr_t address);

void record_in(Granule& granule, uintptr_t address, Cell cell, uint64_t pc);

// An atomic access that needs not be compared with others by now.
[[gnu::always_inline]] inline bool may_be_listed(uintptr_t address, size_t bytes) {
  if (may_be_freed(address) || address % 8 + bytes > 8 || listed_count > kMostListed / 2) return false;
  return find_granule(address) == nullptr || !had_plain_access(address);
}

// Of an atomic object: in one granule, unless it is larger.
[[gnu::always_inline]] inline void access_atomic(uint32_t thread, Granule& granule, uintptr_t address, size_t bytes,
                                                 AccessKind kind, uint64_t pc) {
  if (address % 8 + bytes > 8) return access_range(address, bytes, kind, pc);
  Cell mask = ((Cell{1} << bytes) - 1) << (address % 8) << kMaskShift;
  // (The clock and not thread_cells, which may be ahead of it.)
  Cell cell = make_cell(static_cast<uint64_t>(clocks[thread].clock[thread]), thread, 0, 0) | mask | kind;
  if (lists_atomics && !had_plain_access(address) && !may_be_freed(address)) {
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
// Checker's side: the accesses that are remembered of it in this execution.
struct RememberedAccess {
  Cell cell;
  uint64_t place;
};
void append_accesses(Granule& granule, std::vector<RememberedAccess>& accesses);

// Checker's side: waypoints.
bool can_keep_cells();
void keep_cells_at(uint32_t waypoint);
void restore_cells_at(uint32_t waypoint);

}  // namespace mazurka::runtime::races
