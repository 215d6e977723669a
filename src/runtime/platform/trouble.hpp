// When the runtime itself cannot go on: one sentence, to the supervisor if there is one, else to stderr; then the
// process ends with exit code 2.
#pragma once

namespace mazurka::runtime {

// The exit status of a child process, with one for each execution, that says: there are no more executions.
inline constexpr int kFinishedStatus = 3;

[[noreturn]] void die(const char* sentence, const char* detail = nullptr, long number = 0);
// The same where the machine lacks something.
[[noreturn]] void blame_machine(const char* sentence);

// The exploration cannot go on, for a reason that is nobody's fault: what was found until now counts, and the verdict
// is incomplete.
[[noreturn]] void stop_exploring(const char* reason);

}  // namespace mazurka::runtime
