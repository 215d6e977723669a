#!/usr/bin/env bash
# A short run of the fuzzer over all features, in both modes; and that it is the same again with the same seed.
# labels: asan
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

programs=400
[[ $MAZURKA == *-sanitized || $MAZURKA == */asan/* ]] && programs=60  # it takes five times as long
output=$("$MAZURKA" fuzz --programs=$programs --seed=7 2>/dev/null)
status=$?
echo "$output"
[[ $status == 0 ]] || fail "the fuzzer found a mismatch"

figures() { "$MAZURKA" fuzz --programs=30 --seed="$1" --format=json 2>/dev/null | json_get programs compared traces 'algorithms.*.executions'; }
first=$(figures 3)
[[ $first =~ [0-9] ]] || fail "the fuzzer's JSON report has no figures: $first"
[[ $(figures 3) == "$first" ]] || fail "the same seed gives other programs"
[[ $(figures 4) != "$first" ]] || fail "another seed gives the same programs"

"$MAZURKA" fuzz --features=nonsense >/dev/null 2>&1
[[ $? == 2 ]] || fail "an unknown feature is not refused with exit code 2"
"$MAZURKA" fuzz --algorithms=nonsense >/dev/null 2>&1
[[ $? == 2 ]] || fail "an unknown algorithm is not refused with exit code 2"
finish "the fuzzer finds nothing, and finds it again"
