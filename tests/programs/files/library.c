// expect: verified 2
// toy: # All files are opened and read under the mutex.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// What the C library does with files and memory on its own: it looks for a user and for the time zone. Two threads take
// turns. Loading a library is possible before there are threads.
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <pwd.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static double (*cosine)(double);

static void* run(void* unused) {
  struct tm date;
  time_t now = time(0);
  pthread_mutex_lock(&mutex);
  assert(cosine(0) == 1);
  assert(getpwnam("root") && localtime_r(&now, &date) && date.tm_year >= 125);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t, u;
  void* library = dlopen("libm.so.6", RTLD_NOW);
  assert(library);
  cosine = (double (*)(double))dlsym(library, "cos");
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
