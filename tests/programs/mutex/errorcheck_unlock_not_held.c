// expect: verified 2
// toy: mutex m
// toy: thread holder { lock m; unlock m }
// toy: thread intruder { lock m; unlock m }  # its first unlock is no step: a thread knows what it holds itself
// An errorcheck mutex tells EPERM to a thread that unlocks it without holding it, and stays locked.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int inside;

static void* holder(void* unused) {
  pthread_mutex_lock(&m);
  assert(inside++ == 0);
  --inside;
  pthread_mutex_unlock(&m);
  return unused;
}

static void* intruder(void* unused) {
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_lock(&m);
  assert(inside++ == 0);
  --inside;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attributes);
  pthread_t a, b;
  pthread_create(&a, 0, holder, 0);
  pthread_create(&b, 0, intruder, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
