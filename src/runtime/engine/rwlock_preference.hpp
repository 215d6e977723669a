// Whether a read-write lock lets readers in while a writer waits.
//
// POSIX leaves that open, so both are explored. A lock that keeps readers out can do nothing that one which lets them
// in cannot do, but for two things: an attempt to lock for reading may fail where others hold the lock; and threads may
// wait for each other, where one waits while it holds a read lock, and what it waits for may be up to a reader that is
// kept out. As long as no execution shows that this is possible, waiting writers are not counted: that would only make
// more traces of the same. If one does, the exploration starts again and counts them, from then on (learned_facts.hpp).
// docs/soundness.md has the argument why nothing is missed.
//
// Counting is enough for both: a writer that has not been counted yet is one that does not wait yet.
#pragma once

#include <cstdint>

#include "model/operation.hpp"
#include "runtime/engine/threads/thread.hpp"

namespace mazurka::runtime {

// Must waiting writers be counted, for all locks?
bool counts_waiting_writers();

// User thread's side: it matters. If it is left open, and was not known, the current thread does not come back.
void learn_that_preference_matters();
// Checker's side: an execution is over, and some threads wait for ever. They may hold locks.
void note_waiting_for_ever();
// A read lock is about to be taken: is there something that makes the preference matter, with whoever holds it?
void before_read_lock();

// The current thread holds locks and is about to wait, perhaps.
void note_wait(OpCode code, LockCount locks);

constexpr bool may_wait(OpCode code) {
  return is_guarded(code) || code == OpCode::kJoin || code == OpCode::kWake;
}

// User thread's side, before each operation.
[[gnu::always_inline]] inline void before_operation(OpCode code, const LockCount& locks) {
  if (may_wait(code) && locks.all != 0) [[unlikely]]
    note_wait(code, locks);
}

}  // namespace mazurka::runtime
