// expect: verified 6
// toy: var flag
// toy: thread set { flag = 1 }
// toy: thread main { for n = 1 to 5 { r = flag; if r { break } }; join set }
// A loop with a counter is no spin loop: it ends by itself. Five loads against one store.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* set(void* unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  for (int tries = 0; tries < 5; tries++)
    if (atomic_load(&flag)) break;
  pthread_join(t, 0);
}
