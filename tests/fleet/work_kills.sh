#!/usr/bin/env bash
# cost: 15
# `check --detach`, `work` and `wait` on a PostgreSQL server: workers that have no sources share a run, and are killed, sleep past their
# leases, and the server is stopped (check_kills.py). The verdict is that of a check that nobody disturbed.
# Usage: work_kills.sh [KILLS SERVER_KILLS [N]], N: of lastzero, whose executions double with it
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lib.sh"
source "$(dirname -- "${BASH_SOURCE[0]}")/postgres.sh"
start_cluster
dir=$cluster/work
mkdir "$dir" && cd "$dir" || exit 1
{ declare -f as_server start_server stop_server; declare -p cluster server_user postgres_bin; } >"$dir/server.sh"
export STOP_SERVER="bash -c 'source $dir/server.sh; stop_server'" START_SERVER="bash -c 'source $dir/server.sh; start_server'"
export SERVER_KILLS=${2:-1}
"$MAZURKA" check "$SOURCE_DIR/bench/programs/lastzero.c" -DN="${3:-11}" --max-executions=2 --quiet --out "$dir/built" >/dev/null 2>&1
"$MAZURKA" check "$SOURCE_DIR/tests/fleet/programs/late_bug.c" --max-executions=2 --quiet --out "$dir/built" >/dev/null 2>&1
said=$(python3 "$SOURCE_DIR/tests/fleet/check_kills.py" "$MAZURKA" "$dir" postgres "${1:-6}" "$dir/built/lastzero" \
  "$dir/built/late_bug:--keep-going" 2>&1) || fail "$said"
echo "$said"
finish "workers share a run, whoever dies"
