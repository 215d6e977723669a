// The end of a thread by pthread_exit: destructors and cleanup handlers on its stack run as for an exception.
#pragma once

namespace mazurka::runtime {

// As far as the next handler of pthread_cleanup_push in C, which calls this again at its end; or to the end.
[[noreturn]] void unwind_and_end(void* result);

}  // namespace mazurka::runtime
