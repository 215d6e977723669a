// Tasks. One may be run where it is made, or goes to its team's queue, and is run by a thread that waits: at a barrier
// for whatever there is, at a taskwait for a child, at the end of a taskgroup for one of the group's or for a child.
// All of that is explored: a choice says whether it is run at once, and which of several is taken; which thread takes
// it is decided by the order in which they lock the team.
#include <stdlib.h>
#include <string.h>

#include "openmp/team.h"

// Flags of GOMP_task and GOMP_taskloop.
enum {
  kFinal = 2,
  kDepends = 8,
  kUp = 1 << 8,
  kGrain = 1 << 9,
  kMayWait = 1 << 10,
  kNoGroup = 1 << 11,
  kReduction = 1 << 12,
  kDetached = 1 << 13
};

struct Group {
  Word unfinished;
  struct Group* outer;
};
struct Dependence {
  void* place;
  bool writes;
};

struct Task {
  Function function;
  void* data;
  struct Maker own;
  struct Maker* maker;
  struct Task* maker_task;  // null: a part of a region
  struct Group* group;      // that it belongs to
  bool is_final;
  // With the team's lock:
  bool is_finished;              // but some of its children are not
  bool is_awaited;               // by its maker, which runs it
  struct Task* next;             // in the queue
  Word waits_for;                // so many older siblings
  struct Task *older, *younger;  // siblings with places
  Word place_count;
  struct Dependence places[];  // the data are behind them
};

extern unsigned mazurka_choose(unsigned count) __attribute__((weak));  // of the checker
static unsigned choose(unsigned count) {
  return mazurka_choose == NULL || count < 2 ? 0 : mazurka_choose(count);
}

static struct Maker* maker_now(void) {
  return mazurka_omp_self.task != NULL ? &mazurka_omp_self.task->own : mazurka_omp_self.part;
}

// ---- the queue, with the lock

static void put(struct Team* team, struct Task* task) {
  if (team->last == NULL)
    team->first = task;
  else
    team->last->next = task;
  team->last = task;
}

static bool is_wanted(const struct Task* task, const struct Maker* maker, const struct Group* group) {
  return (maker == NULL || task->maker == maker) && (group == NULL || task->group == group);
}

// One of this maker's, or of this group; any if neither is asked for.
static struct Task* get(struct Team* team, const struct Maker* maker, const struct Group* group) {
  unsigned count = 0;
  for (const struct Task* task = team->first; task != NULL; task = task->next) count += is_wanted(task, maker, group);
  if (count == 0) return NULL;
  unsigned left = choose(count);
  struct Task *before = NULL, *task = team->first;
  for (; !is_wanted(task, maker, group) || left-- > 0; task = task->next) before = task;
  if (before == NULL)
    team->first = task->next;
  else
    before->next = task->next;
  if (team->last == task) team->last = before;
  return task;
}

static bool conflicts(const struct Task* task, const struct Task* other) {
  for (Word k = 0; k < task->place_count; k++)
    for (Word m = 0; m < other->place_count; m++)
      if (task->places[k].place == other->places[m].place && (task->places[k].writes || other->places[m].writes))
        return true;
  return false;
}

// It waits for all older siblings that conflict with it. Each of them tells it when it has finished.
static void enter(struct Task* task) {
  struct Task** youngest = &task->maker->with_places;
  for (struct Task* other = *youngest; other != NULL; other = other->older) task->waits_for += conflicts(task, other);
  task->older = *youngest;
  if (*youngest != NULL) (*youngest)->younger = task;
  *youngest = task;
}

static void leave(struct Team* team, struct Task* task) {
  for (struct Task* other = task->younger; other != NULL; other = other->younger)
    if (conflicts(task, other) && --other->waits_for == 0 && !other->is_awaited) put(team, other);
  if (task->older != NULL) task->older->younger = task->younger;
  if (task->younger != NULL)
    task->younger->older = task->older;
  else
    task->maker->with_places = task->older;
}

// ---- running them

static void run(struct Task* task) {
  struct Task* outer = mazurka_omp_self.task;
  mazurka_omp_self.task = task;
  task->function(task->data);
  mazurka_omp_self.task = outer;
}

