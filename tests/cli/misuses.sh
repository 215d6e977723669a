#!/usr/bin/env bash
# Every misuse that the runtime reports has a program under tests/programs that expects its sentence ("// message: ..."), and this one a
# twin NAME_fixed that does it right. (native_programs.sh checks that they do what they expect.)
# labels: primitives
set -uo pipefail

: "${SOURCE_DIR:?must be the repository}"
failures=0 sentences=0
fail() { echo "$*"; failures=$((failures + 1)); }

# All strings in the arguments of report_misuse(), over line ends.
misuses() {
  find "$SOURCE_DIR/src/runtime" -name '*.cpp' -exec cat {} + | tr '\n' ' ' | grep -o 'report_misuse([^;]*;' | grep -o '"[^"]*"' | tr -d '"' | sort -u
}
while IFS= read -r sentence; do
  sentences=$((sentences + 1))
  found=
  while IFS= read -r file; do
    twin=("${file%.c*}"_fixed.c*)
    [[ -e ${twin[0]} ]] && found=$file
  done < <(grep -rlxF -- "// message: $sentence" "$SOURCE_DIR/tests/programs")
  [[ -n $found ]] || fail "no program with a twin expects the misuse '$sentence'"
done < <(misuses)
((sentences >= 20)) || fail "found only $sentences misuses in src/runtime"

((failures == 0)) && echo "$sentences misuses, each with a program and its twin"
exit $((failures > 0))
