#!/usr/bin/env bash
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
# Arguments are words that a program's path must contain (any of them); without one, all programs are checked.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")

header() {  # name, file: the value of a comment line at the file's top
  sed -n "/^\/\//!q; s|^// $1: *||p" "$2"
}

number() {  # field, document: a number at the document's top level
  sed -n "s/^  \"$1\": *\([0-9]*\),\{0,1\}$/\1/p" <<<"$2" | head -n 1
}

# What a person would do next is in the message: the command, and what it said.
mismatch() {
  echo "$name: expected '$expected', $*"
  result=1
}

check_bug() {  # kind
  local flat kind message text place trace code
  flat=$(tr '\n' ' ' <<<"$json" | sed 's/.*"bugs": *\[//')
  kind=$(grep -o '"kind": *"[^"]*"' <<<"$flat" | head -n 1 | sed 's/.*: *"\(.*\)"/\1/')
  [[ $kind == "$1" ]] || mismatch "but the bug is of kind '$kind'"
  message=$(header message "$file")
  text=$(grep -o '"message": *"\([^"\\]\|\\.\)*"' <<<"$flat" | head -n 1)
  [[ -z $message || $text == *"$message"* ]] || mismatch "but the bug's $text does not contain '$message'"
  place=$(sed 's/.*"location": *{ *"file": *"\([^"]*\)", *"line": *\([0-9]*\).*/\1:\2/' <<<"${flat%%'"column"'*}")
  [[ $place == *"$(header location "$file")" ]] || mismatch "but the bug is at $place"
  trace=$(grep -o '"trace_file": *"[^"]*"' <<<"$flat" | head -n 1 | sed 's/.*: *"\(.*\)"/\1/')
  if [[ -z $trace ]]; then
    mismatch "but the bug has no trace file"
    return
  fi
  timeout 60 "$MAZURKA" replay "$trace" >"$folder/replay" 2>&1 </dev/null
  code=$?
  [[ $code == 1 ]] || mismatch "but 'mazurka replay' ended with $code and said: $(head -n 2 "$folder/replay" | tr '\n' ' ')"
}

check_unsupported() {  # name
  local list
  if [[ $1 == nondeterministic ]]; then
    grep -q '^  "incomplete": .*nondeterministic' <<<"$json" || mismatch "but the verdict does not say so"
    return
  fi
  list=$(tr '\n' ' ' <<<"$json" | sed -n 's/.*"unsupported": *\[\([^]]*\)\].*/\1/p')
  grep -qwF -- "$1" <<<"$list" || mismatch "but what is not supported is: ${list:-nothing}"
}

# With a process for each execution it is the same, trace for trace.
check_fork() {
  local program forked
  [[ $expected == nondeterministic ]] && return
  program=$(basename -- "$file")
  forked=$(timeout 120 "$MAZURKA" check "$folder/out/${program%.*}" --digest --restart=fork --format=json --quiet \
    --out "$folder/out" "${options[@]}" -- "${args[@]}" 2>"$folder/errors" </dev/null)
  for field in verdict executions traces trace_digest failed deadlocks; do
    [[ $(grep "^  \"$field\":" <<<"$forked") == "$(grep "^  \"$field\":" <<<"$json")" ]] ||
      mismatch "but with --restart=fork there is $(grep "^  \"$field\":" <<<"$forked")" \
        "$(sed -n 's/^  "\(error\|incomplete\)": *//p' <<<"$forked")"
  done
}

check_one() {  # file
  local file=$1 name expected verdict detail count code said json executions failed args=() flags options
  local -A codes=([verified]=0 [bug]=1 [incomplete]=3)
  name=${file#"$SOURCE_DIR"/tests/programs/}
  result=0
  expected=$(sed -n '1s|^// expect: ||p' "$file")
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
  eval "args=($(header args "$file"))"
  read -ra flags <<<"$(header flags "$file")"
  read -ra options <<<"$(header options "$file")"
  json=$(timeout 120 "$MAZURKA" check "$file" "${flags[@]}" --digest --format=json --quiet --out "$folder/out" "${options[@]}" \
    -- "${args[@]}" 2>"$folder/errors" </dev/null)
  code=$?
  said=$(sed -n 's/^  "verdict": *"\(.*\)".*/\1/p' <<<"$json")
  if [[ $code != "${codes[$verdict]}" || $said != "$verdict" ]]; then
    mismatch "but the verdict is '$said', exit code $code" \
      "$(sed -n 's/^  "\(error\|incomplete\)": *//p' <<<"$json")" "$(head -n 3 "$folder/errors" | tr '\n' ' ')" \
      "$(grep -m 1 '^      "message":' <<<"$json")"
    return 1
  fi
  executions=$(number executions "$json")
  [[ -z $count || $executions == "$count" ]] || mismatch "but there are $executions executions"
  failed=$(header failed "$file")
  [[ -z $failed || $(number failed "$json") == "$failed" ]] || mismatch "but $(number failed "$json") executions fail"
  [[ $(number blocked "$json") == 0 ]] || mismatch "but $(number blocked "$json") runs were given up"
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
