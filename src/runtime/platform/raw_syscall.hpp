// System calls without libc: no errno, no cancellation, no interposition. Results below 0 are -errno.
#pragma once

#include <sys/syscall.h>

namespace mazurka::runtime {

// They come from the one place in the process whose system calls always go to the kernel, whoever runs: what the
// selector says (system_calls_allowed.hpp) is for the code of others.
extern "C" __attribute__((visibility("hidden"))) long mazurka_raw_syscall(long number, long a, long b, long c, long d,
                                                                          long e, long f);
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  return mazurka_raw_syscall(number, a, b, c, d, e, f);
}

template <class T>
long as_word(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

// That place, for Syscall User Dispatch. The return from our signal handlers is in it, too.
extern "C" __attribute__((visibility("hidden"))) char mazurka_own_calls[], mazurka_own_calls_end[],
    mazurka_signal_return[];

}  // namespace mazurka::runtime
