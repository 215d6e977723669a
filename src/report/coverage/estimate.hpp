// How many executions there are in all, as far as one can tell, in words and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "base/insight.hpp"

namespace mazurka::report {

// Executions so far, and how many of them in a second.
struct Pace {
  uint64_t executions = 0;
  double rate = 0;
};

// 0 to 1: what share of all executions was explored. The estimate must be known.
double share_explored(const Estimate& estimate, uint64_t executions);

// Will it take more than a year?
bool is_hopeless(const Estimate& estimate, const Pace& pace);

// "3.1 M", "850", "10^20"
std::string rough(double number);

// "40 s", "12 min", "3 h", "5 days"
std::string duration(double seconds);

// "est. 3.1 M executions (2.0 M to 4.8 M), 40 s left", "hopeless: about 10^20 executions" or, if there were more, "more
// than the est. 3.1 M executions". Empty if nothing is known.
std::string text_of(const Estimate& estimate, const Pace& pace);
// Shorter: "est. 3.1 M, 40 s left".
std::string short_text_of(const Estimate& estimate, const Pace& pace);

// null if nothing is known.
nlohmann::ordered_json json_of(const Estimate& estimate, const Pace& pace);

}  // namespace mazurka::report
