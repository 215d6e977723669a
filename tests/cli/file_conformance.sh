#!/usr/bin/env bash
# Threads that make random calls on the same files, descriptors and pipe: pop and optimal find the same traces, each once, as trying
# all interleavings does, and all executions of a trace have the same results. COUNT programs, from SEED on.
# labels: primitives
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
# Descriptors have the numbers that are free: none of whoever runs this test must be in their way.
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
failures=0 count=${COUNT:-30} naive_limit=20000
RANDOM=${SEED:-1}
letters=oxtwWrRcCsfumdDlLpqz

# Into $text: a subshell would draw numbers of its own.
write_script() {
  local length=$((1 + RANDOM % 2)) k
  text=
  for ((k = 0; k < length; k++)); do text+=${letters:RANDOM % ${#letters}:1}; done
}
run() {  # arguments: the verdict, the number of traces and their digest
  timeout 100 "$MAZURKA" check --digest --format=json --quiet --out out "$@" 2>&1 </dev/null |
    sed -n 's/^  "\(verdict\|executions\|traces\|trace_digest\)": *\(.*\),$/\1 \2/p'
}
field() { sed -n "s/^$1 //p"; }

[[ $(run "$SOURCE_DIR/tests/conformance/file_driver.c" -- r r | field traces) == 2 ]] || { echo "two reads at one place must have two traces"; exit 1; }
for ((k = 0; k < count;)); do
  scripts=()
  for ((thread = 0; thread < 3 - RANDOM % 2; thread++)); do
    write_script
    scripts+=("$text")
  done
  expected=$(run out/file_driver --algorithm=naive --races=ignore --max-executions=$naive_limit -- "${scripts[@]}")
  # Too many interleavings to try them all.
  (($(field executions <<<"$expected") < naive_limit)) || continue
  expected=$(grep -v '^executions' <<<"$expected")
  k=$((k + 1))
  for algorithm in pop optimal; do
    found=$(run out/file_driver --algorithm=$algorithm -- "${scripts[@]}")
    [[ $(grep -v '^executions' <<<"$found") == "$expected" && $(field executions <<<"$found") == "$(field traces <<<"$found")" ]] && continue
    echo "$algorithm on ${scripts[*]}: ${found//$'\n'/, }; naive: ${expected//$'\n'/, }"
    failures=$((failures + 1))
  done
done
((failures == 0)) && echo "$count programs agree"
exit $((failures > 0))
