// What the host, the computer with its kernel, can do: tried out in a child process.
#pragma once

#include <functional>

namespace mazurka {

// What fails, crashes or hangs there does no harm here.
bool succeeds_in_child(const std::function<bool()>& attempt);

// Can system calls of a program be sent to a handler inside it, and the handler be switched off?
bool has_syscall_user_dispatch();

// Can they be sent to a handler for good?
bool has_seccomp_filters();

}  // namespace mazurka
