// Signals and system calls of the program. Syscall User Dispatch, or a seccomp filter where there is none, sends every
// system call that user threads make to us: output is held back, what the exploration cannot control is refused, the
// rest is passed on.
#pragma once

#include <cstdint>

#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

// Installs the signal handlers, the dispatch of system calls, and the watchdog. Dies with a sentence if the machine
// cannot.
void take_over_system_calls(uint32_t watchdog_seconds);

// Dispatch and watchdog are not inherited by a child process.
void take_over_in_child();
// With one process for each execution, the parent does without both: the selector and the steps are its children's.
void give_back_in_parent();

// A system call that was performed already, where the program's instruction is about to make it: with this number it
// gives the result, and nothing else happens. Nothing of the program comes in between: threads change only at
// operations that they announce, and its handlers of signals run only inside the call that sends one.
inline constexpr long kAnsweredCall = 0x6d7a;
void answer_next_call(long result);

}  // namespace mazurka::runtime
