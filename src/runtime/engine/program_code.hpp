// Which code is the program's own: the executable and its libraries, but not those of the system and not this one.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Looks at what is loaded now. To be called at the base; what is loaded later is not known.
void find_program_code();

bool is_program_code(uint64_t pc);

}  // namespace mazurka::runtime
