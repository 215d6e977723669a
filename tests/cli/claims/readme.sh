#!/usr/bin/env bash
# The README shows examples/bank.cpp as it is, and the report that mazurka check really gives for it; every file that the documents
# link to is there.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
cd "$SOURCE_DIR" || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# (A busy machine must not change what is shown.)
export MAZURKA_EXPLAIN=20 COLUMNS=120
failures=0
fail() { echo "$*"; failures=$((failures + 1)); }

block() {  # the fenced block of README.md whose first line begins with $1
  awk -v start="$1" '/^```/ { inside = !inside; fresh = inside; shown = 0; next }
    inside { if (fresh && index($0, start) == 1) shown = 1; fresh = 0; if (shown) print }' README.md
}
# Time, memory and the folder of the trace file are the run's own.
run_independent() { sed -E 's/[0-9.]+ s\)$/TIME s)/; s/peak memory [0-9]+ MB/peak memory N MB/; s/^replay: .*/replay: COMMAND/; s/^page: .*/page: FILE/'; }

block '// A bank transfer' | diff - examples/bank.cpp || fail "README.md does not show examples/bank.cpp as it is"
"$MAZURKA" check examples/bank.cpp --quiet --out "$dir/bank" </dev/null 2>"$dir/errors" >"$dir/report" || true
[[ -s $dir/report ]] || fail "no report: $(<"$dir/errors")"
diff <(block 'bug: deadlock' | run_independent) <(run_independent <"$dir/report") || fail "README.md does not show the report as it is"

for document in *.md docs/*.md; do
  while read -r target; do
    target=${target%%#*}
    [[ -z $target || -e $(dirname "$document")/$target ]] || fail "$document links to $target, which is not there"
  done < <(sed '/^ *```/,/^ *```/d' "$document" | grep -o ']([^)]*)' | sed 's/^](//; s/)$//' | grep -v '^https\?://')
done

((failures == 0)) && echo "the README is true"
exit $((failures > 0))
