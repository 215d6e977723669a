// A page about all cases of a test program: a table, each report folded away, and links to the pages about bugs.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "report/documents/case_outcome.hpp"

namespace mazurka::report {

// `totals` says in a line what came out. The page will lie in `folder`; its links are relative to that.
std::string cases_page_of(std::span<const CaseOutcome> cases, const std::string& program, const std::string& totals,
                          const std::filesystem::path& folder);

}  // namespace mazurka::report
