#!/usr/bin/env bash
# --unroll=N bounds loops: a thread stops where it would do the operation at one place more than N times. The verdict is
# incomplete if that ever happened, and only then. Spin loops are not unrolled at all.
set -uo pipefail

: "${MAZURKA:?must be the built binary}"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

# One build, many cases: the argument says what the threads do.
cat >loops.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int counter, flag;
static int kind, rounds;
__attribute__((noinline)) static void add(void) { atomic_fetch_add(&counter, 1); }
static void *run(void *argument) {
  switch (kind) {
    case 0:  // for ever, changing something
      for (;;) atomic_fetch_add(&counter, 1);
    case 1:  // a number of rounds
      for (int k = 0; k < rounds; k++) atomic_fetch_add(&counter, 1);
      break;
    case 2:  // no loop: calls from several places
      add();
      add();
      add();
      add();
      break;
    case 3:  // a spin loop
      while (atomic_load(&flag) == 0) {
      }
      break;
    case 4:  // for ever, counting for itself: no spin loop
      for (volatile int k = 0; atomic_load(&flag) < 2; k++) {
      }
      break;
    case 5:  // a bug behind the loop, and one in a late round
      for (int k = 0; k < rounds; k++)
        if (atomic_fetch_add(&counter, 1) == 2) assert(k != 2);
      break;
    case 6:  // a recursive function is a loop only if it comes back to the same depth
      if (argument != 0) {
        add();
        run((char *)argument - 1);
      }
      break;
  }
  return 0;
}
int main(int argc, char **argv) {
  pthread_t thread;
  kind = atoi(argv[1]);
  rounds = argc > 2 ? atoi(argv[2]) : 0;
  pthread_create(&thread, 0, run, (void *)(long)rounds);
  atomic_store(&flag, 1);
  pthread_join(thread, 0);
  return 0;
}
END

expect() {  # exit code, text, options and arguments
  local output code
  output=$("$MAZURKA" check out/loops --quiet --out out "${@:3}" 2>&1)
  code=$?
  [[ $code == "$1" && $output == *"$2"* ]] && return
  echo "${*:3}: expected exit code $1 and '$2', found $code and: $(head -n 3 <<<"$output")"
  failed=1
}

"$MAZURKA" check loops.c --quiet --out out -- 2 >/dev/null || { echo "cannot build loops.c"; exit 1; }
expect 3 'incomplete: 1 execution reached the bound of --unroll=5 (' --unroll=5 -- 0
expect 3 'longest execution 7 events' --unroll=5 -- 0
expect 0 'verified: the only trace' --unroll=3 -- 1 3
expect 3 'reached the bound of --unroll=2' --unroll=2 -- 1 3
expect 0 'verified: the only trace' --unroll=1 -- 2
expect 0 'verified: all' --unroll=1 -- 3
expect 3 'reached the bound of --unroll=8' --unroll=8 -- 4
expect 3 'no bug so far' --unroll=2 -- 5 4
expect 1 'bug: assertion failed: k != 2' --unroll=3 -- 5 4
"$MAZURKA" replay out/bug-1.trace --quiet >replay 2>&1
[[ $? == 1 ]] || { echo "the replay said: $(cat replay)"; failed=1; }
expect 0 'verified: the only trace' --unroll=1 -- 6 5
expect 3 'reached the bound of --unroll=5 or --max-steps=3' --unroll=5 --max-steps=3 -- 0
for algorithm in $("$MAZURKA" algorithms | awk '{print $1}'); do
  expect 3 'reached the bound of --unroll=3' --unroll=3 --algorithm=$algorithm -- 4
done
expect 3 'reached the bound of --unroll=3' --unroll=3 --restart=fork -- 4
expect 2 'unroll' --unroll=0 -- 0
exit $failed
