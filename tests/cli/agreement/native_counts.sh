#!/usr/bin/env bash
# cost: 30
# The benchmark programs have as many traces as bench/programs/counts.txt says: the optimal algorithms explore each of them once,
# and give no run up, with gcc and with clang; up to 5,000 traces, the other ones that reduce cover the same ones (by their digest).
# The first argument is the largest number of traces to try, the second one a word that the program's name
# must contain. Without arguments: up to 600 traces, and with clang by pop alone.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

programs=$SOURCE_DIR/bench/programs
mapfile -t all_optimal < <("$MAZURKA" algorithms | awk '$2 ~ /optimal/ {print $1}')
mapfile -t all_others < <("$MAZURKA" algorithms | awk '$2 !~ /optimal|interleavings|states/ {print $1}')
((${#all_optimal[@]} > 0 && ${#all_others[@]} > 0)) || { echo "mazurka algorithms lists none"; exit 1; }

# Checks a program that was built, and compares with what the first check of the same program found.
explore() {  # program, algorithm, how it was built
  local found wrong=
  TIME_LIMIT=1800 check_json "$1" --algorithm="$2" "${with_digest[@]}"
  found="$traces traces $digest"
  : "${expected:=$found}"
  [[ $code == 0 && $executions -ge $count && $found == "$expected" ]] || wrong=yes
  [[ " ${all_optimal[*]} " == *" $2 "* ]] && [[ $executions != "$count" || $blocked != 0 ]] && wrong=yes
  [[ -z $wrong ]] || fail "$file $macros with $2, $3: exit code $code, ${executions:-no} executions, $blocked blocked," \
    "$found; expected $count, none blocked by ${all_optimal[*]}, $expected: $trouble"
}

check_one() {  # file, macros, traces
  local file=$1 macros=$2 count=$3 expected="" list with_digest=() others=() optimal=("${all_optimal[@]}") name
  name=${file%.*}
  make_dir
  IFS=, read -ra list <<<"$macros"
  ((count <= 5000)) && with_digest=(--digest) others=("${all_others[@]}")
  for compiler in gcc clang-14; do
    command -v $compiler >/dev/null || continue
    "$MAZURKA" check "$programs/$file" "${list[@]/#/-D}" --compiler=$compiler --max-executions=1 --quiet \
      --out "$dir/$compiler" >"$dir/errors" 2>&1 </dev/null
    for algorithm in "${optimal[@]}" "${others[@]}"; do
      explore "$dir/$compiler/$name" $algorithm "by $compiler"
      ((failures == 0)) || return
    done
    others=()
    if [[ -n ${BRIEF-} ]]; then optimal=(pop); fi
  done
}

if [[ ${1-} == --one ]]; then
  check_one "${@:2}"
  exit $((failures > 0))
fi

(($# > 0)) || export BRIEF=yes
limit=${1:-600}
[[ $limit =~ ^[0-9]+$ ]] || { echo "the first argument must be a number of traces, not '$limit'"; exit 2; }
jobs=()
while read -r file macros traces; do
  [[ -z $file || $file == \#* || $file != *"${2-}"* ]] && continue
  ((traces <= limit)) || continue
  jobs+=("$file" "$macros" "$traces")
done <"$programs/counts.txt"
((${#jobs[@]} > 0)) || { echo "no program has '${2-}' in its name and at most $limit traces"; exit 1; }
in_parallel 3 "${jobs[@]}" || exit 1
finish "$((${#jobs[@]} / 3)) counts as expected"
