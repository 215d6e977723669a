// The end of main, for the race detector. (Other threads end by a hook.)
#pragma once

#include <cstdint>

namespace mazurka::runtime::races {

// Main has returned to a frame at this address, and other threads may still run: a write of what they had accessed
// until then in the room below; later accesses are errors (owned_memory.hpp).
void end_main(uintptr_t frame);

}  // namespace mazurka::runtime::races
