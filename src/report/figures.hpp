// The figures of one algorithm, in words and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/figures.hpp"

namespace mazurka::report {

// 0 if there is none of this name.
uint64_t count_of(const Figures& figures, std::string_view name);

// What an algorithm explored that merges states: "1,570 runs, 9,812 states; traces were not counted".
std::string all_states(uint64_t runs, const Figures& figures);

// "unfolding: events made 1,234, peak events 567, ..., pruning share 3 %\n", or nothing if there are none.
std::string text_of(const Figures& figures);

// Adds an object under the title of the figures, if there are any.
void add_figures(const Figures& figures, nlohmann::ordered_json& json);

}  // namespace mazurka::report
