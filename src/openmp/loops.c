// Loops whose iterations the threads of a team share out among themselves while they run, and those whose parts keep
// their order. (What gcc can divide beforehand does not come here.)
#include <sched.h>

#include "openmp/team.h"

static struct Self* self(void) {
  return &mazurka_omp_self;
}

void mazurka_omp_begin_loop(const struct Loop* loop) {
  mazurka_omp_next_share();
  self()->loop = *loop;
}

// Which iterations are this thread's next ones, by their numbers from 0?
static bool take_static(struct Loop* loop, unsigned number, unsigned size) {
  if (loop->chunk == 0) {
    const Word each = loop->count / size, more = loop->count % size;
    loop->first = number * each + (number < more ? number : more);
    loop->next = loop->first + each + (number < more ? 1 : 0);
    return loop->rounds == 0 && loop->first < loop->next;
  }
  loop->first = (loop->rounds * size + number) * loop->chunk;
  loop->next = loop->first + loop->chunk;
  return loop->first < loop->count;
}

static bool take_dynamic(struct Loop* loop, struct Share* share) {
  const Word some = loop->chunk == 0 ? 1 : loop->chunk;
  loop->first = share == NULL ? loop->next : __atomic_fetch_add(&share->taken, some, __ATOMIC_RELAXED);
  loop->next = loop->first + some;
  return loop->first < loop->count;
}

static bool take_guided(struct Loop* loop, struct Share* share, unsigned size) {
  const Word least = loop->chunk == 0 ? 1 : loop->chunk;
  Word taken = share == NULL ? loop->next : __atomic_load_n(&share->taken, __ATOMIC_RELAXED);
  while (taken < loop->count) {
    const Word left = loop->count - taken, share_of_left = (left + size - 1) / size;
    const Word some = share_of_left > least ? share_of_left : least;
    loop->first = taken;
    loop->next = taken + (some < left ? some : left);
    if (share == NULL ||
        __atomic_compare_exchange_n(&share->taken, &taken, loop->next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
  }
  return false;
}

static void wait_for_turn(void) {
  while (__atomic_load_n(&self()->share->turn, __ATOMIC_SEQ_CST) != self()->loop.first) sched_yield();
}

// Its turn comes, and goes to who has the following iterations.
static void pass_turn_on(void) {
  const struct Loop* loop = &self()->loop;
  if (!loop->ordered || self()->share == NULL || loop->rounds == 0 || loop->first >= loop->next) return;
  wait_for_turn();
  __atomic_store_n(&self()->share->turn, loop->next, __ATOMIC_SEQ_CST);
}

static bool take(Word* first, Word* end) {
  struct Self* own = self();
  struct Loop* loop = &own->loop;
  const unsigned size = own->team == NULL ? 1 : own->team->size;
  pass_turn_on();
  bool has_some = false;
  switch (loop->kind) {
    case kDynamic: has_some = take_dynamic(loop, own->share); break;
    case kGuided: has_some = take_guided(loop, own->share, size); break;
    default: has_some = take_static(loop, own->number, size);
  }
  loop->rounds++;
  if (!has_some) {
    loop->first = loop->next = loop->count;
    return false;
  }
  if (loop->next > loop->count) loop->next = loop->count;
  *first = loop->start + loop->first * loop->step;
  *end = loop->next == loop->count ? loop->end : loop->start + loop->next * loop->step;
  return true;
}

// So many iterations; the values wrap around as those of the loop's variable do.
static Word count_up(Word start, Word end, Word step) {
  return (end - start + step - 1) / step;
}
static struct Loop loop_of(int kind, long start, long end, long step, long chunk) {
  struct Loop loop = {.kind = kind, .start = (Word)start, .end = (Word)end, .step = (Word)step, .chunk = (Word)chunk};
  if (step > 0 && start < end) loop.count = count_up(loop.start, loop.end, loop.step);
  if (step < 0 && start > end) loop.count = count_up(loop.end, loop.start, -loop.step);
  return loop;
}
static struct Loop loop_of_unsigned(int kind, bool up, Word start, Word end, Word step, Word chunk) {
  struct Loop loop = {.kind = kind, .start = start, .end = end, .step = step, .chunk = chunk};
  if (up && start < end) loop.count = count_up(start, end, step);
  if (!up && start > end) loop.count = count_up(end, start, -step);
  return loop;
}
static struct Loop at_runtime(struct Loop loop) {
  const struct Loop chosen = mazurka_omp_runtime_schedule();
  loop.kind = chosen.kind;
  loop.chunk = chosen.chunk;
  return loop;
}
static bool start(struct Loop loop, bool ordered, Word* first, Word* end) {
  loop.ordered = ordered;
  mazurka_omp_begin_loop(&loop);
  return take(first, end);
}

// ---- what gcc calls: NAME is dynamic, nonmonotonic_dynamic and so on

#define LOOP(name, kind, is_ordered)                                                                              \
  bool GOMP_loop_##name##_start(long from, long to, long step, long chunk, long* first, long* end) {              \
    return start(loop_of(kind, from, to, step, chunk), is_ordered, (Word*)first, (Word*)end);                     \
  }                                                                                                               \
  bool GOMP_loop_##name##_next(long* first, long* end) {                                                          \
    return take((Word*)first, (Word*)end);                                                                        \
  }                                                                                                               \
  bool GOMP_loop_ull_##name##_start(bool up, Word from, Word to, Word step, Word chunk, Word* first, Word* end) { \
    return start(loop_of_unsigned(kind, up, from, to, step, chunk), is_ordered, first, end);                      \
  }                                                                                                               \
  bool GOMP_loop_ull_##name##_next(Word* first, Word* end) {                                                      \
    return take(first, end);                                                                                      \
  }
