#!/usr/bin/env bash
# The benchmark programs have as many traces as bench/programs/counts.txt says: pop and optimal explore each of them
# once, and give no run up. The first argument is the largest number of traces to try (5000 if there is none), the
# second one a word that the program's name must contain.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")
programs=$SOURCE_DIR/bench/programs

check_one() {  # algorithm, file, macros, traces
  local json code executions blocked
  folder=$(mktemp -d) || return 1
  trap 'rm -rf "$folder"' EXIT
  IFS=, read -ra macros <<<"$3"
  json=$(timeout 1800 "$MAZURKA" check "$programs/$2" "${macros[@]/#/-D}" --algorithm="$1" --format=json --quiet \
    --out "$folder/out" 2>"$folder/errors" </dev/null)
  code=$?
  executions=$(sed -n 's/^  "executions": *\([0-9]*\).*/\1/p' <<<"$json")
  blocked=$(sed -n 's/^  "blocked": *\([0-9]*\).*/\1/p' <<<"$json")
  [[ $code == 0 && $executions == "$4" && $blocked == 0 ]] && return 0
  echo "$2 $3 with $1: exit code $code, ${executions:-no} executions, ${blocked:-no} blocked, expected $4 and none blocked" \
    "$(sed -n 's/^  "\(error\|incomplete\)": *//p' <<<"$json")" "$(head -n 3 "$folder/errors" | tr '\n' ' ')"
  return 1
}

if [[ ${1-} == --one ]]; then
  check_one "${@:2}"
  exit
fi

[[ $("$MAZURKA" check --help 2>&1) == *"mazurka check"* ]] || { echo "there is no 'mazurka check' yet"; exit 77; }
limit=${1:-5000}
[[ $limit =~ ^[0-9]+$ ]] || { echo "the first argument must be a number of traces, not '$limit'"; exit 2; }
jobs=()
while read -r file macros traces; do
  [[ -z $file || $file == \#* || $file != *"${2-}"* ]] && continue
  ((traces <= limit)) || continue
  for algorithm in pop optimal; do jobs+=("$algorithm" "$file" "$macros" "$traces"); done
done <"$programs/counts.txt"
((${#jobs[@]} > 0)) || { echo "no program has '${2-}' in its name and at most $limit traces"; exit 1; }
if printf '%s\0' "${jobs[@]}" | xargs -0 -n 4 -P "${JOBS:-2}" bash "$self" --one; then
  echo "$((${#jobs[@]} / 4)) counts as expected"
else
  exit 1
fi
