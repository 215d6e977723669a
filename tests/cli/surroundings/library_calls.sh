#!/usr/bin/env bash
# One thread calls a function of the C or C++ library on an object that another accesses plainly: each is a data race, which replays. When
# the calls come one after the other there is none. The functions are compiled once, and chosen by an argument.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >frame.h <<'C'
static void* object;
static unsigned long bytes;
static void (*call)(void);
static void* run(void* unused) {
  call();
  return unused;
}
// A call is given with the object that it reads or writes.
struct Call {
  const char* name;
  void (*call)(void);
  void* object;
  unsigned long bytes;
  int writes;
};
#define READS(name, object) {#name, call_##name, (void*)(object), sizeof *(object), 0}
#define WRITES(name, object) {#name, call_##name, (void*)(object), sizeof *(object), 1}
static int choose(const struct Call* calls, unsigned long count, int argc, char** argv) {
  pthread_t t;
  const struct Call* chosen = 0;
  for (unsigned long k = 0; k < count; k++) {
    if (argc < 2) printf("%s\n", calls[k].name);
    if (argc > 1 && strcmp(calls[k].name, argv[1]) == 0) chosen = &calls[k];
  }
  if (argc < 2) return 0;
  assert(chosen != 0);
  call = chosen->call;
  object = chosen->object;
  bytes = chosen->bytes;
  assert(pthread_create(&t, 0, run, 0) == 0);
  if (argc > 2) pthread_join(t, 0);
  for (unsigned long k = 0; k < bytes; k++) {
    volatile char* at = (volatile char*)object + k;
    if (chosen->writes)
      (void)*at;
    else
      *at = *at;
  }
  if (argc <= 2) pthread_join(t, 0);
  return 0;
}
C
cat >c.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include "frame.h"

static volatile long used;
static wchar_t wide[8] = L"abc";
static char text[8] = "a,b,c", long_text[4096] = "abc";
static mbstate_t shift;
static char* rest;
static struct stat status;
static time_t seconds;
static struct timespec now;
static struct utsname names;
static struct pollfd file = {0, POLLIN, 0};
static struct iovec piece = {text, 4};
static double whole;
static int quotient, sign, numbers[4];
static regex_t expression;
static glob_t paths;
static void* root;
static size_t count = 1;
static sigset_t set;
static pthread_attr_t attributes;
static void* result;

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static void* nothing(void* unused) { return unused; }

static void call_wcscpy(void) { wcscpy(wide, L"xyz"); }
static void call_wcslen(void) { used = (long)wcslen(wide); }
static void call_wmemset(void) { wmemset(wide, L'x', 4); }
static void call_wcstol(void) { used = wcstol(wide, 0, 10); }
static void call_mbstowcs(void) { mbstowcs(wide, "ab", 4); }
static void call_wcstombs(void) { wcstombs(text, L"ab", 4); }
static void call_mbrtowc(void) { wchar_t to; used = (long)mbrtowc(&to, "a", 1, &shift); }
static void call_strtok_r(void) { char* next; strtok_r(text, ",", &next); }
static void call_strsep(void) { char* from = text; rest = strsep(&from, ","); }
static void call_strcoll(void) { used = strcoll(text, "abd"); }
static void call_memmem(void) { used = memmem(text, 8, "zz", 2) != 0; }
static void call_stat(void) { assert(stat("/", &status) == 0); }
static void call_time(void) { time(&seconds); }
static void call_clock_gettime(void) { clock_gettime(CLOCK_REALTIME, &now); }
static void call_readlink(void) { used = readlink("/proc/self/exe", text, 8); }
static void call_realpath(void) { used = realpath("/", long_text) != 0; }
static void call_getcwd(void) { used = getcwd(long_text, sizeof long_text) != 0; }
static void call_uname(void) { uname(&names); }
static void call_poll(void) { used = poll(&file, 1, 0); }
static void call_writev(void) { used = writev(1, &piece, 1); }
static void call_dprintf(void) { dprintf(1, "%s", text); }
static void call_asprintf(void) { char* made; if (asprintf(&made, "%s", text) >= 0) free(made); }
static void call_modf(void) { used = (long)modf(1.5, &whole); }
static void call_remquo(void) { used = (long)remquo(5, 3, &quotient); }
static void call_lgamma_r(void) { used = (long)lgamma_r(0.5, &sign); }
static void call_lgamma(void) { used = (long)lgamma(0.5); }
static void call_regcomp(void) { assert(regcomp(&expression, "a", 0) == 0); }
static void call_glob(void) { glob("/", 0, 0, &paths); }
static void call_tsearch(void) { tsearch(&numbers[0], &root, compare); }
static void call_lsearch(void) { int key = 5; lsearch(&key, numbers, &count, sizeof key, compare); }
static void call_sigaddset(void) { sigaddset(&set, SIGUSR1); }
static void call_pthread_sigmask(void) { pthread_sigmask(SIG_BLOCK, 0, &set); }
static void call_pthread_attr_init(void) { pthread_attr_init(&attributes); }
static void call_pthread_attr_setstacksize(void) { pthread_attr_setstacksize(&attributes, 1 << 20); }
static void call_pthread_join(void) {
  pthread_t other;
  pthread_create(&other, 0, nothing, 0);
  pthread_join(other, &result);
}

