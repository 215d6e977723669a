// Other processes, if --allow=processes lets them be made.
//
// vfork() and posix_spawn() go on in the new process on a stack of their own, so that the system call must be made
// where the C library makes it, with its registers. Dispatch is not inherited: what the new process does is its own
// business.
#pragma once

#include <ucontext.h>

namespace mazurka::runtime {

// In the handler of system calls: the thread will make the call again, this time for the kernel. Not if calls are
// filtered: the new process would have the filter, too.
void let_process_be_made(ucontext_t* context, long number, bool filtered);

}  // namespace mazurka::runtime
