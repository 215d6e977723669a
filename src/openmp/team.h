// OpenMP for programs that gcc compiles with -fopenmp: the functions of libgomp that such code calls, in its place.
// They are compiled by mazurka-cc, as the program is, so that every step is seen; and they are made of semaphores
// between two threads each, so that nothing is explored twice only because threads come to a barrier in another order.
//
// What differs from libgomp: a team has two threads unless the program or OMP_NUM_THREADS says otherwise, regions
// inside of a region have one (both is up to the implementation), and threads wait at a barrier without spinning.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>

#define INSIDE __attribute__((visibility("hidden")))

typedef unsigned long Word;
typedef void (*Function)(void*);

// A loop, sections or a single that the threads of a team share. All of them come to the same ones in the same order.
// Who takes a part of it learns nothing of what others did: accesses are relaxed.
struct Share {
  Word taken;  // atomic: iterations, sections, or whether somebody has it
  Word turn;   // atomic, of ordered loops: the iteration whose turn it is
  void* told;  // by the thread that had the single
};
enum { kShares = 128 };  // in one region, more are refused

struct Worker;
struct Task;
struct Group;

// What makes tasks: a task, or a thread's own part of a region. The team's lock protects all but the group.
struct Maker {
  Word children;             // that are not finished
  struct Group* group;       // that it makes tasks for
  struct Task* with_places;  // the youngest child that others may depend on
};

struct Team {
  unsigned size;
  struct Worker** workers;  // [1, size)
  struct Share shares[kShares];
  // For tasks.
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct Task *first, *last;  // tasks that nobody has begun
  Word unfinished;            // all of them
  unsigned arrived;           // at a barrier
  unsigned round;             // of barriers
};

// The iterations of a loop that a thread has, or of which it takes its share.
struct Loop {
  int kind;
  bool ordered;
  Word start, end, step, count, chunk;
  Word first, next;  // what it has now
  Word rounds;       // how often it got some
};

// What a thread of the program is for OpenMP.
struct Self {
  struct Team* team;  // null: outside of all regions
  unsigned number;
  unsigned level, active_level;
  unsigned shares;  // how many it has come to
  struct Share* share;
  struct Loop loop;
  struct Maker* part;  // its own part of the region; null outside of all
  struct Task* task;   // null: none but its own part
  unsigned wanted;     // omp_set_num_threads(); 0: as usual
  int schedule;        // omp_set_schedule(); 0: as usual
  Word chunk;
  const struct Self* outer;  // the thread that began the region, as it was before
};
INSIDE extern __thread struct Self mazurka_omp_self;

INSIDE void mazurka_omp_run(Function function, void* data, unsigned threads, const struct Loop* loop);
INSIDE void mazurka_omp_barrier(void);
// The next one that the thread comes to; null outside of a region, where the thread has all of it.
INSIDE struct Share* mazurka_omp_next_share(void);
INSIDE void mazurka_omp_begin_loop(const struct Loop* loop);
INSIDE unsigned mazurka_omp_usual_threads(void);
INSIDE struct Loop mazurka_omp_runtime_schedule(void);

// The verdict is incomplete, and says that this is not supported.
INSIDE void mazurka_omp_refuse(const char* what) __attribute__((noreturn));

// Only if the program has tasks (tasks.c): then threads that wait run them.
INSIDE void mazurka_omp_barrier_with_tasks(struct Team* team) __attribute__((weak));

enum { kStatic = 1, kDynamic = 2, kGuided = 3, kAuto = 4 };
