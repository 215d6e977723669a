// What else happens when a thread of the program begins and ends. Whoever models something that belongs to a thread
// hooks in here; the engine knows none of them.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// User thread's side, both.
class ThreadHook {
 public:
  // When its turn comes at the end of a thread.
  enum class Turn : uint8_t {
    kData,       // destructors of thread-local variables and of keys
    kLocks,      // what it holds
    kProgram,    // main is over
    kLastSteps,  // others may see that it has ended
  };

  virtual void begin(uint32_t creator) { static_cast<void>(creator); }
  virtual void end() {}

  explicit ThreadHook(Turn turn);
  ThreadHook(const ThreadHook&) = delete;
  ThreadHook& operator=(const ThreadHook&) = delete;

 protected:
  ~ThreadHook() = default;

 private:
  friend void run_thread_begins(uint32_t creator);
  friend void run_thread_ends();
  ThreadHook* next_ = nullptr;
};

// For the current thread. Main's creator is main.
void run_thread_begins(uint32_t creator);
void run_thread_ends();

}  // namespace mazurka::runtime
