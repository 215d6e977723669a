// expect: bug assertion
// message: inside == 1
// location: semaphore_miscount.c:20
// A semaphore counted wrongly: there is one seat, and two permits.
// fixed: verified 2
// toy: sem seats = 1
// toy: var inside
// toy: thread t[2] { acquire seats; r = fetch_add inside, 1; r = inside; r = fetch_add inside, -1; release seats }
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t seats;
static atomic_int inside;

static void* guest(void* unused) {
  sem_wait(&seats);
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&seats);
  return unused;
}

int main(void) {
#ifdef FIXED
  sem_init(&seats, 0, 1);
#else
  sem_init(&seats, 0, 2);
#endif
  pthread_t threads[2];
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, guest, 0);
  for (int n = 0; n < 2; n++) pthread_join(threads[n], 0);
  return 0;
}
