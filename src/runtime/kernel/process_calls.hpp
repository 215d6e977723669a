// System calls about the process and its signals. They are no steps, and are performed at once, in the handler of
// system calls.
#pragma once

#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

// The number of the program's process, the same in all processes that run it; its threads have the next ones. The
// kernel gives none so high to anybody else.
inline constexpr long kProcessNumber = 5'000'000;

SystemCallHandler getpid_call, gettid_call, getppid_call, process_group_call, own_process_call, prlimit64_call,
    getitimer_call, wait4_call, rt_sigaction_call, sigaltstack_call, rt_sigprocmask_call, futex_call, kill_call,
    setrlimit_call, prctl_call, membarrier_call, unknown_call, set_user_call, set_group_call, setsid_call, getcpu_call;

// Time, of programs that ask for it by syscall(): the calling thread's virtual clock, as for the functions of <time.h>
// (entries/threads/time.cpp). And what the kernel tells of the process and the machine, which would be another in every
// execution (clock_calls.cpp).
SystemCallHandler clock_gettime_call, gettimeofday_call, time_call, nanosleep_call, clock_nanosleep_call, times_call,
    getrusage_call, sysinfo_call;

}  // namespace mazurka::runtime
