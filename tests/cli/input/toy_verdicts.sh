#!/usr/bin/env bash
# `mazurka toy`: verdicts, exit codes, the listing of traces and the JSON document.
# labels: asan
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
cd "$SOURCE_DIR" || exit 1

expect() {  # exit code, regular expression of the first line, arguments
  local code=$1 pattern=$2 output status
  shift 2
  output=$("$MAZURKA" toy "$@" 2>&1)
  status=$?
  [[ $status == "$code" ]] || fail "mazurka toy $*: exit code $status, expected $code"
  head -n 1 <<<"$output" | grep -qE "$pattern" || fail "mazurka toy $*: said '$(head -n 1 <<<"$output")', expected $pattern"
}

for algorithm in $("$MAZURKA" algorithms | awk '$2 !~ /states/ {print $1}'); do
  expect 1 '^bug: examples/lost-update.toy:13:3: assertion failed: r == 2, in thread main \(in [0-9]+ of' examples/lost-update.toy --algorithm=$algorithm
  expect 1 '^bug: deadlock: philosopher\[0\] waits at line 7 for .* of [0-9,]+ executions' examples/dining-philosophers.toy --algorithm=$algorithm
  expect 0 '^verified: all [0-9]+ traces explored, no bug' examples/peterson.toy --algorithm=$algorithm
  expect 0 '^verified: all [0-9]+ traces explored, no bug' examples/bounded-buffer.toy --algorithm=$algorithm
  expect 0 '^verified: the only trace explored, no bug' examples/spin-with-await.toy --algorithm=$algorithm
done
for algorithm in $("$MAZURKA" algorithms | awk '$2 ~ /states/ {print $1}'); do
  expect 1 '^bug: examples/lost-update.toy:13:3: assertion failed: r == 2, in thread main' examples/lost-update.toy --algorithm=$algorithm
  expect 1 '^bug: deadlock: philosopher\[0\] waits at line 7 for ' examples/dining-philosophers.toy --algorithm=$algorithm
  expect 0 '^verified: [0-9,]+ runs, [0-9,]+ states; traces were not counted, no bug' examples/peterson.toy --algorithm=$algorithm
done
for scheduler in reads-first writes-first newest-first spawns-first in-order random; do
  expect 0 '^verified: all 64 traces' bench/toy/lastzero.toy -D N=5 --scheduler=$scheduler
done
expect 3 '^incomplete: stopped at --max-executions=10' bench/toy/lastzero.toy --max-executions=10
expect 3 '^incomplete: stopped at --max-time=0.05' bench/toy/lastzero.toy -D N=20 --max-time=0.05
expect 3 '^incomplete: .* reached the limit of --max-steps=2' bench/toy/lastzero.toy -D N=5 --max-steps=2

deadlock=$("$MAZURKA" toy examples/dining-philosophers.toy)
grep -q '^bug: deadlock: .* waits at line ' <<<"$deadlock" || fail "a deadlock does not say who waits where"

# The same seed gives the same order of exploration, another seed another one; the traces are the same.
list() { "$MAZURKA" toy bench/toy/readers.toy -D N=4 --traces --scheduler=random --seed="$1" | sed -n 's/^ *[0-9]*  \(writer\|reader\)/\1/p'; }
[[ $(list 1 | wc -l) == 16 ]] || fail "--traces does not list 16 traces: $(list 1)"
[[ $(list 1) == "$(list 1)" ]] || fail "the same seed gives another order"
[[ $(list 1) != "$(list 2)" ]] || fail "another seed gives the same order"
[[ $(list 1 | sort) == "$(list 2 | sort)" ]] || fail "another seed gives other traces"

json=$("$MAZURKA" toy examples/lost-update.toy --format=json --traces)
json_get <<<"$json" || fail "--format=json does not print one document"
for field in executions blocked deadlocks traces events max_depth peak_bytes bugs verdict algorithm; do
  [[ -n $(json_get $field <<<"$json") ]] || fail "the JSON document has no $field"
done
[[ $(json_get verdict <<<"$json") == bug ]] || fail "the JSON document does not say bug"

# Ctrl-C: a partial verdict, exit code 130.
"$MAZURKA" toy bench/toy/lastzero.toy -D N=20 >"$dir/interrupted" 2>&1 &
interrupt $! 0.3
[[ $code == 130 ]] || fail "interrupted: exit code $code, expected 130"
grep -q '^incomplete: interrupted' "$dir/interrupted" || fail "interrupted: no partial verdict"

finish "all verdicts as expected"
