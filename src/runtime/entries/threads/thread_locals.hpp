// The destructors of C++'s thread_local variables.
#pragma once

namespace mazurka::runtime {

// User thread's side: those of the current thread's are run, the last one first.
void destroy_thread_locals();

}  // namespace mazurka::runtime
