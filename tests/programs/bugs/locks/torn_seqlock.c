// expect: bug assertion
// message: a == b
// location: torn_seqlock.c:34
// A seqlock whose reader looks at the sequence number before it reads, but not after.
// fixed: verified 14
// toy: var sequence, first, second
// toy: thread writer { r = fetch_add sequence, 1; r = fetch_add first, 1; r = fetch_add second, 1; r = fetch_add sequence, 1 }
// toy: thread main { s = sequence; r = first; r = second; if s % 2 == 0 { s = sequence } }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;  // always equal, for those who read them together

static void* writer(void* unused) {
  sequence++;
  first++;
  second++;
  sequence++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  unsigned before = sequence;
  int a = first, b = second;
#ifdef FIXED
  int good = before % 2 == 0 && sequence == before;
#else
  int good = before % 2 == 0;
#endif
  if (good) assert(a == b);
  pthread_join(thread, 0);
  return 0;
}
