#!/usr/bin/env bash
# A report takes at most 5 seconds (of a processor) beyond the exploration, 50 MB of memory and 50 MB of files, however long the execution
# is: all formats in one run. long.sh [STEPS]
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# cost: 6

make_dir
cd "$SOURCE_DIR" || exit 1
unset MAZURKA_EXPLAIN
exploring=0 steps=${1:-40000} most_seconds=5 most_mb=50
check=("$MAZURKA" check --quiet --unroll=1000000 --out "$dir/out")
"${check[@]}" tests/reports/costs/many_steps.c -DSTEPS="$steps" --explain=0 >"$dir/text" 2>"$dir/errors" </dev/null
(($? == 1)) || fail "no bug: $(cat "$dir/errors" "$dir/text")"

written() { du -cm --apparent-size "$dir/out" "$dir/document."* | tail -n 1 | cut -f 1; }
costs() {  # format
  rm -rf "$dir"/document.* "$dir"/out/bug-*
  read -r code seconds mb < <(python3 tests/reports/costs/costs.py "${check[@]}" "$dir/out/many_steps" --sarif="$dir/document.sarif" \
    --junit="$dir/document.xml" --html="$dir/document.html" --chrome-trace="$dir/document.trace" --format="$1" 2>"$dir/document.$1")
  [[ $code == 1 ]] || fail "$1: exit code $code: $(head -n 2 "$dir/document.$1")"
  # (A processor explores while it does nothing else.)
  [[ -f $dir/document.json ]] && exploring=$(json_get seconds <"$dir/document.json")
  awk "BEGIN { exit !($seconds - $exploring < $most_seconds) }" ||
    fail "$1: $seconds s, of which $exploring s for exploring: at most $most_seconds more expected"
  ((mb -= base))
  ((mb <= most_mb)) || fail "$1: $mb MB of memory, at most $most_mb expected"
  (($(written) <= most_mb)) || fail "$1: $(written) MB of files, at most $most_mb expected"
  echo "$1: $seconds s of a processor, $mb MB of memory, $(written) MB of files"
}
# What any report takes.
"${check[@]}" tests/reports/costs/many_steps.c -DSTEPS=24 --explain=0 --out "$dir/few" >/dev/null 2>&1 </dev/null
read -r _ _ base < <(python3 tests/reports/costs/costs.py "${check[@]}" "$dir/few/many_steps" --out "$dir/few" 2>/dev/null)
costs json
events=$(json_get events <"$dir/document.json")
((events * 10 > steps * 9)) || fail "the execution has $events steps, expected $steps"
python3 tests/reports/validate.py docs/report-schema.json "$dir/document.json" || fail "the report does not fit the schema"
costs text
"$MAZURKA" replay "$dir/out/bug-1.trace" --quiet >"$dir/text" 2>&1 </dev/null
(($? == 1)) || fail "the replay ends otherwise: $(head -n 2 "$dir/text")"
finish "the report of a long execution is not expensive"
