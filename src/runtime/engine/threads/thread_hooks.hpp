// What else happens when a thread of the program begins and ends. Whoever models something that belongs to a thread
// hooks in here, by a constant of its file; the engine knows none of them.
//
// User thread's side, all that is called.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Main's creator is main.
class BeginHook {
 public:
  explicit BeginHook(void (*begin)(uint32_t creator));
};

// Executions may be short, and most threads have nothing to do at their end: a hook is called for those only that it is
// for.
class EndHook {
 public:
  // When its turn comes.
  enum class Turn : uint8_t {
    kData,       // destructors of thread-local variables and of keys
    kLocks,      // what it holds
    kProgram,    // main is over
    kMemory,     // its stack and its thread-local storage
    kLastSteps,  // others may see that it has ended
  };
  enum class Whom : uint8_t {
    kAll,
    kMain,
    kNobody,  // until it is armed
  };
  EndHook(Turn turn, void (*end)(), Whom whom = Whom::kAll);
  // From now on it is for all threads: at the latest when there is something to do.
  void arm();

 private:
  void (*end_)();
};

// For the current thread.
void run_begin_hooks(uint32_t creator);
void run_end_hooks();

}  // namespace mazurka::runtime
