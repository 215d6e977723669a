#!/usr/bin/env bash
# The same program gives the same numbers however it is run: with every algorithm, at -O0 and -O2, with one process for each
# execution, again and again.
set -uo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$SOURCE_DIR" || exit 1
failures=0
fail() { echo "$*"; failures=$((failures + 1)); }

# Prints the verdict, the number of executions, and the digest of the traces.
check() {  # arguments of mazurka check
  "$MAZURKA" check "$@" --digest --format=json --quiet --out "$dir/out" 2>"$dir/errors" </dev/null |
    tee "$dir/json" | sed -n 's/^  "\(verdict\|executions\|trace_digest\)": *"\{0,1\}\([a-z0-9]*\).*/\2/p' | tr '\n' ' '
}
# Programs of one name have one digest, however they are run; the first run tells it.
declare -A digests
expect() {  # name, verdict and executions, arguments of mazurka check
  local said
  said=$(check "${@:3}")
  : "${digests[$1]:=${said##"$2 "}}"
  [[ $said == "$2 ${digests[$1]}" && -n ${digests[$1]} ]] ||
    fail "mazurka check ${*:3}: '$said', expected '$2 ${digests[$1]}' $(head -n 2 "$dir/errors")"
}

lastzero='verified 3328'
for flags in -O0 -O2; do
  expect lastzero "$lastzero" bench/programs/lastzero.c -DN=10 $flags
  expect lastzero "$lastzero" bench/programs/lastzero.cpp -DN=10 $flags
  expect dispatcher 'verified 1482' bench/programs/dispatcher.c -DS=5 -DR=3 $flags
  expect fib 'verified 19605' bench/programs/fib-bench.c -DN=4 $flags
  expect fib 'verified 19605' bench/programs/fib-bench.cpp -DN=4 $flags
done
for algorithm in $("$MAZURKA" algorithms | awk '$2 !~ /interleavings/ {print $1}'); do
  expect lastzero "$lastzero" bench/programs/lastzero.c -DN=10 --algorithm=$algorithm
  expect mpat 'verified 384' bench/programs/mpat.c -DK=4 --algorithm=$algorithm
  expect multiprodcon 'verified 60' bench/programs/multiprodcon.c -DP=2 -DW=5 --algorithm=$algorithm
done
for scheduler in reads-first writes-first newest-first spawns-first in-order random; do
  expect lastzero "$lastzero" bench/programs/lastzero.c -DN=10 --scheduler=$scheduler
done
for restart in in-process fork; do
  expect lastzero5 'verified 64' bench/programs/lastzero.c -DN=5 --restart=$restart
  expect spsc 'verified 44' examples/spsc_ring.cpp --restart=$restart
done

check bench/programs/lastzero.c -DN=5 >/dev/null
program=$dir/out/lastzero
[[ -x $program ]] || program=$(find "$dir/out" -type f -perm -u+x | head -n 1)
for ((n = 0; n < 100; n++)); do
  said=$(check "$program")
  [[ $said == "verified 64 ${digests[lastzero5]}" ]] || { fail "run $n of 100: '$said'"; break; }
done

((failures == 0)) && echo "all numbers agree"
exit $((failures > 0))
