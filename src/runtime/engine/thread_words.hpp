// Words that each thread has for the runtime. They lie in its thread-local storage, which is rolled back with the
// program's memory, and can be reached from other threads by the thread's handle.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "runtime/engine/objects.hpp"

namespace mazurka::runtime {

struct ThreadWords {
  int32_t cancelled;  // 1: some thread cancelled it
  int32_t ended;      // 1: it has ended; used only if somebody asks for it
  int32_t cancel_state;
  int32_t cancel_type;
  uint32_t silent_points;  // cancellation points without a step, since it had so many steps:
  uint32_t steps;
  int32_t futex_lock;     // of thread 0: protects the queues (kernel_futexes.hpp)
  int32_t futex_wakeups;  // a semaphore
  int32_t policy;         // of scheduling, and the priority: kept only to be told
  int32_t priority;
  uint64_t locale;  // that uselocale() was given last
  // Signals, a bit each (signals.hpp).
  uint64_t mask;
  uint64_t pending;
  int32_t raised;            // it has sent itself a signal that it blocks
  int32_t all_masks;         // of thread 0: the name of an object
  int32_t actions;           // of thread 0: the name of an object
  uint64_t process_pending;  // of thread 0
};

inline constexpr ObjectKind kThreadWordObject{.read = [](uintptr_t address, uint32_t bytes) {
  return bytes == 8 ? read_int64(address, bytes) : read_int32(address, bytes);
}};

// Of the current thread.
ThreadWords& own_thread_words();

// The thread with this handle, in the current execution; UINT32_MAX if there is none.
uint32_t thread_of(pthread_t handle);
ThreadWords& words_of(uint32_t thread);

}  // namespace mazurka::runtime
