// Files whose bytes are symbolic inputs (--symbolic-stdin, --symbolic-file). Their contents are in the checker's
// memory, where the bytes are followed like those of the program's.
//
// User thread's side, before there are other threads.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

struct Node;

// Standard input is a file of so many zeros; the contents.
char* make_symbolic_input(size_t bytes);
// The program finds such a file at this path. Null: its folder is not there.
char* make_symbolic_file(const char* path, size_t bytes);

// Is there anything symbolic from there on? Any thread of the program's.
bool has_symbolic_bytes(const Node& node, int64_t offset);
// The same of what is read next.
bool reads_symbolic_bytes(int descriptor);

}  // namespace mazurka::runtime
