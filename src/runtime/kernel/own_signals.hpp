// Between signals.cpp, which has the actions and masks, and entries/threads/signals.cpp, which has the functions.
#pragma once

#include <cstdint>

#include "runtime/kernel/signals.hpp"

namespace mazurka::runtime {

inline constexpr int kSignals = 64;

// A set of signals has a bit for each.
inline uint64_t bit_of(int number) {
  return uint64_t{1} << (number - 1);
}

const SignalAction& action_of(int number);
// What sigprocmask makes of a mask.
uint64_t changed_mask(uint64_t mask, int how, uint64_t set);

}  // namespace mazurka::runtime
