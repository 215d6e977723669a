#!/usr/bin/env bash
# --suppressions=FILE: races are judged by function, file and variable; the verdict tells how many were suppressed; the
# others are bugs, and are replayed.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >two.c <<'END'
#include <pthread.h>
#include "add.h"
static int first, second;
static void *run(void *argument) {
  add_to(&first);
  add_to(&second);
  return argument;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, run, 0);
  pthread_create(&two, 0, run, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
END
cat >add.h <<'END'
__attribute__((noinline)) static void add_to(int *counter) { ++*counter; }
END

check() {  # suppressions, further options: fills output and code
  printf '%b' "$1" >list.supp
  output=$("$MAZURKA" check two --suppressions=list.supp --quiet --out out "${@:2}" 2>&1)
  code=$?
}
expect() {  # exit code, text that must be there
  [[ $code == "$1" && $output == *"$2"* ]] && return
  fail "expected exit code $1 and '$2', found $code and: $output"
}

"$MAZURKA" check two.c --races=ignore --quiet --out . >/dev/null || exit 1
check ''
expect 1 'bug: data race on first'
check '# nothing else races\nrace:add_to\n'
expect 0 'verified: the only trace explored, no bug (4 data races suppressed, SC'
check 'race:add.h\n' --keep-going
expect 0 'no bug (4 data races suppressed'
check 'race:^first$\nrace:^second$\n' --format=json
[[ $code == 0 && $(json_get suppressed_races <<<"$output") == 4 ]] || fail "expected 4 suppressed races, found $code and: $output"
check 'race:^firs$\n'
expect 1 'bug: data race on first'
# The same two places race on the other variable, too: that is not suppressed.
check 'race:first\n'
expect 1 'bug: data race on second'
expect 1 '2 data races suppressed'
replayed=$("$MAZURKA" replay out/bug-1.trace --quiet 2>&1)
[[ $? == 1 && $replayed == 'bug: data race on second'*'(replayed)'* ]] || fail "the replay said: $replayed"

check 'race:add_to\nracy:first\n'
expect 2 "mazurka: line 2 of 'list.supp' is 'racy:first'; expected race:PATTERN"
check 'race:\n'
expect 2 "line 1 of 'list.supp'"
output=$("$MAZURKA" check two --suppressions=nowhere --quiet 2>&1)
code=$?
expect 2 "mazurka: cannot read 'nowhere'"
finish "races are suppressed by function, file and variable"
