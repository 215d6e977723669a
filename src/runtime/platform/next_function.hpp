// Looking up functions and variables of the libraries, at any time, without a trace: what dlerror() would tell the
// program stays as it is, and no memory of it is freed.
#pragma once

namespace mazurka::runtime {

// The function of this name in the next library, or null.
void* next_function(const char* name);
// What the program gets by this name, which may be ours; or null.
void* symbol_of_program(const char* name);

}  // namespace mazurka::runtime
