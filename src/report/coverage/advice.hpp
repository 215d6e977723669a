// What would help with a program that is too big to explore: two or three sentences about this program, with evidence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/channel.hpp"
#include "report/coverage/hunt.hpp"
#include "report/native_bug.hpp"
#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

// The run was stopped, or will take too long. `log` has what a scout found, `longest` the steps of the longest
// execution that it met, and `shortest` says how many the shortest had. The sentences have no full stop.
std::vector<std::string> advice_for(const protocol::Settings& settings, const HuntReport& hunt, const RunLog& log,
                                    const std::vector<NativeStep>& longest, uint64_t shortest, Symbolizer& symbolizer);

}  // namespace mazurka::report
