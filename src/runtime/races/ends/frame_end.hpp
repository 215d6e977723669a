// The end of a function whose variables other threads may use (engine/threads/shared_frames.hpp).
#pragma once

#include <cstdint>

namespace mazurka::runtime::races {

// The current thread is about to leave a function, whose frame ends at the frame pointer that is kept at `frame`, and
// begins behind the return address there: a write of what lies in it above shared_frames. Not of the function that the
// thread began with.
void end_frame(const uintptr_t* frame, uint64_t pc);

// Is this the place of the end of a function?
bool is_end_of_function(uint64_t pc);

}  // namespace mazurka::runtime::races
