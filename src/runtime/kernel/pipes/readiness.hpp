// What poll, select and epoll_wait find out about open files.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/engine/time/patience.hpp"
#include "runtime/kernel/files/open_files.hpp"

namespace mazurka::runtime {

// User thread's side: which of these events of poll() are there, in a step for each thing that is looked at, as the
// kernel does it.
short find_ready(OpenFile& file, short events, const char* name, uint64_t pc);

// User thread's side: nothing was ready. Time passes until the first of the timers among these files expires, unless
// the thread loses its patience before. False: there is none.
bool wait_for_timer(std::span<OpenFile* const> files, const Patience& patience);

// User thread's side: is one of them a socket that listens? Belongs to steps that looked at them.
bool waits_for_connections(std::span<OpenFile* const> files);

// How often something came that can be read from the file, and how often room was made for what is written to it.
// Belongs to a step that looks at it.
struct Activity {
  uint64_t arrivals = 0, departures = 0;
};
Activity activity_of(const OpenFile& file);

}  // namespace mazurka::runtime
