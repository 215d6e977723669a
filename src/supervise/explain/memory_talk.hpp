// Replays a bug and looks at the program's memory on the way (protocol/memory_stop.hpp).
#pragma once

#include <functional>
#include <vector>

#include "protocol/memory_stop.hpp"
#include "report/program/contents.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

// Calls `look` wherever a thread fails, and before and after accesses to watched memory; the memory can be read until
// it returns; false ends the replay. At most MemoryStop::kMostWatched ranges are watched. A replay that goes wrong only
// ends early.
void replay_and_look(const ReplayRequest& request, const report::Problem& problem,
                     const std::vector<protocol::MemoryStop::Range>& watched,
                     const std::function<bool(const protocol::MemoryStop&, const report::ReadMemory&)>& look);

}  // namespace mazurka
