// expect: bug data_race
// message: end of T1, which frees its stack
// fixed: verified 2
// toy: var written
// toy: sem done
// toy: thread lender { r = written; if r == 0 { acquire done } }
// toy: thread writer { written = 1; release done }
// A thread lets another one write to its variable. If a relaxed load says that this was done, it ends: its end, which
// frees the variable, is not ordered after the write.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifdef FIXED
#define WAIT memory_order_acquire
#else
#define WAIT memory_order_relaxed
#endif

static atomic_int written;
static sem_t given, done;
static int* target;

static void* lend(void* unused) {
  int number = 0;
  target = &number;
  sem_post(&given);
  if (atomic_load_explicit(&written, WAIT) == 0) sem_wait(&done);
  return unused;
}

static void* write_there(void* unused) {
  sem_wait(&given);
  *target = 1;
  atomic_store_explicit(&written, 1, memory_order_release);
  sem_post(&done);
  return unused;
}

int main(void) {
  sem_init(&given, 0, 0);
  sem_init(&done, 0, 0);
  pthread_t lender, writer;
  pthread_create(&lender, 0, lend, 0);
  pthread_create(&writer, 0, write_there, 0);
  pthread_join(lender, 0);
  pthread_join(writer, 0);
}
