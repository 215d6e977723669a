// What a program may ask and choose by <omp.h> and by variables of the environment.
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "openmp/team.h"

enum { kUsualThreads = 2 };

static unsigned threads_by_environment;
static struct Loop usual_schedule = {.kind = kDynamic, .chunk = 1};

static void choose_schedule(const char* text) {
  static const struct {
    const char* name;
    int kind;
  } kinds[] = {{"static", kStatic}, {"dynamic", kDynamic}, {"guided", kGuided}, {"auto", kAuto}};
  const char* colon = strchr(text, ':');  // behind "monotonic"
  if (colon != NULL) text = colon + 1;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const size_t bytes = strlen(kinds[k].name);
    if (strncmp(text, kinds[k].name, bytes) != 0) continue;
    usual_schedule.kind = kinds[k].kind;
    usual_schedule.chunk = text[bytes] == ',' ? strtoul(text + bytes + 1, NULL, 10) : kinds[k].kind == kDynamic;
  }
}

__attribute__((constructor)) static void read_environment(void) {
  const char* threads = getenv("OMP_NUM_THREADS");
  if (threads != NULL) threads_by_environment = (unsigned)strtoul(threads, NULL, 10);
  const char* chosen = getenv("OMP_SCHEDULE");
  if (chosen != NULL) choose_schedule(chosen);
}

unsigned mazurka_omp_usual_threads(void) {
  if (mazurka_omp_self.wanted != 0) return mazurka_omp_self.wanted;
  return threads_by_environment != 0 ? threads_by_environment : kUsualThreads;
}
struct Loop mazurka_omp_runtime_schedule(void) {
  const struct Self* self = &mazurka_omp_self;
  return self->schedule == 0 ? usual_schedule : (struct Loop){.kind = self->schedule, .chunk = self->chunk};
}

void omp_set_num_threads(int threads) {
  mazurka_omp_self.wanted = threads > 0 ? (unsigned)threads : 1;
}
int omp_get_num_threads(void) {
  return mazurka_omp_self.team == NULL ? 1 : (int)mazurka_omp_self.team->size;
}
int omp_get_max_threads(void) {
  return (int)mazurka_omp_usual_threads();
}
int omp_get_thread_num(void) {
  return (int)mazurka_omp_self.number;
}
int omp_get_num_procs(void) {
  return threads_by_environment != 0 ? (int)threads_by_environment : kUsualThreads;
}
int omp_get_thread_limit(void) {
  return 64;
}
int omp_in_parallel(void) {
  return mazurka_omp_self.active_level > 0;
}
int omp_get_level(void) {
  return (int)mazurka_omp_self.level;
}
int omp_get_active_level(void) {
  return (int)mazurka_omp_self.active_level;
}

// The thread as it was in the region of this level; null if there is none.
static const struct Self* self_at(int level) {
  const struct Self* self = &mazurka_omp_self;
  if (level < 0 || level > omp_get_level()) return NULL;
  while (self->level != (unsigned)level) self = self->outer;
  return self;
}
int omp_get_ancestor_thread_num(int level) {
  const struct Self* self = self_at(level);
  return self == NULL ? -1 : (int)self->number;
}
int omp_get_team_size(int level) {
  const struct Self* self = self_at(level);
  return self == NULL ? -1 : self->team == NULL ? 1 : (int)self->team->size;
}
int omp_get_dynamic(void) {
  return 0;
}
void omp_set_dynamic(int wanted) {
  (void)wanted;
}
int omp_get_nested(void) {
  return 0;
}
void omp_set_nested(int wanted) {
  (void)wanted;
}
int omp_get_max_active_levels(void) {
  return 1;
}
int omp_get_supported_active_levels(void) {
  return 1;
}
void omp_set_max_active_levels(int levels) {
  (void)levels;
}
int omp_get_cancellation(void) {
  return 0;
}
omp_proc_bind_t omp_get_proc_bind(void) {
  return omp_proc_bind_false;
}
void omp_set_schedule(omp_sched_t kind, int chunk) {
  struct Self* self = &mazurka_omp_self;
  self->schedule = (int)((unsigned)kind & 0x7fffffffU);
  self->chunk = chunk > 0 ? (Word)chunk : self->schedule == kDynamic;
}
void omp_get_schedule(omp_sched_t* kind, int* chunk) {
  const struct Loop schedule = mazurka_omp_runtime_schedule();
  *kind = (omp_sched_t)schedule.kind;
  *chunk = (int)schedule.chunk;
}
double omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
double omp_get_wtick(void) {
  return 1e-9;
}
int omp_get_num_devices(void) {
  return 0;
}
int omp_is_initial_device(void) {
  return 1;
}
