// expect: verified 2
// toy: var names
// toy: thread run[2] { r = exchange names, 1 }
// toy: thread main { join run[0]; join run[1]; names = 0 }
// Both threads open the semaphore, and one of them makes it: 2 orders. What was opened before the first thread is there in every
// execution, though each unlinks it.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t* made[2];

static void* run(void* argument) {
  int me = *(int*)argument;
  made[me] = sem_open("/mazurka-test", O_CREAT, 0600, 5);
  assert(made[me] != SEM_FAILED);
  return 0;
}

int main(void) {
  pthread_t t[2];
  int numbers[2] = {0, 1};
  int left = 0;
  sem_t* before = sem_open("/before", O_CREAT | O_EXCL, 0600, 1);
  assert(before != SEM_FAILED);
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, &numbers[n]);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(made[0] == made[1]);
  assert(sem_open("/mazurka-test", O_CREAT | O_EXCL, 0600, 5) == SEM_FAILED && errno == EEXIST);
  assert(sem_open("/mazurka-none", 0) == SEM_FAILED && errno == ENOENT);
  sem_wait(made[0]);
  sem_getvalue(made[1], &left);
  assert(left == 4);
  assert(sem_open("/before", 0) == before && sem_trywait(before) == 0);
  assert(sem_unlink("/before") == 0 && sem_unlink("/before") == -1);
  assert(sem_unlink("/mazurka-test") == 0);
  return sem_close(made[0]);
}
