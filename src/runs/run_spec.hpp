// All that a run depends on beside the files of its program: kept in the store with it, as a file of JSON.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "protocol/channel.hpp"

namespace mazurka::runs {

inline constexpr const char* kSpecFile = "run.json";
inline constexpr const char* kInputFile = "input";

struct RunSpec {
  std::string program;    // its path, where the run was begun
  std::string directory;  // its working directory
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  // NAME=VALUE
  protocol::Input input = protocol::Input::kNothing;
  protocol::Settings settings;
  std::map<std::string, std::string> system;  // libraries that a machine must have: the hash of each by its name
  std::vector<std::string> trusted;
  std::string suppressions;  // the text of the file
};

std::string text_of(const RunSpec& spec);
// The error is a sentence without a full stop: it was made by another version of mazurka, say.
Result<RunSpec, std::string> spec_of(const std::string& text);

// The settings that decide what is explored, as text: equal if a run can be gone on with.
std::string options_text(const protocol::Settings& settings);

// This version of mazurka, and what its runtime speaks.
std::string own_version();

}  // namespace mazurka::runs
