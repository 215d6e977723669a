// A whole file as a string, read in one go: programs and libraries of many megabytes are read this way.
#pragma once

#include <optional>
#include <string>

namespace mazurka {

// Null if it cannot be read, or is a directory. Pipes and the like are read to their end.
std::optional<std::string> content_of_file(const std::string& path);

}  // namespace mazurka
