// Cancellation of threads: pthread_cancel writes a word of the thread, cancellation points read it.
//
// Only threads that somebody cancels have these steps (learned_facts.hpp). A cancellation point that waits is an await
// for "cancelled, or what it waits for": it looks at both, and if neither is the case it waits for ever in this
// execution, for another one shows how it goes on (entries/api/await.cpp).
#pragma once

#include <cstdint>

#include "runtime/engine/loops/spin_loops.hpp"

namespace mazurka::runtime {

// User thread's side, all of these.

// Must the current thread look whether it was cancelled? Depends on nothing that other threads do.
bool may_be_cancelled();
// One step. True: it was; the caller puts its affairs in order and calls act_on_cancellation().
bool is_cancelled(const char* name, uint64_t pc);
// Runs the cleanup handlers and destructors, and ends the thread.
[[noreturn]] void act_on_cancellation();
// A cancellation point of a thread that nobody cancels, as far as is known: no step. But a loop that only cancellation
// ends must come to one before anybody had the time for that.
void note_silent_point();
// A cancellation point that need not wait, or the beginning of one.
inline void cancellation_point(const char* name, uint64_t pc) {
  if (!may_be_cancelled()) return note_silent_point();
  clear_stack_below();  // what a clock showed in the iteration before
  if (is_cancelled(name, pc)) act_on_cancellation();
}

// From now on no cancellation point of the current thread looks (it ends).
void ignore_cancellation();

// Has the thread ended? One step, and one more for the thread that ends.
bool has_ended(uint32_t thread, const char* name, uint64_t pc);

}  // namespace mazurka::runtime
