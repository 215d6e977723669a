#!/usr/bin/env bash
# cost: 40
# The programs of tests/stress, which churn memory, exceptions, streams and thread-local storage, run on 12,000 random
# schedules each: 3 random beginnings (BEGINNINGS=25 in the target random_schedules_long), and from each the next 4,000 schedules
# in depth-first order, so that nearly the whole of every execution repeats an earlier one and is compared with it. No assertion
# fails, and none diverges.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

beginnings=${BEGINNINGS:-2}
schedules=4000
make_dir

check() {  # file or program, seed
  TIME_LIMIT=600 check_json "$1" --algorithm=naive --scheduler=random --seed="$2" --max-executions=$schedules
}

stress_one() {  # file
  local name seed
  name=$(basename -- "$1" .cpp)
  check "$1" 1
  for ((seed = 1; seed <= beginnings; seed++)); do
    check "$dir/out/$name" "$seed"
    [[ $verdict == incomplete && $executions == "$schedules" && $trouble == "stopped at --max-executions=$schedules "* ]] ||
      { fail "$name with --seed=$seed: $verdict after $executions executions: $trouble"; break; }
  done
}

if [[ ${1-} == --one ]]; then
  stress_one "$2"
  exit $((failures > 0))
fi

# A program that does read what an earlier execution left behind is found out in the same way.
check "$SOURCE_DIR/tests/programs/nondeterminism/uninitialised.c" 1
[[ $trouble == *nondeterministic* ]] || fail "a program that diverges was not found out: $trouble"
files=("$SOURCE_DIR"/tests/stress/*.cpp)
in_parallel 1 "${files[@]}" || exit 1
finish "${#files[@]} programs ran on $((beginnings * schedules)) random schedules each"
