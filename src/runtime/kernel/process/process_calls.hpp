// System calls about the process and its signals. They are no steps, and are performed at once, in the handler of
// system calls.
#pragma once

#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

// The number of the program's process, the same in all processes that run it; its threads have the next ones. The
// kernel gives none so high to anybody else.
inline constexpr long kProcessNumber = 5'000'000;

SystemCallHandler getpid_call, gettid_call, getppid_call, prlimit64_call, setrlimit_call, getrlimit_call,
    getitimer_call, wait4_call, rt_sigaction_call, rt_sigprocmask_call, futex_call, kill_call, membarrier_call,
    unknown_call, set_user_call, set_group_call, arch_prctl_call;

// Does a call change the mask of signals, so that it is a step? (setcontext() sets it again and again.)
bool mask_change_is_seen(const SystemCall& call);

// What is set and asked for, and nothing else (setting_calls.cpp). Those about other threads too make steps.
SystemCallHandler getpriority_call, setpriority_call, ioprio_get_call, ioprio_set_call, sched_getaffinity_call,
    sched_setaffinity_call, getcpu_call, set_mempolicy_call, get_mempolicy_call, setgroups_call, process_group_call,
    setsid_call, setpgid_call, prctl_call, sigaltstack_call;

// What the program has set (RLIMIT_NOFILE, ...), which has no effect of itself.
uint64_t limit_of(int resource);

// Time, of programs that ask for it by syscall(): the calling thread's virtual clock, as for the functions of <time.h>
// (entries/threads/time.cpp). And what the kernel tells of the process and the machine, which would be another in every
// execution (clock_calls.cpp).
SystemCallHandler clock_gettime_call, gettimeofday_call, time_call, nanosleep_call, clock_nanosleep_call, times_call,
    getrusage_call, sysinfo_call;

}  // namespace mazurka::runtime
