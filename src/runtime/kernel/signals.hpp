// Signals that the program sends to itself. A blocked one stays pending, in a word of its thread or of the process,
// until it is waited for (sigwait) or unblocked. Handlers run only where they interrupt nothing: in the thread that
// raises the signal, or unblocks it.
#pragma once

#include <cstdint>

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

// In the handler of system calls, which is where all of the C library's functions end: no step. Either pointer may be
// null.
void exchange_action(int number, const SignalAction* action, SignalAction* old);
void exchange_mask(int how, const uint64_t* mask, uint64_t* old);

}  // namespace mazurka::runtime
