// pthread_cancel and what goes with it: cancellation.hpp.
//
// Deferred cancellation only. With PTHREAD_CANCEL_ASYNCHRONOUS a thread could end between any two instructions, with
// plain data half written: that is refused for a thread that is cancelled.
#include <errno.h>
#include <pthread.h>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/fiber.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/entries/libc/program_heap.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

__attribute__((tls_model("initial-exec"))) thread_local ThreadWords own_words;
static_assert(PTHREAD_CANCEL_ENABLE == 0 && PTHREAD_CANCEL_DEFERRED == 0);  // what the words begin with

int cancel(pthread_t handle, uint64_t pc) {
  uint32_t id = thread_of(handle);
  if (id == UINT32_MAX) return ESRCH;
  learn_fact(Fact::kIsCancelled, id);
  ThreadWords& words = words_of(id);
  visible(OpCode::kCas, &words.cancelled, ObjectKind::kThreadWord, 4, "pthread_cancel", pc, 0, 1);
  if (words.cancelled == 0) note_change();
  words.cancelled = 1;
  return 0;
}

void refuse_asynchronous(uint64_t pc) {
  bool open = own_words.cancel_state == PTHREAD_CANCEL_ENABLE && own_words.cancel_type != PTHREAD_CANCEL_DEFERRED;
  if (open && is_known(Fact::kIsCancelled, program->current))
    report_unsupported("asynchronous cancellation (PTHREAD_CANCEL_ASYNCHRONOUS)", pc);
}

}  // namespace

namespace mazurka::runtime {

uint32_t thread_of(pthread_t handle) {
  if (handle == 0) return UINT32_MAX;
  for (uint32_t id = 0; id < program->thread_limit(); id++)
    if (program->thread(id).context.thread_pointer == handle) return id;
  return UINT32_MAX;
}

ThreadWords& words_of(uint32_t thread) {
  uintptr_t distance = reinterpret_cast<uintptr_t>(&own_words) - _readfsbase_u64();
  return *reinterpret_cast<ThreadWords*>(program->thread(thread).context.thread_pointer + distance);
}

bool may_be_cancelled() {
  return is_known(Fact::kIsCancelled, program->current) && own_words.cancel_state == PTHREAD_CANCEL_ENABLE;
}

void note_silent_point() {
  if (own_words.cancel_state != PTHREAD_CANCEL_ENABLE) return;
  constexpr uint32_t kMany = 1000;
  uint32_t steps = program->thread(program->current).steps;
  own_words.silent_points = steps == own_words.steps ? own_words.silent_points + 1 : 0;
  own_words.steps = steps;
  if (own_words.silent_points > kMany) learn_fact(Fact::kIsCancelled, program->current);
}

bool is_cancelled(const char* name, uint64_t pc) {
  visible(OpCode::kLoad, &own_words.cancelled, ObjectKind::kThreadWord, 4, name, pc);
  return own_words.cancelled != 0;
}

void act_on_cancellation() {
  program->end_looking();
  pthread_exit(PTHREAD_CANCELED);
}

void ignore_cancellation() {
  if (is_known(Fact::kIsCancelled, program->current)) own_words.cancel_state = PTHREAD_CANCEL_DISABLE;
}

bool has_ended(uint32_t thread, const char* name, uint64_t pc) {
  learn_fact(Fact::kEndIsSeen, thread);
  ThreadWords& words = words_of(thread);
  visible(OpCode::kLoad, &words.ended, ObjectKind::kThreadWord, 4, name, pc);
  return words.ended != 0;
}

void tell_end() {
  if (!is_known(Fact::kEndIsSeen, program->current)) return;
  visible(OpCode::kStore, &own_words.ended, ObjectKind::kThreadWord, 4, "end of the thread", 0);
  own_words.ended = 1;
}

}  // namespace mazurka::runtime

MAZURKA_STAND_IN(int, pthread_cancel, (pthread_t thread)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_cancel)(thread);
  return cancel(thread, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, pthread_testcancel, ()) {
  if (!is_checked()) return MAZURKA_REAL(pthread_testcancel)();
  cancellation_point("pthread_testcancel", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_setcancelstate, (int state, int* old)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_setcancelstate)(state, old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  if (old != nullptr) *old = own_words.cancel_state;
  if (own_words.cancel_state != state) note_change();
  own_words.cancel_state = state;
  refuse_asynchronous(MAZURKA_CALLER);
  return 0;
}
MAZURKA_STAND_IN(int, pthread_setcanceltype, (int type, int* old)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_setcanceltype)(type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (old != nullptr) *old = own_words.cancel_type;
  if (own_words.cancel_type != type) note_change();
  own_words.cancel_type = type;
  refuse_asynchronous(MAZURKA_CALLER);
  return 0;
}
