#!/usr/bin/env bash
# cost: 40
# `mazurka check -j N`: processes that share an exploration give the same verdict, counts, digests and bugs as one, also
# when they share from the first execution on, when something is learned, and when they are killed. A few programs of each kind
# (every EVERY-th of tests/programs). The target jobs_long takes 200 of them, with 2, 3 and 8 processes, also with --races=explore, and
# MOST: the programs of bench/programs with up to so many traces.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
every=${EVERY:-96}
jobs=${JOBS:-3}
repeat=${REPEAT:-3}

compare() {  # arguments of jobs.py
  local said
  said=$(python3 "$SOURCE_DIR/tests/cli/agreement/jobs.py" "$MAZURKA" "$dir/jobs" "$@" 2>&1) || fail "$said"
  tail -n 1 <<<"$said"
}

mapfile -t files < <(find "$SOURCE_DIR/tests/programs" -name '*.c' -o -name '*.cpp' | sort)
chosen=() shared=() all=()
rarely=3
[[ -n ${MOST-} ]] && rarely=1
for ((k = 0; k < ${#files[@]}; k++)); do
  ((k % every == 0)) && chosen+=("${files[k]}")
  ((k % (rarely * every) == 1)) && shared+=("${files[k]}")
  ((k % (3 * every) == 2)) && all+=("${files[k]}")
done
# For bounded searches and samples. (Executions of thousands of steps are not sampled by the hundred in the time there is.)
some=() others=()
for ((k = 0; k < ${#all[@]}; k += rarely)); do some+=("${all[k]}"); done
for ((k = 0; k < ${#shared[@]}; k += rarely)); do [[ ${shared[k]} != */many_threads.c ]] && others+=("${shared[k]}"); done
programs=$SOURCE_DIR/bench/programs
compare --jobs "$jobs" --max-time 20 "${chosen[@]}"
compare --jobs "$jobs" --max-time 20 --options=--races=explore "${shared[@]}"
compare --jobs "$jobs" --max-time 20 --options=--keep-going "${all[@]}"
compare --jobs "${JOBS:-2,8}" --repeat "$repeat" "$programs/lastzero.c:-DN=8" "$programs/fib-bench.c:-DN=3" "$programs/readers.c:-DN=8"
# It stops at its bug: what came before must be the same, whatever each process has asked its solver.
compare --jobs 3 "$SOURCE_DIR/tests/programs/symbolic/standard_input.c"
if [[ -n ${MOST-} ]]; then
  benchmarks=()
  while read -r file macros traces; do
    [[ $file == *.c* ]] && ((traces <= MOST)) && benchmarks+=("$programs/$file:-O2 -D${macros//,/ -D}")
  done <"$programs/counts.txt"
  compare --jobs "$jobs" --max-time 600 "${benchmarks[@]}"
fi

# Bounded searches and samples are divided in another way: into units, which are the same for any number of processes.
compare --jobs "$jobs" --max-time 20 --unit 300 --options=--preemption-bound=1 "${some[@]}" "$programs/dispatcher.c:-DS=3 -DR=2"
compare --jobs "$jobs" --max-time 20 --unit 300 "--options=--preemption-bound=2 --keep-going" "${others[@]}"
compare --jobs "$jobs" --unit 300 "--options=--preemption-bound=1 --max-executions=77" "$programs/dispatcher.c:-DS=3 -DR=2"
compare --jobs "$jobs" --unit 300 "--options=--sample=pos --max-executions=300" "${others[@]}"
compare --jobs "$jobs" --unit 300 "--options=--sample=pct --max-executions=300 --keep-going" "${some[@]}"
compare --jobs "$jobs" --unit 300 "--options=--sample=surw --max-executions=3000 --seed=7" "$programs/fib-bench.c:-DN=4"

# What one process learns, another one may not find again in the same steps: here since the processes differ in what they read of
# themselves. Then one explores alone. (It happens every second or third time.)
cat >"$dir/learned.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int flag, x, y;
static int number;
static void* wait(void* unused) {
  if (number % 2 == 1) while (!atomic_load(&flag)) {}
  else atomic_load(&flag), atomic_load(&flag);
  return unused;
}
static void* count(void* unused) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&y, 1);
  return unused;
}
int main(void) {
  FILE* file = fopen("/proc/self/stat", "r");
  if (fscanf(file, "%d", &number) != 1) return 1;
  fclose(file);
  pthread_t threads[4];
  for (int k = 0; k < 4; k++) pthread_create(&threads[k], 0, k == 3 ? wait : count, 0);
  atomic_store(&flag, 1);
  for (int k = 0; k < 4; k++) pthread_join(threads[k], 0);
  return 0;
}
END
"$tools/mazurka-cc" "$dir/learned.c" -o "$dir/learned" || fail "learned.c does not compile"
for ((k = 0; k < 60; k++)); do
  said=$(MAZURKA_TEST_SHARE=1 "$MAZURKA" check "$dir/learned" -j 3 --quiet --out "$dir/out" 2>&1)
  [[ $said != 'mazurka: one process explores: another process does not find the same steps'$'\n''verified: all 108 traces'* ]] || break
done
((k < 60)) || fail "no process misses what another one has learned: $(head -n 2 <<<"$said")"

# Algorithms that cannot be divided say so, and explore alone.
said=$("$MAZURKA" check "$programs/lastzero.c" -DN=5 -j 2 --algorithm=optimal --quiet --out "$dir/out" 2>&1)
[[ $said == "mazurka: one process explores: the algorithm optimal cannot be divided"$'\n'"verified: all 64 traces"* ]] ||
  fail "-j 2 --algorithm=optimal: '$said'"

# A process that is killed is replaced, and what it has not told is explored again.
# (Built before, or the compiler is killed.)
"$tools/mazurka-cc" "$programs/lastzero.c" -DN=14 -o "$dir/lastzero" || fail "lastzero.c does not compile"
"$MAZURKA" check "$dir/lastzero" -j 2 --quiet --out "$dir/out" >"$dir/killed" 2>&1 &
checker=$!
# (Twice each: a part of the work that has killed three processes is given up.)
for which in -n -o -n -o; do
  sleep 0.2
  pkill -KILL $which -P $checker 2>/dev/null
done
wait $checker
grep -q '^verified: all 69,632 traces' "$dir/killed" || fail "processes were killed: $(head -n 1 "$dir/killed")"

finish "several processes give what one gives"
