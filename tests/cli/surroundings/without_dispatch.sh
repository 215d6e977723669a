#!/usr/bin/env bash
# cost: 50
# On a kernel without Syscall User Dispatch (MAZURKA_TEST_NO_SUD pretends so) a seccomp filter stands in for it, and each
# execution runs in a process of its own: the user is told, and programs are checked all the same.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

# A program that looks whether it is filtered: 2 is the mode of filters.
cat >filtered.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void* look(void* expected) {
  char line[200];
  FILE* status = fopen("/proc/self/status", "r");
  while (fgets(line, sizeof line, status))
    if (strncmp(line, "Seccomp:", 8) == 0 && atoi(line + 8) != atoi(expected)) abort();
  fclose(status);
  puts("held back");
  return 0;
}
int main(int argc, char** argv) {
  pthread_t t;
  pthread_create(&t, 0, look, argv[argc - 1]);
  pthread_join(t, 0);
  return 0;
}
END
grep -q '^Seccomp:[[:space:]]*0' /proc/self/status || skip "this test is filtered itself"
before=$("$MAZURKA" check filtered.c --quiet --out out -- 0 2>errors)
[[ $before == verified* && ! -s errors ]] || fail "with dispatch: '$(head -n 1 <<<"$before")' '$(<errors)'"

export MAZURKA_TEST_NO_SUD=1
"$MAZURKA" check out/filtered --quiet --out out -- 2 >said 2>errors
code=$?
[[ $code == 0 && $(<said) == verified* && $(<said) != *'held back'* ]] || fail "without dispatch: exit code $code, '$(<said)'"
[[ $(<errors) == 'mazurka: this kernel has no Syscall User Dispatch: each execution runs in a process of its own'* &&
  $(wc -l <errors) == 1 ]] || fail "without dispatch stderr says '$(<errors)'"
"$MAZURKA" check out/filtered --restart=in-process --quiet --out out -- 2 >said 2>errors
code=$?
[[ $code == 0 && ! -s errors ]] || fail "without dispatch, in-process: exit code $code, '$(<said)' '$(<errors)'"
"$MAZURKA" doctor >said
code=$?
[[ $code == 0 ]] && grep -qE '^ +fallback +syscall user dispatch .*--restart=fork' said ||
  fail "doctor: exit code $code, '$(<said)'"

# Each of these is checked with both ways to restart.
bash "$SOURCE_DIR/tests/programs/check.sh" programs/unsupported kinds/abort kinds/deadlock kinds/endless \
  kinds/exit_status kinds/null kinds/uncaught_exception kinds/one_in_six cxx/iostreams threads/heavy_start ||
  fail "programs are not checked as with dispatch"
finish "everything works without dispatch"
