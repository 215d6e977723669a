// How much of a thread's stack is in use. Mostly what is above its stack pointer; but a program can make contexts of
// its own (makecontext), with stacks where it likes.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// The program has made contexts whose stacks lie in the frames of threads. From then on nobody knows how far down a
// thread's stack is in use: who is suspended on such a context may have frames below it, too.
MAZURKA_OWN extern bool contexts_lie_on_stacks;

// A context is made that will run on this memory.
void note_context_stack(uintptr_t memory);

// From where on its own stack may be in use: at most where something was ever written, if nobody knows.
char* end_of_use(uint32_t thread, void* stack_pointer);

// The stack is one that we have given it. A stack that the program lends is the program's own memory, and may be a part
// of another thread's stack.
bool has_stack_of_ours(uint32_t thread);

}  // namespace mazurka::runtime
