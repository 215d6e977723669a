#!/usr/bin/env bash
# Programs that use a primitive give the same numbers with every algorithm, compiler, optimisation and way to restart; small ones
# as many traces with naive. Looks at programs that expect a number of executions, up to LIMIT of them (300); at every
# fifth one of these, or at all and up to 1,000 if WHOLE is set (the target programs_long).
# Arguments are words that a program's path must contain (any of them). There is a test of ctest for each of these folders:
# folders: rwlock semaphore spin futex time timed barrier cancel join robust signals leftover library pipes stdio hidden
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
limit=${LIMIT:-$([[ -n ${WHOLE-} ]] && echo 1000 || echo 300)}

run() {  # count that is expected, or nothing; arguments
  check_json "${@:2}" "${options[@]}" -- "${args[@]}"
  [[ $verdict == "$expected_verdict" && (-z $1 || $executions == "$1") ]] && return
  fail "$name ${*:3}: $verdict with ${executions:-no} executions, expected $expected_verdict with ${1:-any}: $trouble"
}

check_one() {  # file, "program" or "fixed"
  local file=$1 name program build algorithm builds args=() flags options
  name_of "$@"
  read_headers "$@"
  read_expected "${headers[expect]-}"
  [[ $expected_verdict =~ ^(verified|bug)$ && $expected_count =~ ^[0-9]+$ ]] && ((expected_count <= limit)) && is_in_sample 5 || return
  eval "args=(${headers[args]-})"
  read -ra flags <<<"${headers[flags]-}"
  read -ra options <<<"${headers[options]-}"
  # Optimisation and compiler are varied together; check.sh takes what mazurka check chooses. Headers make C++ slow to compile.
  builds=("clang-14 -O2")
  [[ $file == *.c ]] && builds+=("gcc -O0")
  for build in "${builds[@]}"; do run "$expected_count" "$file" "${flags[@]}" --compiler=$build; done
  program=${file##*/}
  program=$dir/out/${program%.*}
  # The default one ran above.
  for algorithm in $("$MAZURKA" algorithms | awk '$1 != "pop" && $2 !~ /interleavings|states/ {print $1}'); do
    run "$expected_count" "$program" --algorithm=$algorithm
  done
  run "$expected_count" "$program" --restart=fork
  run "$expected_count" "$program" --scheduler=random --seed=7
  ((expected_count <= 30)) || return
  run "" "$program" --algorithm=naive --digest
  [[ $expected_verdict != verified || $traces == "$expected_count" ]] ||
    fail "$name: all interleavings have ${traces:-no} traces, expected $expected_count"
}

if [[ ${1-} == --one ]]; then
  make_dir
  check_one "$2" "$3"
  exit $((failures > 0))
fi

find_cases "$@"
in_parallel 2 "${cases[@]}" || exit 1
finish "$((${#cases[@]} / 2)) programs: all numbers agree"
