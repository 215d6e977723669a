// C++'s thread_local variables: their destructors, and those of libraries that are loaded late.
#pragma once

namespace mazurka::runtime {

// User thread's side: those of the current thread's are run, the last one first.
void destroy_thread_locals();

// A library is loaded while the program runs: from now on, threads may have storage that is freed at their end.
void note_loaded_library();

}  // namespace mazurka::runtime
