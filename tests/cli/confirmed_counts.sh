#!/usr/bin/env bash
# cost: 10
# Every number of executions that a program under tests/programs expects is confirmed by something else than the number that came out:
#   // toy: ...      lines at its top, its twin in the toy language: has exactly as many traces, and so has the brute force of naive,
#                    if that is few executions and nothing in the twin is a shared update (which does not commute in a native program)
#   // count: ...    or the argument in words, in the lines from here to the end of the comment, which arrives at that number
# A twin leaves out what is not a step, steps on objects of one thread only, and steps that joins order.
# Arguments are words that a program's path must contain (any of them); without one, all programs are looked at.
# labels: primitives
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")
naive_limit=5000

# Of the comment at a file's top: the number that the first line expects, the twin and the argument. Only bash itself does the
# reading: there are hundreds of programs.
read_comment() {  # file
  local line first=yes
  count='' twin='' argument='' until_bug=
  while IFS= read -r line && [[ $line == //* ]]; do
    if [[ -n $first ]]; then
      [[ $line =~ ^//\ expect:\ (verified|bug\ [a-z_]+)\ ([0-9]+)$ ]] && count=${BASH_REMATCH[2]}
      [[ $line == *": bug "* ]] && until_bug=yes
      first=
    elif [[ $line == "// options: "*--keep-going* ]]; then
      until_bug=
    elif [[ $line == "// toy: "* ]]; then
      twin+=${line#"// toy: "}$'\n'
    elif [[ $line == "// count: "* ]]; then
      argument=${line#"// count: "}
    elif [[ -n $argument ]]; then
      argument+=" ${line#//}"
    fi
  done <"$1"
}

# Explores the twin: how many executions and traces there are.
explore_twin() {  # options
  local json pattern='"executions": *([0-9]+),.*"cut": 0,.*"traces": *([0-9]+),'
  executions=0
  json=$("$MAZURKA" toy "$folder/twin.toy" --format=json "$@" 2>"$folder/errors")
  [[ $json =~ $pattern ]] && executions=${BASH_REMATCH[1]} traces=${BASH_REMATCH[2]} ||
    traces="no number of ($(head -n 1 "$folder/errors"))"
}

check_one() {  # file
  local name=${1#"$SOURCE_DIR"/tests/programs/} count twin argument until_bug executions traces
  read_comment "$1"
  [[ -n $count ]] || return 0
  if [[ -n $until_bug ]] && ((count > 1)); then
    echo "$name: without --keep-going its $count executions only tell when the first bug came"
    return 1
  fi
  if [[ -n $twin ]]; then
    printf '%s' "$twin" >"$folder/twin.toy"
    explore_twin --algorithm=optimal
    [[ $traces == "$count" ]] || { echo "$name: its twin has $traces traces, expected $count"; return 1; }
    [[ $twin =~ (rdlock|rdunlock|(^|[^_])add2?)' ' ]] && return 0
    explore_twin --algorithm=naive --max-executions=$naive_limit
    ((executions == naive_limit)) || [[ $traces == "$count" ]] ||
      { echo "$name: all interleavings of its twin have $traces traces, expected $count"; return 1; }
  elif [[ -z $argument ]]; then
    echo "$name: nothing confirms its $count executions: give it a twin ('// toy: ') or an argument ('// count: ')"
    return 1
  elif [[ ! " ${argument//one trace/1 trace} " =~ [^0-9]"$count"[^0-9] ]]; then
    echo "$name: its argument does not arrive at $count: $argument"
    return 1
  fi
}

if [[ ${1-} == --some ]]; then
  folder=$(mktemp -d) || exit 1
  trap 'rm -rf "$folder"' EXIT
  result=0
  for file in "${@:2}"; do check_one "$file" || result=1; done
  exit $result
fi

files=()
while IFS= read -r file; do
  for word in "${@:-}"; do
    if [[ ${file#"$SOURCE_DIR"} == *"$word"* ]]; then
      files+=("$file")
      break
    fi
  done
done < <(find "$SOURCE_DIR/tests/programs" -type f \( -name '*.c' -o -name '*.cpp' \) | sort)
((${#files[@]} > 0)) || { echo "no program has '$*' in its path"; exit 1; }
if printf '%s\0' "${files[@]}" | xargs -0 -n 50 -P "${JOBS:-2}" bash "$self" --some; then
  echo "${#files[@]} programs: all numbers are confirmed"
else
  exit 1
fi
