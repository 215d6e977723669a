// What a checked program reads as standard input, and the memory file that keeps it.
#pragma once

#include <cstdint>

namespace mazurka::protocol {

// What the program reads as standard input.
enum class Input : uint32_t {
  kNothing,   // it is empty
  kMissing,   // it is taken to be empty: nobody can give it to every execution
  kSeekable,  // a file
  kStream,    // a pipe or the like
};
inline constexpr const char* kInputNames[] = {"nothing", "missing", "file", "stream"};
inline constexpr uint64_t kLongestInput = uint64_t{64} << 20;

// The beginning of the memory file that keeps it. The first execution that wants to read it takes all of it from
// descriptor 0; every other one, in whatever process, finds it here.
struct KeptInput {
  enum class State : uint32_t { kUntouched, kKept, kTooLong };
  State state = State::kUntouched;
  uint32_t reserved = 0;
  uint64_t bytes = 0;
  static constexpr uint64_t kBegin = 4096;  // where in the file they are
};

// What the program read, or got, although it might have been something else, a bit each.
enum MissedInput : uint64_t {
  kMissedStandardInput = 1,  // it was not given to it
  kMissedNondet = 2,         // other values of __VERIFIER_nondet_*
  kMissedRandom = 4,         // other random numbers
  kMissedEventOrders = 8,    // timers that expire sooner, events that an event loop is told in another order
  kMissedSmallStack = 16,    // a stack as small as it asked for
};

}  // namespace mazurka::protocol
