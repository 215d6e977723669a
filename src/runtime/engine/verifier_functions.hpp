// Functions of the checked program whose names have a meaning, by the rules of the software verification competition:
// what __VERIFIER_atomic_... does is one step, and abort() in assume_abort_if_not means an assumption that does not
// hold.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// There are functions that are one step.
MAZURKA_OWN extern bool has_atomic_functions;

// Checker's side, once, before main: looks for them in the symbols of the executable.
void find_verifier_functions();

// User thread's side: the program has entered or is about to leave a function; `pc` is in it.
void enter_function(uint64_t pc);
void leave_function(uint64_t pc);

// Is this a place in assume_abort_if_not?
bool is_assumption(uint64_t pc);

}  // namespace mazurka::runtime
