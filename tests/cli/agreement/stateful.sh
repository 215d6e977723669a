#!/usr/bin/env bash
# cost: 14
# `--algorithm=stateful`, the same with `--fuse-sections`, and `auto` give the verdicts of `pop`, and the same kind of bug, on every EVERY-th program of tests/programs and
# its fixed twin (`ninja stateful_long`: all of them; FIRST: from this one on; WAYS: only some of the three, with commas between); a thread pool ends in far fewer runs, and states of the same name are the same.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
every=${EVERY:-180}
compared=0
IFS=, read -ra ways <<<"${WAYS:-stateful,auto,stateful --fuse-sections}"

# Of several bugs in a program another one may come first. It is no false one if pop finds it, too, with another scheduler.
is_found_by_pop() {  # what stateful has found
  local found=$1 scheduler option others=()
  [[ $found == bug* ]] || return 1
  for option in "${options[@]}"; do [[ $option == --scheduler=* ]] || others+=("$option"); done
  for scheduler in in-order writes-first random; do
    check_json "$program" "${others[@]}" --hunt=0 --max-time=20 --algorithm=pop --scheduler=$scheduler
    [[ $found != "${report[verdict]} ${report[bugs.0.kind]}" ]] || return 0
  done
  return 1
}

compare() {  # file, flags of the compiler; its options are in `options`
  local file=$1 program way algorithm
  program=$(basename "$file")
  program=$dir/out/${program%.*}
  check_json "$@" "${options[@]}" --hunt=0 --max-time=20 --algorithm=pop
  local expected="${report[verdict]} ${report[bugs.0.kind]}"
  [[ ${report[verdict]} != incomplete ]] || return 0
  for way in "${ways[@]}"; do
    algorithm=${way%% *}
    [[ $way != *fuse* || ${options[*]} != *--races=* ]] || continue
    # (Loops that wait and change something have no names of states: many runs, where pop needs few. Threads of an OpenMP team stay when
    # main returns, whose variables they have used: that is refused. A loop with waits by the kernel is bounded sooner.)
    [[ $algorithm$file != stateful*/@(waiting/@(kept_round.c|std_lock.cpp)|openmp/*|futex/wake_op_woken.c) ]] || continue
    check_json "$program" "${options[@]}" --hunt=0 --max-time=20 --algorithm=$way
    local found="${report[verdict]} ${report[bugs.0.kind]}" why=${report[incomplete]}
    compared=$((compared + 1))
    # (Said in docs/algorithms.md: it is refused, and auto has pop's verdict.)
    [[ $algorithm$why != stateful*@('main may return while other threads use its variables'|'frees more than 64 MB at once')* ]] || continue
    [[ $found == "$expected" ]] || is_found_by_pop "$found" ||
      fail "${file#"$SOURCE_DIR"/} ${*:2}: $way says '$found', pop '$expected' $why"
  done
}

mapfile -t files < <(find "$SOURCE_DIR/tests/programs" -name '*.c' -o -name '*.cpp' | grep -v /symbolic/ |
  xargs grep -LE '^// (args|input|peer):|--algorithm' | sort)
for ((k = ${FIRST:-$((7 % every))}; k < ${#files[@]}; k += every)); do
  file=${files[k]}
  read -ra flags <<<"$(sed -n 's|^// flags: ||p' "$file" | tr '\n' ' ')"
  read -ra options <<<"$(sed -n 's|^// options: ||p' "$file" | tr '\n' ' ')"
  compare "$file" "${flags[@]}"
  ! grep -q '^// fixed:' "$file" || compare "$file" "${flags[@]}" -DFIXED
done
((compared > 0)) || fail "nothing was compared"

# A loop that waits is recognised as such in steps that are made for the first time and in those that are repeated.
for program in plain_target wide_target; do
  "$tools/mazurka-c++" -DFIXED "$SOURCE_DIR/tests/programs/waiting/$program.cpp" -latomic -o "$dir/$program" || fail "$program.cpp does not compile"
  for scheduler in reads-first in-order random; do
    check_json "$dir/$program" --hunt=0 --algorithm=stateful --scheduler=$scheduler
    [[ ${report[verdict]} == verified ]] || fail "$program.cpp by $scheduler: ${report[verdict]}, expected verified: ${report[incomplete]}"
  done
done

# A race that a match would hide, if it were not refused.
check_json "$SOURCE_DIR/tests/programs/races/order/hidden_by_a_match.c" --hunt=0 --algorithm=stateful
[[ "${report[verdict]} ${report[bugs.0.kind]}" == 'bug data_race' ]] || fail "hidden_by_a_match.c: ${report[verdict]}, expected a data race"

# What refuses a match does race, and refuses none when it is known: at most 200 runs by each scheduler. By some it would be nearly 2,000 otherwise.
for scheduler in reads-first newest-first random; do
  check_json "$SOURCE_DIR/tests/programs/races/order/either_of_two_locks.c" -DFIXED --hunt=0 --algorithm=stateful --scheduler=$scheduler
  [[ ${report[verdict]} == verified ]] || fail "either_of_two_locks.c by $scheduler: ${report[verdict]}, expected verified: $trouble"
  runs=$((report[executions] + report[blocked]))
  check_json "$SOURCE_DIR/tests/programs/races/order/either_of_two_locks.c" --hunt=0 --algorithm=stateful --keep-going --scheduler=$scheduler
  [[ "${report[verdict]} ${report[bugs.0.kind]}" == 'bug data_race' ]] || fail "either_of_two_locks.c by $scheduler: ${report[verdict]}, expected a data race"
  ((runs < 400 && report[executions] + report[blocked] < 400)) || fail "either_of_two_locks.c by $scheduler took $runs runs, and $((report[executions] + report[blocked])) with the race"
done

check_json "$SOURCE_DIR/bench/real/pool.cpp" -DA=2 -DB=3 --hunt=0 --algorithm=stateful
[[ ${report[verdict]} == verified ]] || fail "pool: ${report[verdict]}, expected verified: $trouble"
read_json "$json" 'assumptions.*'
[[ ${values[*]} == *'states with the same name'* ]] || fail "pool: the verdict does not say what it rests on: ${values[*]}"
runs=$((report[executions] + report[blocked]))
((runs < 1000)) || fail "a pool with 112,500 traces took $runs runs, expected less than 1,000"
# A pool of 2 workers and 2 tasks is enough for whole states to be compared, and steps from them to be made twice.
check_json "$SOURCE_DIR/bench/real/pool.cpp" -DA=2 -DB=2 --hunt=0 --algorithm=stateful --check-states
[[ ${report[verdict]} == verified ]] || fail "pool with --check-states: ${report[verdict]}, expected verified: $trouble"
read_json "$json" states.states_compared states.steps_compared
((${values[0]%.*} > 100 && ${values[1]%.*} > 100)) || fail "pool with --check-states: compared ${values[*]}, expected hundreds"

# pop would take minutes.
export MAZURKA_TEST_RIVAL=1
check_json "$SOURCE_DIR/bench/real/cache.cpp" -DA=3 -DB=2 --hunt=0 --algorithm=auto --max-time=60
[[ ${report[verdict]} == verified ]] || fail "cache with auto: ${report[verdict]}, expected verified: $trouble ${report[incomplete]}"
read_json "$json" algorithm
[[ ${values[0]} == stateful ]] || fail "cache with auto: by ${values[0]}, expected stateful"
# Nor would it come to this bug. What was found by states replays as any other.
check_json "$SOURCE_DIR/bench/hunt/lost_wakeup.c" --hunt=0 --max-time=60
[[ ${report[verdict]} == bug ]] || fail "lost_wakeup.c: ${report[verdict]}, expected a bug: $trouble ${report[incomplete]}"
read_json "$json" algorithm
[[ ${values[0]} == stateful ]] || fail "lost_wakeup.c: by ${values[0]}, expected stateful"
said=$("$MAZURKA" replay "${report[bugs.0.trace_file]}")
[[ $? == 1 && $(head -n 1 <<<"$said") == 'bug: deadlock: '*' (replayed)' ]] || fail "the bug that was found by states does not replay: $(head -n 1 <<<"$said")"
finish "$compared programs have the same verdict"
