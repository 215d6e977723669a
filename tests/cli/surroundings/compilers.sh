#!/usr/bin/env bash
# mazurka-cc and mazurka-c++ in the place of a build's own compilers: with gcc, and with every clang that is installed.
# What they build needs our runtime and not the compiler's; what they print is what the compiler prints.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

[[ -x $tools/mazurka-cc && -x $tools/mazurka-c++ ]] || { echo "there is no mazurka-cc beside $MAZURKA"; exit 1; }
command -v gcc >/dev/null && command -v g++ >/dev/null || skip "gcc is not installed"
enter_dir
export PATH=$tools:$PATH

fail() {
  echo "${MAZURKA_COMPILER-no compiler}: $*"
  failures=$((failures + 1))
}

# A warning is a failure too: ours must never be the reason for one.
quietly() {  # command...
  local said code
  said=$("$@" 2>&1 </dev/null)
  code=$?
  [[ $code == 0 && -z $said ]] || fail "$*: exit code $code, said '$said'"
}

needs_runtime() {  # file
  local needed
  needed=$(LC_ALL=C readelf -d "$1" | grep NEEDED)
  [[ $needed == *'[libmazurka-rt.so]'* && $needed != *'[libtsan'* ]] || fail "$1 needs the wrong libraries: $needed"
  [[ $(grep -m 1 -n libmazurka-rt <<<"$needed") == 1:* ]] || fail "$1: the runtime is not the first library it needs"
}

calls() {  # file, function
  nm -u "$1" | grep -qw "$2" || fail "$1 does not call $2"
}

# `mazurka_choose(1)` and `__VERIFIER_nondet_bool` prove that <mazurka.h> is found and its functions are, too.
cat >counter.h <<'END'
int next(void);
END
cat >counter.c <<'END'
#include "counter.h"
#include <mazurka.h>
#include <string.h>
static int count;
static volatile int seen;
char buffer[64];
int next(void) {
  memset(buffer, 0, sizeof buffer);
  seen = 1;
  count++;
  return count + (int)mazurka_choose(1);
}
END
cat >fence.cpp <<'END'
#include <atomic>
#include <iostream>
#include <mazurka.hpp>
extern "C" {
#include "counter.h"
}
std::atomic<int> flag;
int main(int argc, char**) {
  flag.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  mazurka::assume(argc > 0);
  return next() == flag.load() ? 0 : 1;
}
END
cat >main.c <<'END'
#include "counter.h"
int main(void) { return next() - 1; }
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(tried C CXX)
find_package(Threads REQUIRED)
add_library(counter SHARED counter.c)
add_library(plain STATIC main.c)
add_executable(fence fence.cpp)
target_link_libraries(fence PRIVATE counter Threads::Threads)
END

separate_steps() {
  quietly mazurka-cc -Wall -Wextra -Werror -O2 -MD -MF counter.d -c counter.c -o counter.o
  quietly mazurka-c++ -Wall -Wextra -Werror -std=c++11 -O0 -c fence.cpp -o fence.o
  quietly mazurka-c++ fence.o counter.o -o fence
  quietly ./fence
  needs_runtime fence
  grep -q 'counter\.h' counter.d || fail "-MD did not write the dependencies"
  for function in __tsan_read4 __tsan_write4 __tsan_volatile_write4; do calls counter.o $function; done
  calls fence.o __tsan_atomic_thread_fence
  nm -u counter.o | grep -qE '\b(__tsan_)?memset$' || fail "memset was compiled in place"
}

one_step() {
  quietly mazurka-cc -Wall -Werror main.c counter.c -o both
  quietly ./both
  needs_runtime both
  quietly mazurka-cc -Wl,--as-needed -flto -O2 main.c counter.c -o both
  quietly ./both
  needs_runtime both
}

shared_library() {
  quietly mazurka-cc -fPIC -shared -Wl,-z,defs counter.c -o libcounter.so
  needs_runtime libcounter.so
  quietly mazurka-c++ fence.cpp -L. -lcounter -Wl,-rpath,"$PWD" -o with_library
  quietly ./with_library
  needs_runtime with_library
  quietly mazurka-cc -r -nostdlib counter.o -o relocatable.o
}

response_file() {
  mkdir -p "a folder"
  printf '%s\n' '-DNAME="a \"b\""' "main.c 'counter.c'" '-o "a folder/prog"' >arguments
  quietly mazurka-cc @arguments
  quietly "./a folder/prog"
  needs_runtime "a folder/prog"
  echo '-c main.c -o from_file.o' >arguments
  quietly mazurka-cc @arguments
}

