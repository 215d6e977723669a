#!/usr/bin/env bash
# cost: 15
# Control never ends. A program is refused something, or fails, at every kind of moment, and everybody else in it deletes, truncates
# and writes files and sleeps. Afterwards the real files are as before, no time has passed, and the verdict is never "verified".
# Every refusal comes at the beginning of a thread, where a thread stops before its first operation, and a few come at every moment:
# all of these with the argument "all", every third one without.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
mkdir work files
{
  echo '#define REFUSED_CALLS \'
  sed -n 's/^ *ROW(\([a-z0-9_]*\), kRefused),.*/{"\1", SYS_\1}, \\/p' "$SOURCE_DIR/src/runtime/kernel/system_call_table.cpp"
  echo
} >refused.h
(($(wc -l <refused.h) > 40)) || { echo "the refused system calls were not found"; exit 1; }

cat >moments.cpp <<'END_OF_PROGRAM'
#include <fcntl.h>
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <mutex>
#include <stdexcept>

#include "refused.h"

static const char *moment = "", *refusal = "";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static sem_t ended, late;
static struct {
  const char* name;
  long number;
} refused[] = {REFUSED_CALLS};

// What must not happen really.
static void damage() {
  const struct timespec second = {1, 0};
  unlink("kept");
  if (truncate("also_kept", 0) != 0) abort();
  FILE* file = fopen("made", "w");
  if (file == nullptr) abort();
  fputs("text", file);
  fclose(file);
  mkdir("folder", 0700);
  rename("also_kept", "moved");
  symlink("made", "link");
  chmod("made", 0);
  syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &second, nullptr);
  syscall(SYS_nanosleep, &second, nullptr);
  // As at the beginning, for whoever comes next.
  unlink("link");
  unlink("made");
  rmdir("folder");
  if (rename("moved", "also_kept") != 0) abort();
  close(open("kept", O_CREAT | O_WRONLY, 0600));
}

static void* volatile volatile_address = &mutex;

static int overflow(int n) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(n);
  return n < 0 ? 0 : overflow(n + 1) + frame[0];
}

static void be_refused() {
  static bool done = false;
  if (done) return;
  done = true;
  for (auto& call : refused)
    if (strcmp(refusal, call.name) == 0) syscall(call.number, 0, 0, 0, 0, 0, 0);
  if (strcmp(refusal, "unknown") == 0) syscall(500, 0, 0, 0, 0, 0, 0);
  if (strcmp(refusal, "fork()") == 0) fork();
  if (strcmp(refusal, "popen()") == 0) popen("rm kept", "w");
  if (strcmp(refusal, "system()") == 0 && system("rm kept") == 0) return;
  if (strcmp(refusal, "socket") == 0) send(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0);
  if (strcmp(refusal, "device") == 0) open("/dev/kmsg", O_WRONLY);
  if (strcmp(refusal, "pause()") == 0) pause();
  if (strcmp(refusal, "large") == 0) truncate("also_kept", 1L << 40);
  if (strcmp(refusal, "library") == 0) {
    FILE* file = fopen("zone", "w");
    fputs("TZif", file);
    fclose(file);
    char path[4096] = ":";
    if (getcwd(path + 1, 4000) == nullptr) abort();
    setenv("TZ", strcat(path, "/zone"), 1);
    time_t now = 0;
    struct tm parts;
    tzset();
    localtime_r(&now, &parts);
  }
  if (strcmp(refusal, "misuse") == 0) pthread_mutex_unlock(&mutex);
  if (strcmp(refusal, "abort") == 0) abort();
  if (strcmp(refusal, "crash") == 0) *reinterpret_cast<volatile int*>(8) = 1;
  if (strcmp(refusal, "overflow") == 0) overflow(0);
  if (strcmp(refusal, "exception") == 0) throw std::runtime_error("text");
  if (strcmp(refusal, "exit") == 0) _exit(3);
  if (strcmp(refusal, "bad_free") == 0) free(volatile_address);
}

static void at(const char* now) {
  if (strcmp(now, moment) == 0) be_refused();
}

struct Local {
  ~Local() { at("thread_local"); }
  int used = 0;
};
static thread_local Local local;
struct Static {
  ~Static() {
    damage();
    at("static_destructor");
    damage();
  }
} object;

__attribute__((constructor)) static void begin(int argc, char** argv, char**) {
  if (argc > 2) moment = argv[1], refusal = argv[2];
  damage();
  at("constructor");
}

