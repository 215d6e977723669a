// Bugs that were found before: their trace files are kept in a folder, and are run first (`mazurka check
// --regress=DIR`).
//
// A schedule means nothing to a program that was built otherwise, so a trace file has a name for each step: its
// operation and the function that made it. After a rebuild the schedule is fitted to the new program: steps that a
// thread makes in addition are put in, steps that it does not make any more are left out, as long as the names of the
// others agree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "report/problems.hpp"
#include "report/trace_file.hpp"
#include "supervise/check.hpp"

namespace mazurka {

enum class RegressOutcome : uint8_t {
  kIsBack,        // the bug happens
  kIsGone,        // the schedule was run to its end, without the bug
  kDoesNotApply,  // the program does not make these steps any more
};

struct Regress {
  std::filesystem::path file;
  RegressOutcome outcome = RegressOutcome::kDoesNotApply;
  report::Problem problem;  // kIsBack: with a schedule for the program as it is now
  report::TraceFile trace;
};

// Sorted by name. The error is a sentence without a full stop.
Result<std::vector<std::filesystem::path>, std::string> traces_in(const std::string& folder);

// Runs the trace with the program of the request. The error is a sentence without a full stop.
Result<Regress, std::string> run_again(const CheckRequest& request, const std::filesystem::path& file);

// The report on a bug that is back: nothing else was explored.
Result<report::CheckReport, std::string> report_on(const CheckRequest& request, const Regress& regress);

}  // namespace mazurka
