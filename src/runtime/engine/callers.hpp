// The way to a call: the return addresses up the stack. Which of them is the user's own line (and not a header of the
// C++ library, which at -O0 has functions of its own in the program) only the report can tell, from the debug
// information.
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::runtime {

// User thread's side: tells the supervisor the way from the thread's outermost function to here, once for each
// different way, and returns its number, from 1. 0 if it is unknown.
uint32_t tell_callers();

// User thread's side: the return addresses from here on, innermost first, without those of this library; returns how
// many there are. Unwinds by the tables that exceptions need, also out of a signal handler of ours.
uint32_t unwind(uint64_t* pcs, uint32_t most);

// For the signal handler: a crash while unwinding, because the thread's stack is damaged, ends the unwinding. Returns
// if none is under way.
void leave_unwinding();

}  // namespace mazurka::runtime
