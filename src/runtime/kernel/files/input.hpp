// Standard input: the same in every execution, from its beginning. It is taken from descriptor 0 when the program first
// looks for it, and kept in a memory file for all later executions and processes (protocol::KeptInput).
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

// Once, before the program runs. False: it is empty, and that is all.
bool begin_input();
// The descriptor that keeps it is not the program's.
bool keeps_input(int kernel_number);

// User thread's side; results as of the system calls.
size_t size_of_input();
long read_input(int64_t offset, void* to, size_t bytes);

}  // namespace mazurka::runtime
