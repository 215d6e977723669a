#!/usr/bin/env bash
# The same program gives the same numbers however it is run: with every algorithm, at -O0 and -O2, with one process for each
# execution, again and again.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
cd "$SOURCE_DIR" || exit 1

# Programs of one name have one digest, however they are run; the first run tells it.
declare -A digests
expect() {  # name, verdict and executions, arguments of mazurka check
  check_json "${@:3}" --digest
  : "${digests[$1]:=$digest}"
  [[ "$verdict $executions $digest" == "$2 ${digests[$1]}" && -n $digest ]] ||
    fail "mazurka check ${*:3}: '$verdict $executions $digest', expected '$2 ${digests[$1]}': $trouble"
}

lastzero='verified 3328'
for flags in -O0 -O2; do
  expect lastzero "$lastzero" bench/programs/lastzero.c -DN=10 $flags
  expect lastzero "$lastzero" bench/programs/lastzero.cpp -DN=10 $flags
  expect dispatcher 'verified 1482' bench/programs/dispatcher.c -DS=5 -DR=3 $flags
  expect fib 'verified 19605' bench/programs/fib-bench.c -DN=4 $flags
  expect fib 'verified 19605' bench/programs/fib-bench.cpp -DN=4 $flags
done
# What was built stays in the folder of the output.
expect lastzero "$lastzero" bench/programs/lastzero.c -DN=10
expect mpat 'verified 384' bench/programs/mpat.c -DK=4
expect multiprodcon 'verified 60' bench/programs/multiprodcon.c -DP=2 -DW=5
for algorithm in $("$MAZURKA" algorithms | awk '$2 !~ /interleavings|states/ {print $1}'); do
  expect lastzero "$lastzero" "$dir/out/lastzero" --algorithm=$algorithm
  expect mpat 'verified 384' "$dir/out/mpat" --algorithm=$algorithm
  expect multiprodcon 'verified 60' "$dir/out/multiprodcon" --algorithm=$algorithm
done
for scheduler in reads-first writes-first newest-first spawns-first in-order random; do
  expect lastzero "$lastzero" "$dir/out/lastzero" --scheduler=$scheduler
done
for restart in in-process fork; do
  expect lastzero5 'verified 64' bench/programs/lastzero.c -DN=5 --restart=$restart
  expect spsc 'verified 44' examples/spsc_ring.cpp --restart=$restart
done
# States that are restored in the middle of an execution are what repeating it leads to.
expect lastzero "$lastzero" bench/programs/lastzero.c -DN=10 --check-restarts
expect lastzero "$lastzero" bench/programs/lastzero.cpp -DN=10 --check-restarts
expect dispatcher 'verified 1482' bench/programs/dispatcher.c -DS=5 -DR=3 --check-restarts
expect mpat 'verified 384' bench/programs/mpat.c -DK=4 --check-restarts

expect lastzero5 'verified 64' bench/programs/lastzero.c -DN=5
for ((n = 0; n < 100 && failures == 0; n++)); do expect lastzero5 'verified 64' "$dir/out/lastzero"; done

finish "all numbers agree"
