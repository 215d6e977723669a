// System calls for message queues, POSIX and System V: between threads of the program only.
//
// User thread's side, on the thread's own stack (system_call_entry.hpp).
#pragma once

#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

// posix_queues.cpp
SystemCallHandler mq_open_call, mq_timedsend_call, mq_timedreceive_call, mq_getsetattr_call, mq_unlink_call;
// system_v_queues.cpp
SystemCallHandler msgget_call, msgsnd_call, msgrcv_call, msgctl_call;

}  // namespace mazurka::runtime
