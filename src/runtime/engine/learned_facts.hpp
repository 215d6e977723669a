// What the exploration finds out about threads while it runs, and what changes where they have steps.
//
// A thread that nobody ever cancels needs no steps to look whether it was cancelled, and the end of a thread is a step
// of its own only if somebody asks whether it has ended. Whether that is so is not known before it happens: the
// execution is given up then, and the exploration starts again. A schedule means nothing without these facts: they
// stand at its beginning, in the form of steps.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/channel.hpp"

namespace mazurka::runtime {

enum class Fact : uint32_t {
  kIsCancelled,              // some thread cancels it
  kEndIsSeen,                // some thread asks whether it has ended
  kNeedsKernelFutexes,       // of thread 0: the program requeues waiters or the like (kernel_futexes.hpp)
  kIsSignalled,              // some thread sends it a signal
  kSignalsProcess,           // of thread 0: some thread sends the process a signal
  kIsClaimedTwice,           // it is joined or detached more than once
  kRwlockPreferenceMatters,  // of thread 0: whether waiting writers keep readers out (rwlock_preference.hpp)
  kOutputIsLocked,           // of thread 0: who locks standard output and error can be seen (stream_lock.hpp)
  kExitMeetsThreads,         // of thread 0: the program ends while threads may still use FILEs (open_streams.hpp)
  kRandomIsShared,           // of thread 0: several threads use rand() or random()
  kHandlersAreShared,        // of thread 0: several threads register handlers for the end, or one while another ends it
  kCount,
};

bool is_known(Fact fact, uint32_t thread);

// User thread's side. If the fact was not known, the current thread does not come back: nothing is concluded from this
// execution. (Before the base there is nothing to start again: it does.)
void learn_fact(Fact fact, uint32_t thread);

// Checker's side: it is known from now on.
void note_fact(Fact fact, uint32_t thread);

// Checker's side: the facts as steps of a schedule; and back. False: the step is not a fact.
std::vector<protocol::ScheduleStep> known_facts();
bool take_fact(const protocol::ScheduleStep& step);

}  // namespace mazurka::runtime
