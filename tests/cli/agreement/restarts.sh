#!/usr/bin/env bash
# cost: 8
# Executions that begin at a state that was kept are what they are when all is repeated: programs with memory that threads allocate,
# some from bench/real and some random ones (restarts.py). The target restarts_long runs 300 of them: COUNT programs from FIRST on.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
for row in "logger.cpp 972" "cache.cpp 292" "treiber.cpp 40"; do
  read -r file traces <<<"$row"
  check_json "$SOURCE_DIR/bench/real/$file" --check-restarts
  [[ $verdict == verified && $executions == "$traces" ]] || fail "$file --check-restarts: $verdict with $executions executions: $trouble"
done
said=$(python3 "$SOURCE_DIR/tests/cli/agreement/restarts.py" "$MAZURKA" "$dir/random" --first "${FIRST:-30}" --programs "${COUNT:-5}" 2>&1) || fail "$said"
finish "${said##*$'\n'}"
