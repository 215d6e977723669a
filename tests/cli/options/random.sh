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

# What else is different in each process is the same in all that run the program: its number, the bytes that the kernel gives it, the names
# of its temporary files. Otherwise a bug that depends on it would not replay.
cat >names.c <<'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>
static void* run(void* unused) {
  char file[] = "fileXXXXXX", other[] = "fileXXXXXX.txt", folder[] = "folderXXXXXX", bad[] = "fileXXXXX", path[40];
  assert(mkstemp(file) >= 0 && mkostemps(other, 4, O_CLOEXEC) >= 0 && mkdtemp(folder) == folder && mkstemp(bad) == -1);
  assert(access(file, R_OK | W_OK) == 0 && access(other, R_OK) == 0 && strcmp(other + 10, ".txt") == 0);
  snprintf(path, sizeof path, "/proc/%d/status", getpid());
  assert(access(path, R_OK) == 0 && getpgid(getpid()) == getpgrp() && getsid(getpid()) == getsid(0));
  cpu_set_t processors;
  assert(sched_getaffinity(getpid(), sizeof processors, &processors) == 0 && getpriority(PRIO_PROCESS, getpid()) == getpriority(PRIO_PROCESS, 0));
  printf("%d %d %d %s %s %s\n", getpid(), gettid(), getppid(), file, other, folder);
  const unsigned char* bytes = (const unsigned char*)getauxval(AT_RANDOM);
  for (int k = 0; k < 16; k++) printf("%02x%s", bytes[k], k == 15 ? "\n" : "");
  fflush(stdout);
  abort();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  return pthread_join(t, 0);
}
END_OF_PROGRAM
for seed in 0 0 1; do
  "$MAZURKA" check names.c --quiet --random-seed=$seed --out out >said 2>&1
  [[ $? == 1 ]] && grep -q '^bug: abort' said || fail "names.c: $(head -n 3 said)"
  names+=("$("$MAZURKA" replay out/bug-1.trace 2>/dev/null | grep -E '^[0-9]+ [0-9]+ [0-9]+ file')")
  bytes+=("$("$MAZURKA" replay out/bug-1.trace 2>/dev/null | grep -xE '[0-9a-f]{32}')")
done
[[ -n ${names[0]} && -n ${bytes[0]} && ${names[0]} == "${names[1]}" && ${bytes[0]} == "${bytes[1]}" ]] ||
  fail "two processes differ: '${names[0]}' '${bytes[0]}', '${names[1]}' '${bytes[1]}'"
[[ ${bytes[0]} != "${bytes[2]}" ]] || fail "--random-seed=1 gives the same bytes"
[[ -z $(find . -name 'file??????*' -o -name 'folder*') ]] || fail "a temporary file of the program is a real one"
finish "random numbers are chosen by a seed"
