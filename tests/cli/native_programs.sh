#!/usr/bin/env bash
# cost: 300
# Checks every program under tests/programs and compares the outcome with what the program's first line expects:
#   // expect: verified [EXECUTIONS]      everything explored, no bug, no run given up
#   // expect: bug KIND [EXECUTIONS]      the first bug is of this kind, and its trace file replays
#   // expect: unsupported NAME           the verdict is incomplete, and says that NAME is not supported
#   // expect: nondeterministic           the verdict is incomplete, and says that the program is nondeterministic
# All but the last are then checked again with --restart=fork, which must give the same traces.
# Further comment lines at the top of a program, all optional:
#   // flags: -O2 -DN=3          for the compiler
#   // args: 3 "two words"       for the program
#   // options: --keep-going     for mazurka check
#   // message: text             must occur in the first bug's message
#   // location: file.c:13       where the first bug is
#   // failed: 1                 so many executions fail
#   // toy: ..., // count: ...   what confirms the number of executions: confirmed_counts.sh
# Arguments are words that a program's path must contain (any of them); without one, all programs are checked.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")

# Only bash itself does the reading here: there are hundreds of programs, and a process costs as much as checking one.
declare -A headers

read_headers() {  # file: the comment lines at its top
  local line
  headers=()
  while IFS= read -r line && [[ $line == //* ]]; do
    [[ $line =~ ^//\ ([a-z]+):\ *(.*)$ ]] && headers[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
  done <"$1"
}

# Of the lines of a document: the value of a field at its top level, in `value`.
field() {  # name, document
  local pattern=$'\n''  "'$1'": *([^'$'\n'']*)'
  value=
  [[ $2 =~ $pattern ]] && value=${BASH_REMATCH[1]%,}
}

# What a person would do next is in the message: the command, and what it said.
mismatch() {
  echo "$name: expected '$expected', $*"
  result=1
}

check_bug() {  # kind
  local bugs=${json#*'"bugs": ['} pattern trace code line
  pattern='"kind": *"([^"]*)"'
  [[ $bugs =~ $pattern && ${BASH_REMATCH[1]} == "$1" ]] || mismatch "but the bug is of kind '${BASH_REMATCH[1]-}'"
  pattern='"message": *"(([^"\]|\\.)*)"'
  [[ $bugs =~ $pattern && ${BASH_REMATCH[1]} == *"${headers[message]-}"* ]] ||
    mismatch "but the bug's message '${BASH_REMATCH[1]-}' does not contain '${headers[message]-}'"
  pattern='"location": *\{[[:space:]]*"file": *"([^"]*)",[[:space:]]*"line": *([0-9]+)'
  if [[ -n ${headers[location]-} ]]; then
    [[ $bugs =~ $pattern && "${BASH_REMATCH[1]}:${BASH_REMATCH[2]}" == *"${headers[location]}" ]] ||
      mismatch "but the bug is at ${BASH_REMATCH[1]-}:${BASH_REMATCH[2]-}"
  fi
  pattern='"trace_file": *"([^"]*)"'
  if ! [[ $bugs =~ $pattern ]]; then
    mismatch "but the bug has no trace file"
    return
  fi
  trace=${BASH_REMATCH[1]}
  timeout 60 "$MAZURKA" replay "$trace" >"$folder/replay" 2>&1 </dev/null
  code=$?
  [[ $code == 1 ]] || mismatch "but 'mazurka replay' ended with $code and said: $(head -n 2 "$folder/replay" | tr '\n' ' ')"
}

check_unsupported() {  # name
  local list
  field incomplete "$json"
  if [[ $1 == nondeterministic ]]; then
    [[ $value == *nondeterministic* ]] || mismatch "but the verdict does not say so"
    return
  fi
  list=${json#*'"unsupported": ['}
  list=${list%%]*}
  [[ $list == *[!_[:alnum:]]"$1"[!_[:alnum:]]* ]] || mismatch "but what is not supported is: ${list:-nothing}"
}

# With a process for each execution it is the same, trace for trace.
check_fork() {
  local program forked before part
  [[ $expected == nondeterministic ]] && return
  program=${file##*/}
  forked=$(timeout 120 "$MAZURKA" check "$folder/out/${program%.*}" --digest --restart=fork --format=json --quiet \
    --out "$folder/out" "${options[@]}" -- "${args[@]}" 2>"$folder/errors" </dev/null)
  for part in verdict executions traces trace_digest failed deadlocks; do
    field $part "$json"
    before=$value
    field $part "$forked"
    [[ $value == "$before" ]] && continue
    mismatch "but with --restart=fork there is $part $value and not $before $(sed -n 's/^  "\(error\|incomplete\)": *//p' <<<"$forked")"
  done
}

check_one() {  # file
  local file=$1 name expected verdict detail count code said json args=() flags options value
  local -A codes=([verified]=0 [bug]=1 [incomplete]=3)
  name=${file#"$SOURCE_DIR"/tests/programs/}
  result=0
  read_headers "$file"
  expected=${headers[expect]-}
  read -r verdict detail count <<<"$expected"
  case $verdict in
    verified) count=$detail ;;
    bug) ;;
    unsupported)
      verdict=incomplete count=
      detail=${expected#unsupported }
      ;;
    nondeterministic) verdict=incomplete count= detail=nondeterministic ;;
    *)
      echo "$name: the first line must be '// expect: verified|bug KIND|unsupported NAME|nondeterministic'"
      return 1
      ;;
  esac
  folder=$(mktemp -d) || return 1
  trap 'rm -rf "$folder"' EXIT
  eval "args=(${headers[args]-})"
  read -ra flags <<<"${headers[flags]-}"
  read -ra options <<<"${headers[options]-}"
  json=$(timeout 120 "$MAZURKA" check "$file" "${flags[@]}" --digest --format=json --quiet --out "$folder/out" "${options[@]}" \
    -- "${args[@]}" 2>"$folder/errors" </dev/null)
  code=$?
  field verdict "$json"
  said=${value//\"/}
  if [[ $code != "${codes[$verdict]}" || $said != "$verdict" ]]; then
    mismatch "but the verdict is '$said', exit code $code" \
      "$(sed -n 's/^  "\(error\|incomplete\)": *//p' <<<"$json")" "$(head -n 3 "$folder/errors" | tr '\n' ' ')" \
      "$(grep -m 1 '^      "message":' <<<"$json")"
    return 1
  fi
  field executions "$json"
  [[ -z $count || $value == "$count" ]] || mismatch "but there are $value executions"
  field failed "$json"
  [[ -z ${headers[failed]-} || $value == "${headers[failed]}" ]] || mismatch "but $value executions fail"
  field blocked "$json"
  [[ $value == 0 ]] || mismatch "but $value runs were given up"
  case $verdict in
    bug) check_bug "$detail" ;;
    incomplete) check_unsupported "$detail" ;;
  esac
  check_fork
  return $result
}

if [[ ${1-} == --one ]]; then
  check_one "$2"
  exit
fi

[[ $("$MAZURKA" check --help 2>&1) == *"mazurka check"* ]] || { echo "there is no 'mazurka check' yet"; exit 77; }
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
if printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "${JOBS:-2}" bash "$self" --one; then
  echo "${#files[@]} programs as expected"
else
  exit 1
fi
