// What <mazurka/check.hpp> calls.
#include "runtime/engine/threads/checked_part.hpp"

#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

MAZURKA_STAND_IN(int, mazurka_is_checked, ()) {
  return is_checked() ? 1 : 0;
}
MAZURKA_STAND_IN(void, mazurka_begin_check, ()) {
  if (is_checked()) begin_checked_part(MAZURKA_CALLER);
}
// A program that is checked as a whole asks what one of its own checks has found. That check is not made.
MAZURKA_STAND_IN(void, mazurka_refuse_check, ()) {
  if (is_checked())
    report_unsupported("the result of a check inside of a program that is checked as a whole", MAZURKA_CALLER);
}
// What the program would do after it does not matter.
MAZURKA_STAND_IN(void, mazurka_end_check, ()) {
  if (is_checked()) leave_program(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
}
