// When the runtime itself cannot go on: one sentence, to the supervisor if there is one, else to stderr; then the
// process ends with exit code 2.
#pragma once

namespace mazurka::runtime {

[[noreturn]] void die(const char* sentence, const char* detail = nullptr, long number = 0);

}  // namespace mazurka::runtime
