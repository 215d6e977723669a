// What the program uses and nobody sees: told to the supervisor, which makes the verdict incomplete.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// User thread's side: the program calls something whose accesses to memory nobody sees. It is told once.
void note_unseen(const char* name, const char* library, uint64_t pc);

// Checker's side: the program has a variable of such a library, which may hold the addresses of its functions.
void note_unseen_variable(const char* name, const char* library);

}  // namespace mazurka::runtime
