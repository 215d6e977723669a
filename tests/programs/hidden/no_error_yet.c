// expect: verified 1
// count: the thread does nothing visible: one trace.
// What the checker looks up by itself leaves no error for the program, whose dlerror() has nothing to tell.
#include <dlfcn.h>
#include <assert.h>
#include <pthread.h>
static void* f(void* a) { assert(!dlerror()); return a; }
int main(void) { pthread_t t; const char* e = dlerror(); assert(!e); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