static void finish(struct Team* team, struct Task* task) {
  struct Task* parent = task->maker_task;
  if (task->place_count != 0) leave(team, task);
  task->maker->children--;
  if (task->group != NULL) task->group->unfinished--;
  team->unfinished--;
  pthread_cond_broadcast(&team->changed);
  if (parent != NULL && parent->is_finished && parent->own.children == 0) free(parent);
  task->is_finished = true;
  if (task->own.children == 0) free(task);
}

// With the lock, which it gives up meanwhile.
static void run_queued(struct Team* team, struct Task* task) {
  pthread_mutex_unlock(&team->lock);
  run(task);
  pthread_mutex_lock(&team->lock);
  finish(team, task);
}

void mazurka_omp_barrier_with_tasks(struct Team* team) {
  pthread_mutex_lock(&team->lock);
  team->arrived++;
  const unsigned round = team->round;
  while (team->round == round) {
    struct Task* task = get(team, NULL, NULL);
    if (task != NULL) {
      run_queued(team, task);
    } else if (team->arrived == team->size && team->unfinished == 0) {
      team->arrived = 0;
      team->round++;
      pthread_cond_broadcast(&team->changed);
    } else {
      pthread_cond_wait(&team->changed, &team->lock);
    }
  }
  pthread_mutex_unlock(&team->lock);
}

// Until this number is 0. Tasks of the group come first, if there is one: they may depend on others of the maker's.
static void wait_for(const Word* left, const struct Maker* maker, const struct Group* group) {
  struct Team* team = mazurka_omp_self.team;
  pthread_mutex_lock(&team->lock);
  while (*left != 0) {
    struct Task* task = group == NULL ? NULL : get(team, NULL, group);
    if (task == NULL) task = get(team, maker, NULL);
    if (task != NULL)
      run_queued(team, task);
    else
      pthread_cond_wait(&team->changed, &team->lock);
  }
  pthread_mutex_unlock(&team->lock);
}

// ---- what gcc calls

// The places: how many, how many of them are written, and these first.
static void take_places(struct Task* task, void** depend) {
  for (Word k = 0; k < task->place_count; k++)
    task->places[k] = (struct Dependence){depend[2 + k], k < (Word)depend[1]};
}

static struct Task* new_task(Function function, const void* data, void (*copy)(void*, void*), long bytes,
                             long alignment, Word place_count) {
  if (alignment == 0) alignment = 1;
  const size_t head = sizeof(struct Task) + place_count * sizeof(struct Dependence);
  struct Task* task = calloc(1, head + (size_t)bytes + (size_t)alignment);
  const Word place = ((Word)task + head + (Word)alignment - 1) & ~((Word)alignment - 1);
  task->function = function;
  task->data = (void*)place;
  task->maker = maker_now();
  task->maker_task = mazurka_omp_self.task;
  task->is_final = task->maker_task != NULL && task->maker_task->is_final;
  task->place_count = place_count;
  if (copy != NULL)
    copy(task->data, (void*)data);
  else
    memcpy(task->data, data, (size_t)bytes);
  return task;
}

// With the lock: at once, or as soon as those have finished that it depends on.
static void run_here(struct Team* team, struct Task* task) {
  task->is_awaited = true;
  while (task->waits_for != 0) {
    struct Task* other = get(team, task->maker, NULL);
    if (other != NULL)
      run_queued(team, other);
    else
      pthread_cond_wait(&team->changed, &team->lock);
  }
  run_queued(team, task);
}

static void start(struct Task* task, bool may_wait) {
  struct Team* team = mazurka_omp_self.team;
  if (team == NULL) {
    run(task);
    free(task);
    return;
  }
  task->group = task->own.group = task->maker->group;
  const bool is_run_here = !may_wait || task->is_final || choose(2) == 1;
  pthread_mutex_lock(&team->lock);
  task->maker->children++;
  if (task->group != NULL) task->group->unfinished++;
  team->unfinished++;
  if (task->place_count != 0) enter(task);
  if (is_run_here) {
    run_here(team, task);
  } else {
    if (task->waits_for == 0) put(team, task);
    pthread_cond_broadcast(&team->changed);
  }
  pthread_mutex_unlock(&team->lock);
}

