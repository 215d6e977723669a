#!/usr/bin/env bash
# Samples on the command line: verdicts, exit codes, refusals, what the reports say, and that a bug replays; the same for toy
# programs and native ones.
# labels: asan
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >between.toy <<'TOY'
var x
thread A { x = 1; x = 2 }
thread B { r = x; assert r != 1 }
TOY
sed 's/!= 1/!= 3/' between.toy >fixed.toy
strategies=(random pct pos surw)
for strategy in "${strategies[@]}"; do
  expect_first_line 1 'assert' toy between.toy --sample=$strategy --max-executions=1000
  # All three traces were seen; yet nothing is verified.
  expect_first_line 3 "incomplete: only a sample (stopped at --max-executions=1000): 1,000 runs by $strategy, 3 different traces; the next run shows a new one with a probability of less than 0.1 %" \
    toy fixed.toy --sample=$strategy --max-executions=1000
done
expect_first_line 3 'incomplete: only a sample (stopped at --max-time=0.2)' toy fixed.toy --sample=pos --max-time=0.2
read_json "$("$MAZURKA" toy fixed.toy --sample=pct --depth=2 --seed=5 --max-executions=200 --format=json)" \
  verdict algorithm executions sampling.strategy sampling.depth sampling.seed sampling.runs sampling.traces sampling.traces_once \
  sampling.threads sampling.steps sampling.traces_exact
[[ ${values[*]} == 'incomplete pct 200 pct 2 5 200 3 0 2 3 true' ]] || fail "the JSON report of a toy program: ${values[*]}"

for option in --algorithm=pop --scheduler=random --preemption-bound=1 --context-bound=1 --no-sleep-sets; do
  expect_first_line 2 "${option%%=*} is for exploring everything; it cannot be given with --sample=pos" toy fixed.toy --sample=pos $option
done
expect_first_line 2 '--depth is for --sample=pct' toy fixed.toy --sample=pos --depth=2
expect_first_line 2 '--depth is for --sample=pct' toy fixed.toy --depth=2
expect_first_line 2 'expected a number greater than 0' toy fixed.toy --sample=pct --depth=0
expect_first_line 2 'expected one of random, pct, pos, surw' toy fixed.toy --sample=some

if [[ -e $(dirname "$(dirname "$MAZURKA")")/lib/libmazurka-rt.so ]]; then
  cat >between.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x;
static void* a(void* unused) {
  x = 1;
  x = 2;
  return unused;
}
int main(int argc, char** argv) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  assert(x != (argc > 1 ? atoi(argv[1]) : 1));
  pthread_join(t, 0);
}
C
  for strategy in "${strategies[@]}"; do
    check_json between.c --sample=$strategy --max-executions=1000
    [[ $code == 1 && $verdict == bug && ${report[bugs.0.message]} == *'x != '* ]] ||
      fail "--sample=$strategy does not find the bug: $code $verdict $trouble"
    "$MAZURKA" replay "${report[bugs.0.trace_file]}" >replayed || [[ $? == 1 ]] || fail "the bug of --sample=$strategy does not replay"
    grep -q '(replayed)' replayed || fail "the bug of --sample=$strategy does not replay: $(head -n 1 replayed)"
    check_json between.c --sample=$strategy --max-executions=500 -- 3
    [[ $code == 3 && $verdict == incomplete && $executions == 500 && $traces == 3 &&
      $trouble == "only a sample (stopped at --max-executions=500): 500 runs by $strategy, 3 different traces"* ]] ||
      fail "--sample=$strategy: $code $verdict $executions $traces $trouble"
  done
  text=$("$MAZURKA" check between.c --quiet --sample=pct --depth=2 --max-executions=500 -- 3)
  grep -q '^guarantee: a run finds a bug of depth 2 with a probability of at least 1/(n k^1) = 10 %' <<<"$text" ||
    fail "no guarantee in the report: $text"
  # What a run does depends on its number and the seed.
  one=$("$MAZURKA" check between.c --quiet --sample=pos --seed=3 --max-executions=50 --digest -- 3 | grep digest)
  two=$("$MAZURKA" check between.c --quiet --sample=pos --seed=3 --max-executions=50 --digest -- 3 | grep digest)
  [[ -n $one && $one == "$two" ]] || fail "the same seed gives other runs: $one, $two"
fi
finish "samples are reported as such, and their bugs replay"
