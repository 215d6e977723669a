// The end of a program: where main is; and an end at which nothing happens any more. The C library's own way to it
// costs more than a short execution: it writes to a dozen pages, all of which are restored afterwards.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Where a status is told that main returns. As a return address.
void tell_place_of_main(uint64_t pc);

// Once, before the base.
void prepare_quiet_exit();

// User thread's side. Would exit() run no function of the program's, and write or give back nothing that lies in a
// stream? (Thread-local variables are destroyed.)
bool exit_changes_nothing();

}  // namespace mazurka::runtime
