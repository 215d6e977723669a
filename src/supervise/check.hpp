// Explores a program in a process of its own, replays each bug to show it step by step, and writes trace files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "options/request.hpp"
#include "report/check_report.hpp"
#include "report/suppressions.hpp"

namespace mazurka {

struct CheckRequest {
  std::filesystem::path program;  // absolute
  std::filesystem::path folder;   // for trace files
  std::vector<std::string> arguments;
  options::Request options;  // settled: algorithm, scheduler and way to restart are chosen
  report::Suppressions suppressions;
};

// The error is a sentence without a full stop. A trace file that cannot be written is a sentence on stderr: the bug is
// reported all the same.
Result<report::CheckReport, std::string> check(const CheckRequest& request);

}  // namespace mazurka
