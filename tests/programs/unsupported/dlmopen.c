// expect: unsupported dlmopen
// fixed: verified 1
// count: The thread shares nothing. 1 trace.
// A library in a namespace of its own has another C library, whose mutexes are not ours. In the program's namespace it
// is as with dlopen.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef FIXED
#define NAMESPACE LM_ID_BASE
#else
#define NAMESPACE LM_ID_NEWLM
#endif

static double (*root)(double);

static void* calls(void* unused) {
  if (root(9.0) != 3.0) abort();
  return unused;
}

int main(void) {
  void* library = dlmopen(NAMESPACE, "libm.so.6", RTLD_NOW);
  if (library == 0) return 1;
  root = (double (*)(double))dlsym(library, "sqrt");
  pthread_t t;
  pthread_create(&t, 0, calls, 0);
  pthread_join(t, 0);
  return 0;
}
