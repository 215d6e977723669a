// System calls about time, which programs make by syscall(): the calling thread's virtual clock, as for the functions
// of <time.h> (entries/threads/time.cpp). And what the kernel tells of the process and the machine, which would be
// another in every execution.
#pragma once

#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

SystemCallHandler clock_gettime_call, gettimeofday_call, time_call, nanosleep_call, clock_nanosleep_call, times_call,
    getrusage_call, sysinfo_call;

}  // namespace mazurka::runtime
