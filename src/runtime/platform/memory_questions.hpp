// Replay: stands still and answers what the supervisor asks about the program's memory (protocol/memory_stop.hpp).
#pragma once

#include <cstdint>

#include "protocol/memory_stop.hpp"

namespace mazurka::runtime {

// Does the supervisor want it?
bool answers_questions();
// ... about an access to this memory?
bool is_watched(uint64_t address, uint64_t bytes);

// Returns when the supervisor has seen enough. What else it is to know about the place is in its stop already.
void answer_questions(protocol::MemoryStop::Why why, uint32_t thread);

}  // namespace mazurka::runtime
