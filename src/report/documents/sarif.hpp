// The result of a check as SARIF 2.1.0, which code hosts and editors show beside the source.
#pragma once

#include <string>
#include <vector>

#include "report/check_report.hpp"

namespace mazurka::report {

// One JSON document with the end of its line. `version`: of mazurka.
std::string sarif_of(const CheckReport& report, const std::string& version);

// Several of them as one, with all their results.
std::string joined_sarif(const std::vector<std::string>& documents);

}  // namespace mazurka::report
