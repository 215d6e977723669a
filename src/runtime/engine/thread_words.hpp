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
  uint64_t futex_waits;   // 1: it is among the waiters
  uint64_t locale;        // that uselocale() was given last
  // Signals, a bit each (signals.hpp).
  uint64_t mask;
  uint64_t pending;
  int32_t raised;            // it has sent itself a signal that it blocks
  int32_t all_masks;         // of thread 0: the name of an object
  int32_t actions;           // of thread 0: the name of an object
  uint64_t process_pending;  // of thread 0
  // What it has set for itself, only to be told again (kernel/thread_settings.hpp). A new thread has its creator's, but
  // for the last two.
  struct Settings {
    char name[16];  // empty: the program's
    struct {
      int32_t policy;
      int32_t priority;
      int32_t has_nice;  // if not, it is that of the process
      int32_t nice;
      int32_t io_priority;  // 0: none
    } scheduling;
    int32_t keeps_capabilities;
    int32_t has_no_new_privileges;
    int32_t has_memory_policy;
    uint64_t timer_slack;  // 0: that of the process
    uint64_t processors;   // a bit each, 0: those of the process
    int32_t name_is_own;
    int32_t death_signal;
  } settings;
  Settings handed_on;        // to the thread that it makes next
  uint64_t signal_stack[3];  // as of sigaltstack(); no size: none
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
