#!/usr/bin/env bash
# Symbolic inputs on the command line: from outside, with tests for each class of inputs, in a store, and what is refused.
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
program=$SOURCE_DIR/tests/programs/symbolic/standard_input.c

# ---- refusals: one sentence
expect_first_line 2 "--symbolic-arg: found '0', expected a number of 1 to 4000 bytes" check "$program" --symbolic-arg=0
expect_first_line 2 "--symbolic-stdin: found 'x', expected a number of 1 to 4000 bytes" check "$program" --symbolic-stdin=x
expect_first_line 2 "--symbolic-file: found 'name', expected PATH:N, a file of 1 to 4000 bytes" check "$program" --symbolic-file=name
expect_first_line 2 "symbolic inputs are explored, not sampled: leave out --sample" check "$program" --symbolic-stdin=6 --sample=pos --max-time=1

# ---- what a library reads for itself is fixed, byte by byte, and that is not all values
cat >scan.c <<'C'
#include <assert.h>
#include <stdio.h>
int main(void) {
  int number = 0;
  const int count = scanf("%d", &number);
  assert(count != 1 || number < 1000);
}
C
expect_first_line 3 "1 value was made concrete, first at scan.c:5; --symbolic-addresses=N explores more values" check scan.c --symbolic-stdin=2 --quiet
expect_first_line 0 "verified: all" check scan.c --symbolic-stdin=1 --symbolic-addresses=256 --quiet

# ---- a test for each class of inputs
cat >classes.c <<'C'
#include <mazurka.h>
int main(int argc, char** argv) {
  short n;
  mazurka_symbolic(&n, sizeof n, "n");
  if (n != 300 && argv[1][0] == 'x') argc++;
  return argc == 0;
}
C
check_json classes.c --symbolic-arg=2 --cover
[[ $verdict == verified && $executions == 3 ]] || fail "classes.c: $verdict with $executions executions, expected 3: $trouble"
for k in 0001 0002 0003; do
  [[ -s out/tests/$k/inputs.c && $(stat -c %s out/tests/$k/n) == 2 && $(stat -c %s out/tests/$k/argv_1) == 2 ]] || fail "no test $k"
done
[[ ! -e out/tests/0004 ]] || fail "there are more tests than classes of inputs"
cat out/tests/*/n | od -An -v -tx2 | tr -s ' ' '\n' | grep -qx 012c || fail "no test has n == 300"
cat >tester.c <<'C'
#include <stdio.h>
#include <string.h>
#include INPUTS
int main(void) {
  for (size_t k = 0; k < input_count; k++) printf("%s %zu\n", inputs[k].name, inputs[k].length);
}
C
gcc -DINPUTS="\"out/tests/0002/inputs.c\"" tester.c -o tester && [[ $(./tester | sort | tr '\n' ' ') == "argv[1] 2 n 2 " ]] ||
  fail "the array of a test is not as expected"

# ---- stopped and gone on with: the same executions as at once
cat >writers.c <<'C'
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
static int inputs[3];
static _Atomic int last;
static void* work(void* argument) {
  const int k = (int)(long)argument;
  if (inputs[k] > 10) atomic_store(&last, k);
  if (inputs[k] * 3 == atomic_load(&last) + 60) atomic_fetch_add(&last, inputs[k]);
  return 0;
}
int main(void) {
  mazurka_symbolic(inputs, sizeof inputs, "inputs");
  pthread_t threads[3];
  for (long k = 0; k < 3; k++) pthread_create(&threads[k], 0, work, (void*)k);
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
}
C
check_json writers.c --symbolic --digest -j1
whole="$verdict $executions $traces $digest"
[[ $verdict == verified && $executions == "$traces" ]] || fail "writers.c: $whole: $trouble"
check_json out/writers --symbolic --digest -j2 --store=runs.db
[[ "$verdict $executions $traces $digest" == "$whole" ]] || fail "in a store: $verdict $executions $digest, expected $whole: $trouble"
check_json out/writers --symbolic --digest -j2 --store=stopped.db --max-time=0.15
times=0
while [[ $verdict == incomplete ]] && ((times++ < 60)); do
  check_json out/writers --symbolic --digest -j2 --store=stopped.db --max-time=0.4 --resume
done
[[ "$verdict $executions $traces $digest" == "$whole" ]] ||
  fail "resumed $times times: $verdict $executions $traces $digest, expected $whole: $trouble"
"$MAZURKA" check out/writers --symbolic --digest --store=away.db --detach --quiet >detached 2>&1 || fail "--detach: $(cat detached)"
"$MAZURKA" work away.db --drain 2>worked || fail "work: $(cat worked)"
"$MAZURKA" wait away.db 1 --format=json >waited 2>&1
[[ "$(json_get verdict executions traces trace_digest <waited | tr '\n' ' ')" == "$whole " ]] ||
  fail "detached: $(json_get verdict executions traces trace_digest <waited | tr '\n' ' '), expected $whole"

finish "symbolic inputs from outside, tests of classes, and kept runs are as expected"
