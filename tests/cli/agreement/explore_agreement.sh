#!/usr/bin/env bash
# --races=explore must find as many traces in a program with plain shared variables as there are in the same program
# with atomic ones, whatever their memory order. The argument is the number of random programs.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

programs=$SOURCE_DIR/tests/programs/explore
count=${1:-40}
make_dir

figures() {  # program and options of mazurka check
  check_json --digest --keep-going "$@"
  json_get verdict complete executions blocked traces failed deadlocks error <<<"$json" | tr '\n' ' '
}

compare() {  # name, figures, figures
  [[ -n ${2// /} && $2 == "$3" ]] || fail "$1: with plain variables: $2; with atomic variables: $3"
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
finish "$count random programs agree"
