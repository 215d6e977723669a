// A bug of a native program, told to a person or as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/native_bug.hpp"

namespace mazurka::report {

// One line without its end: "assertion failed: x == 2, at lost.cpp:12 in check()".
std::string describe(const NativeBug& bug);

// What follows it: the table of steps, who waits for whom, the call stack, what the replay showed. `command` is how the
// user calls mazurka.
std::string text_of(const NativeBug& bug, const std::string& command);

nlohmann::ordered_json json_of(const NativeBug& bug);

}  // namespace mazurka::report
