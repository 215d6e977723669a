// Threads that do the same for long, without --unroll.
//
// A thread that has been at one place of the program many times, and in the same state more than once, may be waiting
// there: from then on rounds are watched (rounds.hpp), and the exploration starts again. If it comes to the place very
// many times all the same, the loop is bounded: a thread stops where it would be there once more than a few times, and
// the exploration starts again. The verdict is incomplete then, and names the loop.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// So many steps of a thread are nothing special.
inline constexpr uint32_t kOrdinarySteps = 200;

// User thread's side: the current thread has come to an operation after more than kOrdinarySteps, or every step is
// looked at. True: it does not go on. `may_bound`: loops without end get a bound, but not while steps are repeated.
bool is_stuck(bool may_bound, bool repeats);
// Some loop is bounded, or long.
bool looks_at_every_step();

}  // namespace mazurka::runtime
