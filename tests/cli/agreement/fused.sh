#!/usr/bin/env bash
# cost: 6
# `--fuse-sections`: critical sections that only access memory are one step. Those that commute are explored in one order; what is wrong with a
# program is found all the same, and replays; other algorithms refuse it.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
programs=$SOURCE_DIR/tests/programs/fused
fused=(--hunt=0 --algorithm=stateful --fuse-sections)

# With --check-states the runs that were predicted are made.
verified() {  # file, runs, flags of the compiler
  local runs
  check_json "$programs/$1" "${@:3}" "${fused[@]}"
  runs=$((report[executions] + report[blocked]))
  [[ ${report[verdict]} == verified ]] || fail "$1: ${report[verdict]}, expected verified: ${report[incomplete]} $trouble"
  ((runs == $2)) || fail "$1: $runs runs, expected $2"
  check_json "$programs/$1" "${@:3}" "${fused[@]}" --check-states
  [[ ${report[verdict]} == verified ]] || fail "$1 with --check-states: ${report[verdict]}, expected verified: $trouble"
}
found() {  # file, kind of bug
  local said
  check_json "$programs/$1" "${fused[@]}"
  [[ "${report[verdict]} ${report[bugs.0.kind]}" == "bug $2" ]] || fail "$1: '${report[verdict]} ${report[bugs.0.kind]}', expected $2: $trouble"
  said=$("$MAZURKA" replay "${report[bugs.0.trace_file]}" 2>&1)
  [[ $? == 1 ]] || fail "$1: the bug does not replay: $(head -n 1 <<<"$said")"
}

# (A run that shows that all must begin again is not counted.)
verified readers.c 1
verified slots.c 1
verified handed_over.c 2
found hidden_by_commuting.c data_race
verified hidden_by_commuting.c 2 -DFIXED
found looked_at.c assertion
found freed_in_section.c use_after_free

said=$("$MAZURKA" check "$programs/readers.c" --algorithm=pop --fuse-sections --out "$dir/out" 2>&1)
[[ $? == 2 && $said == *'--fuse-sections is for --algorithm=stateful' ]] || fail "pop with --fuse-sections says: $said"
said=$("$MAZURKA" check "$programs/readers.c" --algorithm=stateful --fuse-sections --races=ignore --out "$dir/out" 2>&1)
[[ $? == 2 && $said == *'--fuse-sections needs --races=report'* ]] || fail "--races=ignore with --fuse-sections says: $said"
finish "sections that commute are explored once, and what is wrong is found"
