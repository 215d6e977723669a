// Frames of functions whose variables other threads use.
//
// What a function leaves on its thread's stack when it returns is gone: the race detector takes that for a write
// (races/ends/frame_end.cpp). To do so at the end of every function would take too long. It is done for those whose
// frames reach above a place of the stack: the lowest one where others have used variables of a function that is not
// the thread's first (main, or the one that it was started with: the end of these is the end of the thread). That is
// found out on the way: a lower place makes the exploration start again.
//
// User thread's side, what does not say otherwise. Stacks that the program lends its threads are its own memory, and
// none of this concerns them.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// By thread: the place; UINTPTR_MAX if there is none.
MAZURKA_OWN extern uintptr_t shared_frames[kMaxThreads];

// Another thread uses this address of the stack of `owner`, or may.
void note_shared_frame(uint32_t owner, uintptr_t address);
// All functions whose frames were there have returned. (False if that cannot be told.)
bool is_below_frames(uint32_t owner, uintptr_t address);

// What is known, as numbers that mean the same in every process.
std::vector<uint32_t> known_shared_frames();
void take_shared_frame(uint32_t number);

}  // namespace mazurka::runtime
