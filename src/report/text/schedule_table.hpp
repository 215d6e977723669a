// The steps of an execution as a table, with a column for each thread, and what threads read and write in between.
#pragma once

#include <string>

#include "report/native_bug.hpp"
#include "report/text/style.hpp"

namespace mazurka::report {

// "lock a", "atomic store x: 0 -> 1"
std::string describe(const NativeStep& step);
// "write balance: 100 -> 70"; empty if there is nothing to say.
std::string describe(const NativePlain& access);

// Steps on objects that only one thread uses are left out, unless the style is full, and of a long table its middle.
std::string schedule_table(const NativeBug& bug, const TextStyle& style);

}  // namespace mazurka::report
