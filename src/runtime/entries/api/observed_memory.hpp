// Memory of the program that belongs to what an execution leads to: with --digest, the contents at its end are part of
// the name of the trace, and are told apart themselves. For tests that know what must come out.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Of the contents now; 0 if the program observes nothing.
uint64_t name_of_observed_memory();

}  // namespace mazurka::runtime
