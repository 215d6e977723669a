// System calls for sockets by which threads of the program and its peers reach each other.
//
// User thread's side, on the thread's own stack (system_call_entry.hpp).
#pragma once

#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

// Is what socket() asks for such a socket?
bool is_within_program(const SystemCall& call);
long make_socket_of_program(const SystemCall& call);
// bind, listen, accept, connect, and what is asked and said about sockets.
long use_socket(const SystemCall& call, OpenFile& file);

// An option of SOL_SOCKET that changes nothing within a machine.
bool has_no_effect(long option);

}  // namespace mazurka::runtime
