// Classic DPOR (Flanagan, Godefroid: "Dynamic Partial-Order Reduction for Model Checking Software"), in the form of the
// Source Sets paper with its strengthened test.
//
// Like source-DPOR, but the thread that begins the reversal of (e, e') must lead to e': it does e' itself or an event
// that happens before e'. The sets explored from each state are then persistent sets, larger than source sets.
#include "explore/backtrack/classic.hpp"

namespace mazurka {

bool Classic::may_begin(const Reversal::Member& member) const {
  return clock_has(reversal().members().back().clock, member.event->thread, member.event->index);
}

}  // namespace mazurka
