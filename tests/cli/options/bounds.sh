#!/usr/bin/env bash
# Bounds and qpor's k on the command line: verdicts, exit codes, refusals; the same for toy programs and native ones.
# labels: asan
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >between.toy <<'TOY'
var x
thread A { x = 1; x = 2 }
thread B { r = x; assert r != 1 }
TOY
# B comes between the two writes only if A is preempted; after one switch B has failed, though A cannot go on then.
expect_first_line 3 'incomplete: bounded: only executions with at most 0 preemptions were explored' toy between.toy --preemption-bound=0
expect_first_line 1 'assert' toy between.toy --preemption-bound=1
expect_first_line 3 'bounded: only executions with at most 0 context switches were explored' toy between.toy --context-bound=0
expect_first_line 1 'assert' toy between.toy --context-bound=1
expect_first_line 1 'assert' toy between.toy --preemption-bound=1 --algorithm=naive

readers=$SOURCE_DIR/bench/toy/readers.toy
lastzero=$SOURCE_DIR/bench/toy/lastzero.toy
expect_first_line 3 'bounded' toy "$lastzero" -D N=3 --preemption-bound=1
expect_first_line 0 'verified: all 12 traces' toy "$lastzero" -D N=3 --preemption-bound=100
expect_first_line 0 'verified: all 8 traces' toy "$readers" -D N=3 --preemption-bound=0
expect_first_line 0 'verified: all 8 traces' toy "$readers" -D N=3 --context-bound=100
[[ $("$MAZURKA" toy "$lastzero" -D N=3 --preemption-bound=1 --format=json | json_get bounded) == true ]] ||
  fail "the JSON report does not say that a bound was reached"

for algorithm in $("$MAZURKA" algorithms | awk '$2 !~ /bounds/ {print $1}'); do
  expect_first_line 2 "$algorithm would lose executions within a bound; --algorithm=classic takes --preemption-bound" \
    toy "$readers" --algorithm=$algorithm --preemption-bound=1
  expect_first_line 2 "--algorithm=classic takes --context-bound" toy "$readers" --algorithm=$algorithm --context-bound=1
done
expect_first_line 2 'cannot be given together' toy "$readers" --context-bound=1 --preemption-bound=1

for k in 1 2 17 optimal; do expect_first_line 0 'verified: all 4 traces' toy "$readers" -D N=2 --algorithm=qpor --k=$k; done
for k in 0 -1 1.5 x; do expect_first_line 2 'expected a number of at least 1, or optimal' toy "$readers" --algorithm=qpor "--k=$k"; done
expect_first_line 2 '--k=2 is for --algorithm=qpor' toy "$readers" --k=2

if [[ -e $(dirname "$(dirname "$MAZURKA")")/lib/libmazurka-rt.so ]]; then
  cat >between.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void* a(void* unused) {
  x = 1;
  x = 2;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  assert(x != 1);
  pthread_join(t, 0);
}
C
  expect_first_line 3 'bounded: only executions with at most 0 preemptions were explored' check between.c --quiet --preemption-bound=0
  expect_first_line 1 'x != 1' check between.c --quiet --preemption-bound=2
  expect_first_line 3 'bounded: only executions with at most 0 context switches were explored' check between.c --quiet --context-bound=0
  expect_first_line 1 'x != 1' check between.c --quiet --algorithm=qpor --k=1
  expect_first_line 2 'pop would lose executions within a bound' check between.c --quiet --algorithm=pop --preemption-bound=1
  expect_first_line 0 'verified: all 60 traces' check "$SOURCE_DIR/bench/programs/multiprodcon.c" -DP=2 -DW=5 --quiet --algorithm=qpor
  expect_first_line 0 'verified: all traces explored in 60 executions' check "$SOURCE_DIR/bench/programs/multiprodcon.c" -DP=2 -DW=5 \
    --quiet --algorithm=qpor --k=1
fi
finish "bounds are kept, and told"
