// System calls of the program that are performed here instead of by the kernel: on files, descriptors and memory. What
// they change is as at the base again in every execution; where threads could see one another through them, they are
// visible operations.
//
// All functions are of the user thread's side, on the thread's own stack (system_call_entry.hpp). Results are those of
// the system calls: below 0 is -errno.
#pragma once

#include <sys/stat.h>

#include "runtime/kernel/system_call_entry.hpp"

namespace mazurka::runtime {

bool is_kernel_call(long number);
long perform_kernel_call(const SystemCall& call);

// By kind; `done` says whether the call is of that kind.
long perform_file_call(const SystemCall& call, bool& done);        // that have a descriptor: file_calls.cpp
long perform_descriptor_call(const SystemCall& call, bool& done);  // on descriptors themselves: descriptor_calls.cpp
long perform_path_call(const SystemCall& call, bool& done);        // that have a path: path_calls.cpp
long perform_open_call(const SystemCall& call, bool& done);        // that open files: open_calls.cpp
long perform_name_call(const SystemCall& call, bool& done);        // that make and rename them: name_calls.cpp
long perform_memory_call(const SystemCall& call, bool& done);      // memory_calls.cpp

long perform_channel_call(const SystemCall& call, bool& done);  // kernel/pipes/pipe_calls.cpp

long perform_socket_call(const SystemCall& call, bool& done);  // socket_calls.cpp

// What memory_calls.cpp changed in the kernel is put back. Checker's side.

// For the calls of others.
long status_of_descriptor(int number, struct stat* result, uint64_t pc);

}  // namespace mazurka::runtime
