#!/usr/bin/env bash
# cost: 8
# docs/guide.md: its queue has the bug that it says, the repair that it says, and the checks inside of a test pass.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
python3 - "$SOURCE_DIR/docs/guide.md" <<'PYTHON' || fail "the guide's code cannot be found"
import re, sys
program, checks = re.findall("```cpp\n(.*?)```", open(sys.argv[1]).read(), re.S)
open("queue.cpp", "w").write(program)
repaired = program.replace("if (values_.size() == 1) ready_.notify_one();", "ready_.notify_one();")
assert repaired != program
open("repaired.cpp", "w").write(repaired)
open("queue.hpp", "w").write("#pragma once\n" + repaired[: repaired.index("int main()")])
open("queue_test.cpp", "w").write(checks)
PYTHON
expect_first_line 1 "bug: deadlock" check queue.cpp --quiet --out out
expect_first_line 0 "verified: all" check repaired.cpp --quiet --out out
"$tools/mazurka-c++" -std=c++20 -g queue_test.cpp -o queue_test -lgtest -lgtest_main 2>log || fail "mazurka-c++ queue_test.cpp: $(head -n 5 log)"
./queue_test --gtest_brief=1 >said 2>&1 || fail "./queue_test: $(<said)"
grep -q '^\[  PASSED  \] 4 tests.' said || fail "not four tests passed: $(<said)"

finish "the guide's examples do what it says"
