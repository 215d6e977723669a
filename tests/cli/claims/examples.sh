#!/usr/bin/env bash
# Every native example says in its first line what it shows, and gives that; those with a bug are replayed by the command
# that the report shows.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
cd "$SOURCE_DIR" || exit 1

declare -A expected=(
  [bank.cpp]='bug: deadlock: T1 waits for bob.mutex, held by T2; T2 waits for alice.mutex, held by T1'
  [c11_threads.c]='verified: all 4 traces explored, no bug'
  [check_then_act.c]='bug: assertion failed: atomic_load(&seats) == 0, at examples/check_then_act.c:19 in main'
  [double_checked.cpp]='bug: assertion failed: settings().limit == 10, at examples/double_checked.cpp:28'
  [job_server.cpp]='bug: deadlock: T0 waits for a message in replies; T1 waits for a message in mailbox#'
  [lost_update.cpp]='bug: assertion failed: counter == 2, at examples/lost_update.cpp:17 in main'
  [lost_wakeup.cpp]='bug: deadlock: T'
  [peterson.cpp]='verified: all 28 traces explored, no bug'
  [philosophers.cpp]='bug: deadlock: T1 waits for forks[1], held by T2; T2 waits for forks[2], held by T3; T3 waits for forks[0]'
  [producer_consumer.c]='verified: all 16 traces explored, no bug'
  [spsc_ring.cpp]='verified: all 44 traces explored, no bug'
  [thread_pool_shutdown.cpp]='bug: deadlock: T1 waits to be woken on pool.wake_; T0 waits for T1 to end'
  [treiber_aba.cpp]='bug: assertion failed: node != mine && node != other, at examples/treiber_aba.cpp:45 in main'
)
for file in examples/*.c examples/*.cpp; do
  name=$(basename -- "$file")
  [[ $(head -n 1 "$file") == '// '* ]] || fail "$file does not say in its first line what it shows"
  want=${expected[$name]-}
  [[ -n $want ]] || { fail "$file: this test does not know what it gives"; continue; }
  said=$("$MAZURKA" check "$file" --quiet --out "$dir/$name" 2>"$dir/errors" </dev/null)
  code=$?
  [[ $said == "$want"* ]] || fail "$file: '$(head -n 1 <<<"$said")' $(head -n 2 "$dir/errors"), expected '$want'"
  if [[ $want == verified* ]]; then
    ((code == 0)) || fail "$file: exit code $code"
    continue
  fi
  command=$(sed -n 's/^replay: //p' <<<"$said")
  again=$(bash -c "$command" 2>&1 </dev/null)
  ((code == 1 && $? == 1)) || fail "$file: exit codes $code and not 1 on replay"
  [[ $again == *"$want"*'(replayed)'* ]] || fail "$file: '$command' says '$(head -n 1 <<<"$again")'"
done
finish "all examples give what they say"
