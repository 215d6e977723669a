// A system call of the program, and what performs one.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// As the entry leaves them on the stack (system_call_entry.cpp).
struct SystemCall {
  long number;
  long a[6];
  uint64_t frame_pointer;
  uint64_t pc;  // behind the instruction that made the call
};

// User thread's side. The result is that of the system call: below 0 is -errno. A handler is called as its system call;
// one that stands for several (read and readv) as the first of them.
using SystemCallHandler = long(const SystemCall& call);

}  // namespace mazurka::runtime
