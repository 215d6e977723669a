// The figures of one algorithm, in words and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/figures.hpp"

namespace mazurka::report {

// "unfolding: events made 1,234, peak events 567, ..., pruning share 3 %\n", or nothing if there are none.
std::string text_of(const Figures& figures);

// Adds an object under the title of the figures, if there are any.
void add_figures(const Figures& figures, nlohmann::ordered_json& json);

}  // namespace mazurka::report
