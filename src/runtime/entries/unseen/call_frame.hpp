// A call of a function that is not instrumented, as it is under way.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// As the entry of a call leaves them on the stack (call_entry.cpp).
struct CallFrame {
  unsigned char vectors[8][16];
  uint64_t arguments[6];  // integers and pointers
  uint64_t vector_count;  // of functions with a variable number of arguments
  uint64_t function;      // its place in the table of calls.cpp
  uint64_t result, second_result;
  unsigned char vector_results[2][16];
  uint64_t kept[14];       // from before the call until after it
  uint64_t frame_pointer;  // of the caller
  uint64_t pc;             // where it was called
  uint64_t more_arguments[8];
};

// User thread's side: the call reads or writes these bytes of the program's memory.
void touch(const CallFrame& call, uintptr_t address, uint64_t bytes, bool writes);

}  // namespace mazurka::runtime
