// Programs of others, run where they can do little: without network, and with a file system that they cannot write to.
// By bubblewrap, a program of Debian.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace mazurka::runs {

// A command for CheckRequest::wrapper. The error is a sentence without a full stop: this machine cannot do it.
Result<std::vector<std::string>, std::string> sandbox_command();

}  // namespace mazurka::runs
