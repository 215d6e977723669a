// Checks of the cases of a test program, each in a process of its own (`mazurka case`), several at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "report/documents/case_outcome.hpp"
#include "report/text/style.hpp"

namespace mazurka {

using CaseResult = report::CaseOutcome;

struct CasesRequest {
  std::string program;                                                      // absolute
  std::filesystem::path folder;                                             // each case has a folder in it
  std::vector<std::string> names;                                           // of the cases
  std::vector<std::string> options;                                         // of each check
  std::vector<std::string> arguments;                                       // of the program, for all cases
  std::function<std::vector<std::string>(const std::string& name)> select;  // and for one
  uint32_t jobs = 1;
  bool wants_sarif = false;
  report::TextStyle style;  // of the reports
  // In the order of the names, as soon as those before it have ended, too.
  std::function<void(const CaseResult&)> on_end;
};

// Ends early when the user interrupts: the cases that did not run are missing.
std::vector<CaseResult> check_cases(const CasesRequest& request);

}  // namespace mazurka
