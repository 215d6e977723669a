// What the race detector remembers, as part of the name of a state.
//
// Whether an access that comes later races with one that is remembered depends on whether its thread will know of that
// one by then. What becomes of this knowledge follows from who has it now: which threads, and which objects that were
// released. So of a remembered access it counts what it was (where, which bytes, of which kind) and who knows of it,
// not when it was and by whom. One that all threads know of that can still run does not count at all.
//
// Most locations need not be looked at, since they never race: those that only one thread uses, that nobody writes,
// that are only used by atomic operations, or always under one mutex. (What a thread does while there is no other one,
// or after it has joined all others, is ordered whatever comes, and does not count for that.) This is found out on the
// way. A location that turns out to be of another kind counts from then on, and names that were given before mean
// nothing any more. All threads' states are explored: so a location that is always used in one of these ways in what
// was explored is so in all executions.
//
// Checker's side.
#pragma once

namespace mazurka::runtime {

// From now on. Before the first execution.
void begin_to_name_races();

}  // namespace mazurka::runtime
