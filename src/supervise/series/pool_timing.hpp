// How patient pools of workers are: with an exploration that is to end, with workers that have no news, and with
// deaths.
#pragma once

#include <cstdint>

namespace mazurka::pool_timing {

// In seconds.
constexpr double kPatienceAfterEnd = 2;
constexpr double kPatienceAfterLimit = 0.5;
constexpr double kVeryOften = 0.0002;
constexpr double kSeldom = 0.05;
constexpr double kAfterKill = 0.002;  // how often a pool looks whether those that it killed have ended
constexpr double kShowEvery = 0.2;

constexpr double kShareOfWaiting = 0.04;  // of the time since the beginning: how often a pool looks
constexpr uint32_t kMostDeaths = 3;       // of processes in one unit, killed from outside

}  // namespace mazurka::pool_timing
