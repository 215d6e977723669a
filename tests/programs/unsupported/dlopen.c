// expect: unsupported loading or unloading a library once there are threads
// A library can be loaded before the first thread, not by one.
#include <dlfcn.h>
#include <pthread.h>

static void* run(void* unused) {
  dlopen("libm.so.6", RTLD_NOW);
  return unused;
}

int main(void) {
  pthread_t t;
  void* early = dlopen("libm.so.6", RTLD_NOW);
  if (early == 0) return 1;
  dlclose(early);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
