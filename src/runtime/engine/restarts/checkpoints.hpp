// Where executions are restarted from.
//
// The base is the first scheduling decision. Many programs go on by creating their threads, in steps that touch no
// object: no algorithm has a reason to reorder them, so that nearly all executions begin with the same ones. The state
// after these first steps, as the first execution makes them, is kept too, when the second execution has made them with
// the same result: one that begins in the same way is restarted there, and creates no thread again.
//
// What a state consists of is not known here: everything that can be rewound is in the register of rewind.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/program.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

class Checkpoints {
 public:
  // The program is at its base. The first steps are to be kept, too, if `with_prefix`.
  void save_base(bool with_prefix);

  // About to execute a step. Cheap once the first execution has made its first other step.
  [[gnu::always_inline]] void before_step(ThreadId thread, Choice choice, const std::vector<ThreadView>& views,
                                          bool exited) {
    if (state_ == State::kGrowing) [[unlikely]]
      extend_prefix(thread, choice, views, exited);
  }

  // An execution that begins with these events: where can it be restarted, and is it the one to keep the prefix of?
  struct Plan {
    Level level = Level::kBase;
    uint32_t done = 0;              // events that need not be repeated
    uint32_t keep_at = UINT32_MAX;  // after so many events the prefix is complete: see keep_prefix()
  };
  Plan plan(std::span<const Event> events) const;
  // The steps of the prefix were made for the second time. False: not with the same result.
  bool keep_prefix(const std::vector<ThreadView>& views);
  bool has_prefix() const { return state_ == State::kKept; }

  void restart(Level level);
  // With one process for each execution: this one ends, and a new one that is at the base goes on.
  void restart_in_new_process();

 private:
  enum class State : uint8_t { kNone, kGrowing, kKnown, kKept };
  struct Step {
    ThreadId thread;
    Choice choice;
  };
  void extend_prefix(ThreadId thread, Choice choice, const std::vector<ThreadView>& views, bool exited);

  State state_ = State::kNone;
  uint64_t learned_at_base_ = 0;          // what is learned later makes the prefix void
  std::vector<Step> prefix_;              // the steps that led from the base to it
  std::vector<ThreadView> after_prefix_;  // the threads, as the first execution had them there
};

// Checker's side, with one process for each execution: ends this process, and goes on in a new one that is at the base.
// Set by whoever makes the processes (main/start.cpp).
MAZURKA_OWN extern void (*continue_in_new_process)();

}  // namespace mazurka::runtime
