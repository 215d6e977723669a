// The names of all system calls, for saying which one is refused.
#pragma once

namespace mazurka::runtime {

// Null if there is none of this number.
const char* name_of_system_call(long number);

}  // namespace mazurka::runtime
