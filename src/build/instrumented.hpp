// Can a program that lies on the disk be checked?
#pragma once

#include <optional>
#include <string>

namespace mazurka {

// Nothing if `path` is a program that uses our runtime; or a sentence, without a full stop, that says what it is and
// what to do. The file is only read, never run.
std::optional<std::string> why_not_checkable(const std::string& path);

// Is it a program or a shared library that uses our runtime?
bool is_instrumented(const std::string& path);

// Is it part of the C or C++ implementation, which the runtime knows?
bool is_system_library(const std::string& path);

}  // namespace mazurka
