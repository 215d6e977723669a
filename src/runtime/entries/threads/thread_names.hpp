// Names that a program gives its threads.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Checker's side: by pthread_setname_np; empty if there is none.
const char* name_given_to(uint32_t thread);

}  // namespace mazurka::runtime
