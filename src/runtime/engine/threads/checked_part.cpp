#include "runtime/engine/threads/checked_part.hpp"

#include <stdlib.h>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {

namespace {

bool begun = false;  // in any execution
PerExecution<bool>& is_inside = *new PerExecution<bool>;

// One that was not joined. (Main may wait for the thread that runs the tests.)
bool has_other_threads() {
  for (uint32_t id = 1; id < user_threads.size(); id++) {
    const bool is_started = user_threads.view(id).status != ThreadStatus::kNotStarted;
    if (is_started && id != current_thread() && user_threads[id].end.joiner_plus_one == 0) return true;
  }
  return false;
}

}  // namespace

bool is_started_for_part() {
  static const bool is_wanted = getenv("INSIDE_MAZURKA") != nullptr;
  return is_wanted;
}

void begin_checked_part(uint64_t pc) {
  begun = true;
  if (at_base()) {
    if (has_other_threads()) report_unsupported("mazurka::check while threads run that were started before it", pc);
    note_unseen_change();
  }
  is_inside.get() = true;
}

void refuse_end_in_checked_part(uint64_t pc) {
  if (!is_started_for_part()) return;
  if (!begun)
    report_failure(
        protocol::BugKind::kUserFailure,
        "the program ended without a call of mazurka::check that it was started for: does it do something else "
        "when it is started again?",
        pc);
  if (is_inside.get())
    report_failure(protocol::BugKind::kExit,
                   "the program ended, or left by a jump, the function that mazurka::check explores: it must return",
                   pc);
}

}  // namespace mazurka::runtime
