// Signals and system calls of the program. Syscall User Dispatch, or a seccomp filter where there is none, sends every
// system call that user threads make to us: output is held back, what the exploration cannot control is refused, the
// rest is passed on.
#pragma once

#include <cstdint>

struct iovec;

namespace mazurka::runtime {

// Installs the signal handlers, the dispatch of system calls, and the watchdog. Dies with a sentence if the machine
// cannot.
void take_over_system_calls(bool show_output, uint32_t watchdog_seconds);

// By seccomp, which child processes inherit.
bool is_filtered();
// Dispatch and watchdog are not inherited by a child process.
void take_over_in_child();
// With one process for each execution, the parent does without both: the selector and the steps are its children's.
void give_back_in_parent();

// The byte that the kernel looks at before each system call of ours: 0 lets it through, 1 sends it to the handler. With
// a filter, the handler looks at it.
extern volatile unsigned char* dispatch_selector;
inline void allow_system_calls(bool allowed) {
  *dispatch_selector = allowed ? 0 : 1;
}

// While one lives, system calls of the user's side go to the kernel.
class SystemCallsAllowed {
 public:
  SystemCallsAllowed() : before_(*dispatch_selector) { *dispatch_selector = 0; }
  ~SystemCallsAllowed() { *dispatch_selector = before_; }
  SystemCallsAllowed(const SystemCallsAllowed&) = delete;
  SystemCallsAllowed& operator=(const SystemCallsAllowed&) = delete;

 private:
  unsigned char before_;
};

// User thread's side: the program writes to its standard output. Returns the number of bytes.
long show_output(int file, const iovec* pieces, int count);

// A system call of the program that the kernel performs, while these are allowed.
long pass_to_kernel(long number, const long (&a)[6]);

// What an execution changed in the kernel is put back: memory it mapped is unmapped. Must come before the memory itself
// is restored.
void restore_kernel_state();
bool kernel_state_is_changed();

// Ends the process at once.
[[noreturn]] void exit_process(int status);

// Thread-specific data (entries/threads/keys.cpp): runs the destructors of the current thread's keys; remembers which
// keys exist.
void run_key_destructors();
// The current thread ends: whoever locks one of its robust mutexes next is told.
void leave_robust_mutexes();
void save_keys();
void restore_keys();
bool keys_are_changed();

}  // namespace mazurka::runtime
