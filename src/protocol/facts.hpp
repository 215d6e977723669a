// What the exploration of a program finds out on the way, and what a schedule means nothing without.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::protocol {

// What the exploration finds out about threads, and what changes where they have steps (runtime's learned_facts.hpp).
enum class Fact : uint32_t {
  kIsCancelled,              // some thread cancels it
  kEndIsSeen,                // some thread asks whether it has ended
  kNeedsKernelFutexes,       // of thread 0: the program requeues waiters or the like
  kIsSignalled,              // some thread sends it a signal
  kSignalsProcess,           // of thread 0: some thread sends the process a signal
  kIsClaimedTwice,           // it is joined or detached more than once
  kRwlockPreferenceMatters,  // of thread 0: whether waiting writers keep readers out
  kOutputIsLocked,           // of thread 0: a program can see which thread locks standard output and error
  kExitMeetsThreads,         // of thread 0: the program ends while threads may still use FILEs
  kRandomIsShared,           // of thread 0: several threads use rand() or random()
  kHandlersAreShared,        // of thread 0: several threads register handlers for the end, or one while another ends it
  kCountsAreShared,          // of thread 0: several threads drop references that the C++ library counts for them
  kPredicatesAreUsed,        // of thread 0: some thread receives the messages that a predicate is true for
  kMailboxIsBounded,         // of a number in the place of a thread: more is sent to the mailbox than there is room for
  kMailboxIsWhole,           // the same: all that changes the mailbox is dependent
  kInputsReachExchanges,     // of thread 0: whether a compare-exchange succeeds depends on an input
  kStateIsShared,            // of a number in the place of a thread: several threads use that state of a library
  kRoundsAreWatched,         // of thread 0: threads stop where their past repeats itself
  kRoundsAreKept,            // of thread 0: ... for the second time
  kKeysAreShared,            // of thread 0: several threads make or delete keys, or one deletes some that others use
  kIsTally,                  // of a name in the place of a thread: nobody reads what is counted there (tallies.hpp)
  kFramesAreSharedFrom,      // of a place in that of a thread: others use variables of functions
  kFramesAreSharedTo,        // the same (shared_frames.hpp)
  kIsChild,                  // of each thread in turn: parent << 20 | which of its children, if not all are of thread 0
  kCount,
};
// Their names in trace files.
inline constexpr const char* kFactNames[] = {"is_cancelled",
                                             "end_is_seen",
                                             "needs_kernel_futexes",
                                             "is_signalled",
                                             "signals_process",
                                             "is_claimed_twice",
                                             "rwlock_preference_matters",
                                             "output_is_locked",
                                             "exit_meets_threads",
                                             "random_is_shared",
                                             "handlers_are_shared",
                                             "counts_are_shared",
                                             "predicates_are_used",
                                             "mailbox_is_bounded",
                                             "mailbox_is_whole",
                                             "inputs_reach_exchanges",
                                             "state_is_shared",
                                             "rounds_are_watched",
                                             "rounds_are_kept",
                                             "keys_are_shared",
                                             "is_tally",
                                             "frames_are_shared_from",
                                             "frames_are_shared_to",
                                             "is_child"};
static_assert(sizeof kFactNames / sizeof kFactNames[0] == static_cast<size_t>(Fact::kCount));

// A schedule means nothing without the facts that were known when it was made, and the numbers of threads.
struct LearnedFact {
  Fact fact = Fact::kIsCancelled;
  uint32_t thread = 0;
};

}  // namespace mazurka::protocol
