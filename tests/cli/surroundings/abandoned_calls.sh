#!/usr/bin/env bash
# Memory stays flat although threads stop in the middle of calls on files: a thread that never goes on takes nothing of the checker's
# memory with it. A program makes all kinds of calls on a file with a path of 3,000 bytes, and is cut after each number of steps.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

executions=${1:-800} apart=${2:-2}  # 1500 1: every step
enter_dir

cat >calls.c <<'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int x;
static int folder, from, to;
static char path[4096], other[4096], text[4096];

static void* calls(void* unused) {
  struct stat status;
  off_t zero = 0;
  for (int k = 0; k < 4; k++) atomic_fetch_add(&x, 1);
  stat(path, &status);
  sendfile(to, from, &zero, 20000);
  fstatat(folder, "file", &status, 0);
  int file = openat(folder, "file", O_RDWR | O_TRUNC);
  link(path, other);
  linkat(folder, "file", folder, "second", 0);
  renameat(folder, "second", folder, "third");
  rename(other, path);
  chmod(path, 0600);
  truncate(path, 5);
  utimensat(AT_FDCWD, path, 0, 0);
  access(path, R_OK);
  unlinkat(folder, "third", 0);
  symlinkat("file", folder, "link");
  readlinkat(folder, "link", text, sizeof text);
  mkdirat(folder, "made", 0700);
  unlinkat(folder, "made", AT_REMOVEDIR);
  fchdir(folder);
  DIR* list = opendir(".");
  readdir(list);
  unlink(path);
  return unused;
}
static void* count(void* unused) {
  for (int k = 0; k < 20; k++) atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t, u;
  char name[251];
  memset(name, 'a', 250);
  name[250] = 0;
  for (int k = 0; k < 12; k++) mkdir(strcat(strcat(path, k == 0 ? "" : "/"), name), 0700);
  folder = open(path, O_DIRECTORY);
  strcat(strcpy(other, path), "/another");
  from = open(strcat(path, "/file"), O_CREAT | O_RDWR, 0600);
  to = open("target", O_CREAT | O_RDWR, 0600);
  write(from, "text", 4);
  pthread_create(&t, 0, calls, 0);
  pthread_create(&u, 0, count, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
END_OF_PROGRAM

# The thread has 56 steps: every second one, or each, is one to be cut at. Two are checked at the same time.
"$MAZURKA" check calls.c --max-executions=1 --quiet --out out >/dev/null 2>&1
check() {  # steps
  local said
  said=$("$MAZURKA" check out/calls --max-steps="$1" --max-executions="$2" --quiet --out "out$1" 2>&1)
  [[ $said =~ executions\ ([0-9,]+),.*peak\ memory\ ([0-9]+)\ MB ]] || { echo "with $1 steps: $said"; return 1; }
  (( ${BASH_REMATCH[2]} <= 9 )) || { echo "with $1 steps: ${BASH_REMATCH[2]} MB after ${BASH_REMATCH[1]} executions"; return 1; }
}
export -f check
seq 5 "$apart" 56 | xargs -P 2 -I{} bash -c "check {} $executions" || exit 1
finish "at most 9 MB wherever threads are cut"
