#!/usr/bin/env bash
# `mazurka runs` on both engines: a run before and after it was worked on.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lib.sh"
source "$(dirname -- "${BASH_SOURCE[0]}")/postgres.sh"
: "${TREE_WORKER:?must be the built test program}"
start_cluster
dir=$cluster

check_store() {  # store
  local said executions
  "$TREE_WORKER" submit "$1" 5 8 >"$dir/run" || fail "cannot submit to $1"
  said=$("$MAZURKA" runs "$1") || fail "runs $1: exit code $?"
  [[ $said == *'run  state'*'1  open '*' 0      0           1        0  tree' ]] || fail "runs $1 before the work: $said"
  read_json "$("$MAZURKA" runs "$1" --format=json)" runs.0.state runs.0.executions runs.0.free_units runs.0.name
  [[ ${values[*]} == "open 0 1 tree" ]] || fail "runs $1 --format=json: ${values[*]}"
  "$TREE_WORKER" work "$1" "$(<"$dir/run")" 5 8 0 || fail "cannot work on $1"
  executions=$("$TREE_WORKER" verify "$1" "$(<"$dir/run")" 5 8 | sed 's/.*: \([0-9]*\) executions.*/\1/')
  said=$("$MAZURKA" runs "$1")
  [[ $said == *"1  complete "*" $executions "*tree*$'\n\n'*' seen within the last minute, on '*machine* ]] ||
    fail "runs $1 after the work, with $executions executions: $said"
  read_json "$("$MAZURKA" runs "$1" --format=json)" runs.0.state runs.0.executions runs.0.free_units runs.0.generation
  [[ ${values[*]} == "complete $executions 0 2" ]] || fail "runs $1 --format=json after the work: ${values[*]}"
  "$MAZURKA" runs "$1" --watch >"$dir/watched" &
  interrupted=$!
  sleep 3
  kill "$interrupted" && wait "$interrupted" 2>/dev/null
  (($(grep -c '1  complete' "$dir/watched") >= 2)) || fail "runs $1 --watch: $(<"$dir/watched")"
}

check_store "$dir/run.db"
check_store "$POSTGRES_URL"
stop_server
expect_first_line 2 "cannot open the store postgresql://mazurka@/postgres?host=$cluster: " runs "$POSTGRES_URL"
echo "no database, but a text that is long enough to be looked at" >"$dir/text"
expect_first_line 2 "$dir/text is no store: file is not a database" runs "$dir/text"
: >"$dir/empty"
expect_first_line 2 "$dir/empty is no store of mazurka: it is empty" runs "$dir/empty"
finish "mazurka runs shows what is in a store"
