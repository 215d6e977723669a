// What the runtime does once the program is at its base: explores it, or replays one schedule, and tells the
// supervisor.
#pragma once

namespace mazurka::runtime {

void explore_or_replay();

}  // namespace mazurka::runtime
