// pthread_cancel and what goes with it: cancellation.hpp.
//
// Deferred cancellation only. With PTHREAD_CANCEL_ASYNCHRONOUS a thread could end between any two instructions, with
// plain data half written: that is refused for a thread that is cancelled.
#include <errno.h>
#include <pthread.h>

#include <algorithm>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

int cancel(pthread_t handle, uint64_t pc) {
  uint32_t id = thread_of(handle);
  if (id == UINT32_MAX) return ESRCH;
  learn_fact(Fact::kIsCancelled, id);
  ThreadWords& words = words_of(id);
  visible(OpCode::kCas, &words.cancelled, kThreadWordObject, 4, "pthread_cancel", pc, 0, 1);
  if (words.cancelled == 0) note_change();
  words.cancelled = 1;
  rounds.note_unordered_wake(current_thread(), uint64_t{1} << std::min(id, 63U));
  return 0;
}

void refuse_asynchronous(uint64_t pc) {
  bool open = own_thread_words().cancel_state == PTHREAD_CANCEL_ENABLE &&
              own_thread_words().cancel_type != PTHREAD_CANCEL_DEFERRED;
  if (open && is_known(Fact::kIsCancelled, current_thread()))
    report_unsupported("asynchronous cancellation (PTHREAD_CANCEL_ASYNCHRONOUS)", pc);
}

}  // namespace

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
  if (old != nullptr) *old = own_thread_words().cancel_state;
  if (own_thread_words().cancel_state != state) note_change();
  own_thread_words().cancel_state = state;
  refuse_asynchronous(MAZURKA_CALLER);
  return 0;
}
MAZURKA_STAND_IN(int, pthread_setcanceltype, (int type, int* old)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_setcanceltype)(type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (old != nullptr) *old = own_thread_words().cancel_type;
  if (own_thread_words().cancel_type != type) note_change();
  own_thread_words().cancel_type = type;
  refuse_asynchronous(MAZURKA_CALLER);
  return 0;
}
