// Which code is the program's own: the executable and its libraries, but not those of the system and not this one.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Looks at what is loaded now. To be called at the base; what is loaded later is not known.
void find_program_code();

bool is_program_code(uint64_t pc);
bool is_cxx_code(uint64_t pc);
// The C++ library's, or the program's: what it allocates is the program's, by operator new.
bool is_cxx_or_program_code(uint64_t pc);

// Does a file with this path belong to the C or C++ language (or to the kernel, or is it this library)?
bool is_language_library(const char* path);
// The name of the library which holds this code, if it was not built with mazurka and is not a language's; else null.
// Looks at what is loaded now.
const char* unseen_library_at(uint64_t pc);

}  // namespace mazurka::runtime
