// expect: verified 2
// toy: # The mutex is what the second one waits for while the first one initialises.
// toy: mutex flag
// toy: var initialised, begun, done
// toy: thread t[2] {
// toy:   lock flag
// toy:   r = initialised
// toy:   if r == 0 { r = fetch_add begun, 1; done = 1; initialised = 1 }
// toy:   unlock flag
// toy:   r = done
// toy: }
// C11 call_once from two threads.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static atomic_int begun, done;

static void initialise(void) {
  atomic_fetch_add(&begun, 1);
  atomic_store(&done, 1);
}

static int run(void* unused) {
  (void)unused;
  call_once(&flag, initialise);
  assert(atomic_load(&done) == 1);
  return 0;
}

int main(void) {
  thrd_t a, b;
  thrd_create(&a, run, 0);
  thrd_create(&b, run, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  assert(atomic_load(&begun) == 1);
  return 0;
}
