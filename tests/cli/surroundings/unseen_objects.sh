#!/usr/bin/env bash
# Objects, members of archives and assembler files that did not go through our compilers make the verdict incomplete, by name, however
# they come into the program, unless --trust names them. Those that did are seen, however they come there.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
export PATH=$tools:$PATH

cat >program.c <<'C'
#include <pthread.h>
void enter(void);
void leave(void);
static int counter;
static void* run(void* unused) {
  enter();
  counter++;
  leave();
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return counter != 2;
}
C
cat >mutex.c <<'C'
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void enter(void) { pthread_mutex_lock(&mutex); }
void leave(void) { pthread_mutex_unlock(&mutex); }
C
cat >flag.c <<'C'
static int flag;
void enter(void) { while (__atomic_exchange_n(&flag, 1, __ATOMIC_SEQ_CST)); }
void leave(void) { __atomic_store_n(&flag, 0, __ATOMIC_SEQ_CST); }
C
cat >registers.S <<'S'
// Touches no memory but its stack.
        .globl twice
twice:  pushq %rbx
        movl %edi, %ebx
        leal (%rbx,%rbx), %eax
        popq %rbx
        ret
        .section .note.GNU-stack,"",@progbits
S
cat >spin.S <<'S'
        .globl enter
enter:  movl $1, %eax
        xchgl %eax, flag(%rip)
        testl %eax, %eax
        jnz enter
        ret
        .globl leave
leave:  movl $0, flag(%rip)
        ret
        .bss
flag:   .long 0
        .section .note.GNU-stack,"",@progbits
S
echo 'int twice(int); void enter(void) { twice(1); } void leave(void) {}' >calls.c

expect() { expect_first_line "$1" "$2" check "${@:3}" --quiet; }  # exit code, text in the first line, arguments of check
build() { "$@" || fail "cannot build: $*"; }                      # command

build gcc -O1 -c mutex.c -o mutex.o
build gcc -O1 -c flag.c -o flag.o
ar rcs libmutex.a mutex.o
ar rcsT libthin.a mutex.o
build mazurka-cc -c program.c -o program.o
build mazurka-cc -c mutex.c -o seen.o
ar rcs libseen.a seen.o

# An object and an archive given to mazurka check.
expect 3 "what threads do in mutex.o is not seen" program.c mutex.o
expect 3 "give --trust=libmutex.a" program.c libmutex.a
expect 0 "trusting libmutex.a(mutex.o)" program.c libmutex.a --trust=libmutex.a
expect 0 "trusting mutex.o" program.c mutex.o --trust=mutex
expect 3 "not seen" program.c mutex.o --trust=mut
expect 0 "verified: all 2 traces" program.c libseen.a
expect 0 "verified: all 2 traces" program.c seen.o

# A race that may be none.
said=$("$MAZURKA" check program.c flag.o --quiet)
[[ $? == 1 && $said == *"what flag.o does is not seen: if threads synchronise there, the data race may be none"* ]] ||
  fail "a race beside unseen code: $said"

# Programs of other builds: every linker, partial links, thin archives, shared libraries, stripped programs.
for linker in bfd gold lld; do
  command -v ld.$linker >/dev/null || continue
  build mazurka-cc program.o -L. -lmutex -fuse-ld=$linker -o unseen
  expect 3 "libmutex.a(mutex.o) is not seen" ./unseen
  build mazurka-cc program.o -L. -lseen -B/usr/bin -fuse-ld=$linker -ffunction-sections -Wl,--gc-sections -s -o seen
  expect 0 "verified: all 2 traces" ./seen
done
build mazurka-cc program.o -L. -lthin -o unseen
expect 3 "mutex.o is not seen" ./unseen
ld -r program.o mutex.o -o merged.o
build mazurka-cc merged.o -o unseen
expect 3 "merged.o is not seen" ./unseen
ld -r program.o seen.o -o merged.o
build mazurka-cc merged.o -o seen
expect 0 "verified: all 2 traces" ./seen
strip seen
expect 0 "verified: all 2 traces" ./seen
build mazurka-cc -shared -fPIC -xc mutex.c -o libshared.so
build mazurka-cc program.o -L. -lshared "-Wl,-rpath,$dir" -o seen
expect 0 "verified: all 2 traces" ./seen
build gcc -fPIC -c mutex.c -o independent.o
build mazurka-cc -shared independent.o -o libshared.so
expect 3 "independent.o is not seen" ./seen
build gcc -fsanitize=thread -c mutex.c -o others.o
build mazurka-cc program.o others.o -o unseen
expect 3 "others.o is not seen" ./unseen

# Assembler files.
expect 3 "what threads do in spin.S is not seen" program.c spin.S --races=ignore
said=$("$MAZURKA" check program.c spin.S --quiet)
[[ $? == 1 && $said == *"what spin.S does is not seen"* ]] || fail "a race beside an assembler file: $said"
build mazurka-cc program.c calls.c registers.S -o seen
expect 1 "data race on counter" ./seen

# Inline assembly.
file=$SOURCE_DIR/tests/programs/assembly/not_understood.c
expect 3 "give --trust=not_understood.c" "$file"
expect 0 "trusting not_understood.c" "$file" --trust=not_understood.c

# With the compiler's own optimisation the level is told, in the text and as an assumption.
build mazurka-cc -O2 program.c mutex.c -o seen
expect 0 "no bug (-O2, SC" ./seen
[[ $("$MAZURKA" check ./seen --quiet --format=json | json_get assumptions.0) == *"-O2"* ]] || fail "the level is not among the assumptions"
expect 0 "no bug (SC" program.c mutex.c

# Frameworks of Debian's are trusted, with a word.
if [[ -e /usr/lib/x86_64-linux-gnu/libgtest.a ]]; then
  cat >test.cpp <<'C'
#include <gtest/gtest.h>
#include <thread>
TEST(Threads, End) { std::thread([] {}).join(); }
C
  expect 0 "trusting libgtest" test.cpp -l:libgtest.a -l:libgtest_main.a
fi

# Code in the form of a variable: it adds 1 to what the argument points to.
cat >bytes.c <<'C'
__attribute__((section(".text"))) const unsigned char bytes[] = {0x48, 0xff, 0x07, 0xc3};
static long flag;
void enter(void) { ((void (*)(long*))(void*)bytes)(&flag); }
void leave(void) {}
C
for compiler in gcc clang-14; do
  MAZURKA_COMPILER=$compiler build mazurka-cc -c bytes.c -o bytes.o
  build mazurka-cc program.o bytes.o -o unseen
  "$MAZURKA" check --quiet ./unseen --races=ignore >said 2>&1
  [[ $? == 3 && $(<said) == *"bytes.o is not seen"* ]] || fail "code in a variable, $compiler: $(head -n 1 said)"
done
finish "what was not compiled by us is told"
