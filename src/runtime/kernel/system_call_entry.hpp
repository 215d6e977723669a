// System calls that are visible operations cannot be performed in the signal handler they are sent to: the thread may
// have to wait, and the handler's stack is there only once. The handler returns to a function on the thread's own stack
// instead, which performs the call and goes on where the call was made, with all registers as the kernel would have
// left them.
#pragma once

#include <ucontext.h>

namespace mazurka::runtime {

// In the handler: the interrupted thread will perform the call on its own stack.
void perform_on_own_stack(ucontext_t* context, long number);

}  // namespace mazurka::runtime
