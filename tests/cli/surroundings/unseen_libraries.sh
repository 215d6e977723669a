#!/usr/bin/env bash
# A function that was called, of a library that was not built with mazurka and is in no list, makes the verdict incomplete, unless --trust
# names it or the library; a library that was built with mazurka is explored like the program itself. The C library's own are known.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >library.c <<'C'
static int counter;
void add(void) { __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); }
int get(void) { return __atomic_load_n(&counter, __ATOMIC_SEQ_CST); }
C
cat >program.c <<'C'
#include <assert.h>
#include <pthread.h>
void add(void);
int get(void);
static void* run(void* unused) {
  int before = get();
  add();
  assert(get() == before + 1);
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
C
echo 'int main(void) { return 0; }' >alone.c

expect() { expect_first_line "$1" "$2" check "${@:3}" --quiet; }  # exit code, text in the first line, arguments of check
uses=(program.c -L. -lcounting "-Wl,-rpath,$dir")

gcc -shared -fPIC library.c -o libcounting.so || exit 1
expect 3 "what get of libcounting.so does (called at program.c:6), and 1 other function, is not seen" "${uses[@]}"
expect 3 "--trust=get,add" "${uses[@]}"
expect 0 "trusting get and add" "${uses[@]}" --trust=get,add
expect 0 "verified: the only trace explored, no bug (trusting libcounting.so" "${uses[@]}" --trust=libcounting.so
expect 0 "trusting libcounting.so" "${uses[@]}" --trust=libz,libcounting
expect 3 "not seen" "${uses[@]}" --trust=libcount
# Functions that only a variable of the library leads to.
cat >table.c <<'C'
static int counter;
static void add(void) { __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); }
struct { void (*add)(void); } operations = {add};
C
cat >calls_by_table.c <<'C'
extern struct { void (*add)(void); } operations;
int main(void) { operations.add(); return 0; }
C
gcc -shared -fPIC table.c -o libtable.so || exit 1
for how in -fPIC -fno-pie; do
  expect 3 "what operations of libtable.so does is not seen" calls_by_table.c -L. -ltable "-Wl,-rpath,$dir" $how $([[ $how == -fno-pie ]] && echo -no-pie)
done
cat >looks_table_up.c <<'C'
#include <dlfcn.h>
int main(void) {
  struct { void (*add)(void); }* operations = dlsym(dlopen("./libtable.so", RTLD_NOW), "operations");
  operations->add();
  return 0;
}
C
expect 3 "what operations of libtable.so does is not seen" looks_table_up.c
# Code that the program makes itself.
cat >makes_code.c <<'C'
#include <string.h>
#include <sys/mman.h>
int main(void) {
  void* code = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(code, "\xc3", 1);
  ((void (*)(void))code)();
  return 0;
}
C
expect 3 "what code-from-mmap does (called at makes_code.c:4) is not seen: if it shares" makes_code.c
expect 0 "trusting code-from-mmap" makes_code.c --trust=code-from-mmap
for compiler in gcc clang-14; do
  command -v $compiler >/dev/null || continue
  MAZURKA_COMPILER=$compiler "$tools/mazurka-cc" -shared -fPIC library.c -o libcounting.so || exit 1
  expect 1 "assertion failed" "${uses[@]}" --compiler=$compiler
done
expect 0 "verified" alone.c -Wl,--no-as-needed -lm -ldl -lpthread -lrt -lresolv -latomic -lstdc++

# A library that waits in a loop of its own is no bug: nobody knows what it waits for. A loop in a library that is seen is one.
echo 'static volatile int flag; void set(void) { flag = 1; } void wait(void) { while (!flag) continue; }' >spin.c
cat >waits.c <<'C'
#include <pthread.h>
void set(void);
void wait(void);
static void* run(void* unused) {
  wait();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  set();
  pthread_join(t, 0);
  return 0;
}
C
gcc -shared -fPIC spin.c -o libspin.so || exit 1
expect 3 "not supported: a loop without end in libspin.so, which is not seen" waits.c -L. -lspin "-Wl,-rpath,$dir" --watchdog=1
"$tools/mazurka-cc" -shared -fPIC spin.c -o libspin.so || exit 1
expect 1 "bug: data race on flag" waits.c -L. -lspin "-Wl,-rpath,$dir" --watchdog=1
# OpenMP is our own. None of what compilers call is left to the real library, which knows nothing of our teams.
openmp=$(dirname -- "$tools")/lib/openmp/libmazurka-openmp.a
real=$(gcc -print-file-name=libgomp.so)
if [[ -e $openmp && -e $real ]]; then
  missing=$(comm -23 <(nm -D --defined-only "$real" | awk '$2 == "T" { sub("@.*", "", $3); print $3 }' | grep -E '^(GOMP|GOACC)_' | sort -u) \
    <(nm "$openmp" | awk '$2 == "T" { print $3 }' | sort -u) | grep -vE '^GOMP_(PLUGIN_.*|offload_.*|error|warning)$')
  [[ -z $missing ]] || fail "functions of libgomp that are not in src/openmp: $(tr '\n' ' ' <<<"$missing")"
fi
cat >parallel.c <<'C'
#include <omp.h>
int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < 4; k++) sum += k;
#ifdef ALLOCATES
  omp_free(omp_alloc(8, omp_default_mem_alloc), omp_default_mem_alloc);
#endif
  return sum != 6;
}
C
"$tools/mazurka-cc" -fopenmp parallel.c -o parallel && ./parallel || fail "a program with OpenMP does not run by itself"
expect 0 "verified: all 2 traces" parallel.c -fopenmp
expect 0 "verified: all 2 traces" parallel.c -fopenmp "$real"  # as CMake names it
OMP_NUM_THREADS=3 expect 0 "verified: all 6 traces" parallel.c -fopenmp
expect 3 "what omp_alloc of libgomp.so.1 does" parallel.c -fopenmp -DALLOCATES

finish "libraries that are not seen are told"
