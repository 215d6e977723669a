#include "runtime/engine/cancellation.hpp"

#include <pthread.h>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/visible.hpp"

namespace mazurka::runtime {

namespace {

// The end is a step of its own if somebody asks for it.
void end_cancel() {
  if (!is_known(Fact::kEndIsSeen, current_thread())) return;
  visible(OpCode::kStore, &own_thread_words().ended, kThreadWordObject, 4, "end of the thread", 0);
  own_thread_words().ended = 1;
}
const EndHook cancel_hook(EndHook::Turn::kLastSteps, end_cancel);

}  // namespace

bool may_be_cancelled() {
  return is_known(Fact::kIsCancelled, current_thread()) && own_thread_words().cancel_state == PTHREAD_CANCEL_ENABLE;
}

void note_silent_point() {
  if (own_thread_words().cancel_state != PTHREAD_CANCEL_ENABLE) return;
  constexpr uint32_t kMany = 1000;
  uint32_t steps = user_threads.own().steps;
  own_thread_words().silent_points = steps == own_thread_words().steps ? own_thread_words().silent_points + 1 : 0;
  own_thread_words().steps = steps;
  if (own_thread_words().silent_points > kMany) learn_fact(Fact::kIsCancelled, current_thread());
}

bool is_cancelled(const char* name, uint64_t pc) {
  visible(OpCode::kLoad, &own_thread_words().cancelled, kThreadWordObject, 4, name, pc);
  return own_thread_words().cancelled != 0;
}

void act_on_cancellation() {
  program->end_looking();
  pthread_exit(PTHREAD_CANCELED);
}

void ignore_cancellation() {
  if (is_known(Fact::kIsCancelled, current_thread())) own_thread_words().cancel_state = PTHREAD_CANCEL_DISABLE;
}

bool has_ended(uint32_t thread, const char* name, uint64_t pc) {
  learn_fact(Fact::kEndIsSeen, thread);
  ThreadWords& words = words_of(thread);
  visible(OpCode::kLoad, &words.ended, kThreadWordObject, 4, name, pc);
  return words.ended != 0;
}

}  // namespace mazurka::runtime
