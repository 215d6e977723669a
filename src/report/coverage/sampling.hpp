// What a sample of executions says of all of them, told to a person or as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "base/insight.hpp"

namespace mazurka::report {

struct SampleReport {
  uint32_t strategy = 0;  // as Options::sample
  uint32_t depth = 0;
  uint64_t seed = 0;
  Samples samples;
};

// "pct"; there must be a strategy.
std::string name_of_strategy(uint32_t strategy);

// Why nothing is verified: "only a sample (...): 1,000 runs by pos, 52 different traces; ...". `stop`: what ended it.
std::string sentence_about(const SampleReport& report, const std::string& stop);

// Lines: what was seen, and what a run guarantees.
std::string text_of(const SampleReport& report);
nlohmann::ordered_json json_of(const SampleReport& report);

}  // namespace mazurka::report
