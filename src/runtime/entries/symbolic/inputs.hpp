// Where symbolic inputs come from. User thread's side.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

// Before main: arguments, standard input and files, as the settings say. `main` is where they come from, for reports.
void make_outside_inputs(int argc, char** argv, uint64_t main);

}  // namespace mazurka::runtime