void GOMP_task(Function function, void* data, void (*copy)(void*, void*), long bytes, long alignment, bool may_wait,
               unsigned flags, void** depend, int priority, void* detach) {
  (void)priority, (void)detach;
  const Word places = (flags & kDepends) != 0 ? (Word)depend[0] : 0;
  if ((flags & kDepends) != 0 && places == 0) mazurka_omp_refuse("OpenMP's mutexinoutset, depobj and iterators");
  if ((flags & kDetached) != 0) mazurka_omp_refuse("OpenMP's detached tasks");
  struct Task* task = new_task(function, data, copy, bytes, alignment, places);
  task->is_final |= (flags & kFinal) != 0;
  if (places != 0) take_places(task, depend);
  start(task, may_wait);
}

void GOMP_taskwait(void) {
  struct Maker* maker = maker_now();
  if (maker != NULL) wait_for(&maker->children, maker, NULL);
}
void GOMP_taskyield(void) {}

void GOMP_taskgroup_start(void) {
  struct Maker* maker = maker_now();
  if (maker == NULL) return;
  struct Group* group = calloc(1, sizeof *group);
  group->outer = maker->group;
  maker->group = group;
}
void GOMP_taskgroup_end(void) {
  struct Maker* maker = maker_now();
  if (maker == NULL) return;
  struct Group* group = maker->group;
  wait_for(&group->unfinished, maker, group);
  maker->group = group->outer;
  free(group);
}

// ---- loops of tasks: each has a part of the iterations, whose bounds are the first two words of its data

static Word count_tasks(Word wanted, Word iterations, unsigned flags) {
  if (wanted == 0) wanted = mazurka_omp_self.team == NULL ? 1 : mazurka_omp_self.team->size;
  const Word tasks = (flags & kGrain) != 0 ? iterations / wanted : wanted;
  return tasks > iterations ? iterations : tasks == 0 ? 1 : tasks;
}

static void run_loop(Function function, const void* data, void (*copy)(void*, void*), long bytes, long alignment,
                     unsigned flags, Word wanted, Word first, Word step, Word iterations) {
  if ((flags & kReduction) != 0) mazurka_omp_refuse("OpenMP's reductions over tasks");
  if ((flags & kNoGroup) == 0) GOMP_taskgroup_start();
  const Word tasks = iterations == 0 ? 0 : count_tasks(wanted, iterations, flags);
  for (Word k = 0; k < tasks; k++) {
    const Word some = iterations / tasks + (k < iterations % tasks);
    struct Task* task = new_task(function, data, copy, bytes, alignment, 0);
    task->is_final |= (flags & kFinal) != 0;
    ((Word*)task->data)[0] = first;
    ((Word*)task->data)[1] = first += some * step;
    start(task, (flags & kMayWait) != 0);
  }
  if ((flags & kNoGroup) == 0) GOMP_taskgroup_end();
}

void GOMP_taskloop(Function function, void* data, void (*copy)(void*, void*), long bytes, long alignment,
                   unsigned flags, Word wanted, int priority, long start, long end, long step) {
  (void)priority;
  Word iterations = 0;
  if (step > 0 && start < end) iterations = ((Word)end - (Word)start + (Word)step - 1) / (Word)step;
  if (step < 0 && start > end) iterations = ((Word)start - (Word)end - (Word)step - 1) / -(Word)step;
  run_loop(function, data, copy, bytes, alignment, flags, wanted, (Word)start, (Word)step, iterations);
}
void GOMP_taskloop_ull(Function function, void* data, void (*copy)(void*, void*), long bytes, long alignment,
                       unsigned flags, Word wanted, int priority, Word start, Word end, Word step) {
  (void)priority;
  Word iterations = 0;
  if ((flags & kUp) != 0 && start < end) iterations = (end - start + step - 1) / step;
  if ((flags & kUp) == 0 && start > end) iterations = (start - end - step - 1) / -step;
  run_loop(function, data, copy, bytes, alignment, flags, wanted, start, step, iterations);
}

int omp_in_final(void) {
  return mazurka_omp_self.task != NULL && mazurka_omp_self.task->is_final;
}
