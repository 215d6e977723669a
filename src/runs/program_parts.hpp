// The files that a program consists of: what other machines need to run it, and what they must have already.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "fleet/store.hpp"

namespace mazurka::runs {

struct Part {
  std::string name;  // "program", or that of a library
  std::string path;
  std::string hash;  // of the file's content
};

struct ProgramParts {
  std::vector<Part> shipped;                  // the program, mazurka's runtime, libraries that are not the system's
  std::map<std::string, std::string> system;  // libraries of the system: the hash of each by its name
};

// Asks the dynamic linker, without running the program. `environment`: where it looks for libraries. The error is a
// sentence without a full stop. `wrapper`: what starts it (start_command).
Result<ProgramParts, std::string> parts_of(const std::string& program, const std::vector<std::string>& environment,
                                           const std::vector<std::string>& wrapper = {});

// Equal for equal programs only.
std::string hash_of(const ProgramParts& parts, const std::vector<std::string>& arguments);

// Puts the parts of a run into a folder of this user's cache, where the program is "program". Its path.
Result<std::filesystem::path, std::string> fetch_program(fleet::Store& store, const fleet::Run& run);

// The content of a file of the run; nothing if it has none of that name.
Result<std::optional<std::string>, std::string> file_of(fleet::Store& store, const fleet::Run& run,
                                                        const std::string& path);

inline constexpr const char* kPartsFolder = "parts/";

}  // namespace mazurka::runs
