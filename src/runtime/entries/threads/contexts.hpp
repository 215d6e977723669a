// Contexts of the program's own: <ucontext.h>. Where their stacks lie matters to us, and to go on in one uses its
// stack.
#pragma once

#include "runtime/entries/unseen/call_frame.hpp"

namespace mazurka::runtime {

// User thread's side, before the call.
void before_makecontext(CallFrame& call);
void before_setcontext(CallFrame& call);
void before_swapcontext(CallFrame& call);

}  // namespace mazurka::runtime
