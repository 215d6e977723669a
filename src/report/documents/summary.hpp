// What came out of a check, for a program that started it: a line for each fact, "verdict bug", "executions 12".
#pragma once

#include <string>

#include "report/check_report.hpp"

namespace mazurka::report {

// verdict, kinds (of bugs, as in the JSON document), executions, seconds, headline, and lines "page ..." for each page
// about a bug and "outcome ..." for each thing that executions came to (mazurka::observe).
std::string summary_of(const CheckReport& report);

}  // namespace mazurka::report
