#!/usr/bin/env bash
# Explorations that are too big: the hunt beside them, estimates, advice, and progress.
# labels: native
# cost: 12
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

[[ -e $(dirname "$(dirname "$MAZURKA")")/lib/libmazurka-rt.so ]] || skip "there is no runtime library"
enter_dir
unset MAZURKA_HUNT
programs=$SOURCE_DIR/bench/programs

# Without the hunt this one runs for hours. The bug that it finds replays.
check_json "$SOURCE_DIR/bench/hunt/sections.c" --max-time=60
[[ $code == 1 && $verdict == bug && ${report[bugs.0.message]} == *'owner == 0'* ]] ||
  fail "the hunt does not find the bug: $code $verdict $trouble"
read_json "$json" hunt.found hunt.bounded_runs executions seconds
[[ ${values[0]} == 'with at most 1 preemption' || ${values[0]} == 'by pos' ]] || fail "who found the bug? ${values[0]}"
"$MAZURKA" replay "${report[bugs.0.trace_file]}" >replayed
[[ $? == 1 ]] && grep -q '(replayed)' replayed || fail "the bug of the hunt does not replay: $(head -n 1 replayed)"

# It does not disturb the exploration: verdict, counts and digest are the same.
"$MAZURKA" check "$programs/lastzero.c" -DN=16 -O2 --max-executions=1 --quiet --out out >/dev/null 2>&1
for hunt in 0 90; do
  "$MAZURKA" check out/lastzero --hunt=$hunt --digest --format=json --quiet --out out >$hunt.json
  read_json "$(<$hunt.json)" verdict executions events trace_digest complete
  [[ ${values[*]:0:2} == 'verified 311296' ]] || fail "--hunt=$hunt: ${values[*]}"
  grep -q '"hunt"' $hunt.json && fail "a complete exploration tells of the hunt"
  numbers[$hunt]=${values[*]}
done
[[ ${numbers[0]} == "${numbers[90]}" ]] || fail "the hunt changes the exploration: ${numbers[0]}, ${numbers[90]}"

# What a stopped run says.
said=$("$MAZURKA" check "$SOURCE_DIR/bench/hunt/philosophers.c" -DFIXED --hunt=50 --max-time=4 --progress=json --out out 2>progress)
[[ $? == 3 ]] || fail "a stopped run has another exit code"
first=$(head -n 1 <<<"$said")
[[ $first == 'incomplete: stopped at --max-time=4: all executions with at most '*' preemption'*'; '*' samples; '*' of the tree ('* ]] ||
  fail "the verdict of a stopped run: $first"
grep -q '^hopeless: about \|^est\. ' <<<"$said" || fail "there is no estimate: $said"
grep -A 3 '^what would help:' <<<"$said" | grep -q 'noise_mutex (.*noise.h:' || fail "the advice does not name what is contended: $said"
grep -q '^  - --preemption-bound=' <<<"$said" || fail "the advice has no bound: $said"
(($(wc -l <progress) >= 1)) || fail "there is no progress: $(<progress)"
while read -r line; do
  read_json "$line" executions workers bugs || fail "progress is not JSON: $line"
done <progress
tail -n 1 progress | grep -q '"estimate":{"executions":' || fail "no estimate in the progress: $(tail -n 1 progress)"

# On a narrow terminal what matters least is left out, and nothing is cut.
if [[ -n $(type -P script) ]]; then
  script -qec "stty cols 50; '$MAZURKA' check '$SOURCE_DIR/bench/hunt/philosophers.c' -DFIXED --hunt=0 --max-time=3 --out out" /dev/null \
    </dev/null | tr '\r' '\n' | sed 's/\x1b\[[0-9;]*[Km]//g' | grep -E '^(\[[#.]+\] )?[0-9,]+ executions' >terminal
  (($(wc -l <terminal) >= 3)) || fail "there is no progress on a terminal: $(<terminal)"
  while read -r line; do
    ((${#line} < 50)) && [[ $line == *' 0 bugs'* ]] || fail "the line of progress is cut: $line"
  done <terminal
fi

check_json "$SOURCE_DIR/bench/hunt/philosophers.c" -DFIXED --hunt=0 --max-time=1.5
[[ $code == 3 ]] && ! grep -q '"hunt"' <<<"$json" || fail "--hunt=0 hunts"
expect_first_line 2 '--hunt=91 is too much: at most 90 percent' check "$programs/lastzero.c" -DN=5 --hunt=91

# An estimate after a twentieth of the executions; the long version is bench/estimates.
for line in 'lastzero.c 13 32768' 'fib-bench.c 4 19605' 'pi.c 7 5040'; do
  read -r file n all <<<"$line"
  check_json "$programs/$file" -DN="$n" -O2 --max-executions=$((all / 20))
  read_json "$json" estimate.executions estimate.least estimate.most
  awk -v e="${values[0]}" -v t="$all" 'BEGIN { exit e > 3 * t || e < t / 3 }' || fail "$file $n has $all traces, not ${values[0]}"
done
finish "the hunt finds bugs, disturbs nothing, and stopped runs say how far they came"
