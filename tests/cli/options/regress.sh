#!/usr/bin/env bash
# cost: 5
# `mazurka check --regress=DIR`: trace files that are kept there are run first; after a rebuild, too, as far as the program makes the same
# steps. A bug that is back ends the check.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
bank=$SOURCE_DIR/examples/bank.cpp
mkdir kept
cp "$bank" bank.cpp
"$MAZURKA" check bank.cpp --quiet --out out >/dev/null 2>&1
cp out/bug-1.trace kept/first.trace

expect_regress() {  # exit code, words on stderr, options
  "$MAZURKA" check bank.cpp --out out --regress=kept "${@:3}" >said 2>errors
  local status=$?
  [[ $status == "$1" ]] && grep -q "$2" errors || fail "$(head -c 60 bank.cpp | head -n 1)...: exit code $status, $(<errors), $(head -n 1 said), expected $1 and '$2'"
}
expect_regress 1 'kept/first.trace: the bug is there'
grep -q '^executions 1,' said || fail "it was explored all the same: $(head -n 1 said)"
# Other lines, another mutex before: the same steps otherwise.
sed 's|^int main|int unused;\n\nint main|; s|Account alice, bob;|Account alice, bob; std::mutex other; { std::lock_guard hold(other); }|' "$bank" >bank.cpp
expect_regress 1 'kept/first.trace: the bug is there'
# One mutex for all: these steps can be made no more.
sed 's|^struct Account|std::mutex all;\nstruct Account|; s|hold_from(from.mutex)|hold_all(all)|; /hold_to/d' "$bank" >bank.cpp
expect_regress 0 'any more'
grep -q '^verified' said || fail "it was not explored: $(head -n 1 said)"
# The same order for both: the steps are there, and end well.
sed 's|transfer(bob, alice, 50)|transfer(alice, bob, 50)|' "$bank" >bank.cpp
expect_regress 0 'any more'
expect_first_line 2 "cannot read the folder 'missing' of --regress" check bank.cpp --quiet --regress=missing
echo broken >kept/second.trace
expect_first_line 2 "'kept/second.trace' is not a trace file" check bank.cpp --quiet --out out --regress=kept

finish "bugs of before are looked for first"
