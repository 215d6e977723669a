// Functions that change nothing of what a program can do: names of threads, where and with which priority they run.
// libc's own ones would ask the kernel about threads that it does not know.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <optional>

#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/threads/thread_names.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/process/thread_settings.hpp"

using namespace mazurka::runtime;

const char* mazurka::runtime::name_given_to(uint32_t thread) {
  const ThreadWords::Settings& settings = words_of(thread).settings;
  return settings.name_is_own != 0 ? settings.name : "";
}

MAZURKA_STAND_IN(int, pthread_setname_np, (pthread_t thread, const char* name)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setname_np)(thread, name);
  if (strlen(name) >= kThreadNameBytes) return ERANGE;
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  thread_names.set(id, "pthread_setname_np", MAZURKA_CALLER);
  set_thread_name(id, name);
  return 0;
}
MAZURKA_STAND_IN(int, pthread_getname_np, (pthread_t thread, char* name, size_t bytes)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getname_np)(thread, name, bytes);
  if (bytes < kThreadNameBytes) return ERANGE;
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  thread_names.look(id, "pthread_getname_np", MAZURKA_CALLER);
  snprintf(name, kThreadNameBytes, "%s", name_of_thread(id));
  return 0;
}

MAZURKA_STAND_IN(int, pthread_getattr_np, (pthread_t thread, pthread_attr_t* attributes)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getattr_np)(thread, attributes);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  detached_threads.ask("pthread_getattr_np", MAZURKA_CALLER);
  pthread_attr_init(attributes);
  if (user_threads[id].end.detached) pthread_attr_setdetachstate(attributes, PTHREAD_CREATE_DETACHED);
  size_t bytes = static_cast<size_t>(stack_top(id) - stack_bottom(id) + kPage - 1) / kPage * kPage;
  return pthread_attr_setstack(attributes, stack_bottom(id), bytes);
}

MAZURKA_STAND_IN(int, pthread_getcpuclockid, (pthread_t thread, clockid_t* clock)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getcpuclockid)(thread, clock);
  if (thread != _readfsbase_u64()) report_unsupported("pthread_getcpuclockid of another thread", MAZURKA_CALLER);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

// ---- scheduling: what was set is told, and nothing else comes of it

