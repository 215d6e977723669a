#!/usr/bin/env bash
# bench/run: the figures of mazurka, and beside them those of nidhugg and genmc if they are on the PATH. Here they are
# scripts that take the same arguments and print what the real ones print (nidhugg in its older and newer form).
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir

has() {  # regular expression of a line
  grep -qE -- "$1" "$dir/said" || fail "no line is '$1' in: $(<"$dir/said")"
}
bench() { bash "$SOURCE_DIR/bench/run" "$@" >"$dir/said" 2>&1 || fail "bench/run $*: exit code $?, $(<"$dir/said")"; }

mkdir "$dir/bin"
printf '#!/bin/sh\n' >"$dir/bin/nidhugg"
# Usage: nidhuggc [COMPILER OPTIONS] -- [NIDHUGG OPTIONS] FILE
cat >"$dir/bin/nidhuggc" <<'END'
#!/bin/bash
[[ "$*" == "-O2 -D"*" -- --sc --optimal "*/bench/programs/* ]] || { echo "Nidhuggc Error: arguments $*"; exit 1; }
case $2 in
  -DN=2) printf 'Trace count: 4 (also 0 sleepset blocked)\nNo errors were detected.\n' ;;
  -DN=5) printf 'Trace count: 64\nSleepset-blocked trace count: 3\nNo errors were detected.\n' ;;
  -DN=1) printf 'Trace count: 2\n\n Error detected:\n  Assertion violation\n'; code=42 ;;
  *) printf '\nNidhuggc Error: Command (clang) returned an error exit code (1).\n'; exit 1 ;;
esac
sleep 0.2
echo 'Total wall-clock time: 0.20 s'
exit ${code:-0}
END
# Usage: genmc [OPTIONS] -- [COMPILER FLAGS] FILE
cat >"$dir/bin/genmc" <<'END'
#!/bin/bash
[[ $* == --help ]] && { echo '  -disable-estimation  - Do not estimate the state-space size'; exit 0; }
[[ "$*" == "--sc --disable-estimation -- -D"*/bench/programs/*.c ]] || { echo "genmc: Unknown command line argument in $*"; exit 1; }
case $4 in
  -DN=2) echo 'Number of complete executions explored: 4' ;;
  *) printf 'Number of complete executions explored: 60\nNumber of blocked executions seen: 7\n' ;;
esac
sleep 0.2
echo 'Total wall-clock time: 0.20s'
END
chmod +x "$dir"/bin/*

bench --max-traces=4 readers
has '^readers\.c N=2 +mazurka +4 +[0-9.]+ +[0-9]+ +[0-9.]+ *$'
grep -qE 'nidhugg|genmc' "$dir/said" && ! command -v nidhugg genmc >/dev/null && fail "tools are told that are not there"

export PATH=$dir/bin:$PATH
bench --max-traces=4 readers
has '^readers\.c N=2 +nidhugg +4 +0\.[2-9][0-9]* +[0-9]+ +([0-9.]+|-) *$'
has '^ +[0-9.]+ times the executions per second of nidhugg$'
has '^readers\.c N=2 +genmc +4 +0\.[2-9]'
has '^ +[0-9.]+ times the executions per second of genmc$'
bench --max-traces=64 lastzero.c
has '^lastzero\.c N=5 +nidhugg +64 .* 3 blocked$'
has '^lastzero\.c N=5 +genmc +60 .* it counts otherwise, 7 blocked$'
bench --max-traces=5 groups
has '^groups\.c N=1 +nidhugg +2 .* it found an error \(exit code 42\)$'
bench --max-traces=8 entangled
has '^entangled\.c K=4 +nidhugg +- .* exit code 1: Nidhuggc Error: Command'
bench --max-traces=64 lastzero.cpp
grep -q genmc "$dir/said" && fail "genmc was given a C++ program"
finish "bench/run tells the figures of all tools"
