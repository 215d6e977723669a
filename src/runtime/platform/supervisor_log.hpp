// The channel to the supervisor: its settings, and the log that the runtime appends records to.
#pragma once

#include <cstddef>

#include "protocol/channel.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// Null for a program that runs by itself, and until main is about to start.
MAZURKA_OWN extern protocol::Channel* channel;

// Has every execution a process of its own, instead of memory that is restored?
inline bool forks_to_restart() {
  return channel != nullptr && channel->settings.restart == protocol::Restart::kFork;
}
// One schedule is followed, and every step is told.
inline bool is_replay() {
  return channel != nullptr && channel->settings.task == protocol::Task::kReplay;
}

// Appends a record to the channel's log; its size is a multiple of 8. False if there is no room.
bool append_record(const void* record, size_t bytes, const void* more = nullptr, size_t more_bytes = 0);

}  // namespace mazurka::runtime
