// System calls that the program's own code makes, by syscall() or by an instruction of inline assembly.
#pragma once

#include <cstdint>
#include <optional>

namespace mazurka::runtime {

// User thread's side. Makes the call, with what it does to the program's memory. As the kernel's result: below 0 is an
// error of <errno.h>, and errno itself is left alone. Empty: what the call does is not known, and it was not made.
std::optional<long> perform_program_call(long number, const long (&arguments)[6], uint64_t pc);

}  // namespace mazurka::runtime
