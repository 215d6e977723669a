// Futexes with all that the kernel offers but priority inheritance: requeueing, sets of bits, waking by an operation.
//
// As in the kernel, a lock protects the queues of waiters and each thread has a semaphore to sleep at; both are
// ordinary objects of the exploration, and a call is several steps: it locks, reads the word, chooses, wakes, unlocks.
// That makes more traces than the model in entries/sync/futex.cpp, which does all in one step: it is used only if the
// program needs it (learned_facts.hpp).
#pragma once

#include <cstdint>

#include "runtime/engine/time/patience.hpp"

namespace mazurka::runtime {

struct KernelFutexCall {
  uint32_t* word;
  uint32_t bits;
  uint64_t pc;
};

// User thread's side. As the system call: below 0 is -errno.

long kernel_futex_wait(const KernelFutexCall& call, uint32_t expected, const Patience& patience);
// Up to `most` of the waiters with one of the bits.
long kernel_futex_wake(const KernelFutexCall& call, uint32_t most);
// Wakes up to `wakes`, and makes up to `moves` others wait on another word. `expected` may be null.
long kernel_futex_requeue(const KernelFutexCall& call, uint32_t wakes, uint32_t moves, uint32_t* other,
                          const uint32_t* expected);
// Changes another word by an operation of <linux/futex.h>, wakes up to `wakes`, and up to `other_wakes` of the waiters
// there if its old value compares as the operation says.
long kernel_futex_wake_op(const KernelFutexCall& call, uint32_t wakes, uint32_t other_wakes, uint32_t* other,
                          uint32_t operation);

}  // namespace mazurka::runtime
