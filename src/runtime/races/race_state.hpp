// Data races, for explorations that remember states: what a step does that races depend on (explore/flows.hpp), and
// whether an access may race that comes later. What the race detector remembers is no part of a state's name.
//
// A holder is a clock: of a thread, or of an address where something was released.
//
// Most locations need not be told of, since they never race: those that only one thread uses, that nobody writes, that
// are only used by atomic operations, or always under one mutex. (What a thread does while there is no other one, or
// after it has joined all others, is ordered whatever comes, and does not count for that.) This is found out on the
// way. A location that turns out to be of another kind counts from then on, and names that were given before mean
// nothing any more. All threads' states are explored: so a location that is always used in one of these ways in what
// was explored is so in all executions. To allocate a block is to write it: what other threads use of it counts.
#pragma once

#include <cstdint>

#include "explore/flows.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

// Checker's side: from now on. Before the first execution.
void begin_to_name_races();

namespace races {

// ---- user thread's side, if states are named (names_states)

// As the clocks of ThreadClocks.
enum class ClockKind : uint32_t { kOwn, kReleased, kPending };
// Threads' clocks have even numbers, those of addresses odd ones.
inline uint32_t holder_of(uint32_t thread, ClockKind kind = ClockKind::kOwn) {
  return 2 * (3 * thread + static_cast<uint32_t>(kind));
}
uint32_t holder_at(uintptr_t address);
// Several clocks may belong to one place: what is above these bits tells them apart (sections/fused_sections.cpp).
inline constexpr uint32_t kPlaceBits = 48;
constexpr uintptr_t place_of_holder(uintptr_t address) {
  return address & ((uintptr_t{1} << kPlaceBits) - 1);
}
// What the thread that is in a library function knew before: empty between two steps.
inline constexpr uint32_t kLibraryHolder = 2 * 3 * kMaxThreads;

void note_flow(Flow::Kind kind, uint32_t to, uint32_t from);
void note_fence(uint32_t thread, bool acquires, bool releases);
// The thread ends, and with it its stack and its storage.
void note_end_of_memory(uint32_t thread);

// A granule by a number, the same in all executions.
uint32_t location_of(Granule& granule, uintptr_t address);

// ---- checker's side

// What the last step accessed is looked at, even if the state after it gets no name.
void learn_from_step();
// How many flows the step has so far; and: adds one after so many.
uint32_t flow_count();
void insert_flow(uint32_t at, const Flow& flow);
// Have several threads used it so far, and one of them written?
bool is_shared(uint32_t location);
// Grows when another one is.
uint64_t sharing_changes();

}  // namespace races

}  // namespace mazurka::runtime
