// Teams: a thread that comes to a region wakes threads of its own, which stay for its next regions (variables that each
// thread has keep their values), and waits for them at the end.
#include "openmp/team.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

__thread struct Self mazurka_omp_self;

extern void mazurka_refuse(const char* what) __attribute__((weak));  // of the checker
void mazurka_omp_refuse(const char* what) {
  if (mazurka_refuse != NULL) mazurka_refuse(what);
  fprintf(stderr, "Mazurka: not supported: %s\n", what);
  abort();
}

// Belongs to the thread that made it. Barriers and ends of regions have semaphores of their own: a thread that comes to
// a barrier waits for ever if another one leaves the region without it.
struct Worker {
  sem_t begin, ended;
  sem_t go, arrived;
  Function function;
  void* data;
  struct Self self;  // how it begins
};
enum { kMostThreads = 64 };
static __thread struct Worker* own_workers[kMostThreads];

static void wait_for(sem_t* semaphore) {
  while (sem_wait(semaphore) != 0 && errno == EINTR) {
  }
}

// Everybody has come, and all tasks are done.
static void arrive_last(void) {
  struct Self* self = &mazurka_omp_self;
  if (mazurka_omp_barrier_with_tasks != NULL) mazurka_omp_barrier_with_tasks(self->team);
}

static void* work(void* argument) {
  struct Worker* own = argument;
  for (;;) {
    struct Maker part = {0};
    mazurka_omp_self = own->self;
    mazurka_omp_self.part = &part;
    if (own->self.loop.kind != 0) mazurka_omp_begin_loop(&own->self.loop);
    own->function(own->data);
    arrive_last();
    sem_post(&own->ended);
    wait_for(&own->begin);
  }
  return NULL;
}

static void wake(unsigned number, const struct Worker* wanted) {
  struct Worker* worker = own_workers[number];
  const bool is_new = worker == NULL;
  if (is_new) {
    worker = own_workers[number] = calloc(1, sizeof *worker);
    sem_init(&worker->begin, 0, 0);
    sem_init(&worker->ended, 0, 0);
    sem_init(&worker->go, 0, 0);
    sem_init(&worker->arrived, 0, 0);
  }
  worker->function = wanted->function;
  worker->data = wanted->data;
  worker->self = wanted->self;
  if (!is_new) {
    sem_post(&worker->begin);
    return;
  }
  pthread_t thread;
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &detached, work, worker) != 0) abort();
  pthread_attr_destroy(&detached);
}

static unsigned size_for(unsigned threads) {
  if (mazurka_omp_self.active_level > 0) return 1;
  if (threads == 0) threads = mazurka_omp_usual_threads();
  return threads < kMostThreads ? threads : kMostThreads;
}

void mazurka_omp_run(Function function, void* data, unsigned threads, const struct Loop* loop) {
  const struct Self outer = mazurka_omp_self;
  struct Team team = {.size = size_for(threads),
                      .workers = own_workers,
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .changed = PTHREAD_COND_INITIALIZER};
  struct Self self = {.team = &team,
                      .level = outer.level + 1,
                      .active_level = outer.active_level + (team.size > 1),
                      .wanted = outer.wanted,
                      .schedule = outer.schedule,
                      .chunk = outer.chunk,
                      .outer = &outer};
  if (loop != NULL) self.loop = *loop;
  for (unsigned k = 1; k < team.size; k++) {
    self.number = k;
    const struct Worker worker = {.function = function, .data = data, .self = self};
    wake(k, &worker);
  }
  struct Maker part = {0};
  self.number = 0;
  self.part = &part;
  mazurka_omp_self = self;
  if (loop != NULL) mazurka_omp_begin_loop(loop);
  function(data);
  arrive_last();
  for (unsigned k = 1; k < team.size; k++) wait_for(&own_workers[k]->ended);
  mazurka_omp_self = outer;
}

void mazurka_omp_barrier(void) {
  struct Self* self = &mazurka_omp_self;
  struct Team* team = self->team;
  if (team == NULL) return;
  if (mazurka_omp_barrier_with_tasks != NULL) {
    mazurka_omp_barrier_with_tasks(team);
    return;
  }
  if (self->number != 0) {
    struct Worker* own = team->workers[self->number];
    sem_post(&own->arrived);
    wait_for(&own->go);
    return;
  }
  for (unsigned k = 1; k < team->size; k++) wait_for(&team->workers[k]->arrived);
  for (unsigned k = 1; k < team->size; k++) sem_post(&team->workers[k]->go);
}

struct Share* mazurka_omp_next_share(void) {
  struct Self* self = &mazurka_omp_self;
  if (self->team == NULL) return self->share = NULL;
  if (self->shares == kShares) mazurka_omp_refuse("more than 128 loops, sections and singles in one region of OpenMP");
  return self->share = &self->team->shares[self->shares++];
}

void GOMP_parallel(Function function, void* data, unsigned threads, unsigned flags) {
  (void)flags;
  mazurka_omp_run(function, data, threads, NULL);
}

void GOMP_barrier(void) {
  mazurka_omp_barrier();
}
// Nothing is ever cancelled: that is so unless OMP_CANCELLATION says otherwise.
bool GOMP_barrier_cancel(void) {
  mazurka_omp_barrier();
  return false;
}
bool GOMP_cancel(int which, bool is_wanted) {
  (void)which, (void)is_wanted;
  return false;
}
bool GOMP_cancellation_point(int which) {
  (void)which;
  return false;
}

// ---- single and sections

bool GOMP_single_start(void) {
  struct Share* share = mazurka_omp_next_share();
  Word nobody = 0;
  return share == NULL ||
         __atomic_compare_exchange_n(&share->taken, &nobody, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
void* GOMP_single_copy_start(void) {
  if (GOMP_single_start()) return NULL;
  struct Share* share = mazurka_omp_self.share;
  mazurka_omp_barrier();
  return share->told;
}
void GOMP_single_copy_end(void* data) {
  if (mazurka_omp_self.team == NULL) return;
  mazurka_omp_self.share->told = data;
  mazurka_omp_barrier();
}

static unsigned next_section(void) {
  struct Self* self = &mazurka_omp_self;
  const Word taken =
      self->share == NULL ? self->loop.next++ : __atomic_fetch_add(&self->share->taken, 1, __ATOMIC_RELAXED);
  return taken < self->loop.count ? (unsigned)taken + 1 : 0;
}
unsigned GOMP_sections_start(unsigned count) {
  mazurka_omp_next_share();
  mazurka_omp_self.loop = (struct Loop){.count = count};
  return next_section();
}
unsigned GOMP_sections_next(void) {
  return next_section();
}
void GOMP_sections_end(void) {
  mazurka_omp_barrier();
}
bool GOMP_sections_end_cancel(void) {
  mazurka_omp_barrier();
  return false;
}
void GOMP_sections_end_nowait(void) {}
void GOMP_parallel_sections(Function function, void* data, unsigned threads, unsigned count, unsigned flags) {
  (void)flags;
  const struct Loop sections = {.kind = kDynamic, .count = count};
  mazurka_omp_run(function, data, threads, &sections);
}
