// Who uses FILEs, and who calls exit(), which goes through all of them: once these were seen to be different threads,
// in whatever execution, that is known for good (Fact::kExitMeetsThreads).
//
// User thread's side.
#pragma once

namespace mazurka::runtime {

// The current thread uses a FILE whose order can be seen.
void note_stream_use();
// The current thread calls exit() while others may run.
void note_exit();

}  // namespace mazurka::runtime
