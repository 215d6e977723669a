// The result of a check as a JUnit report, which most systems for continuous integration show.
#pragma once

#include <string>

#include "report/check_report.hpp"

namespace mazurka::report {

// An XML document: one suite with one test, the program. A bug is a failure, an incomplete verdict a skipped test.
std::string junit_of(const CheckReport& report);

}  // namespace mazurka::report
