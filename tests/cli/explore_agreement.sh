#!/usr/bin/env bash
# --races=explore must find as many traces in a program with plain shared variables as there are in the same program
# with atomic ones, whatever their memory order. The argument is the number of random programs.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
programs=$SOURCE_DIR/tests/programs/explore
count=${1:-40}
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
failed=0

figures() {  # program and options of mazurka check
  "$MAZURKA" check --quiet --format=json --digest --keep-going --out "$dir/out" "$@" 2>&1 </dev/null |
    grep -E '^  "(verdict|complete|executions|blocked|traces|failed|deadlocks|error)":' | tr -d '\n'
}

compare() {  # name, figures, figures
  [[ $2 == *'"executions"'* && $2 == "$3" ]] && return
  echo "$1: with plain variables:  $2"
  echo "$1: with atomic variables: $3"
  failed=1
}

build() {  # name of a program, name of the result, flags
  "$MAZURKA" check "$programs/$1.c" "${@:3}" --max-executions=1 --races=explore --quiet --out "$dir/$2" >/dev/null 2>&1
  [[ -x $dir/$2/$1 ]] || { echo "cannot build $1.c"; exit 1; }
}

for name in flag increment random; do
  build $name plain -O0
  build $name relaxed -O0 -DATOMIC
  build $name ordered -O0 -DATOMIC -DORDER=memory_order_seq_cst
done
for name in flag increment; do
  plain=$(figures "$dir/plain/$name" --races=explore)
  compare $name "$plain" "$(figures "$dir/relaxed/$name")"
  compare $name "$plain" "$(figures "$dir/ordered/$name")"
done
for ((k = 1; k <= count; k++)); do
  plain=$(figures "$dir/plain/random" --races=explore -- $k)
  atomic=relaxed
  ((k % 2)) && atomic=ordered
  compare "random $k" "$plain" "$(figures "$dir/$atomic/random" -- $k)"
done
((failed == 0)) && echo "$count random programs agree"
exit $failed
