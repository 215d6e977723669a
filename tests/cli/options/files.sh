#!/usr/bin/env bash
# An exploration leaves the files on the disk as they are; so does a replay, unless --keep-files says that what the program writes is
# to be kept.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >writer.c <<'END_OF_PROGRAM'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static void* run(void* unused) {
  FILE* file = fopen("old", "a");
  fputs("more\n", file);
  fclose(file);
  assert(rename("renamed", "new name") == 0 && unlink("removed") == 0 && truncate("short", 1) == 0);
  assert(mkdir("folder", 0755) == 0 && symlink("../old", "folder/link") == 0 && rmdir("gone") == 0);
  file = fopen("folder/file", "w");
  fputs("text\n", file);
  fclose(file);
  assert(chmod("folder/file", 0640) == 0 && link("folder/file", "second") == 0);
  return unused;
}
int main(int argc, char** argv) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  if (argc > 1) abort();
  return argv == 0;
}
END_OF_PROGRAM
mkdir work work/gone && cd work || exit 1
echo old >old && echo renamed >renamed && echo removed >removed && echo short >short
state() { ls -R . && cat old renamed removed short; }
before=$(state)
said=$("$MAZURKA" check ../writer.c --quiet --out ../out) || fail "check says '$said'"
"$MAZURKA" check ../out/writer --quiet --restart=fork --out ../out >/dev/null || fail "with --restart=fork: exit code $?"
"$MAZURKA" check ../out/writer --quiet --out ../out -- fail >/dev/null
[[ $? == 1 ]] || fail "the program was to fail"
"$MAZURKA" replay ../out/bug-1.trace >/dev/null
[[ $? == 1 ]] || fail "the failure does not replay"
[[ $(state) == "$before" ]] || fail "the disk was changed: $(state)"

"$MAZURKA" replay ../out/bug-1.trace --keep-files >/dev/null 2>errors
[[ $? == 1 && ! -s errors ]] || fail "with --keep-files the failure does not replay: $(<errors)"
rm errors
after=$(LC_ALL=C ls -R)
[[ $after == $'.:\nfolder\nnew name\nold\nsecond\nshort\n\n./folder:\nfile\nlink' ]] || fail "with --keep-files there are: $after"
[[ $(<old) == $'old\nmore' && $(<"new name") == renamed && $(<short) == s && $(<folder/link) == $'old\nmore' ]] ||
  fail "with --keep-files the contents are others: $(head ./* folder/*)"
[[ $(<second) == text && $(stat -c %a-%h second) == 640-2 ]] || fail "a link or a mode is not as it was: $(stat second)"
finish "files on the disk change only with --keep-files"
