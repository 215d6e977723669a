// What became of the heap at the end of an execution: blocks that were lost, and bytes around blocks that were
// overwritten by code which is not instrumented.
//
// A block is lost if no pointer to it or into it is found (conservatively: in whatever looks like one) in variables of
// the program and its libraries, in stacks, thread-local storage and thread-specific values of threads that have not
// ended, or in a block that is not lost.
//
// Checker's side.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

struct LostBlocks {
  uint64_t count = 0;
  uint64_t bytes = 0;
  uintptr_t first = 0;  // the one that was allocated first by the first thread
  size_t first_bytes = 0;
};

// The execution has ended well.
LostBlocks find_lost_blocks();

// The first block behind which something was overwritten; 0 if there is none. Those of before the base do not count.
uintptr_t find_overflown_block();

}  // namespace mazurka::runtime
