#!/usr/bin/env bash
# cost: 100
# Programs that use a primitive give the same numbers with every algorithm, compiler, optimisation and way to restart; small ones
# as many traces with naive. Looks at the programs of the folders below that expect a number of executions, up to LIMIT of them.
# Arguments are words that a program's path must contain (any of them).
# labels: primitives
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")
limit=${LIMIT:-3000}
folders="rwlock semaphore spin futex time timed barrier cancel join robust signals leftover library channels stdio hidden"

header() {  # name, file: the value of a comment line at the file's top
  sed -n "/^\/\//!q; s|^// $1: *||p" "$2"
}
field() {  # name, document: the value of a field at its top level
  local pattern=$'\n''  "'$1'": *([^'$'\n'']*)'
  [[ $2 =~ $pattern ]] && value=${BASH_REMATCH[1]%,} || value=
}

check_one() {  # file
  local file=$1 name expected verdict kind count executions program value result=0
  name=${file#"$SOURCE_DIR"/tests/programs/}
  expected=$(sed -n '1s|^// expect: ||p' "$file")
  read -r verdict kind count <<<"$expected"
  [[ $verdict == verified ]] && count=$kind
  [[ $verdict =~ ^(verified|bug)$ && $count =~ ^[0-9]+$ ]] && ((count <= limit)) || return 0
  folder=$(mktemp -d) || return 1
  trap 'rm -rf "$folder"' EXIT
  read -ra flags <<<"$(header flags "$file")"
  read -ra options <<<"$(header options "$file")"
  run() {  # count that is expected, or nothing; arguments
    json=$(timeout 120 "$MAZURKA" check "${@:2}" "${options[@]}" --format=json --quiet 2>"$folder/errors" </dev/null)
    field executions "$json"
    executions=$value
    field verdict "$json"
    said=${value//\"/}
    [[ $said == "$verdict" && ( -z $1 || $executions == "$1" ) ]] && return
    echo "$name ${*:3}: $said with ${executions:-no} executions, expected $verdict with ${1:-any}: $(head -n 2 "$folder/errors" | tr '\n' ' ')"
    result=1
  }
  # Optimisation and compiler are varied together; native_programs.sh takes gcc's -O1. Headers make C++ slow to compile.
  builds=("clang-14 -O2")
  [[ $file == *.c ]] && builds+=("gcc -O0")
  for build in "${builds[@]}"; do
    run "$count" "$file" "${flags[@]}" --compiler=$build --out "$folder/out"
  done
  program=$(find "$folder/out" -type f -perm -u+x | head -n 1)
  # The default one ran above.
  for algorithm in $("$MAZURKA" algorithms | awk '$1 != "pop" && $2 !~ /interleavings/ {print $1}'); do run "$count" "$program" --algorithm=$algorithm; done
  run "$count" "$program" --restart=fork
  run "$count" "$program" --scheduler=random --seed=7
  if ((count <= 30)); then
    run "" "$program" --algorithm=naive --digest
    field traces "$json"
    [[ $verdict != verified || $value == "$count" ]] || { echo "$name: all interleavings have ${value:-no} traces, expected $count"; result=1; }
  fi
  return $result
}

if [[ ${1-} == --one ]]; then
  check_one "$2"
  exit
fi

files=()
while IFS= read -r file; do
  for word in "${@:-}"; do
    if [[ ${file#"$SOURCE_DIR"} == *"$word"* ]]; then
      files+=("$file")
      break
    fi
  done
done < <(for folder in $folders; do find "$SOURCE_DIR/tests/programs/$folder" -type f 2>/dev/null; done | sort)
((${#files[@]} > 0)) || { echo "no program has '$*' in its path"; exit 1; }
if printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "${JOBS:-2}" bash "$self" --one; then
  echo "${#files[@]} programs: all numbers agree"
else
  exit 1
fi
