#!/usr/bin/env bash
# cost: 12
# `--algorithm=stateful` gives the verdicts of `pop`, and the same kind of bug, on every EVERY-th program of tests/programs and its fixed twin
# (`ninja stateful_long`: all of them); a thread pool ends in far fewer runs.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
every=${EVERY:-180}
compared=0

compare() {  # file, flags
  local file=$1
  shift
  check_json "$file" "$@" --hunt=0 --max-time=20 --algorithm=pop
  local expected="${report[verdict]} ${report[bugs.0.kind]}"
  [[ ${report[verdict]} != incomplete ]] || return 0
  check_json "$file" "$@" --hunt=0 --max-time=20 --algorithm=stateful
  local found="${report[verdict]} ${report[bugs.0.kind]}"
  compared=$((compared + 1))
  [[ $found == "$expected" ]] || fail "${file#"$SOURCE_DIR"/} $*: stateful says '$found', pop '$expected' ${report[incomplete]}"
}

mapfile -t files < <(find "$SOURCE_DIR/tests/programs" -name '*.c' -o -name '*.cpp' | grep -v /symbolic/ |
  xargs grep -LE '^// (args|input):|--algorithm' | grep -v /detached_uses_stack.c | sort) # (A bug that depends on how frames are laid out.)
for ((k = 7 % every; k < ${#files[@]}; k += every)); do
  file=${files[k]}
  read -ra flags <<<"$(sed -nE 's|^// (flags\|options): ||p' "$file" | tr '\n' ' ')"
  compare "$file" "${flags[@]}"
  ! grep -q '^// fixed:' "$file" || compare "$file" "${flags[@]}" -DFIXED
done
((compared > 0)) || fail "nothing was compared"

check_json "$SOURCE_DIR/bench/real/pool.cpp" -DA=2 -DB=3 --hunt=0 --algorithm=stateful
[[ ${report[verdict]} == verified ]] || fail "pool: ${report[verdict]}, expected verified: $trouble"
read_json "$json" 'assumptions.*'
[[ ${values[*]} == *'states with the same name'* ]] || fail "pool: the verdict does not say what it rests on: ${values[*]}"
runs=$((report[executions] + report[blocked]))
((runs < 3000)) || fail "a pool with 112,500 traces took $runs runs, expected less than 3,000"
finish "$compared programs have the same verdict"
