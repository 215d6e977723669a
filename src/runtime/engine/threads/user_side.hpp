// Who runs: a user thread or the checker, and which thread.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

namespace detail {
MAZURKA_OWN extern uint32_t current_thread;
MAZURKA_OWN extern bool on_user_side;
}  // namespace detail

// The thread that runs or, on the checker's side, ran last. 0 for a program that is not checked.
[[gnu::always_inline]] inline uint32_t current_thread() {
  return detail::current_thread;
}
// Is the caller a user thread whose operations are explored?
[[gnu::always_inline]] inline bool is_checked() {
  return detail::on_user_side;
}

}  // namespace mazurka::runtime
