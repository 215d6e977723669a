// A race that was found, told to the supervisor.
#pragma once

#include "protocol/channel.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

// Kind, thread, place and message.
void describe_race(const FoundRace& race, protocol::BugRecord& record);
// On replay, after the record of the bug: both stacks, and what memory it is.
void append_race_details(const FoundRace& race);
// Thread and place of the allocation of a block, if that is known.
void describe_owner(uintptr_t block, protocol::BugRecord& record);
void append_block_details(uintptr_t block);
// The same for a failure of the kind "use after free" and the like. Nothing for other failures.
void append_memory_details(const PendingFailure& failure);

}  // namespace mazurka::runtime
