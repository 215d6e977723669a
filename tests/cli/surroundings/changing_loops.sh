#!/usr/bin/env bash
# A loop that waits for a flag, and in which code that is not seen changes something: it is no spin loop, since it comes to an end by
# itself. Each of these ends in a failure, which replays; where the flag is set before, there is none. Compiled once, chosen by an argument.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
cat >loops.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <wchar.h>

static atomic_int go;
static int number, file, ends[2];
static __thread int own;
static wchar_t wide[16];
static char text[16], parts[] = "a b c d e", *rest = parts, letter;
static pthread_key_t key;
static locale_t place;
static sigset_t set, before;
static DIR* folder;

// Each says whether it has done what it can do only so often.
static int by_wcscat(void) { return wcslen(wcscat(wide, L"x")) == 5; }
static int by_strcat(void) { return strlen(strcat(text, "x")) == 5; }
static int by_strsep(void) { return *strsep(&rest, " ") == 'd'; }
static int by_strtok(void) { return *strtok(number++ == 0 ? parts : 0, " ") == 'd'; }
static int by_rand(void) { return rand() % 8 == 0; }
static int by_rand_r(void) { return rand_r((unsigned*)&number) % 8 == 0; }
static int by_lrand48(void) { return lrand48() % 8 == 0; }
static int by_getrandom(void) { return getrandom(&letter, 1, 0) == 1 && letter % 8 == 0; }
static int by_rdrand(void) {
  unsigned got;
  unsigned char done;
  __asm__ volatile("rdrand %0\n\tsetc %1" : "=r"(got), "=q"(done) : : "cc");
  return got % 8 == 0;
}
static int by_assembly(void) {
  __asm__ volatile("incl %0" : "+m"(number));
  return number == 5;
}
__attribute__((no_sanitize("thread"), noinline)) static int by_no_sanitize(void) { return ++number == 5; }
static int by_thread_local(void) { return ++own == 5; }
static int by_errno(void) { return ++errno == 5; }
static int by_write(void) { return write(file, "x", 1) == 1 && lseek(file, 0, SEEK_CUR) == 5; }
static int by_system_call(void) { return syscall(SYS_read, file, &letter, 1) == 1 && letter == 'e'; }
static int by_readdir(void) { return readdir(folder) == 0; }
static int by_malloc(void) { return malloc(8) != 0 && ++number == 5; }
static int by_rounding(void) { return fegetround() == FE_UPWARD || fesetround(FE_UPWARD) != 0; }
static int by_mask(void) { return pthread_sigmask(SIG_BLOCK, &set, &before) == 0 && sigismember(&before, SIGUSR1); }
static int by_umask(void) { return umask(0) == 0; }
static int by_folder(void) { return (getcwd(text, sizeof text) != 0 && strcmp(text, "/") == 0) || chdir("/") != 0; }
static int by_environment(void) { return getenv("MAZURKA_LOOP") != 0 || setenv("MAZURKA_LOOP", "1", 1) != 0; }
static int by_key(void) { return pthread_getspecific(key) != 0 || pthread_setspecific(key, &go) != 0; }
static int by_locale(void) { return uselocale(place) == place; }

static const struct Loop {
  const char* name;
  int (*is_over)(void);
} loops[] = {
#define LOOP(name) {#name, by_##name}
    LOOP(wcscat), LOOP(strcat), LOOP(strsep), LOOP(strtok), LOOP(rand), LOOP(rand_r), LOOP(lrand48), LOOP(getrandom), LOOP(rdrand),
    LOOP(assembly), LOOP(no_sanitize), LOOP(thread_local), LOOP(errno), LOOP(write), LOOP(system_call), LOOP(readdir), LOOP(malloc),
    LOOP(rounding), LOOP(mask), LOOP(umask), LOOP(folder), LOOP(environment), LOOP(key), LOOP(locale)};

static void* wait(void* loop) {
  const struct Loop* chosen = loop;
  errno = 0;
  while (atomic_load(&go) == 0) assert(!chosen->is_over());
  return 0;
}

int main(int argc, char** argv) {
  pthread_t t;
  const struct Loop* chosen = 0;
  for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
    if (argc < 2) puts(loops[k].name);
    if (argc > 1 && strcmp(loops[k].name, argv[1]) == 0) chosen = &loops[k];
  }
  if (argc < 2) return 0;
  assert(chosen != 0);
  pthread_key_create(&key, 0);
  place = newlocale(LC_ALL_MASK, "C", 0);
  sigaddset(&set, SIGUSR1);
  folder = opendir(".");
  file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(pipe(ends) == 0 && (strcmp(argv[1], "write") == 0 || (write(file, "abcdefgh", 8) == 8 && lseek(file, 0, SEEK_SET) == 0)));
  if (argc > 2) atomic_store(&go, 1);
  pthread_create(&t, 0, wait, (void*)chosen);
  atomic_store(&go, 1);
  pthread_join(t, 0);
  return 0;
}
C
"$MAZURKA" check --quiet --out out loops.c -lm -- >said 2>&1 || fail "loops.c: $(head -n 3 said)"
judged=0
for name in $(out/loops); do
  judged=$((judged + 1))
  expect_first_line 1 "bug: assertion failed: !chosen->is_over()" check --quiet --out out out/loops -- "$name"
  "$MAZURKA" replay out/bug-1.trace >/dev/null 2>&1
  [[ $? == 1 ]] || fail "$name: the failure does not replay"
  expect_first_line 0 "verified" check --quiet --out out out/loops -- "$name" set_before
done

# One that nothing ends where main does not run: an execution of as many steps as there may be. The race in it is shown with its place,
# and replays.
cat >seed.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int go;
static unsigned seed = 1;
static void* run(void* unused) {
  while (atomic_load(&go) == 0) rand_r(&seed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  seed = 2;
  atomic_store(&go, 1);
  pthread_join(t, 0);
  return 0;
}
C
expect_first_line 1 "by T0, at seed.c:7 in run" check --quiet --out out seed.c
expect_first_line 1 "bug: data race on seed" replay out/bug-1.trace
((judged >= 24)) || fail "only $judged loops were tried"
finish "$judged loops that change something end by themselves"
