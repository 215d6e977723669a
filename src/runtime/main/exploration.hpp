// What the runtime does once the program is at its base: explores it, or replays one schedule, and tells the
// supervisor.
#pragma once

#include <cstddef>

#include "protocol/channel.hpp"

namespace mazurka::runtime {

extern protocol::Channel* channel;

void explore_or_replay();

// Appends a record to the channel's log; its size is a multiple of 8. False if there is no room.
bool append_record(const void* record, size_t bytes, const void* more = nullptr, size_t more_bytes = 0);

}  // namespace mazurka::runtime
