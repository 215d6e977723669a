// System calls without libc: no errno, no cancellation, no interposition. Results below 0 are -errno.
#pragma once

#include <sys/syscall.h>

namespace mazurka::runtime {

inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

template <class T>
long as_word(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

}  // namespace mazurka::runtime
