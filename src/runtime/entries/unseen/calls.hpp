// Calls of functions that are not instrumented. Every slot through which the program's own code calls another library
// is looked at: the function behind it is instrumented, or stands in this library, or is looked up in the ledger
// (ledger.hpp). If it has effects, or is unknown, the slot is made to lead here first.
#pragma once

namespace mazurka::runtime {

// Checker's side, before the program's own code runs: looks at what is loaded. Libraries that the program loads itself
// are looked at when it creates its first thread.
void watch_calls();

// The program, or a library that it brings along, has a malloc that is called in the place of ours.
bool program_has_malloc();

}  // namespace mazurka::runtime
