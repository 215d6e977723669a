// Functions that change nothing of what a program can do: names of threads, where and with which priority they run.
// libc's own ones would ask the kernel about threads that it does not know.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/threads/thread_names.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/kernel_objects.hpp"

using namespace mazurka::runtime;

namespace {

constexpr size_t kNameBytes = 16;  // as for Linux
// At the same distance from the thread pointer in every thread, and rolled back with the program's memory.
__attribute__((tls_model("initial-exec"))) thread_local char thread_name[kNameBytes];

char* name_of_thread(pthread_t handle) {
  return reinterpret_cast<char*>(handle + (reinterpret_cast<uintptr_t>(thread_name) - _readfsbase_u64()));
}

// A thing that each thread has. As long as each uses only its own, there is nothing to order.
class Setting {
 public:
  explicit Setting(uint32_t number) : number_(number) {}
  void look(pthread_t thread, const char* name, uint64_t pc) {
    if (is_seen(thread)) look_at(of_all_, name, pc);
  }
  void set(pthread_t thread, const char* name, uint64_t pc) {
    note_change();
    if (is_seen(thread)) change(of_all_, name, pc);
  }

 private:
  bool is_seen(pthread_t thread) const {
    if (!at_base()) return false;
    if (thread != _readfsbase_u64()) learn_fact(Fact::kStateIsShared, number_);
    return is_known(Fact::kStateIsShared, number_);
  }

  const uint32_t number_;
  KernelObject of_all_{Orders::kNone};
};
// Numbers behind those of the states that the lists of src/ledger name.
Setting& thread_names = *new Setting(1000);
Setting& priorities = *new Setting(1001);

}  // namespace

const char* mazurka::runtime::name_given_to(uint32_t thread) {
  return name_of_thread(user_threads[thread].context.thread_pointer);
}

MAZURKA_STAND_IN(int, pthread_setname_np, (pthread_t thread, const char* name)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setname_np)(thread, name);
  size_t bytes = strlen(name) + 1;
  if (bytes > kNameBytes) return ERANGE;
  thread_names.set(thread, "pthread_setname_np", MAZURKA_CALLER);
  memcpy(name_of_thread(thread), name, bytes);
  return 0;
}
MAZURKA_STAND_IN(int, pthread_getname_np, (pthread_t thread, char* name, size_t bytes)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getname_np)(thread, name, bytes);
  if (bytes < kNameBytes) return ERANGE;
  thread_names.look(thread, "pthread_getname_np", MAZURKA_CALLER);
  memcpy(name, name_of_thread(thread), kNameBytes);
  return 0;
}

MAZURKA_STAND_IN(int, pthread_getattr_np, (pthread_t thread, pthread_attr_t* attributes)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getattr_np)(thread, attributes);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
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

MAZURKA_STAND_IN(int, pthread_setschedparam, (pthread_t thread, int policy, const sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setschedparam)(thread, policy, value);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  priorities.set(thread, "pthread_setschedparam", MAZURKA_CALLER);
  words_of(id).policy = policy;
  words_of(id).priority = value->sched_priority;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_getschedparam, (pthread_t thread, int* policy, sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getschedparam)(thread, policy, value);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  priorities.look(thread, "pthread_getschedparam", MAZURKA_CALLER);
  *policy = words_of(id).policy;
  value->sched_priority = words_of(id).priority;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_setschedprio, (pthread_t thread, int priority)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setschedprio)(thread, priority);
  uint32_t id = thread_of(thread);
  if (id == UINT32_MAX) return ESRCH;
  priorities.set(thread, "pthread_setschedprio", MAZURKA_CALLER);
  words_of(id).priority = priority;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_getaffinity_np, (pthread_t thread, size_t bytes, cpu_set_t* set)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getaffinity_np)(thread, bytes, set);
  return sched_getaffinity(0, bytes, set) == 0 ? 0 : errno;
}
MAZURKA_STAND_IN(int, sched_getscheduler, (pid_t process)) {
  return is_checked() ? SCHED_OTHER : MAZURKA_REAL(sched_getscheduler)(process);
}
MAZURKA_STAND_IN(int, sched_getparam, (pid_t process, sched_param* value)) {
  if (!is_checked()) return MAZURKA_REAL(sched_getparam)(process, value);
  *value = {};
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

#define HARMLESS(name, parameters, arguments)               \
  MAZURKA_STAND_IN(int, name, parameters) {                 \
    return is_checked() ? 0 : MAZURKA_REAL(name) arguments; \
  }
HARMLESS(pthread_setaffinity_np, (pthread_t thread, size_t bytes, const cpu_set_t* set), (thread, bytes, set))
HARMLESS(pthread_setconcurrency, (int level), (level))
HARMLESS(sched_setaffinity, (pid_t process, size_t bytes, const cpu_set_t* set), (process, bytes, set))
HARMLESS(sched_setscheduler, (pid_t process, int policy, const sched_param* value), (process, policy, value))
HARMLESS(sched_setparam, (pid_t process, const sched_param* value), (process, value))
// All threads are on one processor.
HARMLESS(sched_getcpu, (), ())
MAZURKA_STAND_IN(int, getcpu, (unsigned* processor, unsigned* node)) {
  if (!is_checked()) return MAZURKA_REAL(getcpu)(processor, node);
  if (processor != nullptr) *processor = 0;
  if (node != nullptr) *node = 0;
  return 0;
}
