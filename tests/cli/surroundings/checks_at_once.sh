#!/usr/bin/env bash
# Two checks at once of files with one name: each runs its own program.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
mkdir right wrong
cat >right/program.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void* run(void* unused) {
  for (int n = 0; n < 4; n++) counter++;
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return counter != TOTAL;
}
C
cp right/program.c wrong/program.c
for round in 1 2 3; do
  "$MAZURKA" check right/program.c -DTOTAL=8 --quiet >right.txt 2>right.err &
  first=$!
  "$MAZURKA" check wrong/program.c -DTOTAL=9 --quiet >wrong.txt 2>wrong.err
  wrong=$?
  wait $first
  right=$?
  [[ $right == 0 && $(<right.txt) == "verified: all 70 traces"* ]] || fail "round $round, the right one: $right, $(head -n 1 right.txt)"
  [[ $wrong == 1 && $(<wrong.txt) == "bug: "* ]] || fail "round $round, the wrong one: $wrong, $(head -n 1 wrong.txt)"
  trace=$(sed -n 's/^replay: .* replay //p' wrong.txt)
  "$MAZURKA" replay "$trace" >replay.txt 2>&1
  [[ $? == 1 ]] || fail "round $round: the bug's trace '$trace' does not replay: $(head -n 2 replay.txt)"
done

# A folder that is in use: by another check, which is told; a named one is waited for.
mkdir -p mazurka-out/program other
exec 9>mazurka-out/program/.lock 8>other/.lock
flock 9
said=$("$MAZURKA" check right/program.c -DTOTAL=8 --quiet 2>&1 9>&-)
[[ $said == "mazurka: another check uses 'mazurka-out/program': this one uses 'mazurka-out/program-2'"* ]] || fail "in use: $said"
flock 8
(sleep 1; exec 8>&-) 9>&- &
exec 8>&-
said=$("$MAZURKA" check right/program.c -DTOTAL=8 --quiet --out other 2>&1 9>&-)
[[ $said == "mazurka: waiting for another check that uses 'other'"*"verified: "* ]] || fail "a named folder in use: $said"
wait

finish "checks at once do not meet"
