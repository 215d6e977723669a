// Frames of functions whose variables other threads use.
//
// What a function leaves on its thread's stack when it returns is gone: the race detector takes that for a write
// (races/ends/frame_end.cpp). To do so at the end of every function would take too long. It is done for a part of each
// stack: where others have used variables of a function that is not the thread's first (main, or the one that it was
// started with: the end of these is the end of the thread). That is found out on the way: a use outside of the part
// makes it larger, and the exploration start again.
//
// User thread's side, what does not say otherwise. Stacks that the program lends its threads are its own memory, and
// none of this concerns them.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/facts.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// By thread: the part.
inline constexpr MemoryRange kNoSharedFrames = {UINTPTR_MAX, 0};
MAZURKA_OWN extern MemoryRange shared_frames[kMaxThreads];

// Where main is called from: the frame that a frame pointer points to.
void note_caller_of_main(uintptr_t frame);

// From where on all is the first function's own, as far as is known.
struct FirstFrame {
  uintptr_t begin = UINTPTR_MAX;
  const void* function = nullptr;
};
MAZURKA_OWN extern FirstFrame first_frames[kMaxThreads];
// The thread is created, and has its stack: what is known is of another function, or another stack, perhaps.
void begin_first_frame(uint32_t thread, const void* function);

// Another thread uses this address of the stack of `owner`. True: all functions whose frames were there have returned.
bool is_in_frame_that_is_gone(uint32_t owner, uintptr_t address);
[[gnu::always_inline]] inline bool is_gone(uint32_t owner, uintptr_t address) {
  return address < first_frames[owner].begin && is_in_frame_that_is_gone(owner, address);
}
// Another thread may use it, and is not seen.
void note_unseen_use_of_frame(uint32_t owner, uintptr_t address);

// Is the function that calls us, by this frame of ours, the first one of the current thread? `has_gone`: it jumped.
bool is_end_of_first_function(const uintptr_t* frame, bool has_gone);

// What is known, as facts that mean the same in every process.
std::vector<protocol::LearnedFact> known_shared_frames();
void take_shared_frames(const protocol::LearnedFact& fact);

}  // namespace mazurka::runtime
