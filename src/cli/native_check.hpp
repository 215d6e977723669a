// From what the user wants of a native program to a report: what `mazurka check`, `run` and `test` have in common.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "build/target.hpp"
#include "options/request.hpp"
#include "report/check_report.hpp"

namespace mazurka {

struct NativeCheck {
  std::vector<std::string> files;              // sources, or one program
  std::vector<std::string> program_arguments;  // for the program
  std::vector<std::string> others;             // words that may be flags for the compiler
  options::Request request;
  std::vector<std::string> known = {};  // names of options, for a guess at what was meant
  bool is_case = false;                 // one of several checks of this program
};

// Builds the program, if sources are given. The error is a sentence without a full stop.
Result<Target, std::string> prepare_target(const NativeCheck& check);

// The report; or an exit code, if there is none and everything was said.
std::variant<report::CheckReport, int> check_natively(NativeCheck& check);

}  // namespace mazurka
