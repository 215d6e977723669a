#!/usr/bin/env bash
# cost: 10
# Calls of mazurka::check that must not be "verified": functions that do not return, programs that change what they were started with,
# standard input, threads from before, files of one name, assertions that fail and do not leave the function.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
sources=$SOURCE_DIR/tests/frameworks/hostile
"$tools/mazurka-c++" -std=c++17 -g1 "$sources"/main.cpp "$sources"/first/same.cpp "$sources"/second/same.cpp -o hostile 2>log ||
  fail "mazurka-c++ hostile: $(head -n 5 log)"
always='throws=bug jumps=bug exits=bug exits_at_once=bug thread_exits=bug ends_thread=bug environment=bug folder=bug thread_before=bug
thread_alive=incomplete by_thread=bug by_thread_right=verified global=verified global_again=verified global_bad=bug locked_before=bug
first_file=verified second_file=bug'

expect_verdicts() {  # NAME=VERDICT...
  local one
  for one; do grep -qx "${one/=/ }" said || fail "not $one: $(grep "^${one%=*} " said)"; done
}

echo 3 4 >input
./hostile <input >said 2>log || fail "hostile: $(head -n 5 log)"
expect_verdicts input_before=bug input=bug $always
# A pipe can be read once only.
echo 3 4 | ./hostile input >said 2>log || fail "hostile, with a pipe: $(head -n 5 log)"
expect_verdicts input_before=incomplete input=incomplete

if [[ -e /usr/include/doctest/doctest.h ]]; then
  "$tools/mazurka-c++" -std=c++17 -g1 "$sources/doctest.cpp" -o assertions 2>log || fail "mazurka-c++ doctest.cpp: $(head -n 5 log)"
  ./assertions >said 2>log || fail "assertions: $(tail -n 5 said)"
  expect_verdicts check=bug require=bug warn=verified right=verified
fi
finish "hostile calls of mazurka::check are told"
