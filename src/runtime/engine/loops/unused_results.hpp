// Does the program use what a call has returned?
//
// Read from the machine code behind the call: on every way on from there, the register is overwritten or lost before
// anything reads it. Only the few instructions that compilers put there are known. Any other means that it may be used.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Of a call that returns a number to there.
bool is_result_unused(uint64_t return_address);

}  // namespace mazurka::runtime
