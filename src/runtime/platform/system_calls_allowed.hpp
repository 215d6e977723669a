// Whether system calls of this process go to the kernel or to our handler (kernel/system_calls.cpp).
#pragma once

#include "runtime/platform/own_variable.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

// The byte that the kernel looks at before each system call that does not come from raw_syscall(): 0 lets it through, 1
// sends it to the handler. With a filter, the handler looks at it. It is 1 wherever code of the program runs: whoever
// goes on in a user thread sets it (engine/native_program.cpp), and nobody leaves it to those before.
MAZURKA_OWN extern volatile unsigned char* dispatch_selector;
inline void allow_system_calls(bool allowed) {
  *dispatch_selector = allowed ? 0 : 1;
}

// While one lives, the C library's system calls on the user's side go to the kernel. A thread that stops for good
// inside leaves nothing behind.
class SystemCallsAllowed {
 public:
  SystemCallsAllowed() : before_(*dispatch_selector) { *dispatch_selector = 0; }
  ~SystemCallsAllowed() { *dispatch_selector = before_; }
  SystemCallsAllowed(const SystemCallsAllowed&) = delete;
  SystemCallsAllowed& operator=(const SystemCallsAllowed&) = delete;

 private:
  unsigned char before_;
};

// A system call of our own, on whichever side.
inline long kernel(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  return raw_syscall(number, a, b, c, d, e, f);
}

// Ends the process at once.
[[noreturn]] void exit_process(int status);

}  // namespace mazurka::runtime
