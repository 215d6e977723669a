// The way to a call: the return addresses up the stack. Which of them is the user's own line (and not a header of the
// C++ library, which at -O0 has functions of its own in the program) only the report can tell, from the debug
// information.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/user_side.hpp"

namespace mazurka::runtime {

// Replay: the ways to operations are told. (That takes time.)
MAZURKA_OWN extern bool tells_callers;

// User thread's side: tells the supervisor the way from the thread's outermost function to here, once for each
// different way, and returns its number, from 1. 0 if it is unknown.
uint32_t tell_callers();

// Replay: a frame of a thread's stack. It begins where the frames of what the function calls end, and ends at `end`.
struct StackFrame {
  uint64_t pc;  // a return address
  uint64_t begin;
  uint64_t end;
  uint64_t registers[6];  // that a call leaves alone, as in CallingFrame
};
// Of a thread, where it was when it called tell_callers() last; innermost first, without those of this library.
std::span<const StackFrame> frames_of(uint32_t thread);

// User thread's side: the return addresses from here on, innermost first, without those of this library; returns how
// many there are. Unwinds by the tables that exceptions need, also out of a signal handler of ours.
uint32_t unwind(uint64_t* pcs, uint32_t most);

// The innermost function that is not of this library, as it was when it called: its stack begins there, and these are
// the registers that a call leaves alone.
struct CallingFrame {
  uint64_t stack_pointer = 0;  // 0: unknown
  uint64_t end = 0;            // of its frame, behind the return address
  uint64_t registers[6] = {};
};
// User thread's side.
CallingFrame find_calling_frame();

// User thread's side: calls `use` with the return addresses of the frames from this one on, until it returns false. By
// frame pointers: as far as these go.
template <class Use>
[[gnu::always_inline]] inline void for_each_frame(uint64_t frame, Use use) {
  uint64_t low = reinterpret_cast<uint64_t>(stack_bottom(current_thread()));
  uint64_t high = reinterpret_cast<uint64_t>(stack_top(current_thread()));
  while (frame >= low && frame + 16 <= high && frame % 8 == 0) {
    const auto* words = reinterpret_cast<const uint64_t*>(frame);
    if (words[1] == 0 || !use(words[1]) || words[0] <= frame) return;
    frame = words[0];
  }
}

// For the signal handler: a crash while unwinding, because the thread's stack is damaged, ends the unwinding. Returns
// if none is under way.
void leave_unwinding();

}  // namespace mazurka::runtime
