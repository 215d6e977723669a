#!/usr/bin/env bash
# cost: 12
# Checks are killed at random moments and gone on with by --resume (check_kills.py): the result is as if nobody had been killed.
# Usage: check_kills.sh [KILLS]
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lib.sh"
make_dir
kills=${1:-8}
programs=$SOURCE_DIR/tests/fleet/programs
build() { "$MAZURKA" check "$@" --max-executions=2 --quiet --out "$dir/built" >/dev/null 2>&1; }
build "$SOURCE_DIR/bench/programs/lastzero.c" -DN=11
build "$programs/plain.c" --races=explore
build "$programs/late_bug.c"
said=$(python3 "$SOURCE_DIR/tests/fleet/check_kills.py" "$MAZURKA" "$dir" sqlite "$kills" "$dir/built/lastzero" \
  "$dir/built/plain:--races=explore" "$dir/built/late_bug" "$dir/built/late_bug:--keep-going" 2>&1) || fail "$said"
echo "$said"
finish "what is killed is gone on with"