LOOP(static, kStatic, false)
LOOP(dynamic, kDynamic, false)
LOOP(guided, kGuided, false)
LOOP(nonmonotonic_dynamic, kDynamic, false)
LOOP(nonmonotonic_guided, kGuided, false)
LOOP(ordered_static, kStatic, true)
LOOP(ordered_dynamic, kDynamic, true)
LOOP(ordered_guided, kGuided, true)

#define RUNTIME_LOOP(name, is_ordered)                                                                \
  bool GOMP_loop_##name##_start(long from, long to, long step, long* first, long* end) {              \
    return start(at_runtime(loop_of(0, from, to, step, 0)), is_ordered, (Word*)first, (Word*)end);    \
  }                                                                                                   \
  bool GOMP_loop_##name##_next(long* first, long* end) {                                              \
    return take((Word*)first, (Word*)end);                                                            \
  }                                                                                                   \
  bool GOMP_loop_ull_##name##_start(bool up, Word from, Word to, Word step, Word* first, Word* end) { \
    return start(at_runtime(loop_of_unsigned(0, up, from, to, step, 0)), is_ordered, first, end);     \
  }                                                                                                   \
  bool GOMP_loop_ull_##name##_next(Word* first, Word* end) {                                          \
    return take(first, end);                                                                          \
  }
RUNTIME_LOOP(runtime, false)
RUNTIME_LOOP(nonmonotonic_runtime, false)
RUNTIME_LOOP(maybe_nonmonotonic_runtime, false)
RUNTIME_LOOP(ordered_runtime, true)

#define PARALLEL_LOOP(name, kind)                                                                                \
  void GOMP_parallel_loop_##name(Function function, void* data, unsigned threads, long from, long to, long step, \
                                 long chunk, unsigned flags) {                                                   \
    (void)flags;                                                                                                 \
    const struct Loop loop = loop_of(kind, from, to, step, chunk);                                               \
    mazurka_omp_run(function, data, threads, &loop);                                                             \
  }
PARALLEL_LOOP(static, kStatic)
PARALLEL_LOOP(dynamic, kDynamic)
PARALLEL_LOOP(guided, kGuided)
PARALLEL_LOOP(nonmonotonic_dynamic, kDynamic)
PARALLEL_LOOP(nonmonotonic_guided, kGuided)

#define PARALLEL_RUNTIME_LOOP(name)                                                                              \
  void GOMP_parallel_loop_##name(Function function, void* data, unsigned threads, long from, long to, long step, \
                                 unsigned flags) {                                                               \
    (void)flags;                                                                                                 \
    const struct Loop loop = at_runtime(loop_of(0, from, to, step, 0));                                          \
    mazurka_omp_run(function, data, threads, &loop);                                                             \
  }
PARALLEL_RUNTIME_LOOP(runtime)
PARALLEL_RUNTIME_LOOP(nonmonotonic_runtime)
PARALLEL_RUNTIME_LOOP(maybe_nonmonotonic_runtime)

void GOMP_loop_end(void) {
  mazurka_omp_barrier();
}
bool GOMP_loop_end_cancel(void) {
  mazurka_omp_barrier();
  return false;
}
void GOMP_loop_end_nowait(void) {}

// Iterations that a thread has got together are in order anyway: it waits for its turn once, and passes it on with the
// last of them.
void GOMP_ordered_start(void) {
  if (self()->share != NULL) wait_for_turn();
}
void GOMP_ordered_end(void) {}
