// The program's standard output: held back, but for a replay.
#pragma once

struct iovec;

namespace mazurka::runtime {

// Once, before the program runs.
void let_output_through(bool shown);

// User thread's side: the program writes to its standard output. Returns the number of bytes.
long show_output(int file, const iovec* pieces, int count);

// What the program has written to stdout, but its library has not passed on yet: at the end of a replay, which may be
// in the middle of the program.
void show_rest_of_output();

}  // namespace mazurka::runtime
