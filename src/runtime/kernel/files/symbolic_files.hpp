// Files whose bytes are symbolic inputs (--symbolic-stdin, --symbolic-file). Their contents are in the checker's
// memory, where the bytes are followed like those of the program's.
//
// User thread's side, before there are other threads.
#pragma once

#include <cstddef>

namespace mazurka::runtime {

// Standard input is a file of so many zeros; the contents.
char* make_symbolic_input(size_t bytes);
// The program finds such a file at this path. Null: its folder is not there.
char* make_symbolic_file(const char* path, size_t bytes);

// Is there anything symbolic left to read? Any thread of the program's.
bool reads_symbolic_bytes(int descriptor);

}  // namespace mazurka::runtime
