#!/usr/bin/env bash
# Bad toy programs and bad options: one sentence with the place and what is expected, exit code 2; an endless program is
# stopped, exit code 3. Never a crash.
# labels: asan
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

expect() {  # exit code, regular expression of the message, arguments of `mazurka toy`
  local code=$1 pattern=$2 output status lines
  shift 2
  output=$(timeout 120 "$MAZURKA" toy "$@" 2>&1 >out)
  status=$?
  [[ $status == 3 ]] && output=$(head -n 1 out)
  lines=$(grep -c . <<<"$output")
  [[ $status == "$code" && $lines == 1 ]] && grep -qE "$pattern" <<<"$output" ||
    fail "mazurka toy $*: exit code $status, expected $code; said: $output; expected: $pattern"
  [[ $status == 2 && -s out ]] && fail "mazurka toy $*: wrote to stdout"
}

program() {  # text; then as for expect
  printf '%b' "$1" >p.toy
  shift
  expect "$@"
}

program 'var x\nthread A { x = = 1 }\n' 2 "^p.toy:2:16: found '='; expected an expression" p.toy
program 'var x\nthread A { x = 1\n' 2 '^p.toy:[0-9]+:[0-9]+: .*expected' p.toy
program 'var 3\n' 2 '^p.toy:1:5: .*expected' p.toy
program 'var x\nthread A { r = (1 + }\n' 2 '^p.toy:2:[0-9]+: .*expected' p.toy
program 'mutex m\nthread A { unlock m }\n' 2 '^p.toy:2:12: thread A unlocks mutex m, .*expected a lock' p.toy
program 'mutex m\nthread A { lock m }\nthread B { unlock m }\n' 2 '^p.toy:3:12: thread B unlocks .*expected' p.toy
program 'rwlock w\nthread A { rdunlock w }\n' 2 '^p.toy:2:12: .*expected' p.toy
program 'mutex m; cond c\nthread A { wait c, m }\n' 2 '^p.toy:2:12: .*expected' p.toy
program 'thread A { q = zz + 1 }\n' 2 "^p.toy:1:16: 'zz' is not declared.*expected a shared variable" p.toy
program 'var x, y\nthread A { x = y + 1 }\n' 2 "^p.toy:2:16: .*'y' inside an expression; load it" p.toy
program 'var x\nthread A { lock x }\n' 2 "^p.toy:2:17: 'x' is a variable; expected a mutex" p.toy
program 'var x\nvar x\n' 2 "^p.toy:2:5: .*'x'" p.toy
program 'var x[3]\nthread A { r = 5; x[r] = 1 }\n' 2 '^p.toy:2:19: .*expected an index from 0 to 2' p.toy
program 'var x\nthread A { r = 0; x = 1 / r }\n' 2 '^p.toy:2:[0-9]+: .*zero; expected' p.toy
program 'thread A { spawn B; spawn B }\nthread B { }\n' 2 '^p.toy:1:21: .*already.*expected' p.toy
program 'thread A { spawn C }\n' 2 "^p.toy:1:18: 'C'.*expected" p.toy
program 'thread A { break }\n' 2 '^p.toy:1:12: .*expected' p.toy
program 'thread A { r = choose 0 }\n' 2 '^p.toy:1:[0-9]+: .*expected' p.toy
program 'var a[99999999999]\n' 2 '^p.toy:1:7: .*expected' p.toy
program 'var x = 99999999999999999999\n' 2 '^p.toy:1:9: .*expected' p.toy
program '\x16\x00\xff garbage' 2 '^p.toy:1:1: .*' p.toy
program '' 2 'no thread; expected at least one' p.toy
program "thread A { $(printf 'if 1 { %.0s' {1..3000}) $(printf '} %.0s' {1..3001})" 2 '^p.toy:1:[0-9]+: .*expected at most' p.toy
program "var x\nthread A { x = $(printf '(%.0s' {1..3000}) 1 $(printf ')%.0s' {1..3000}) }" 2 '^p.toy:2:[0-9]+: .*expected at most' p.toy

program 'var x\nthread A { while 1 { x = 1 } }\n' 3 '^incomplete: p.toy:2:22: thread A goes on after' p.toy
program 'var x\nthread A { while 1 { } }\n' 3 '^incomplete: p.toy:2:12: thread A goes on for ever' p.toy
for algorithm in $("$MAZURKA" algorithms | awk '{print $1}'); do
  program 'var x\nthread A { while 1 { x = 1 } }\nthread B { r = 0; while r < 2 { r = x } }\n' 3 \
    '^incomplete: [0-9]+ executions reached the limit of --max-steps=3' \
    p.toy --max-steps=3 --algorithm=$algorithm
done

printf 'const N = 1\nvar x\nthread A { x = N }\n' >good.toy
expect 2 "^good.toy: a value is given for 'M', .*expected one of: N" good.toy -D M=3
expect 2 'NAME=NUMBER' good.toy -D N
expect 2 'NAME=NUMBER' good.toy -D N=1x
expect 2 "algorithm: found 'best', expected one of naive" good.toy --algorithm=best
expect 2 "scheduler: found 'mine', expected one of reads-first" good.toy --scheduler=mine
expect 2 "expected a number greater than 0" good.toy --max-steps=0
expect 2 "unknown option '--colour'" good.toy --colour
expect 2 "cannot read 'absent.toy'" absent.toy
expect 2 "cannot read '.'" .

finish "all bad input was refused as expected"
