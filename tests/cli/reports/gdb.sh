#!/usr/bin/env bash
# gdb on the replay of a bug: it stops at the failed assertion and at a deadlock, shows a variable of another thread, and goes through the
# schedule, forth and back.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

command -v gdb >/dev/null || skip "gdb is not installed"
make_dir
cd "$SOURCE_DIR" || exit 1
export MAZURKA_EXPLAIN=2 TMPDIR=$dir
expect() {  # what, text that must be in what gdb said
  [[ $said == *"$2"* ]] || fail "$1: expected '$2' in: $said"
}
session() {  # file, options; commands on stdin
  said=$(timeout 120 "$MAZURKA" replay "$dir/$1/bug-1.trace" --gdb "${@:2}" 2>&1)
}
prepare() {
  "$MAZURKA" check "$1" --quiet --out "$dir/$2" >"$dir/report" 2>&1 </dev/null
  (($? == 1)) || fail "$1: no bug: $(head -n 3 "$dir/report")"
}

prepare tests/reports/cache.cpp cache
session cache <<'END'
print cache.made
bt
mazurka where
mazurka threads
END
expect "the assertion" "at the bug"
expect "the assertion" "Cache::fill"
expect "a variable" "\$1 = 2"
expect "the threads" "T0 is suspended in main"

prepare examples/bank.cpp bank
session bank <<'END'
mazurka threads
mazurka thread 1 print amount
mazurka thread 2 print amount
mazurka thread 1 bt
mazurka goto 3
mazurka step
mazurka back
mazurka where
END
expect "the deadlock" "where threads wait for ever"
expect "the deadlock" "T1 is suspended in transfer"
expect "a variable of T1" "\$1 = 30"
expect "a variable of T2" "\$2 = 50"
expect "the stack of T1" "amount@entry=30) at examples/bank.cpp:14"
expect "a step" "after step 3, by T1"
expect "forth" "after step 4, by T2"
[[ $(grep -c 'after step 3, by T1' <<<"$said") == 3 ]] || fail "back: expected to be after step 3 again: $said"

session bank --at=2 <<'END'
mazurka where
END
expect "--at" "after step 2, by T0"
[[ -z $(ls "$dir"/mazurka-gdb-* 2>/dev/null) ]] || fail "a file with commands is left"
[[ $said == *"not defined"* ]] && fail "gdb complains: $said"
finish "gdb shows bugs"
