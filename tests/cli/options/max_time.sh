#!/usr/bin/env bash
# cost: 10
# --max-time=N: the command ends within N + 1 seconds, whatever the program does.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >hostile.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

static atomic_int sum;
static volatile int done;

static void* add(void* unused) {
  for (int n = 0; n < 5; n++) sum++;
  return unused;
}
static void* allocate(void* bytes) {
  for (;;) memset(malloc((size_t)bytes), 1, (size_t)bytes);
}
static void* go_on(void* unused) {
  while (!done) done = 0;
  return unused;
}
static void* fail(void* unused) {
  assert(++sum != 2);
  return unused;
}

static void run(int count, void* (*body)(void*), void* argument) {
  static pthread_t threads[1000];
  for (int n = 0; n < count; n++) pthread_create(&threads[n], 0, body, argument);
  for (int n = 0; n < count; n++) pthread_join(threads[n], 0);
}

int main(int argc, char** argv) {
  (void)argc;
  if (!strcmp(argv[1], "threads")) run(1000, add, 0);
  if (!strcmp(argv[1], "large_blocks")) run(2, allocate, (void*)50000000);
  if (!strcmp(argv[1], "small_blocks")) run(2, allocate, (void*)1000);
  if (!strcmp(argv[1], "loop")) run(2, go_on, 0);
  if (!strcmp(argv[1], "loop_at_first")) go_on(0);
  if (!strcmp(argv[1], "bug_after_long")) {  // a replay takes as long
    for (unsigned long long begin = __rdtsc(); __rdtsc() - begin < 1500000000;) {
    }
    run(2, fail, 0);
  }
}
END

milliseconds() { local now=${EPOCHREALTIME/[.,]/}; echo $((now / 1000)); }

# Another program may take the processor: one of three times must do.
ends_in_time() {  # what the program does, code, options
  local begin took code
  for _ in 1 2 3; do
    begin=$(milliseconds)
    "$MAZURKA" check out/hostile --max-time=1 --quiet --out out "${@:3}" -- "$1" >said 2>&1 </dev/null
    code=$?
    took=$(($(milliseconds) - begin))
    [[ $code == "$2" ]] || { fail "$1 ${*:3}: exit code $code, expected $2: $(head -n 1 said)"; return; }
    ((took > 2000)) || return 0
  done
  fail "$1 ${*:3}: --max-time=1 took $took ms: $(head -n 1 said)"
}

"$MAZURKA" check hostile.c --quiet --out out -- nothing >said 2>&1 || fail "does not compile: $(<said)"
ends_in_time threads 3
ends_in_time large_blocks 3
ends_in_time small_blocks 3 -j2
ends_in_time loop 3 --restart=fork
ends_in_time loop_at_first 3
ends_in_time bug_after_long 1 -j1

finish "--max-time is kept"
