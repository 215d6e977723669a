// expect: verified 294
// options: --races=explore
// args: 4
// toy: # What the dice give for 4. Only one thread locks the mutex.
// toy: var v
// toy: thread a { seen = v; if seen != 2 { v = 1 }; v = 1; v = 1 }
// toy: thread b { seen = v }
// toy: thread c { seen = v; v = 3; if seen != 2 { v = 3 }; if seen != 3 { seen = v } }
// A program made of the number in its argument: threads that read and write a few variables of different sizes, next to
// each other in memory, some of them under a mutex. tests/cli/agreement/explore_agreement.sh compares it with its atomic twin.
#include <pthread.h>
#include <stdlib.h>

#include "shared.h"

enum { kThreads = 3, kSteps = 4, kVariables = 6 };

static struct {
  SHARED(char) a, b;
  SHARED(short) c;
  SHARED(int) d;
  SHARED(long) e, f;
} all;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int steps, lock_at, unlock_at;
  struct {
    int variable, writes, skips_if;  // does nothing if the last value it read is this one
  } step[kSteps];
} plan[kThreads];

static int load(int variable) {
  switch (variable) {
    case 0: return LOAD(all.a);
    case 1: return LOAD(all.b);
    case 2: return LOAD(all.c);
    case 3: return LOAD(all.d);
    case 4: return (int)LOAD(all.e);
    default: return (int)LOAD(all.f);
  }
}

static void store(int variable, int value) {
  switch (variable) {
    case 0: STORE(all.a, (char)value); break;
    case 1: STORE(all.b, (char)value); break;
    case 2: STORE(all.c, (short)value); break;
    case 3: STORE(all.d, value); break;
    case 4: STORE(all.e, value); break;
    default: STORE(all.f, value); break;
  }
}

static void *run(void *argument) {
  int self = (int)(long)argument, seen = 0;
  for (int k = 0; k < plan[self].steps; k++) {
    if (k == plan[self].lock_at) pthread_mutex_lock(&mutex);
    if (plan[self].step[k].skips_if == seen) {
    } else if (plan[self].step[k].writes) {
      store(plan[self].step[k].variable, self + 1);
    } else {
      seen = load(plan[self].step[k].variable);
    }
    if (k == plan[self].unlock_at) pthread_mutex_unlock(&mutex);
  }
  return 0;
}

static unsigned state;
static int dice(int sides) {
  state = state * 1103515245 + 12345;
  return (int)(state >> 16) % sides;
}

int main(int argc, char **argv) {
  pthread_t threads[kThreads];
  state = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  int count = 2 + dice(kThreads - 1), variables = 1 + dice(3), first = dice(kVariables);
  for (int t = 0; t < count; t++) {
    plan[t].steps = 1 + dice(kSteps);
    plan[t].lock_at = dice(3) == 0 ? dice(plan[t].steps) : -1;
    plan[t].unlock_at = plan[t].lock_at < 0 ? -1 : plan[t].lock_at + dice(plan[t].steps - plan[t].lock_at);
    for (int k = 0; k < plan[t].steps; k++) {
      plan[t].step[k].variable = (first + dice(variables)) % kVariables;
      plan[t].step[k].writes = dice(2);
      plan[t].step[k].skips_if = dice(3) == 0 ? 1 + dice(3) : -1;
    }
  }
  for (int t = 0; t < count; t++) pthread_create(&threads[t], 0, run, (void *)(long)t);
  for (int t = 0; t < count; t++) pthread_join(threads[t], 0);
  return 0;
}
