// The result of a check as a JUnit report, which most systems for continuous integration show.
#pragma once

#include <span>
#include <string>

#include "report/check_report.hpp"

namespace mazurka::report {

// One of several checks.
struct JunitCase {
  std::string name;
  Verdict verdict = Verdict::kVerified;
  std::string kind;  // of the first bug
  std::string text;  // the report, whose first line says what came out
  double seconds = 0;
};
std::string junit_of(std::span<const JunitCase> cases, const std::string& suite);

// An XML document: one suite with one test, the program. A bug is a failure, an incomplete verdict a skipped test.
std::string junit_of(const CheckReport& report);

}  // namespace mazurka::report
