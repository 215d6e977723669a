#!/usr/bin/env bash
# cost: 10
# Every number of executions that a program under tests/programs expects is confirmed by something else than the number that came out:
#   // toy: ...      lines at its top, its twin in the toy language: has exactly as many traces, and so has the brute force of naive,
#                    if that is few executions and nothing in the twin is a shared update (which does not commute in a native program)
#   // count: ...    or the argument in words, in the lines from here to the end of the comment, which arrives at that number
# One that is verified expects a number, or says why it cannot: the version of a library or compiler decides it.
#   // uncounted: ... what depends on the version
# A twin leaves out what is not a step, steps on objects of one thread only, and steps that joins order.
# Arguments are words that a program's path must contain (any of them); without one, all programs are looked at.
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/../../programs/lib.sh"
naive_limit=5000

# Explores the twin: how many executions and traces there are.
explore_twin() {  # options
  json=$("$MAZURKA" toy "$dir/twin.toy" --format=json "$@" 2>"$dir/errors")
  read_json "$json" executions traces cut 2>/dev/null
  executions=${values[0]:-0} traces=${values[1]-}
  [[ ${values[2]-} == 0 ]] || traces="no number of ($(head -n 1 "$dir/errors"))"
}

check_one() {  # file, "program" or "fixed"
  local name argument
  name_of "$@"
  read_headers "$@"
  read_expected "${headers[expect]-}"
  if [[ $expected_verdict == verified && -z $expected_count ]]; then
    [[ ${headers[uncounted]-} == *version* ]] ||
      fail "$name: it is verified in how many executions? Say it, or why it depends on a version ('// uncounted: ')"
  elif [[ -n ${headers[uncounted]-} ]]; then
    fail "$name: it is said to be uncounted, but expects $expected_count executions"
  fi
  [[ $expected_verdict =~ ^(verified|bug)$ && -n $expected_count ]] || return
  argument=${headers[count]-}
  if [[ $expected_verdict == bug && ${headers[options]-} != *--keep-going* ]] && ((expected_count > 1)); then
    fail "$name: without --keep-going its $expected_count executions only tell when the first bug came"
  elif [[ -n ${headers[toy]-} ]]; then
    printf '%s' "${headers[toy]}" >"$dir/twin.toy"
    explore_twin --algorithm=optimal
    [[ $traces == "$expected_count" ]] || fail "$name: its twin has $traces traces, expected $expected_count"
    [[ ${headers[toy]} =~ (rdlock|rdunlock|(^|[^_])add2?)' ' ]] && return
    explore_twin --algorithm=naive --max-executions=$naive_limit
    ((executions == naive_limit)) || [[ $traces == "$expected_count" ]] ||
      fail "$name: all interleavings of its twin have $traces traces, expected $expected_count"
  elif [[ -z $argument ]]; then
    fail "$name: nothing confirms its $expected_count executions: give it a twin ('// toy: ') or an argument ('// count: ')"
  elif [[ ! " ${argument//one trace/1 trace} " =~ [^0-9]"$expected_count"[^0-9] ]]; then
    fail "$name: its argument does not arrive at $expected_count: $argument"
  fi
}

if [[ ${1-} == --one ]]; then
  make_dir
  shift
  while (($# > 0)); do
    check_one "$1" "$2"
    shift 2
  done
  exit $((failures > 0))
fi

find_cases "$@"
in_parallel 100 "${cases[@]}" || exit 1
finish "$((${#cases[@]} / 2)) programs: all numbers are confirmed"
