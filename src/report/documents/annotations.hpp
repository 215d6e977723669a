// Bugs as annotations of GitHub Actions: lines on standard output that become remarks at the lines of the source.
#pragma once

#include <string>

#include "report/check_report.hpp"

namespace mazurka::report {

// Empty if there is no bug.
std::string annotations_of(const CheckReport& report);

}  // namespace mazurka::report
