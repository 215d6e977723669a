#!/usr/bin/env bash
# The same program gives the same numbers however it is run: with every algorithm, at -O0 and -O2, with one process for each
# execution, again and again.
set -uo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$SOURCE_DIR" || exit 1
failures=0
fail() { echo "$*"; failures=$((failures + 1)); }

# Prints the verdict and the number of executions.
check() {  # arguments of mazurka check
  "$MAZURKA" check "$@" --format=json --quiet --out "$dir/out" 2>"$dir/errors" </dev/null |
    tee "$dir/json" | sed -n 's/^  "\(verdict\|executions\)": *"\{0,1\}\([a-z0-9]*\).*/\2/p' | tr '\n' ' '
}
expect() {  # what check() must print, its arguments
  local said
  said=$(check "${@:2}")
  [[ $said == "$1 " ]] || fail "mazurka check ${*:2}: '$said', expected '$1' $(head -n 2 "$dir/errors")"
}

for flags in -O0 -O2; do
  expect 'verified 3328' bench/programs/lastzero.c -DN=10 $flags
  expect 'verified 3328' bench/programs/lastzero.cpp -DN=10 $flags
  expect 'verified 1482' bench/programs/dispatcher.c -DS=5 -DR=3 $flags
done
for algorithm in classic dpor_cr source optimal; do
  expect 'verified 3328' bench/programs/lastzero.c -DN=10 --algorithm=$algorithm
  expect 'verified 384' bench/programs/mpat.c -DK=4 --algorithm=$algorithm
  expect 'verified 60' bench/programs/multiprodcon.c -DP=2 -DW=5 --algorithm=$algorithm
done
for scheduler in reads-first writes-first newest-first in-order random; do
  expect 'verified 3328' bench/programs/lastzero.c -DN=10 --scheduler=$scheduler
done
expect 'verified 64' bench/programs/lastzero.c -DN=5 --restart=fork
expect 'verified 44' examples/spsc_ring.cpp --restart=fork
expect 'verified 30' tests/programs/cxx/condition_variable.cpp --restart=fork

check bench/programs/lastzero.c -DN=5 >/dev/null
program=$dir/out/lastzero
[[ -x $program ]] || program=$(find "$dir/out" -type f -perm -u+x | head -n 1)
for ((n = 0; n < 100; n++)); do
  said=$(check "$program")
  [[ $said == 'verified 64 ' ]] || { fail "run $n of 100: '$said'"; break; }
done

((failures == 0)) && echo "all numbers agree"
exit $((failures > 0))
