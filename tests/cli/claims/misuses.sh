#!/usr/bin/env bash
# Every misuse that the runtime reports has a program under tests/programs that expects its sentence ("// message: ..."), and does it
# right with -DFIXED ("// fixed: ..."). (tests/programs/check.sh checks that they do what they expect.)
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

sentences=0

# All strings in the arguments of report_misuse(), over line ends.
misuses() {
  find "$SOURCE_DIR/src/runtime" -name '*.cpp' -exec cat {} + | tr '\n' ' ' | grep -o 'report_misuse([^;]*;' | grep -o '"[^"]*"' | tr -d '"' | sort -u
}
while IFS= read -r sentence; do
  sentences=$((sentences + 1))
  found=
  while IFS= read -r file; do
    grep -q '^// fixed: verified' "$file" && found=$file
  done < <(grep -rlxF -- "// message: $sentence" "$SOURCE_DIR/tests/programs")
  [[ -n $found ]] || fail "no program with a twin expects the misuse '$sentence'"
done < <(misuses)
((sentences >= 20)) || fail "found only $sentences misuses in src/runtime"

finish "$sentences misuses, each with a program and its twin"
