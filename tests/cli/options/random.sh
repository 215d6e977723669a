#!/usr/bin/env bash
# Random numbers that a program asks for are the same in every execution and on replay; --random-seed chooses others.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
cat >dice.c <<'END_OF_PROGRAM'
#include <assert.h>
#include <pthread.h>
#include <sys/random.h>
static unsigned char thrown;
static void* throw(void* unused) {
  assert(getrandom(&thrown, 1, 0) == 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, throw, 0);
  pthread_join(t, 0);
  assert(thrown % 6 != 3);
  return 0;
}
END_OF_PROGRAM
"$MAZURKA" check --quiet --out out dice.c >/dev/null 2>&1
bugs=0 last=
for seed in {0..20}; do
  "$MAZURKA" check --out out out/dice --random-seed=$seed >said 2>&1
  case $? in
    0) grep -q -- "random numbers are the same in every execution, those of --random-seed=$seed;" said ||
      fail "the verdict does not say that it rests on random numbers: $(head -n 3 said)" ;;
    1) bugs=$((bugs + 1)) last=$seed ;;
    *) fail "--random-seed=$seed: $(head -n 3 said)" ;;
  esac
  [[ $last != "$seed" ]] || "$MAZURKA" replay out/bug-1.trace >/dev/null 2>&1
  [[ $last != "$seed" || $? == 1 ]] || fail "the bug of --random-seed=$seed does not replay"
done
((bugs > 0 && bugs < 21)) || fail "$bugs of 21 seeds found the bug"
finish "random numbers are chosen by a seed"
