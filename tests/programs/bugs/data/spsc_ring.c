// expect: bug data_race
// message: data race on slots
// location: spsc_ring.c:37
// A ring for one producer and one consumer: the index tells of an item that is not written yet.
// fixed: verified 9
// toy: var written, taken
// toy: thread producer { for n = 1 to 2 { at = written; t = taken; if at - t == 2 { break }; written = at + 1 } }
// toy: thread main { for n = 1 to 2 { t = taken; w = written; if t != w { t = taken; t = fetch_add taken, 1 } } }
#include <pthread.h>
#include <stdatomic.h>

enum { kSize = 2 };
static int slots[kSize];
static atomic_uint written, taken;

static void* producer(void* unused) {
  for (int n = 1; n <= 2; n++) {
    unsigned at = written;
    if (at - taken == kSize) break;
#ifdef FIXED
    slots[at % kSize] = n;
    written = at + 1;
#else
    written = at + 1;
    slots[at % kSize] = n;
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  int sum = 0;
  for (int n = 0; n < 2; n++)
    if (taken != written) {
      sum += slots[taken % kSize];
      taken++;
    }
  pthread_join(thread, 0);
  return sum > 3;
}
