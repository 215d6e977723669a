// The race detector's clocks: of threads, and what was released at synchronisation objects.
//
// Clocks lie in memory of the execution. Epochs are unique in the whole run, so that what earlier executions left
// behind is recognised by its age, and nothing has to be cleared at a restart. The prefix's clocks are kept and put
// back all at once.
#pragma once

#include <string.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/platform/own_variable.hpp"
#include "runtime/races/noted_granules.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {
// By thread: its epoch and its number, as they stand in a cell.
MAZURKA_OWN extern Cell thread_cells[kMaxThreads];
}  // namespace mazurka::runtime

namespace mazurka::runtime::races {

MAZURKA_OWN extern uint64_t now;         // the newest epoch
MAZURKA_OWN extern uint64_t begin_time;  // epochs before this one are of earlier executions,
MAZURKA_OWN extern uint64_t kept_begin;  // except those of the prefix, if this execution began with it
MAZURKA_OWN extern uint64_t kept_size;
MAZURKA_OWN extern uint64_t execution_tag;
MAZURKA_OWN extern uint32_t width;  // lanes in use, a multiple of 4

inline bool is_void(uint64_t epoch) {
  return epoch < begin_time && epoch - kept_begin >= kept_size;
}

// Lists of an execution: its tag and the index of the first entry, in one word.
inline constexpr uint32_t kIndexBits = 24;
inline uint32_t first_of(uint64_t list) {
  return list >> kIndexBits == execution_tag ? static_cast<uint32_t>(list & ((1U << kIndexBits) - 1)) : 0;
}
inline uint64_t list_of(size_t first) {
  return execution_tag << kIndexBits | first;
}

// Lanes are signed because processors compare signed words.
using Lane = int64_t;

// By thread, in memory of the execution.
struct ThreadClocks {
  Lane* clock = nullptr;
  Lane* released = nullptr;  // its clock at its last release fence
  Lane* pending = nullptr;   // what its relaxed loads saw, for the next acquire fence
};
MAZURKA_OWN extern ThreadClocks clocks[kMaxThreads];
MAZURKA_OWN extern uint32_t threads;  // those with an entry in this execution

struct Sync {
  uintptr_t address;
  Lane* clock;     // what was released here
  uint32_t lanes;  // of clock
  bool empty;      // nothing was
  uint32_t next;   // in the same granule
  uint32_t owner;  // the clock is this thread's at owner_epoch; kNobody: joined from several
  uint64_t owner_epoch;
  uint64_t kept_in;  // its contents are kept for this era
};
inline constexpr uint32_t kNobody = UINT32_MAX;
MAZURKA_OWN extern std::vector<Sync>& syncs;

inline Lane* new_clock() {
  return static_cast<Lane*>(execution_allocate(width * sizeof(Lane)));
}

// Two at a time, as the processor has them.
typedef Lane Lanes __attribute__((vector_size(16), may_alias));
inline constexpr uint32_t kTogether = sizeof(Lanes) / sizeof(Lane);

[[gnu::always_inline]] inline void copy(Lane* to, const Lane* from, uint32_t lanes) {
  auto* into = reinterpret_cast<Lanes*>(to);
  const auto* other = reinterpret_cast<const Lanes*>(from);
  for (uint32_t k = 0; k < lanes / kTogether; k += 2) {
    into[k] = other[k];
    into[k + 1] = other[k + 1];
  }
}
[[gnu::always_inline]] inline void join(Lane* to, const Lane* from, uint32_t lanes) {
  auto* into = reinterpret_cast<Lanes*>(to);
  const auto* other = reinterpret_cast<const Lanes*>(from);
  for (uint32_t k = 0; k < lanes / kTogether; k += 2) {
    into[k] = into[k] > other[k] ? into[k] : other[k];
    into[k + 1] = into[k + 1] > other[k + 1] ? into[k + 1] : other[k + 1];
  }
}

inline void tick(uint32_t thread) {
  now++;
  clocks[thread].clock[thread] = static_cast<Lane>(now);
  thread_cells[thread] = make_cell(now, thread, 0, 0);
}

// All threads.
void tick_all();
// The same without a release: what they access again is new.
void give_new_epochs();
// ... or this one.
void give_new_epoch(uint32_t thread);
// Of the thread of a new cell: accesses from that epoch on were not released yet.
uint64_t first_epoch_since_release(Cell cell);

// More threads than any execution had before: every clock of this one gets more lanes.
void widen(uint32_t lanes);

// Null if there was no release at this address.
[[gnu::always_inline]] inline Sync* find_sync(const Origins& origins, uintptr_t address) {
  for (uint32_t k = first_of(origins.sync); k != 0; k = syncs[k - 1].next)
    if (syncs[k - 1].address == address) return &syncs[k - 1];
  return nullptr;
}
Sync& sync_at(Granule& granule, uintptr_t address);

inline bool is_acquire(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}
inline bool is_release(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

// Waypoints, checker's side. Clocks of threads are kept as a whole; of objects, what they were before they changed.
// An era begins at a waypoint and ends at the next one, or when one is restored.
MAZURKA_OWN extern uint64_t era;  // 0: there is no waypoint, and nothing is kept
void really_keep_sync(Sync& sync);
// To be called before it changes.
inline void keep_sync(Sync& sync) {
  if (sync.kept_in != era) [[unlikely]]
    really_keep_sync(sync);
}
void keep_clocks_at(uint32_t waypoint);
void restore_clocks_at(uint32_t waypoint);
void forget_kept_clocks();

void join_from(Lane* clock, const Sync& sync);
// The object's clock becomes `clock`; joined with what is there if `add`. The owner is the thread whose whole clock
// this is.
void leave(Sync& sync, const Lane* clock, bool add, uint32_t owner);

inline void load_from(uint32_t thread, const Sync& sync, int order) {
  if (sync.empty) return;
  ThreadClocks& self = clocks[thread];
  if (is_acquire(order)) {
    join_from(self.clock, sync);
    return;
  }
  if (self.pending == nullptr) {
    self.pending = new_clock();
    memset(self.pending, 0, width * sizeof(Lane));
  }
  join(self.pending, sync.clock, sync.lanes);
}

// A store is a new beginning; an update continues the release sequence of what it read. True: the thread's epoch is
// over.
inline bool store_to(uint32_t self, Sync& sync, int order, bool update) {
  keep_sync(sync);
  if (is_release(order)) {
    leave(sync, clocks[self].clock, update, self);
    return true;
  }
  if (clocks[self].released != nullptr)
    leave(sync, clocks[self].released, update, kNobody);
  else if (!update)
    sync.empty = true;
  return false;
}

// Checker's side: a new execution's clocks.
void begin_clocks_at_base();
void begin_clocks_at_prefix();
void keep_clocks();
// At the end of the prefix: was this epoch of the owner ordered before what the thread did next?
bool is_before_prefix(uint32_t owner, uint64_t epoch, uint32_t thread);

}  // namespace mazurka::runtime::races
