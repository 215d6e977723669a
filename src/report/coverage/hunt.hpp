// What a hunt for bugs beside an exploration has covered, told to a person or as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/insight.hpp"

namespace mazurka::report {

struct HuntReport {
  std::optional<uint32_t> bound;  // all executions with at most so many preemptions were run
  uint64_t bounded_runs = 0;
  Samples samples;    // by pos
  std::string found;  // how the first bug was found: "with at most 1 preemption", "by pos"; empty if none was
  uint64_t runs = 0;  // that it took

  bool has_run() const { return bounded_runs != 0 || samples.runs != 0; }
};

// "all executions with at most 1 preemption; 41,000 samples". Empty if there was no hunt.
std::string text_of(const HuntReport& report);
nlohmann::ordered_json json_of(const HuntReport& report);

}  // namespace mazurka::report
