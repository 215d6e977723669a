// Signals that the program sends to itself. A blocked one stays pending, in a word of its thread or of the process,
// until it is waited for (sigwait) or unblocked. Handlers run only where they interrupt nothing: in the thread that
// raises the signal, or unblocks it.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// What to do with a signal: the kernel's layout.
struct SignalAction {
  void* handler = nullptr;
  uint64_t flags = 0;
  void* restorer = nullptr;
  uint64_t mask = 0;
};

// For the functions on signals (entries/threads/signals.cpp).
inline constexpr int kSignals = 64;

// A set of signals has a bit for each.
inline uint64_t bit_of(int number) {
  return uint64_t{1} << (number - 1);
}

const SignalAction& action_of(int number);
// What sigprocmask makes of a mask.
uint64_t changed_mask(uint64_t mask, int how, uint64_t set);

// No step. Either pointer may be null.
void exchange_action(int number, const SignalAction* action, SignalAction* old);
void exchange_mask(int how, const uint64_t* mask, uint64_t* old);

// What others see when the program comes here by a system call (entries/threads/signals.cpp).
struct SignalSteps {
  void (*use_actions)(bool changes, uint64_t pc) = nullptr;
  // Some thread may see the mask, or the current one gets a signal when it changes.
  bool (*may_see_masks)() = nullptr;
  void (*change_mask)(int how, uint64_t mask, uint64_t pc) = nullptr;
};
MAZURKA_OWN extern SignalSteps signal_steps;
MAZURKA_OWN extern bool actions_were_used;  // by a step, before the C library makes its call

}  // namespace mazurka::runtime
