// What came out of one of several checks, for documents about all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/verdict.hpp"

namespace mazurka::report {

struct CaseOutcome {
  std::string name;
  Verdict verdict = Verdict::kError;
  bool interrupted = false;
  std::string kind;                // of the first bug, as in the JSON document
  std::string headline;            // what came out, in a line
  std::string text;                // the whole report
  std::string sarif;               // the same as SARIF; empty: there is none
  std::string notes;               // what was said on the way
  std::vector<std::string> pages;  // files, one about each bug
  uint64_t executions = 0;
  double seconds = 0;
};

}  // namespace mazurka::report
