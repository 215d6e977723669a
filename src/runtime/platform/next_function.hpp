// Looking up functions of the libraries behind this one, at any time, without a trace: what dlerror() would tell the
// program stays as it is.
#pragma once

namespace mazurka::runtime {

// The function of this name in the next library, or null.
void* next_function(const char* name);

}  // namespace mazurka::runtime
