// A bound for loops (--unroll=N): a thread that would do the operation at one place of the program more than N times in
// an execution stops there, and the verdict is incomplete. A place is where the operation is called together with the
// calls that led there, so that functions called from several places are no loops. All of a thread's times at a place
// count, in whichever round of an outer loop. They depend on what the thread did before and nothing else, so that
// equivalent executions stop alike.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// User thread's side: a name for the place where the current thread has come to an operation, with the way there.
uint64_t place_of_operation();

// User thread's side: the current thread has come to an operation. True: not once more. Counts it otherwise.
bool is_unrolled(uint32_t most);

}  // namespace mazurka::runtime
