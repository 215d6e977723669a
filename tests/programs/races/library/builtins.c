// expect: bug data_race
// message: data race on shared
// flags: -O1
// The compilers' own names of memset, memcmp and strlen: what they access is seen, and their results are still constants where
// they were.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <assert.h>
#include <pthread.h>

static struct {
  char name[sizeof(long) * 4];
} shared;
static char room[__builtin_strlen("four")];
_Static_assert(sizeof room == 4, "a constant");

static void* run(void* unused) {
  __builtin_memset(&shared, 0, sizeof shared);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
#ifdef FIXED
  pthread_join(thread, 0);
  assert(__builtin_memcmp(shared.name, room, sizeof room) == 0);
#else
  assert(__builtin_memcmp(shared.name, room, sizeof room) == 0);
  pthread_join(thread, 0);
#endif
  return 0;
}
