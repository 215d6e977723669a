// The end of a thread by pthread_exit: destructors and cleanup handlers on its stack run as for an exception.
#pragma once

namespace mazurka::runtime {

[[noreturn]] void unwind_and_end(void* result);

}  // namespace mazurka::runtime