int main(int argc, char** argv) {
  const struct Call calls[] = {
      WRITES(wcscpy, &wide), READS(wcslen, &wide[0]), WRITES(wmemset, &wide), READS(wcstol, &wide[0]), WRITES(mbstowcs, &wide),
      WRITES(wcstombs, &text), WRITES(mbrtowc, &shift), READS(strtok_r, &text), WRITES(strsep, &rest), READS(strcoll, &text[0]),
      READS(memmem, &text), WRITES(stat, &status), WRITES(time, &seconds), WRITES(clock_gettime, &now), WRITES(readlink, &text),
      WRITES(realpath, &long_text[0]), WRITES(getcwd, &long_text[0]), WRITES(uname, &names), WRITES(poll, &file), READS(writev, &piece),
      READS(dprintf, &text[0]), READS(asprintf, &text[0]), WRITES(modf, &whole), WRITES(remquo, &quotient), WRITES(lgamma_r, &sign),
      WRITES(lgamma, &signgam), WRITES(regcomp, &expression), WRITES(glob, &paths), WRITES(tsearch, &root), WRITES(lsearch, &count),
      WRITES(sigaddset, &set), WRITES(pthread_sigmask, &set), WRITES(pthread_attr_init, &attributes),
      WRITES(pthread_attr_setstacksize, &attributes), WRITES(pthread_join, &result)};
  pthread_attr_init(&attributes);
  return choose(calls, sizeof calls / sizeof *calls, argc, argv);
}
C
cat >cxx.cpp <<'C'
#include <pthread.h>

#include <cassert>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iomanip>
#include <locale>
#include <memory_resource>
#include <sstream>
#include <string>
#include "frame.h"

static volatile long used;
static int number;
static std::string line(40, 'a');
static char text[40] = "12.5 ";
static std::tm date;
static std::filesystem::path path = "a";
static std::locale place;
static std::pmr::unsynchronized_pool_resource pool;
static std::pmr::monotonic_buffer_resource buffer;

static void call_extract() { std::istringstream in("5"); in >> number; }
static void call_getline() { std::istringstream in("5"); std::getline(in, line); }
static void call_read() { std::istringstream in("5678"); in.read(text, 4); }
static void call_write() { std::ostringstream out; out.write(text, 4); }
static void call_from_chars() { double value = 0; std::from_chars(text, text + 4, value); used = value > 0; }
static void call_to_chars() { std::to_chars(text, text + sizeof text, 2.5); }
static void call_put_time() { std::ostringstream out; out << std::put_time(&date, "%Y"); }
static void call_get_time() { std::istringstream in("2026"); in >> std::get_time(&date, "%Y"); }
static void call_hash() { used = static_cast<long>(std::hash<std::string>()(line)); }
static void call_pool() { pool.deallocate(pool.allocate(8), 8); }
static void call_monotonic() { used = buffer.allocate(8) != nullptr; }
static void call_path() { path /= "b"; }
static void call_locale() { place = std::locale::classic(); }

int main(int argc, char** argv) {
  const Call calls[] = {WRITES(extract, &number), WRITES(getline, &line), WRITES(read, &text), READS(write, &text[0]),
                        READS(from_chars, &text[0]), WRITES(to_chars, &text), READS(put_time, &date), WRITES(get_time, &date),
                        READS(hash, &line), WRITES(pool, &pool), WRITES(monotonic, &buffer), WRITES(path, &path), WRITES(locale, &place)};
  return choose(calls, sizeof calls / sizeof *calls, argc, argv);
}
C
judged=0
for source in c.c cxx.cpp; do
  program=out/${source%.*}
  "$MAZURKA" check --quiet --out out $source -lm -- >said 2>&1 || { fail "$source: $(head -n 3 said)"; continue; }
  for name in $("$program"); do
    judged=$((judged + 1))
    expect_first_line 1 "bug: data race on" check --quiet --out out "$program" -- "$name"
    "$MAZURKA" replay out/bug-1.trace >/dev/null 2>&1
    [[ $? == 1 ]] || fail "$name: the race does not replay"
    expect_first_line 0 "verified" check --quiet --out out "$program" -- "$name" ordered
  done
done
((judged >= 48)) || fail "only $judged functions were tried"
finish "$judged library calls race with plain accesses, and not if they are ordered"
