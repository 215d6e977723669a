// What a program says when it is asked something on its command line.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace mazurka::frameworks {

struct Answer {
  std::string text;          // of its standard output, or of its standard error
  int status = 0;            // 0 if it has ended well
  std::string how_it_ended;  // "exited with status 1"
};

// Runs it to its end, at most for a minute. The error is a sentence without a full stop.
Result<Answer, std::string> ask(const std::string& program, const std::vector<std::string>& arguments, bool on_stderr);

}  // namespace mazurka::frameworks
