// SIGPIPE: what becomes of a thread that writes to a pipe which nobody reads.
#pragma once

#include "runtime/system_call_entry.hpp"

namespace mazurka::runtime {

// sigaction(SIGPIPE, ...), as the system call. User thread's side.
long set_pipe_action(const SystemCall& call);
// -EPIPE if the program ignores the signal; else the thread fails.
long raise_broken_pipe(uint64_t pc);

}  // namespace mazurka::runtime
