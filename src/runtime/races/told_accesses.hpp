// Replay: tells the plain accesses to memory that several threads access, and what lies at an address.
//
// Checker's side.
#pragma once

#include <cstdint>
#include <optional>

namespace mazurka::runtime {

// The execution is over: of those that were noted (noted_accesses.hpp), the ones whose memory another thread accesses
// too. And the last ones of the thread that failed, if one has: what it saw.
void tell_accesses(std::optional<uint32_t> failed);

// What lies at this address, if that can be told: a variable of a function that is being executed, or a block of the
// heap. Once for each address.
void tell_place(uintptr_t address);
// ... of a block that this is a pointer to, if it is one.
void tell_target(uint64_t value, uint32_t bytes);

}  // namespace mazurka::runtime
