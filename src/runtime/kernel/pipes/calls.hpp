// System calls that make pipes, eventfds and sockets, and those that only these have.
//
// User thread's side, on the thread's own stack (system_call_entry.hpp).
#pragma once

#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

// pipe_calls.cpp
SystemCallHandler pipe_call, eventfd_call, socketpair_call, sendto_call, sendmsg_call, shutdown_call, poll_call,
    select_call;
// epoll.cpp, timers.cpp
SystemCallHandler epoll_create_call, epoll_ctl_call, epoll_wait_call, timerfd_create_call, timerfd_settime_call,
    timerfd_gettime_call;
// To the outside: socket_calls.cpp. The second is for all that is done with a socket.
SystemCallHandler socket_call, socket_use_call;

}  // namespace mazurka::runtime
