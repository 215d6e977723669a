#include "runtime/entries/stdio/stream_users.hpp"

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/doers.hpp"

namespace mazurka::runtime {

namespace {

Doers stream_users, exit_callers;

void learn_if_they_meet() {
  if (stream_users.differ_from(exit_callers)) learn_fact(Fact::kExitMeetsThreads, 0);
}

}  // namespace

void note_stream_use() {
  if (!at_base() || is_known(Fact::kExitMeetsThreads, 0)) return;
  stream_users.add(current_thread());
  learn_if_they_meet();
}

void note_exit() {
  exit_callers.add(current_thread());
  learn_if_they_meet();
}

}  // namespace mazurka::runtime
