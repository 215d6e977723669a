#!/usr/bin/env bash
# Worker processes explore a random tree through a store and are killed at random, as is the server, and some sleep past
# their leases. Every run must end with exactly the counts, bugs and remarks of the tree, and every stale checkpoint must be
# refused. Usage: store_kills.sh sqlite|postgres WORKER_KILLS SERVER_KILLS; without arguments, a few of each.
# cost: 20
set -uo pipefail
here=$(dirname -- "${BASH_SOURCE[0]}")
: "${TREE_WORKER:?must be the built test program}"
source "$here/postgres.sh"

if (($# == 0)); then
  "$0" sqlite 20 0 || exit
  exec "$0" postgres 20 2
fi
engine=$1 kills_wanted=$2 server_kills_wanted=$3
workers=4
export LOG

if [[ $engine == postgres ]]; then
  start_cluster
  store=$POSTGRES_URL
  dir=$cluster
else
  dir=$(mktemp -d) || exit 1
  store=$dir/run.db
  trap 'rm -rf "$dir"' EXIT
fi
LOG=$dir/workers.log
touch "$LOG"

start_worker() {  # place among them
  "$TREE_WORKER" work "$store" "$run" "$seed" "$depth" 10 &
  pids[$1]=$!
}
# Those of this test only, by their numbers.
end_workers() {
  local pid
  for pid in "${pids[@]}"; do kill -9 "$pid"; wait "$pid"; done 2>/dev/null
}
fail() {
  echo "$engine, after $kills kills of workers and $server_kills of the server, seed $seed: $*"
  end_workers
  exit 1
}

kills=0 server_kills=0 rounds=0 executions=0
seed=$((RANDOM * 32768 + RANDOM)) depth=${DEPTH:-13}
declare -a pids
next_server_kill=$((kills_wanted / (server_kills_wanted + 1) + 1))
while ((kills < kills_wanted || server_kills < server_kills_wanted)); do
  seed=$((seed + 1)) rounds=$((rounds + 1))
  run=$("$TREE_WORKER" submit "$store" "$seed" "$depth") || fail "cannot submit"
  for ((k = 0; k < workers; k++)); do start_worker "$k"; done
  while :; do
    sleep "0.$(printf '%03d' $((RANDOM % 250)))"
    k=$((RANDOM % workers))
    if ((server_kills < server_kills_wanted && kills >= next_server_kill * (server_kills + 1))); then
      stop_server
      sleep "0.$((RANDOM % 10))"
      start_server || fail "the server does not start again"
      server_kills=$((server_kills + 1))
    fi
    if kill -0 "${pids[k]}" 2>/dev/null; then
      ((kills < kills_wanted)) || { wait "${pids[k]}" || fail "a worker failed"; break; }
      kill -9 "${pids[k]}" 2>/dev/null && kills=$((kills + 1))
      wait "${pids[k]}" 2>/dev/null
      start_worker "$k"
    else
      wait "${pids[k]}" || fail "a worker failed"
      break  # it found the run complete
    fi
  done
  for pid in "${pids[@]}"; do wait "$pid" || fail "a worker failed"; done
  said=$("$TREE_WORKER" verify "$store" "$run" "$seed" "$depth") || fail "$said"
  executions=$((executions + $(sed 's/.*: \([0-9]*\) executions.*/\1/' <<<"$said")))
done
grep -q VIOLATION "$LOG" && fail "$(grep VIOLATION "$LOG" | sort | uniq -c)"
twice=$(sed -n 's/^accepted //p' "$LOG" | sort | uniq -d | head -n 3)
[[ -z $twice ]] || fail "accepted twice (unit and token): $twice"
echo "$engine: $rounds runs with $executions executions exact over $kills kills of workers and $server_kills of the server;" \
  "$(grep -c '^accepted' "$LOG") checkpoints accepted, $(grep -c '^stale checkpoint' "$LOG") stale ones refused," \
  "$(grep -c '^slept and was refused' "$LOG") of them after a sleep"