# What is no compilation is the compiler's own business.
questions() {
  local compiler=$1
  for question in --version -dumpversion -dumpmachine -print-search-dirs -print-file-name=libc.so; do
    [[ $(mazurka-cc $question 2>&1) == "$("$compiler" $question 2>&1)" ]] || fail "$question is answered differently"
  done
  [[ $(echo 'int main(void) { return 0; }' | mazurka-cc -x c - -o from_stdin 2>&1) == '' ]] || fail "-x c - complains"
  quietly ./from_stdin
  [[ $(mazurka-cc -v 2>&1) == *' version '* ]] || fail "-v does not work"
  [[ $(mazurka-cc -E main.c) == *'int next'* ]] || fail "-E does not work"
  [[ $(mazurka-cc -S -O1 counter.c -o -) == *__tsan_* ]] || fail "-S does not work"
  [[ $(mazurka-cc -M main.c) == *counter.h* ]] || fail "-M does not work"
  quietly mazurka-cc -fsyntax-only main.c
  quietly mazurka-cc -x c-header counter.h -o counter.h.pch
}

mistakes() {
  local said
  said=$(mazurka-cc main.c counter.c -static -o static 2>&1)
  [[ $? == 2 && $said == 'mazurka-cc: -static cannot work'* ]] || fail "-static: '$said'"
  said=$(mazurka-cc -c main.c -fsanitize=undefined,address -o sanitized.o 2>&1)
  [[ $? == 2 && $said == 'mazurka-cc: -fsanitize=undefined,address cannot work'* ]] || fail "-fsanitize=undefined,address: '$said'"
  said=$(mazurka-cc -c main.c -fgnu-tm -o transactions.o 2>&1)
  [[ $? == 2 && $said == 'mazurka-cc: -fgnu-tm cannot work'* ]] || fail "-fgnu-tm: '$said'"
  said=$(mazurka-c++ -x c++ counter.c -static-libstdc++ -o static 2>&1)
  [[ $? == 2 && $said == 'mazurka-c++: -static-libstdc++ cannot work'* ]] || fail "-static-libstdc++: '$said'"
  said=$(mazurka-cc -c missing.c 2>&1)
  [[ $? != 0 && $said == *missing.c* ]] || fail "a missing file: '$said'"
  said=$(MAZURKA_RUNTIME_DIR=$PWD/nowhere mazurka-cc main.c counter.c -o none 2>&1)
  [[ $? == 2 && $said == *"'$PWD/nowhere/libmazurka-rt.so' is missing"* ]] || fail "no runtime: '$said'"
}

cmake_project() {
  rm -rf cmake-build
  if ! CC=mazurka-cc CXX=mazurka-c++ cmake -G Ninja -S . -B cmake-build >cmake.log 2>&1 ||
    ! cmake --build cmake-build >>cmake.log 2>&1; then
    cat cmake.log
    fail "the CMake project does not build"
    return
  fi
  quietly cmake-build/fence
  needs_runtime cmake-build/fence
  needs_runtime cmake-build/libcounter.so
}

tried=0
for compiler in gcc clang-14 clang-16 clang-19; do
  command -v "$compiler" >/dev/null || continue
  export MAZURKA_COMPILER=$compiler
  separate_steps
  one_step
  shared_library
  response_file
  questions "$compiler"
  mistakes
  cmake_project
  tried=$((tried + 1))
done

export MAZURKA_COMPILER=no-such-compiler
said=$(mazurka-cc -c main.c 2>&1)
[[ $? == 2 && $said == *"the compiler 'no-such-compiler' was not found"* ]] || fail "an unknown compiler: '$said'"
export MAZURKA_COMPILER=mazurka-cc
said=$(mazurka-cc -c main.c 2>&1)
[[ $? == 2 && $said == *"cannot be the compiler"* ]] || fail "itself as the compiler: '$said'"

# A build that insists on the name gcc.
unset MAZURKA_COMPILER
mkdir links
ln -s "$tools/mazurka-cc" links/gcc
PATH=$PWD/links:$PATH quietly timeout 60 gcc main.c counter.c -o insists
needs_runtime insists

[[ $("$MAZURKA" doctor) == able:* ]] || fail "the doctor finds something missing: $("$MAZURKA" doctor)"
said=$(MAZURKA_RUNTIME_DIR=$PWD/nowhere "$MAZURKA" doctor)
[[ $? == 2 && $said == 'not able:'*missing*runtime* ]] || fail "the doctor does not miss the runtime: $said"
[[ $("$MAZURKA" doctor --format=json | json_get able) == true ]] || fail "the doctor's JSON is wrong"

# Without the runtime, the headers work in any program.
cat >alone.c <<'END'
#include <mazurka.h>
int x = 1;
int main(void) {
  mazurka_await(x == 1);
  mazurka_atomic_begin();
  mazurka_atomic_end();
  int n = __VERIFIER_nondet_int() + (int)mazurka_choose(3);
  __VERIFIER_assume(n == 0);
  mazurka_assume(n == 1);
  mazurka_fail("not reached");
}
END
cp alone.c alone.cpp
quietly gcc -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$SOURCE_DIR/include/mazurka" alone.c -o alone
quietly ./alone
for standard in c++11 c++20; do
  quietly g++ -std=$standard -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$SOURCE_DIR/include/mazurka" \
    -include mazurka.hpp alone.cpp -o alone
  quietly ./alone
done
finish "tried $tried compilers"
