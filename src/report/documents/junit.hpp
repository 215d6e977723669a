// The result of a check as a JUnit report, which most systems for continuous integration show.
#pragma once

#include <span>
#include <string>

#include "report/check_report.hpp"
#include "report/documents/case_outcome.hpp"

namespace mazurka::report {

// One test for each case.
std::string junit_of(std::span<const CaseOutcome> cases, const std::string& suite);

// An XML document: one suite with one test, the program. A bug is a failure, an incomplete verdict a skipped test.
std::string junit_of(const CheckReport& report);

}  // namespace mazurka::report
