#!/usr/bin/env bash
# What cannot be controlled is refused by name; --allow lets it through, and the verdict says so, unless there is a bug.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >outside.c <<'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
static const char* what;
static void sockets(void) {
  int one = socket(AF_UNIX, SOCK_DGRAM, 0), two = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert(one >= 0 && two >= 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  socklen_t bytes = sizeof address;
  assert(bind(two, (struct sockaddr*)&address, sizeof address.sun_family) == 0);  // the kernel chooses a name
  assert(getsockname(two, (struct sockaddr*)&address, &bytes) == 0);
  assert(connect(one, (struct sockaddr*)&address, bytes) == 0 && send(one, "x", 1, 0) == 1);
  char c = 0;
  assert(recv(two, &c, 1, 0) == 1 && c == 'x' && close(one) == 0 && close(two) == 0);
}
static void devices(void) {
  int fifo = open("fifo", O_RDWR);
  char text[10];
  assert(fifo >= 0 && write(fifo, "abc", 3) == 3 && read(fifo, text, sizeof text) == 3 && text[0] == 'a');
}
static void processes(void) {
  int status = system("exit 3");
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}
static void* run(void* unused) {
  if (strcmp(what, "sockets") == 0) sockets();
  if (strcmp(what, "devices") == 0) devices();
  if (strcmp(what, "processes") == 0) processes();
  if (strcmp(what, "fork") == 0 && fork() == 0) _exit(0);
  if (strcmp(what, "inotify") == 0) inotify_init();
  return unused;
}
int main(int argc, char** argv) {
  pthread_t t;
  what = argv[1];
  for (int k = 0; k < 2; k++) pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  if (argc > 2) abort();
  return 0;
}
END_OF_PROGRAM
mkfifo fifo
program=out/outside
expect() { expect_first_line "$1" "$2" check --quiet --out out "${@:3}"; }  # exit code, words of the first line, arguments of mazurka check
expect 3 "incomplete: not supported: a socket to the outside (without --allow=sockets)" outside.c --leftover-threads=ignore -- sockets
for what in devices processes; do
  expect 3 "(without --allow=$what)" $program -- $what
done
for what in sockets devices processes; do
  for restart in in-process fork; do
    expect 3 "incomplete: everything was explored, but --allow=$what let through what is not controlled" $program --restart=$restart --allow=$what -- $what
  done
done
expect 3 "but --allow=devices let through" $program --allow=sockets,devices -- devices
expect 0 "verified" $program --allow=sockets,devices -- nothing
expect 1 "bug: abort() was called" $program --allow=devices -- devices fail
"$MAZURKA" replay out/bug-1.trace >/dev/null 2>&1
[[ $? == 1 ]] || fail "a bug of a program with --allow does not replay"
expect 3 "incomplete: not supported: fork" $program --allow=processes -- fork
expect 3 "incomplete: not supported: inotify_init" $program --allow=sockets,devices,processes -- inotify
expect 2 "everything" $program --allow=everything -- nothing
finish "what is not controlled is refused, or told"
