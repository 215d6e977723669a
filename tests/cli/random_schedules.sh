#!/usr/bin/env bash
# cost: 90
# The programs of tests/stress, which churn memory, exceptions, streams and thread-local storage, run on 100,000 random
# schedules each: 25 random beginnings, and from each the next 4,000 schedules in depth-first order, so that nearly the
# whole of every execution repeats an earlier one and is compared with it. No assertion fails, and none diverges.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")
beginnings=${BEGINNINGS:-25}
schedules=4000
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

check() {  # file or program, seed
  "$MAZURKA" check "$1" --algorithm=naive --scheduler=random --seed="$2" --max-executions=$schedules \
    --format=json --quiet --out "$dir/out" 2>"$dir/errors" </dev/null >"$dir/json"
}

stress_one() {  # file
  local name seed said expected='"incomplete": "stopped at --max-executions=4000"'
  name=$(basename -- "$1" .cpp)
  check "$1" 1
  for ((seed = 1; seed <= beginnings; seed++)); do
    check "$dir/out/$name" "$seed"
    said=$(grep -E '^  "(verdict|executions|incomplete|error)"|^      "message"' "$dir/json" | tr -d '\n')
    if [[ $said != *'"verdict": "incomplete"'*'"executions": 4000,'*"$expected"* ]]; then
      echo "$name with --seed=$seed: expected $expected, found: $said $(head -n 2 "$dir/errors")"
      return 1
    fi
  done
}

if [[ ${1-} == --one ]]; then
  stress_one "$2"
  exit
fi

# A program that does read what an earlier execution left behind is found out in the same way.
check "$SOURCE_DIR/tests/programs/nondeterminism/uninitialised.c" 1
grep -q '^  "incomplete": .*nondeterministic' "$dir/json" || { echo "a program that diverges was not found out"; exit 1; }
files=("$SOURCE_DIR"/tests/stress/*.cpp)
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "${JOBS:-2}" bash "$self" --one || exit 1
echo "${#files[@]} programs ran on $((beginnings * schedules)) random schedules each"
