// The watchdog: a signal that comes a few times for each second that the process computes, for the program or in the
// kernel. A thread that computes for long without an operation is said to compute without end.
#pragma once

#include <signal.h>

#include <cstdint>

namespace mazurka::runtime {

inline constexpr int kTickSignal = SIGPROF;

// `seconds`: as --watchdog says.
void start_watchdog(uint32_t seconds);
// The same again, in a new process.
void start_watchdog();
void stop_watchdog();

// A tick came while the processor was at `pc`. Does not come back if the thread has to stop there.
void tick(uint64_t pc, uint64_t frame_pointer);

}  // namespace mazurka::runtime
