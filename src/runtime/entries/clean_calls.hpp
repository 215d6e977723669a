// Calls of the program that find the stack below them cleared, for explorations that compare states (engine/states):
// what earlier calls left there would lie in the gaps of our frames, and of those that the program makes next, and make
// states differ that are the same. Nobody may look there: a call has no red zone.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// A way into this function of ours that clears the stack first. All registers that may hold arguments are kept.
uintptr_t clean_way_to(uintptr_t function);
// A way to a function of any library that counts the call (foreign_calls, engine/states/naming.hpp); or that of a way.
uintptr_t counted_way_to(uintptr_t function);
bool is_clean_way(uintptr_t address);

}  // namespace mazurka::runtime
