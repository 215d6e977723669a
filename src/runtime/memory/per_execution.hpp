// State of our own that describes the running execution: what it was at the base is what every execution begins with.
//
// Nothing is done at a restart; whoever looks at such state first in an execution finds it as it was. Executions that
// are restarted where the first threads were created have made no other step, so that what changes by visible
// operations is the same there. Whoever changes anything else calls note_unseen_change(): there is no such restart
// then. Nor is there a state beyond that to restart from once any such state was looked at (waypoints.hpp).
#pragma once

#include <cstdint>

#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime {

template <class State>
class PerExecution {
 public:
  PerExecution() = default;
  explicit PerExecution(State state) : at_base_(static_cast<State&&>(state)) {}

  State& get() {
    if (!at_base()) return at_base_;
    if (execution_ != execution_number()) {
      now_ = at_base_;
      execution_ = detail::last_touched = execution_number();
    }
    return now_;
  }
  const State& get() const { return const_cast<PerExecution*>(this)->get(); }

  // Of every execution, those to come too. For what is found out once and does not depend on any execution.
  State& of_base() { return at_base_; }

 private:
  State at_base_{}, now_{};
  uint64_t execution_ = 0;
};

void note_unseen_change();

}  // namespace mazurka::runtime
