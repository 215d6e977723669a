// Futexes, for those who call syscall(SYS_futex, ...).
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// User thread's side. `a`: the kernel's arguments. Below 0: an error of <errno.h>.
long perform_futex(const long (&a)[6], uint64_t pc);

}  // namespace mazurka::runtime
