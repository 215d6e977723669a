// expect: verified 2
// toy: # All files are opened and read under the mutex.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// What the C library does with files and memory on its own: it loads a library, and looks for a user and for the time
// zone. Two threads take turns.
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <pwd.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  struct tm date;
  time_t now = time(0);
  pthread_mutex_lock(&mutex);
  void* library = dlopen("libm.so.6", RTLD_NOW);
  assert(library && dlsym(library, "cos"));
  assert(getpwnam("root") && localtime_r(&now, &date) && date.tm_year >= 125);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
