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
  EndHook(Turn turn, void (*end)());
};

// For the current thread.
void run_begin_hooks(uint32_t creator);
void run_end_hooks();

}  // namespace mazurka::runtime
