// Data races: two accesses of different threads to the same byte, one of them a write and one of them not atomic, that
// C11's happens-before does not order.
//
// Each thread has a vector clock and an epoch, its own entry in it. Every release gives the thread a new epoch and
// leaves its clock at the synchronisation object; every acquire joins the object's clock into the thread's. What counts
// is the memory order that the program asked for: although the exploration is sequentially consistent, a relaxed store
// publishes nothing. Each access is compared with the unordered ones that the shadow remembers of its bytes, and is
// remembered itself unless one that covers it is there already. Nothing that could still race is ever dropped.
//
// What main did before the first thread happens before everything and is not recorded. All functions here are of the
// user thread's side, unless they say otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/own_variable.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

// Accesses are looked at: after the base of a program that is checked.
MAZURKA_OWN extern bool watching;
// ... and plain ones are only compared with others, and nothing has to be made up for before; else see
// access_otherwise().
MAZURKA_OWN extern bool only_compares;
// The watchdog: the current thread has done no operation for long. It may wait, while it changes something itself, for
// memory that is not known to be shared. Or it only reads, for ever: without --races=explore, that is found out
// (plain_operations.cpp).
MAZURKA_OWN extern volatile bool computes_for_long;
// Checker's side, before main. (Restarts do it by themselves.)
void begin_race_detection(Level level = Level::kBase);

// ---- accesses. `pc` is the return address of the callback.

// With --races=explore, or if nobody watches (plain_operations.cpp).
void access_otherwise(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc);
template <uint32_t bytes, AccessKind kind>
[[gnu::always_inline]] inline void access(uintptr_t address, uint64_t pc) {
  if constexpr (kind == kPlainWrite) note_plain_write(address, bytes);
  if (!only_compares) return access_otherwise(address, bytes, kind, pc);
  if constexpr (bytes > 8) {
    access_range(address, bytes, kind, pc);
  } else {
    if (bytes > 1 && address % 8 + bytes > 8) [[unlikely]]
      return access_range(address, bytes, kind, pc);
    Cell mask = ((Cell{1} << bytes) - 1) << (address % 8) << kMaskShift;
    Cell cell = thread_cells[current_thread()] | mask | kind;
    if (!is_known(find_granule(address), cell)) record_access(address, cell, pc);
  }
}

// ---- atomic operations, once they were performed; `order` is a memory_order as compilers pass it

enum class AtomicAccess : uint8_t { kLoad, kStore, kUpdate };
void atomic_access(AtomicAccess access, const volatile void* address, size_t bytes, int order, uint64_t pc);

[[gnu::always_inline]] inline void atomic_load(const volatile void* address, size_t bytes, int order, uint64_t pc) {
  if (watching) atomic_access(AtomicAccess::kLoad, address, bytes, order, pc);
}
[[gnu::always_inline]] inline void atomic_store(const volatile void* address, size_t bytes, int order, uint64_t pc) {
  if (watching) atomic_access(AtomicAccess::kStore, address, bytes, order, pc);
}
[[gnu::always_inline]] inline void atomic_update(const volatile void* address, size_t bytes, int order, uint64_t pc) {
  if (watching) atomic_access(AtomicAccess::kUpdate, address, bytes, order, pc);
}
void atomic_fence(int order);

// ---- synchronisation objects, for the primitives: to be called when the operation was performed

// Everything before an hb_release of the object happens before what follows.
void hb_acquire(const void* object);
// The same for another thread, which waits.
void hb_acquire_for(uint32_t thread, const void* object);
// What came before happens before everything after a later hb_acquire of the object. Releases add up.
void hb_release(const void* object);

// An operation on a primitive at this address: it must not be made, destroyed or copied at the same time.
void use_primitive(const void* object, uint64_t pc);
// The same of one that changes nothing.
void look_at_primitive(const void* object, uint64_t pc);
void make_primitive(const void* object, uint64_t pc);
void destroy_primitive(const void* object, uint64_t pc);

// Condition variables and barriers: a thread that has been woken is still inside, until it synchronises by something
// else. To destroy the primitive waits for it; to write or free its memory does not. `stay_in_primitive`: the current
// thread has given away what orders others after it, and may be woken.
void stay_in_primitive(const void* object, uint64_t pc);
void make_waiting_primitive(const void* object, uint64_t pc);
void destroy_waiting_primitive(const void* object, uint64_t pc);

// A function of the C library runs under a lock of its own, in one step. What it does in memory comes after what others
// of its kind did there; what the program does before and after is not ordered by it.
void hb_enter_library();
void hb_leave_library();

void hb_create(uint32_t child);
void hb_join(uint32_t child);

// ---- what was found

// Does the current execution have a race, told before or not?
bool has_race();
// Those of the current execution; of each pair of places only the first in the whole run.
uint32_t found_race_count();
const FoundRace& found_race(uint32_t k);
// Equal for races of one pair of places.
uint64_t name_of_race(const FoundRace& race);
// Pairs of places that were found count as new again.
void forget_races();
// ... only those of the current execution.
void forget_found_races();

}  // namespace mazurka::runtime
