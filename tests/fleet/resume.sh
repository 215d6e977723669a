#!/usr/bin/env bash
# cost: 6
# `mazurka check --resume`: goes on with a run that was stopped, and says in one sentence why it cannot.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lib.sh"
make_dir
out=$dir/out
program=$SOURCE_DIR/bench/programs/lastzero.c
options=(-DN=14 --digest --quiet --format=json)
expect=$("$MAZURKA" check "$program" "${options[@]}" --out "$dir/whole")
options+=(--out "$out")
read_json "$expect" executions trace_digest
wanted=("${values[@]}")

refused() {  # sentence, arguments of check
  local sentence=$1 said code
  shift
  said=$("$MAZURKA" check "$@" 2>&1 >/dev/null)
  code=$?
  [[ $code == 2 && $said == "mazurka: $sentence"* && $said != *$'\n'* ]] || fail "check $*: exit code $code, '$said', not '$sentence'"
}

refused "cannot resume: cannot open the store $out/run.db: there is no such file" "$program" "${options[@]}" --resume
# Stopped by a limit, in small steps: a fast machine is stopped, too, and a slow one comes to the end.
limit() { awk -v k="$1" 'BEGIN { printf "%.2f", 0.02 + k * k / 1000 }'; }
export MAZURKA_TEST_HASTE=1
"$MAZURKA" check "$program" "${options[@]}" --max-time=0.02 >/dev/null
for ((k = 0; k < 200; k++)); do
  said=$("$MAZURKA" check "$program" "${options[@]}" --max-time="$(limit "$k")" --resume -j $((1 + k % 3)) 2>&1)
  (($? == 3)) || break
done
read_json "$said" verdict executions trace_digest
[[ ${values[*]} == "verified ${wanted[*]}" ]] || fail "gone on with $k times: ${values[*]}, not ${wanted[*]}: $said"
((k > 0)) || fail "it was never stopped"
refused "cannot resume: the last run in the store $out/run.db has ended (complete)" "$program" "${options[@]}" --resume
refused "cannot resume: the last run in the store $out/run.db is of another program" "$program" "${options[@]}" -DM=1 -O1 --resume
refused "cannot resume: the last run in the store $out/run.db was made with other options" "$program" "${options[@]}" --keep-going --resume
refused "--resume cannot be used here: the algorithm optimal cannot be divided" "$program" "${options[@]}" --algorithm=optimal --resume
refused "--resume cannot be used with --max-executions" "$program" "${options[@]}" --max-executions=9 --resume
head -c 3000 "$out/run.db" >"$dir/half" && cp "$dir/half" "$out/run.db" && rm -f "$out"/run.db-*
refused "cannot resume: " "$program" "${options[@]}" --resume
cmp -s "$dir/half" "$out/run.db" || fail "a damaged store was changed"
echo "no store, but a text that is long enough to be looked at" >"$out/run.db"
refused "cannot resume: $out/run.db is no store: " "$program" "${options[@]}" --resume
rm -f "$out"/run.db*

# A search within a bound is kept in its own way.
export MAZURKA_TEST_UNIT=400
bounded=("$SOURCE_DIR/bench/programs/dispatcher.c" -DS=3 -DR=2 --preemption-bound=2 --digest --quiet --format=json)
read_json "$(MAZURKA_TEST_HASTE= "$MAZURKA" check "${bounded[@]}" --out "$dir/whole")" executions events trace_digest bounded
wanted=("${values[@]}")
bounded+=(--out "$out")
"$MAZURKA" check "${bounded[@]}" --max-time=0.02 >/dev/null
for ((k = 0; k < 200; k++)); do
  said=$("$MAZURKA" check "${bounded[@]}" --max-time="$(limit "$k")" --resume -j $((1 + k % 3)) 2>&1)
  [[ $said == *'stopped at --max-time'* ]] || break
done
read_json "$said" executions events trace_digest bounded
[[ ${values[*]} == "${wanted[*]}" ]] || fail "a bounded search, gone on with $k times: ${values[*]}, not ${wanted[*]}: $said"
((k > 0)) || fail "it was never stopped"
refused "cannot resume: the last run in the store $out/run.db has ended (complete)" "${bounded[@]}" --resume
refused "--store cannot be used here: an exploration within a bound is not shared between machines" "${bounded[@]}" --store="$dir/other.db"
refused "--resume cannot be used here: samples are not kept" "$program" "${options[@]}" --sample=pos --resume
finish "a stopped run is gone on with"
