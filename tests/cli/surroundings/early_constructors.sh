#!/usr/bin/env bash
# Constructors of libraries, with and without instrumentation, work as in main: keys have values, threads are explored, and files are
# not really changed. They and the destructors run in the same order as in a program that runs by itself.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >library.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
__attribute__((constructor)) static void begin(void) {
  pthread_key_t kept, deleted;
  pthread_key_create(&kept, 0);
  if (pthread_setspecific(kept, &kept) != 0 || pthread_getspecific(kept) != &kept) abort();
  pthread_key_create(&deleted, 0);
  pthread_key_delete(deleted);
  free(realloc(malloc(3), 100));
  FILE* file = fopen("/dev/null", "w");
  if (file != 0) fclose(file);
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  signal(SIGUSR1, SIG_IGN);
}
void use(void) {}
C
cat >program.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
void use(void);
static atomic_int x;
static void* run(void* unused) {
  x++;
  return unused;
}
int main(void) {
  use();
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
C
gcc -shared -fPIC library.c -o libearly.so || exit 1
expect_first_line 0 "verified: all 2 traces explored" check program.c -L. -learly "-Wl,-rpath,$dir" --trust=libearly.so --quiet
expect_first_line 0 "verified: all 2 traces explored" check program.c -L. -learly "-Wl,-rpath,$dir" --trust=libearly.so --quiet --restart=fork

cat >one.cpp <<'C'
#include <map>
#include <string>
std::map<std::string, int> registry{{"one", 1}};
int& entry(const char* name) { return registry[name]; }
C
cat >two.cpp <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int& entry(const char* name);
static void expect(int value) {
  if (entry("two") != value) abort();
}
struct Thing {
  Thing() {
    if (entry("one") != 1) abort();
    entry("two") = 2;
    truncate("kept", 0);
  }
  ~Thing() { expect(3); }
} thing;
__attribute__((destructor)) static void end() { expect(3); }
C
cat >main.cpp <<'C'
#include <stdlib.h>
#include <thread>
int& entry(const char* name);
static void expect(int value) {
  if (entry("two") != value) abort();
}
struct Worker {
  std::thread thread{[] {}};
  Worker() { expect(2); }
  ~Worker() {
    thread.join();
    expect(2);
  }
} worker;
__attribute__((destructor)) static void end() {
  expect(2);
  entry("two") = 3;
}
int main() {}
C
for compiler in "$tools/mazurka-c++" g++; do
  "$compiler" -shared -fPIC one.cpp -o libone.so &&
    "$compiler" -shared -fPIC two.cpp -o libtwo.so -L. -lone "-Wl,-rpath,$dir" &&
    "$tools/mazurka-c++" main.cpp -o main -L. -ltwo -lone "-Wl,-rpath,$dir" || exit 1
  ./main || fail "with libraries by $compiler the program fails by itself"
  for restart in in-process fork; do
    echo text >kept
    expect_first_line 0 "verified: the only trace explored" check ./main --trust=libone.so,libtwo.so --quiet --restart=$restart
    [[ -s kept ]] || fail "a constructor of a library has really truncated a file"
  done
done

if pkg-config --exists glib-2.0 2>/dev/null; then
  cat >glib.c <<'C'
#include <assert.h>
#include <glib.h>
static gpointer run(gpointer count) {
  g_atomic_int_inc((int*)count);
  return count;
}
int main(void) {
  int count = 0;
  GThread* thread = g_thread_new("name", run, &count);
  g_atomic_int_inc(&count);
  g_thread_join(thread);
  assert(count == 2);
  return 0;
}
C
  read -ra flags < <(pkg-config --cflags --libs glib-2.0)
  "$tools/mazurka-cc" glib.c -o glib "${flags[@]}" || exit 1
  expect_first_line 0 "verified: all 2 traces explored" check ./glib --trust=libglib-2.0.so.0,libpcre2-8.so.0 --quiet
fi
finish "constructors that run early do no harm"
