// One test for each class of inputs that was explored (--cover).
#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "report/run_log.hpp"

namespace mazurka::report {

// Writes folders 0001, 0002, ... into `folder`, in the place of those that are there. Each has the objects that the
// program asks for as files of their bytes, and all of them in inputs.c. The error is a sentence without a full stop.
Result<size_t, std::string> write_tests(const RunLog& log, const std::string& program,
                                        const std::filesystem::path& folder);

}  // namespace mazurka::report
