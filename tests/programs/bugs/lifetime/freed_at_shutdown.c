// expect: bug use_after_free
// location: freed_at_shutdown.c:16
// Use after free at shutdown: the worker is told to stop, and what it works on is freed before it has done so.
// fixed: verified 3
// toy: var stop, jobs
// toy: thread worker { for n = 1 to 2 { r = stop; if r { break }; r = fetch_add jobs, 1 } }
// toy: thread main { stop = 1 }
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;
static atomic_int* jobs_done;

static void* worker(void* unused) {
  for (int n = 0; n < 2 && !stop; n++) (*jobs_done)++;
  return unused;
}

int main(void) {
  jobs_done = calloc(1, sizeof *jobs_done);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  stop = 1;
#ifdef FIXED
  pthread_join(thread, 0);
  free(jobs_done);
#else
  free(jobs_done);
  pthread_join(thread, 0);
#endif
  return 0;
}
