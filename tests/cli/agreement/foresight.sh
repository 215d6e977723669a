#!/usr/bin/env bash
# cost: 10
# Executions that are not run, since all of their steps were made before, are what they are when they are run: random programs
# (foresight.py), and some of bench/programs. The target foresight_long runs 1,000 of them: COUNT programs from FIRST on.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
for row in "lastzero.c 3328 -DN=10" "mpat.c 384 -DK=4" "poke.c 2440 -DN=7 -DK=3" "dispatcher.c 1482 -DS=5 -DR=3"; do
  read -r file traces macros <<<"$row"
  for option in --quiet --check-restarts; do
    # shellcheck disable=SC2086
    check_json "$SOURCE_DIR/bench/programs/$file" $macros "$option"
    [[ $verdict == verified && $executions == "$traces" ]] || fail "$file $option: $verdict with $executions executions: $trouble"
  done
done
said=$(python3 "$SOURCE_DIR/tests/cli/agreement/foresight.py" "$MAZURKA" "$dir/random" --first "${FIRST:-40}" --programs "${COUNT:-12}" 2>&1) || fail "$said"
finish "${said##*$'\n'}"
