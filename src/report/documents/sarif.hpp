// The result of a check as SARIF 2.1.0, which code hosts and editors show beside the source.
#pragma once

#include <span>
#include <string>

#include "report/check_report.hpp"
#include "report/documents/case_outcome.hpp"

namespace mazurka::report {

// One JSON document with the end of its line. `version`: of mazurka.
std::string sarif_of(const CheckReport& report, const std::string& version);

// Several of them as one, with all their results. A case without a document is told as an invocation that failed.
std::string joined_sarif(std::span<const CaseOutcome> cases, const std::string& version);

}  // namespace mazurka::report
