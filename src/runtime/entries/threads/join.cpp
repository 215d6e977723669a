// Waiting for the end of threads: pthread_join and its relatives.
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

#include <utility>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/process/thread_settings.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// An await for "cancelled, or the thread has ended".
void wait_cancellably(uint32_t id, const char* name, uint64_t pc) {
  program->begin_looking();
  if (is_cancelled(name, pc)) act_on_cancellation();
  if (!has_ended(id, name, pc)) program->wait_for_change(name, pc);
  program->end_looking();
}

// Joins or detaches a thread. False: that was done before. Who is the first is a matter of order only if there are two.
bool claim(uint32_t id, const char* name, uint64_t pc) {
  int32_t& claimed = user_threads[id].end.claimed;
  if (is_known(Fact::kIsClaimedTwice, id))
    visible(OpCode::kExchange, &claimed, kThreadWordObject, 4, name, pc);
  else if (claimed != 0)
    learn_fact(Fact::kIsClaimedTwice, id);
  user_threads.note_change(id);
  if (watches_step) [[unlikely]]
    note_claim(claimed);
  return std::exchange(claimed, 1) == 0;
}

int join(pthread_t handle, void** result, const Patience& patience, const char* name, uint64_t pc) {
  uint32_t id = thread_of(handle);
  if (id == UINT32_MAX) return ESRCH;
  if (id == current_thread()) return EDEADLK;
  if (patience.gives_up) {
    // Not waiting at all is no cancellation point.
    if (patience.timed) cancellation_point(name, pc);
    if (!has_ended(id, name, pc)) return patience.give_up();
  } else if (may_be_cancelled()) {
    wait_cancellably(id, name, pc);
  }
  if (!claim(id, name, pc)) report_misuse("join of a thread that is detached or was joined before");
  Operation op;
  op.code = OpCode::kJoin;
  op.partner = ThreadId(id);
  program->announce(op, name, pc);
  hb_join(id);
  user_threads.note_change(id);
  user_threads[id].end.joiner_plus_one = current_thread() + 1;
  if (result == nullptr) return 0;
  if (watching && is_program_code(pc))
    plain_access_by_library(reinterpret_cast<uintptr_t>(result), sizeof *result, kPlainWrite, pc);
  *result = user_threads[id].end.result;
  return 0;
}

}  // namespace

MAZURKA_STAND_IN(int, pthread_join, (pthread_t handle, void** result)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_join)(handle, result);
  return join(handle, result, for_ever(), "pthread_join", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, thrd_join, (thrd_t handle, int* result)) {
  if (!is_checked()) return MAZURKA_REAL(thrd_join)(handle, result);
  void* value = nullptr;
  int error = join(handle, &value, for_ever(), "thrd_join", MAZURKA_CALLER);
  if (error != 0) return thrd_error;
  if (result == nullptr) return thrd_success;
  if (watching)
    plain_access_by_library(reinterpret_cast<uintptr_t>(result), sizeof *result, kPlainWrite, MAZURKA_CALLER);
  *result = static_cast<int>(reinterpret_cast<intptr_t>(value));
  return thrd_success;
}
MAZURKA_STAND_IN(int, pthread_tryjoin_np, (pthread_t handle, void** result)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_tryjoin_np)(handle, result);
  return join(handle, result, not_at_all(), "pthread_tryjoin_np", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_timedjoin_np, (pthread_t handle, void** result, const timespec* time)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_timedjoin_np)(handle, result, time);
  if (!is_valid(time)) return EINVAL;
  return join(handle, result, until(CLOCK_REALTIME, *time), "pthread_timedjoin_np", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_clockjoin_np, (pthread_t handle, void** result, clockid_t clock, const timespec* time)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_clockjoin_np)(handle, result, clock, time);
  if (!is_valid(time)) return EINVAL;
  return join(handle, result, until(clock, *time), "pthread_clockjoin_np", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_detach, (pthread_t handle)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_detach)(handle);
  uint32_t id = thread_of(handle);
  if (id == UINT32_MAX) return ESRCH;
  detached_threads.set("pthread_detach", MAZURKA_CALLER);
  if (!claim(id, "pthread_detach", MAZURKA_CALLER)) return EINVAL;
  user_threads.note_change(id);
  user_threads[id].end.detached = true;
  return 0;
}
MAZURKA_STAND_IN(int, thrd_detach, (thrd_t handle)) {
  if (!is_checked()) return MAZURKA_REAL(thrd_detach)(handle);
  return pthread_detach(handle) == 0 ? thrd_success : thrd_error;
}
