// The oracle for bounded exploration: all traces that have an execution within a bound, by brute force.
#pragma once

#include <cstdint>

#include "toy/machine.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::toy {

enum class BoundKind : uint8_t {
  kPreemptions,  // switches away from a thread that could go on
  kSwitches,     // of any kind
};

// The maximal traces that have an execution with at most `bound` preemptions or switches. Of the result's fields
// `interleavings` is not filled in; `prefixes` counts states that differ in the last thread.
Census take_bounded_census(const Machine& program, Equivalence equivalence, const OracleLimits& limits, BoundKind kind,
                           uint32_t bound);

}  // namespace mazurka::toy
