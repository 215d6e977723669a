// Files of the kernel's: descriptors of the kernel behind descriptors of ours, if --allow lets the program have them
// (allowed.hpp). Those that an execution opens are closed when the next one begins; what is on their other side is as
// the execution left it.
#pragma once

#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

// User thread's side. A descriptor for one of the kernel's, or its -errno. Belongs to a step that changes file_table,
// which was made before the kernel was asked: an execution may be restarted in front of the step.
long give_outside(long kernel_number, int flags, bool close_on_exec, const char* name, uint64_t pc);
void note_outside(int kernel_number);
// The last descriptor for it is gone.
void close_outside(int kernel_number);

// The call with the kernel's descriptor in the place of its first argument.
long pass_outside(const SystemCall& call, const OpenFileState& file);

}  // namespace mazurka::runtime