namespace {

auto& scheduling_of(uint32_t thread) {
  return words_of(thread).settings.scheduling;
}

// Without a policy: the one that it has, which others may set.
int set_policy(uint32_t id, std::optional<int> wanted, int priority, const char* name, uint64_t pc) {
  if (id == UINT32_MAX) return ESRCH;
  if (!wanted) thread_priorities.set(id, name, pc);
  const int policy = wanted ? *wanted : scheduling_of(id).policy;
  const bool is_real_time = policy == SCHED_FIFO || policy == SCHED_RR;
  const bool is_known = is_real_time || policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE;
  if (!is_known || (is_real_time ? priority < 1 || priority > 99 : priority != 0)) return EINVAL;
  if (wanted) thread_priorities.set(id, name, pc);
  scheduling_of(id).policy = policy;
  scheduling_of(id).priority = priority;
  return 0;
}

int as_result(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // namespace

MAZURKA_STAND_IN(int, pthread_setschedparam, (pthread_t thread, int policy, const sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setschedparam)(thread, policy, value);
  return set_policy(thread_of(thread), policy, value->sched_priority, "pthread_setschedparam", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_getschedparam, (pthread_t thread, int* policy, sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getschedparam)(thread, policy, value);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  thread_priorities.look(id, "pthread_getschedparam", MAZURKA_CALLER);
  *policy = scheduling_of(id).policy;
  value->sched_priority = scheduling_of(id).priority;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_setschedprio, (pthread_t thread, int priority)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setschedprio)(thread, priority);
  uint32_t id = thread_of(thread);
  return set_policy(id, std::nullopt, priority, "pthread_setschedprio", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sched_setscheduler, (pid_t process, int policy, const sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(sched_setscheduler)(process, policy, value);
  uint32_t id = thread_with_number(process, MAZURKA_CALLER);
  return as_result(set_policy(id, policy, value->sched_priority, "sched_setscheduler", MAZURKA_CALLER));
}
MAZURKA_STAND_IN(int, sched_setparam, (pid_t process, const sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(sched_setparam)(process, value);
  uint32_t id = thread_with_number(process, MAZURKA_CALLER);
  return as_result(set_policy(id, std::nullopt, value->sched_priority, "sched_setparam", MAZURKA_CALLER));
}
MAZURKA_STAND_IN(int, sched_getscheduler, (pid_t process)) {
  if (!is_checked()) return MAZURKA_REAL(sched_getscheduler)(process);
  uint32_t id = thread_with_number(process, MAZURKA_CALLER);
  if (id == UINT32_MAX) return as_result(ESRCH);
  thread_priorities.look(id, "sched_getscheduler", MAZURKA_CALLER);
  return scheduling_of(id).policy;
}
MAZURKA_STAND_IN(int, sched_getparam, (pid_t process, sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(sched_getparam)(process, value);
  uint32_t id = thread_with_number(process, MAZURKA_CALLER);
  if (id == UINT32_MAX) return as_result(ESRCH);
  thread_priorities.look(id, "sched_getparam", MAZURKA_CALLER);
  value->sched_priority = scheduling_of(id).priority;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_setaffinity_np, (pthread_t thread, size_t bytes, const cpu_set_t* set)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setaffinity_np)(thread, bytes, set);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  return static_cast<int>(-set_processors(id, set, bytes, "pthread_setaffinity_np", MAZURKA_CALLER));
}
MAZURKA_STAND_IN(int, sched_setaffinity, (pid_t process, size_t bytes, const cpu_set_t* set)) {
  if (!is_checked()) return MAZURKA_REAL(sched_setaffinity)(process, bytes, set);
  uint32_t id = thread_with_number(process, MAZURKA_CALLER);
  if (id == UINT32_MAX) return as_result(ESRCH);
  return as_result(static_cast<int>(-set_processors(id, set, bytes, "sched_setaffinity", MAZURKA_CALLER)));
}
MAZURKA_STAND_IN(int, pthread_getaffinity_np, (pthread_t thread, size_t bytes, cpu_set_t* set)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getaffinity_np)(thread, bytes, set);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  long written = get_processors(id, set, bytes, "pthread_getaffinity_np", MAZURKA_CALLER);
  if (written < 0) return static_cast<int>(-written);
  memset(reinterpret_cast<char*>(set) + written, 0, bytes - static_cast<size_t>(written));
  return 0;
}
MAZURKA_STAND_IN(int, sched_get_priority_max, (int policy)) {
  if (!is_checked()) return MAZURKA_REAL(sched_get_priority_max)(policy);
  return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}
MAZURKA_STAND_IN(int, sched_get_priority_min, (int policy)) {
  if (!is_checked()) return MAZURKA_REAL(sched_get_priority_min)(policy);
  return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}
MAZURKA_STAND_IN(int, sched_rr_get_interval, (pid_t process, timespec* interval)) {
  if (!is_checked()) return MAZURKA_REAL(sched_rr_get_interval)(process, interval);
  *interval = {0, 100'000'000};
  return 0;
}

MAZURKA_STAND_IN(int, sched_getcpu, ()) {
  return is_checked() ? static_cast<int>(processor_of_thread()) : MAZURKA_REAL(sched_getcpu)();
}
MAZURKA_STAND_IN(int, getcpu, (unsigned* processor, unsigned* node)) {
  if (!is_checked()) return MAZURKA_REAL(getcpu)(processor, node);
  if (processor != nullptr) *processor = processor_of_thread();
  if (node != nullptr) *node = 0;
  return 0;
}
