#!/usr/bin/env bash
# Functions of the C library with a state of their own, called by two threads: those that are not thread-safe have a data race, unless
# a mutex orders the calls; the others have none. One program has them all, its argument says which.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
mkdir folder
touch folder/a folder/b

cat >calls.c <<'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <dirent.h>
#include <getopt.h>
#include <grp.h>
#include <locale.h>
#include <mntent.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <shadow.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <utmpx.h>
#include <wchar.h>

static const char* call;
static int thread_uses_mutex;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static DIR* folder;
static FILE *users, *groups, *mounts;
static time_t now = 1800000000;
static struct tm date = {.tm_year = 126, .tm_mday = 1};

#define CALL(text, expression) \
  if (strcmp(call, text) == 0) (void)(expression)

static void unsafe(char* own) {
  int i;
  unsigned short numbers[7] = {1, 2, 3, 4, 5, 6, 7};
  wchar_t wide;
  char* options[] = {"x", "-a", 0};
  ENTRY entry = {"key", 0};
  CALL("strtok", strtok(own, " "));
  CALL("localtime", localtime(&now)->tm_year);
  CALL("gmtime", gmtime(&now)->tm_year);
  CALL("asctime", asctime(&date)[0]);
  CALL("ctime", ctime(&now)[0]);
  CALL("setenv", setenv("A", "b", 1));
  CALL("putenv", putenv("A=b"));
  CALL("unsetenv", unsetenv("A"));
  CALL("clearenv", clearenv());
  CALL("readdir", readdir(folder));
  CALL("rewinddir", (rewinddir(folder), 0));
  CALL("getpwnam", getpwnam("root")->pw_uid);
  CALL("getpwuid", getpwuid(0)->pw_name);
  CALL("getgrnam", getgrnam("root")->gr_gid);
  CALL("getgrgid", getgrgid(0)->gr_name);
  CALL("getpwent", getpwent());
  CALL("getgrent", (setgrent(), 0));
  CALL("fgetpwent", own[0] = (char)fgetpwent(users)->pw_uid);
  CALL("fgetgrent", own[0] = (char)fgetgrent(groups)->gr_gid);
  CALL("getmntent", getmntent(mounts));
  CALL("getopt", getopt(2, options, "a"));
  CALL("getopt_long", getopt_long(2, options, "a", 0, 0));
  CALL("localeconv", localeconv());
  CALL("l64a", l64a(7));
  CALL("hsearch", hsearch(entry, ENTER));
  CALL("drand48", drand48());
  CALL("lrand48", lrand48());
  CALL("srand48", (srand48(1), 0));
  CALL("seed48", seed48(numbers));
  CALL("lcong48", (lcong48(numbers), 0));
  CALL("ecvt", ecvt(1.5, 3, &i, &i));
  CALL("fcvt", fcvt(1.5, 3, &i, &i));
  CALL("mblen", mblen("a", 1));
  CALL("mbtowc", mbtowc(&wide, "a", 1));
  CALL("wctomb", wctomb(own, L'a'));
  CALL("mbrtowc", mbrtowc(&wide, "a", 1, 0));
  CALL("mbrlen", mbrlen("a", 1, 0));
  CALL("wcrtomb", wcrtomb(own, L'a', 0));
  CALL("endservent", (endservent(), 0));
  CALL("endprotoent", (endprotoent(), 0));
  CALL("endnetent", (endnetent(), 0));
  CALL("endhostent", (endhostent(), 0));
  CALL("endutxent", (endutxent(), 0));
  CALL("endspent", (endspent(), 0));
}
static void safe(char* own) {
  struct tm pieces;
  char buffer[1000];
  char* rest;
  unsigned short numbers[3] = {1, 2, 3};
  mbstate_t state = {0};
  wchar_t wide;
  struct passwd user, *found;
  CALL("strtok_r", strtok_r(own, " ", &rest));
  CALL("localtime_r", localtime_r(&now, &pieces));
  CALL("gmtime_r", gmtime_r(&now, &pieces));
  CALL("asctime_r", asctime_r(&date, buffer));
  CALL("strftime", strftime(buffer, 100, "%c", &date));
  CALL("getenv", getenv("PATH"));
  CALL("getpwnam_r", getpwnam_r("root", &user, buffer, sizeof buffer, &found));
  CALL("erand48", erand48(numbers));
  CALL("nrand48", nrand48(numbers));
  CALL("mbrtowc_own", mbrtowc(&wide, "a", 1, &state));
  CALL("strerror", strerror(5));
  CALL("strsignal", strsignal(5));
  CALL("setlocale", setlocale(LC_ALL, 0));
}

static void* run(void* own) {
  if (thread_uses_mutex) pthread_mutex_lock(&mutex);
  unsafe(own);
  safe(own);
  if (thread_uses_mutex) pthread_mutex_unlock(&mutex);
  return 0;
}

int main(int argc, char** argv) {
  pthread_t t, u;
  char a[] = "a b", b[] = "c d";
  call = argv[1];
  thread_uses_mutex = argc > 2;
  folder = opendir("folder");
  users = fopen("/etc/passwd", "r");
  groups = fopen("/etc/group", "r");
  mounts = setmntent("/etc/passwd", "r");
  if (!folder || !users || !groups || !mounts || hcreate(10) == 0) return 1;
  pthread_create(&t, 0, run, a);
  pthread_create(&u, 0, run, b);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
END_OF_PROGRAM
"$MAZURKA" check calls.c -Wno-deprecated-declarations --quiet --out out -- nothing >said 2>&1 || { cat said; exit 1; }

check() {  # verdict and kind, arguments of the program
  local found values
  mapfile -t values < <("$MAZURKA" check out/calls --format=json --quiet --out "out-$2-${3-}" -- "${@:2}" 2>/dev/null |
    "$JSON_GET" verdict bugs.0.kind bugs.0.message incomplete)
  found="${values[0]-} ${values[1]-}"
  [[ $found == "$1" ]] && return
  echo "${*:2}: expected $1, but: ${values[*]}"
  return 1
}
export -f check
unsafe=$(sed -n '/^static void unsafe/,/^}/s/.*CALL("\([a-z0-9_]*\)".*/\1/p' calls.c)
safe=$(sed -n '/^static void safe/,/^}/s/.*CALL("\([a-z0-9_]*\)".*/\1/p' calls.c)
{
  for call in $unsafe; do echo "check 'bug data_race' $call && check 'verified ' $call mutex"; done
  for call in $safe; do echo "check 'verified ' $call"; done
} | tr '\n' '\0' | xargs -0 -P 2 -I{} bash -c '{}' || exit 1
finish "$(wc -w <<<"$unsafe") functions are not thread-safe, $(wc -w <<<"$safe") are"
