// What the exploration finds out about threads while it runs, and what changes where they have steps.
//
// A thread that nobody ever cancels needs no steps to look whether it was cancelled, and the end of a thread is a step
// of its own only if somebody asks whether it has ended. Whether that is so is not known before it happens: the
// execution is given up then, and the exploration starts again. A schedule means nothing without these facts: they
// are kept beside it.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/channel.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

using protocol::Fact;

namespace detail {
MAZURKA_OWN extern bool facts_known[static_cast<uint32_t>(Fact::kCount)][kMaxThreads];
}  // namespace detail

[[gnu::always_inline]] inline bool is_known(Fact fact, uint32_t thread) {
  return detail::facts_known[static_cast<uint32_t>(fact)][thread];
}

// User thread's side. If the fact was not known, the current thread does not come back: nothing is concluded from this
// execution. (Before the base there is nothing to start again: it does.)
void learn_fact(Fact fact, uint32_t thread);

// Checker's side: it is known from now on.
void note_fact(Fact fact, uint32_t thread);

// Checker's side: all that is known, to be kept with a schedule; and back, for its replay.
std::vector<protocol::LearnedFact> known_facts();
void take_fact(const protocol::LearnedFact& fact);

}  // namespace mazurka::runtime
