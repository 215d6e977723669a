#!/usr/bin/env bash
# The reports on twelve programs with bugs are word for word those that lie beside the programs, in tests/reports, which people have
# read, and show hardly more switches than the bug needs. `golden.sh --write` writes them anew: read the difference.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# cost: 20

make_dir
cd "$SOURCE_DIR" || exit 1
unset MAZURKA_EXPLAIN
# (A busy machine must not change what is shown.)
export MAZURKA_EXPLAIN=20 COLUMNS=120 NO_COLOR=1
for file in tests/reports/*.c tests/reports/*.cpp; do
  name=$(basename -- "$file")
  said=$("$MAZURKA" check "$file" --quiet --out "$dir/$name" 2>"$dir/errors" </dev/null)
  (($? == 1)) || fail "$file: no bug: $(head -n 2 "$dir/errors")$(head -n 1 <<<"$said")"
  sed -E -e 's/[0-9.]+ s\)$/0.01 s)/' -e "s|$dir/|mazurka-out/|g" -e 's|^replay: .* replay |replay: mazurka replay |' \
    -e 's/peak memory [0-9]+ MB/peak memory 7 MB/' <<<"$said" >"$dir/$name.txt"
  if [[ ${1-} == --write ]]; then
    cp "$dir/$name.txt" "${file%.*}.txt"
  elif ! diff -u "${file%.*}.txt" "$dir/$name.txt"; then
    fail "$file: the report is another one than ${file%.*}.txt"
  fi
  grep -q '^what happened: ' "$dir/$name.txt" || fail "$file: nothing is explained"
  "$MAZURKA" replay "$dir/$name/bug-1.trace" --quiet --format=json >"$dir/$name.json" 2>"$dir/errors" </dev/null
  program=$dir/$name/${name%.*}
  switches=$(python3 tests/reports/switches.py "$MAZURKA" "$program" "$dir/$name.txt" "$dir/$name.json") ||
    fail "$file: $switches $(cat "$dir/errors")"
done
finish "the reports are those that were read"
