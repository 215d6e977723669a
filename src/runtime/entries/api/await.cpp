// mazurka_await and atomic sections, for programs that include <mazurka.h> (engine/awaits.cpp).
#include <sched.h>

#include "runtime/entries/visible.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

MAZURKA_STAND_IN(void, mazurka_await_begin, ()) {
  if (is_checked()) program->begin_looking();
}
MAZURKA_STAND_IN(void, mazurka_await_retry, ()) {
  if (is_checked())
    program->wait_for_change("mazurka_await", MAZURKA_CALLER);
  else
    MAZURKA_REAL_AS(decltype(&sched_yield), sched_yield)();
}
MAZURKA_STAND_IN(void, mazurka_await_end, ()) {
  if (is_checked()) program->end_looking();
}
MAZURKA_STAND_IN(void, mazurka_atomic_begin, ()) {
  if (is_checked()) program->begin_section(MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_atomic_end, ()) {
  if (is_checked()) program->end_section();
}
