// The program's standard output: held back, but for a replay.
#pragma once

struct iovec;

namespace mazurka::runtime {

// Once, before the program runs.
void let_output_through(bool shown);

// User thread's side: the program writes to its standard output. Returns the number of bytes.
long show_output(int file, const iovec* pieces, int count);

}  // namespace mazurka::runtime
