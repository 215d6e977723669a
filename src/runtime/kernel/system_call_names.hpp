// Names of system calls, for saying that they are not supported.
#pragma once

namespace mazurka::runtime {

// Null for those that hardly anybody makes.
const char* name_of_system_call(long number);

}  // namespace mazurka::runtime
