#!/usr/bin/env bash
# cost: 90
# The benchmark programs have as many traces as bench/programs/counts.txt says: the optimal algorithms explore each
# of them once, and give no run up, with gcc and with clang; up to 5,000 traces, the other ones that reduce cover the same ones
# (by their digest). The first argument is the largest number of traces to try, the second one a word that the program's name
# must contain. Without arguments: up to 5,000 traces, and with clang by pop alone.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")
programs=$SOURCE_DIR/bench/programs
mapfile -t all_optimal < <("$MAZURKA" algorithms | awk '$2 ~ /optimal/ {print $1}')
mapfile -t all_others < <("$MAZURKA" algorithms | awk '$2 !~ /optimal|interleavings/ {print $1}')
((${#all_optimal[@]} > 0 && ${#all_others[@]} > 0)) || { echo "mazurka algorithms lists none"; exit 1; }

# Checks a program that was built, and compares with what the first check of the same program found.
explore() {  # program, algorithm, how it was built
  local json code found executions
  json=$(timeout 1800 "$MAZURKA" check "$1" --algorithm="$2" "${digest[@]}" --format=json --quiet \
    --out "$folder/out" 2>"$folder/errors" </dev/null)
  code=$?
  found=$(grep -E '^  "(traces|trace_digest)":' <<<"$json" | tr -d '\n')
  : "${expected:=$found}"
  executions=$(sed -n 's/^  "executions": *\([0-9]*\).*/\1/p' <<<"$json")
  [[ $code == 0 && $executions -ge $traces && $found == "$expected" ]] || wrong=1
  if [[ " ${all_optimal[*]} " == *" $2 "* ]]; then
    [[ $executions == "$traces" ]] && grep -q '^  "blocked": 0,' <<<"$json" || wrong=1
  fi
  ((wrong == 0)) && return
  echo "$file $macros with $2, $3: exit code $code, ${executions:-no} executions,$found, expected $traces traces," \
    "none blocked by ${all_optimal[*]},$expected" \
    "$(sed -n 's/^  "\(error\|incomplete\)": *//p' <<<"$json")" "$(head -n 3 "$folder/errors" | tr '\n' ' ')"
  return 1
}

check_one() {  # file, macros, traces
  local file=$1 macros=$2 traces=$3 expected="" wrong=0 list digest=() others=() optimal=("${all_optimal[@]}") name
  name=${file%.*}
  folder=$(mktemp -d) || return 1
  trap 'rm -rf "$folder"' EXIT
  IFS=, read -ra list <<<"$macros"
  ((traces <= 5000)) && digest=(--digest) others=("${all_others[@]}")
  for compiler in gcc clang-14; do
    command -v $compiler >/dev/null || continue
    "$MAZURKA" check "$programs/$file" "${list[@]/#/-D}" --compiler=$compiler --max-executions=1 --quiet \
      --out "$folder/$compiler" >"$folder/errors" 2>&1 </dev/null
    for algorithm in "${optimal[@]}" "${others[@]}"; do
      explore "$folder/$compiler/$name" $algorithm "by $compiler" || return 1
    done
    others=()
    if [[ -n ${BRIEF-} ]]; then optimal=(pop); fi
  done
}

if [[ ${1-} == --one ]]; then
  check_one "${@:2}"
  exit
fi

[[ $("$MAZURKA" check --help 2>&1) == *"mazurka check"* ]] || { echo "there is no 'mazurka check' yet"; exit 77; }
(($# > 0)) || export BRIEF=yes
limit=${1:-5000}
[[ $limit =~ ^[0-9]+$ ]] || { echo "the first argument must be a number of traces, not '$limit'"; exit 2; }
jobs=()
while read -r file macros traces; do
  [[ -z $file || $file == \#* || $file != *"${2-}"* ]] && continue
  ((traces <= limit)) || continue
  jobs+=("$file" "$macros" "$traces")
done <"$programs/counts.txt"
((${#jobs[@]} > 0)) || { echo "no program has '${2-}' in its name and at most $limit traces"; exit 1; }
if printf '%s\0' "${jobs[@]}" | xargs -0 -n 3 -P "${JOBS:-2}" bash "$self" --one; then
  echo "$((${#jobs[@]} / 3)) counts as expected"
else
  exit 1
fi
