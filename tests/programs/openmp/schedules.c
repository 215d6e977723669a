// expect: verified 1
// flags: -fopenmp
// count: there is one thread: 1 trace.
// All kinds of loop have each iteration once, in a team of one thread and outside of a region.
#include <assert.h>
#include <omp.h>
#include <string.h>

enum { kMost = 40 };
static int seen[kMost];

static void check(int count) {
  for (int k = 0; k < kMost; k++) assert(seen[k] == (k < count));
  memset(seen, 0, sizeof seen);
}

#define LOOPS(schedule_of)                                                                                      \
  {                                                                                                             \
    _Pragma(schedule_of) for (int k = 0; k < 17; k++) seen[k]++;                                                \
    check(17);                                                                                                  \
    _Pragma(schedule_of) for (int k = 38; k > -1; k -= 3) seen[k / 3]++;                                        \
    check(13);                                                                                                  \
    _Pragma(schedule_of) for (unsigned long k = ~0UL - 10; k < ~0UL - 1; k += 2) seen[(k - (~0UL - 10)) / 2]++; \
    check(5);                                                                                                   \
    _Pragma(schedule_of) for (unsigned long k = 9; k > 1; k -= 4) seen[(9 - k) / 4]++;                          \
    check(2);                                                                                                   \
    _Pragma(schedule_of) for (int k = 5; k < 5; k++) seen[k]++;                                                 \
    check(0);                                                                                                   \
  }

static void all(void) {
  LOOPS("omp for schedule(static)")
  LOOPS("omp for schedule(static, 4)")
  LOOPS("omp for schedule(dynamic)")
  LOOPS("omp for schedule(dynamic, 4)")
  LOOPS("omp for schedule(monotonic : dynamic, 4)")
  LOOPS("omp for schedule(guided)")
  LOOPS("omp for schedule(guided, 3)")
  LOOPS("omp for schedule(auto)")
  LOOPS("omp for ordered schedule(static, 2)")
  LOOPS("omp for ordered schedule(dynamic, 2)")
  for (int kind = omp_sched_static; kind <= omp_sched_auto; kind++)
    for (int chunk = 0; chunk < 4; chunk++) {
      omp_set_schedule((omp_sched_t)kind, chunk);
      LOOPS("omp for schedule(runtime)")
      LOOPS("omp for ordered schedule(runtime)")
    }
}

int main(void) {
  all();
#pragma omp parallel num_threads(1)
  {
    LOOPS("omp for schedule(dynamic)")
    LOOPS("omp for schedule(guided)")
    LOOPS("omp for schedule(static, 4)")
  }
}
