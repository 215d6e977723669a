// expect: bug assertion
// fixed: verified 2
// count: main sets its priority before or after the thread has set its policy: 2 traces.
// Which priorities there are depends on the policy, which another thread sets.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_t main_thread;

static void* set(void* argument) {
  const struct sched_param priority = {.sched_priority = 5};
  assert(pthread_setschedparam(main_thread, SCHED_RR, &priority) == 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  struct sched_param now;
  int policy;
  main_thread = pthread_self();
  pthread_create(&thread, NULL, set, NULL);
  const int error = pthread_setschedprio(main_thread, 9);
  pthread_join(thread, NULL);
  pthread_getschedparam(main_thread, &policy, &now);
#ifdef FIXED
  assert(policy == SCHED_RR && now.sched_priority == (error == 0 ? 9 : 5));
#else
  assert(error == EINVAL);
#endif
  return 0;
}
