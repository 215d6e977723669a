#!/usr/bin/env bash
# Threads that make random calls on the same files, descriptors and pipe: pop and optimal find the same traces, each once, as trying
# all interleavings does, and all executions of a trace have the same results. COUNT programs, from SEED on.
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
# Descriptors have the numbers that are free: none of whoever runs this test must be in their way.
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
count=${COUNT:-20} naive_limit=20000
RANDOM=${SEED:-1}
letters=oxtwWrRcCsfumdDlLpqz

# Into $text: a subshell would draw numbers of its own.
write_script() {
  local length=$((1 + RANDOM % 2)) k
  text=
  for ((k = 0; k < length; k++)); do text+=${letters:RANDOM % ${#letters}:1}; done
}
check_json --digest "$SOURCE_DIR/tests/conformance/file_driver.c" -- r r
[[ $traces == 2 ]] || { echo "two reads at one place must have two traces: $trouble"; exit 1; }
for ((k = 0; k < count;)); do
  scripts=()
  for ((thread = 0; thread < 3 - RANDOM % 2; thread++)); do
    write_script
    scripts+=("$text")
  done
  check_json --digest out/file_driver --algorithm=naive --races=ignore --max-executions=$naive_limit -- "${scripts[@]}"
  # Too many interleavings to try them all. (Those before something was learned count for the limit, too.)
  [[ $verdict != incomplete ]] && ((executions < naive_limit)) || continue
  expected="$verdict $traces $digest"
  k=$((k + 1))
  for algorithm in pop optimal; do
    check_json --digest out/file_driver --algorithm=$algorithm -- "${scripts[@]}"
    [[ "$verdict $traces $digest" == "$expected" && $executions == "$traces" ]] ||
      fail "$algorithm on ${scripts[*]}: $executions executions, $verdict $traces $digest; naive: $expected; $trouble"
  done
done
finish "$count programs agree"
