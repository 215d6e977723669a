#include "runtime/entries/stdio/stream_users.hpp"

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/platform/doers.hpp"

namespace mazurka::runtime {

namespace {

Doers stream_users, exit_callers;

void learn_if_they_meet() {
  if (stream_users.differ_from(exit_callers)) learn_fact(Fact::kExitMeetsThreads, 0);
}

}  // namespace

void note_stream_use() {
  if (!program->at_base() || is_known(Fact::kExitMeetsThreads, 0)) return;
  stream_users.add(program->current);
  learn_if_they_meet();
}

void note_exit() {
  exit_callers.add(program->current);
  learn_if_they_meet();
}

}  // namespace mazurka::runtime
