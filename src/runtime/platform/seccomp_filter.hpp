// What stands in for Syscall User Dispatch where the kernel has none: a seccomp filter that sends every system call to
// the handler of SIGSYS, but for those that this library's own code makes. It cannot be taken back, and a child process
// inherits it.
#pragma once

namespace mazurka::runtime {

// False if the machine does not allow filters.
bool install_seccomp_filter();

}  // namespace mazurka::runtime
