// The end of a function whose variables other threads may use (engine/threads/shared_frames.hpp).
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::runtime::races {

// The current thread is about to leave a function, which has called us by this frame: a write of what of shared_frames
// lies below the function's end. Not of the function that the thread began with.
void end_frame(const uintptr_t* frame, uint64_t pc);

// Is this the place of the end of a function?
protocol::EndOfFunction end_of_function_at(uint64_t pc);

}  // namespace mazurka::runtime::races