static void* first(void*) {
  at("thread_begin");
  local.used = 1;
  pthread_setspecific(key, &key);
  pthread_mutex_lock(&mutex);
  at("thread_middle");
  pthread_mutex_unlock(&mutex);
  at("signal_handler_begin");
  if (strcmp(moment, "signal_handler") == 0) raise(SIGUSR1);
  static std::once_flag flag;
  std::call_once(flag, [] { at("once"); });
  int numbers[] = {3, 1};
  qsort(numbers, 2, sizeof(int), [](const void*, const void*) {
    at("comparison");
    return 0;
  });
  if (strcmp(moment, "section") == 0) {
    mazurka_atomic_begin();
    be_refused();
    mazurka_atomic_end();
  }
  pthread_cleanup_push([](void*) { at("cleanup"); }, nullptr);
  sem_post(&ended);
  if (strcmp(moment, "cleanup") == 0) pthread_exit(nullptr);
  pthread_cleanup_pop(0);
  return nullptr;
}

static void* second(void*) {
  damage();
  return nullptr;
}

static void* after_exit(void*) {
  sem_wait(&late);
  at("exit_begun");
  return nullptr;
}

int main() {
  at("main");
  damage();
  pthread_key_create(&key, [](void*) { at("key"); });
  sem_init(&ended, 0, 0);
  sem_init(&late, 0, 0);
  signal(SIGUSR1, [](int) { at("signal_handler"); });
  atexit([] {
    damage();
    at("atexit");
    sem_post(&late);
    damage();
  });
  pthread_t a, b, c;
  pthread_create(&a, nullptr, first, nullptr);
  damage();
  if (strcmp(moment, "exit_begun") == 0) pthread_create(&c, nullptr, after_exit, nullptr), pthread_detach(c);
  at("main_with_threads");
  pthread_create(&b, nullptr, second, nullptr);
  pthread_join(b, nullptr);
  at("after_join");
  damage();
  pthread_detach(a);
  return 0;
}
END_OF_PROGRAM

"$MAZURKA" check moments.cpp --max-executions=1 --quiet --out build >/dev/null 2>&1 -- none none
[[ -x build/moments ]] || { echo "the program cannot be built:"; "$MAZURKA" check moments.cpp; exit 1; }
# It does damage if it runs by itself.
(cd work && echo text >kept && echo text >also_kept && timeout 60 ../build/moments none none; [[ ! -s kept ]]) ||
  fail "the program does no damage by itself"
rm -rf work

check() {  # moment, refusal
  local folder="files/$1-$2" begin=$SECONDS said code
  mkdir "$folder" && cd "$folder" || exit 1
  echo text >kept && echo text >also_kept
  said=$(timeout 60 "$MAZURKA" check "$dir/build/moments" --max-executions=3 --quiet --out "$dir/out/$1-$2" -- "$1" "$2" 2>&1)
  code=$?
  [[ $code == 1 || $code == 3 ]] && [[ $2 == none || $said != *max-executions* ]] ||
    { echo "$1, $2: exit code $code, and it said: $(head -n 1 <<<"$said")"; return 1; }
  [[ $(echo *) == "also_kept kept" && $(cat kept also_kept) == $'text\ntext' && $(stat -c %a kept) == "$(stat -c %a also_kept)" ]] ||
    { echo "$1, $2: the files are now: $(ls -l)"; return 1; }
  ((SECONDS - begin <= 20)) || { echo "$1, $2: that took $((SECONDS - begin)) seconds"; return 1; }
}
export -f check
export dir

moments="constructor main main_with_threads thread_begin thread_middle key thread_local cleanup once comparison section signal_handler
  atexit static_destructor exit_begun after_join"
refusals="fork() socket unshare library crash exception misuse"
others="overflow exit popen() system() device pause() large abort bad_free unknown"
[[ ${1-} == all ]] && third='1~1' || third='1~3'
{
  for moment in $moments; do for refusal in $refusals; do echo "$moment $refusal"; done; done | sed -n "$third p"
  for refusal in $refusals $others; do echo "thread_begin $refusal"; done
  sed -n 's/^{"\([a-z0-9_]*\)".*/thread_begin \1/p' refused.h | sed -n "$third p"
} | sort -u >cases
xargs -P 2 -L 1 bash -c 'check "$0" "$1"' <cases || fail "control was lost"
finish "control is kept in $(wc -l <cases) cases"
