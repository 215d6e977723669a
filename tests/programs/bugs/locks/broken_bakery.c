// expect: bug assertion
// message: inside == 1
// location: broken_bakery.c:45
// Lamport's bakery without the flags that tell who is choosing a number: one that is chosen but not yet shown.
// fixed: verified 22
// toy: # Who looks too early waits for ever.
// toy: var number[2], choosing[2], inside
// toy: thread t[2] {
// toy:   choosing[me] = 1
// toy:   n = number[1 - me]
// toy:   n = n + 1
// toy:   number[me] = n
// toy:   choosing[me] = 0
// toy:   r = choosing[1 - me]
// toy:   if r { await choosing[1 - me] == 99 }
// toy:   r = number[1 - me]
// toy:   if r != 0 && (r < n || (r == n && me == 1)) { await number[1 - me] == 99 }
// toy:   r = fetch_add inside, 1
// toy:   r = inside
// toy:   r = fetch_add inside, -1
// toy:   number[me] = 0
// toy: }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int number[2], choosing[2], inside;

static void* run(void* argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
#ifdef FIXED
  choosing[me] = 1;
#endif
  int mine = 1 + number[other];
  number[me] = mine;
  choosing[me] = 0;
  while (choosing[other]) {
  }
  for (;;) {
    int theirs = number[other];
    if (theirs == 0 || mine < theirs || (mine == theirs && me < other)) break;
  }
  inside++;
  assert(inside == 1);
  inside--;
  number[me] = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, (void*)1);
  run((void*)0);
  pthread_join(thread, 0);
  return 0;
}
