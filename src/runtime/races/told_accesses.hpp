// Replay: tells the plain accesses to memory that several threads access, and what lies at an address.
//
// Checker's side.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// The execution is over: of those that were noted (noted_accesses.hpp), the ones whose memory another thread accesses
// too.
void tell_accesses();

// What lies at this address, if that can be told: a variable of a function that is being executed, or a block of the
// heap. Once for each address.
void tell_place(uintptr_t address);

}  // namespace mazurka::runtime
