// All ways to sample executions, in one table.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "explore/sample/strategy.hpp"

namespace mazurka {

// What is known of the probability that a run shows what one looks for, with n threads and k steps.
enum class Guarantee : uint8_t {
  kNone,
  kDepth,  // a bug of depth d: at least 1/(n k^(d-1))
  kTrace,  // any trace: at least 1/n^k
};

struct StrategyRow {
  std::string_view name;     // as users write it
  std::string_view summary;  // one line, for help texts
  std::unique_ptr<Strategy> (*make)(uint32_t depth) = nullptr;
  Guarantee guarantee = Guarantee::kNone;
};

std::span<const StrategyRow> strategies();

}  // namespace mazurka
