// Functions that change nothing of what a program can do: names of threads, where and with which priority they run.
// libc's own ones would ask the kernel about threads that it does not know.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "runtime/fiber.hpp"
#include "runtime/interpose.hpp"
#include "runtime/program_heap.hpp"

using namespace mazurka::runtime;

namespace {

constexpr size_t kNameBytes = 16;  // as for Linux
// At the same distance from the thread pointer in every thread, and rolled back with the program's memory.
__attribute__((tls_model("initial-exec"))) thread_local char thread_name[kNameBytes];

char* name_of_thread(pthread_t handle) {
  return reinterpret_cast<char*>(handle + (reinterpret_cast<uintptr_t>(thread_name) - _readfsbase_u64()));
}

}  // namespace

MAZURKA_EXPORT int pthread_setname_np(pthread_t thread, const char* name) {
  if (!is_checked()) return MAZURKA_REAL(pthread_setname_np)(thread, name);
  size_t bytes = strlen(name) + 1;
  if (bytes > kNameBytes) return ERANGE;
  memcpy(name_of_thread(thread), name, bytes);
  return 0;
}
MAZURKA_EXPORT int pthread_getname_np(pthread_t thread, char* name, size_t bytes) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getname_np)(thread, name, bytes);
  if (bytes < kNameBytes) return ERANGE;
  memcpy(name, name_of_thread(thread), kNameBytes);
  return 0;
}

// The stack of the calling thread; that of another one would have to be found.
MAZURKA_EXPORT int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) {
  if (!is_checked()) return MAZURKA_REAL(pthread_getattr_np)(thread, attributes);
  if (thread != _readfsbase_u64()) report_unsupported("pthread_getattr_np of another thread", MAZURKA_CALLER);
  pthread_attr_init(attributes);
  size_t bytes = program->current == 0 ? kMainStackBytes : kStackBytes;
  return pthread_attr_setstack(attributes, stack_bottom(program->current) + kPage, bytes - kPage);
}

#define HARMLESS(name, parameters, arguments)               \
  MAZURKA_EXPORT int name parameters {                      \
    return is_checked() ? 0 : MAZURKA_REAL(name) arguments; \
  }
HARMLESS(pthread_setaffinity_np, (pthread_t thread, size_t bytes, const cpu_set_t* set), (thread, bytes, set))
HARMLESS(pthread_setschedparam, (pthread_t thread, int policy, const sched_param* value), (thread, policy, value))
HARMLESS(pthread_setschedprio, (pthread_t thread, int priority), (thread, priority))
HARMLESS(pthread_setconcurrency, (int level), (level))
HARMLESS(sched_setaffinity, (pid_t process, size_t bytes, const cpu_set_t* set), (process, bytes, set))
HARMLESS(sched_setscheduler, (pid_t process, int policy, const sched_param* value), (process, policy, value))
HARMLESS(sched_setparam, (pid_t process, const sched_param* value), (process, value))
// All threads are on one processor.
HARMLESS(sched_getcpu, (), ())
// The owner of a robust mutex never dies: a thread that ends with it is waited for in vain, which is reported.
HARMLESS(pthread_mutex_consistent, (pthread_mutex_t * mutex), (mutex))
