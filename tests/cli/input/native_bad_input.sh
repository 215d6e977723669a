#!/usr/bin/env bash
# cost: 60
# `mazurka check` and `mazurka replay` with what they cannot use: one sentence on stderr that says what to do, nothing on
# stdout, exit code 2. And with programs that go astray: they are stopped and reported, and the checker stays alive.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

run() {  # arguments of mazurka; sets out, err, code
  out=$("$MAZURKA" "$@" 2>errors </dev/null)
  code=$?
  err=$(<errors)
}

refused() {  # words on stderr, arguments of mazurka
  run "${@:2}"
  [[ $code == 2 && -z $out && $err == *"$1"* && $(wc -l <errors) == 1 ]] ||
    fail "mazurka ${*:2}: exit code $code, expected 2 and one line with '$1'; stdout '$out', stderr '$err'"
}

verdict() {  # exit code, regular expression of the verdict's line, arguments of mazurka check
  run check "${@:3}" --quiet --out out
  [[ $code == "$1" ]] && head -n 1 <<<"$out" | grep -qE "$2" ||
    fail "mazurka check ${*:3}: exit code $code, '$(head -n 1 <<<"$out")' '$err', expected $1 and '$2'"
}

# Puts a program into a file of its own: T is what a thread does, before M, what main does meanwhile.
program() {  # name, T, M
  cat >"$1.c" <<END
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static _Atomic int x;
static volatile long sink;
static int descend(int n) { volatile char room[100]; room[n % 100] = 1; return descend(n + 1) + room[0]; }
static void write_zeros(int megabytes) { char* line = calloc(1, 1 << 20); while (megabytes-- > 0) fwrite(line, 1, 1 << 20, stdout); free(line); }
static void* run(void* unused) { $2; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  $3
  pthread_join(thread, 0);
  (void)sink, (void)descend, (void)write_zeros;
  return 0;
}
END
}

files() {
  refused "cannot read 'missing.c'; expected the path of a C or C++ file" check missing.c
  refused "cannot read 'missing': No such file" check missing
  refused "is not a file" check .
  refused "was not built with mazurka-cc: build it with CC=mazurka-cc" check /bin/true
  touch empty && refused "'empty' is empty" check empty
  printf '#!/bin/sh\n' >script && refused "is a script" check script
  echo text >text && refused "is not an ELF file" check text
  "$tools/mazurka-cc" -c good.c -o good.o && refused "is an object file" check good.o
  gcc -static -pthread good.c -o static 2>/dev/null && refused "is statically linked" check static
  gcc -pthread -fsanitize=thread good.c -o tsan 2>/dev/null && refused "the compiler's own ThreadSanitizer" check tsan
  head -c 5000 good >half && chmod +x half && refused "is cut off" check half
  run check bad.c --out out
  gcc -c bad.c 2>expected
  [[ $code == 2 && -z $out && $err == "$(<expected)"$'\n'"mazurka: "*"could not compile 'bad.c'"* ]] ||
    fail "bad.c: exit code $code, stdout '$out', stderr '$err', expected the compiler's own message"
  echo 'int helper(void) { return 0; }' >no_main.c
  run check no_main.c --out out
  [[ $code == 2 && -z $out && $err == *"undefined reference to "*main* ]] || fail "no_main.c: exit code $code, '$err'"
}

# The library of another version, as the program finds it: it maps the channel, sees that it does not understand it, and
# says which version it is itself.
other_version() {
  mkdir -p other
  cat >other.c <<'END'
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
__attribute__((constructor)) static void start(void) {
  const char* text = getenv("MAZURKA_CHANNEL");
  if (text == 0) return;
  uint32_t* words = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, atoi(text), 0);
  if (words != MAP_FAILED) words[3] = 99;
  exit(2);
}
END
  nm -u good | sed -n 's/^ *U \(__tsan_[a-z0-9_]*\).*/void \1(void) {}/p' >>other.c
  gcc -w -shared -fPIC -fno-builtin other.c -o other/libmazurka-rt.so || fail "the other runtime does not compile"
  export LD_LIBRARY_PATH=$dir/other
  run check ./good --out out
  unset LD_LIBRARY_PATH
  [[ $code == 2 && -z $out && $err == *"'$dir/good' was built by another version of mazurka: build it again" ]] ||
    fail "another version: exit code $code, stdout '$out', stderr '$err'"
}

options() {
  refused "unknown option '--frobnicate'" check good.c --frobnicate
  refused "-static cannot work" check good.c -static
  refused "unknown option '-s'; see 'mazurka check --help', or, if the compiler needs it, build with mazurka-cc" check good.c -s
  refused "--algorithm: found 'best', expected one of $("$MAZURKA" algorithms | awk '{print $1}' | paste -sd ',' | sed 's/,/, /g')" check good.c --algorithm=best
  refused "--scheduler: found 'fair', expected one of reads-first" check good.c --scheduler=fair
  refused "--restart" check good.c --restart=never
  refused "--format" check good.c --format=xml
  refused "--max-time" check good.c --max-time=0
  refused "--max-executions" check good.c --max-executions=-1
  refused "--watchdog" check good.c --watchdog=0
  refused "compiler" check good.c --compiler=no-such-compiler
  refused "is for the compiler" check ./good -O2
  refused "FILE" check
  refused "FILE" replay
  touch occupied && refused "cannot make the folder 'occupied/out'" check good.c --out occupied/out
}

traces() {
  run check racy.c --quiet --out traces
  [[ $code == 1 && -e traces/bug-1.trace ]] || fail "racy.c: exit code $code, no trace"
  local trace=traces/bug-1.trace
  run replay $trace
  [[ $code == 1 && $out == *'bug: assertion failed'* ]] || fail "the trace does not replay: $code '$out' '$err'"
  refused "cannot read 'missing.trace'" replay missing.trace
  refused "cannot read '.'" replay .
  head -c 100 $trace >cut.trace && refused "'cut.trace' is truncated" replay cut.trace
  sed 's/"schedule":\[\[0,0\]/"schedule":[[1,0]/' $trace >changed.trace
  cmp -s $trace changed.trace && fail "the schedule was not changed"
  refused "'changed.trace' is corrupt" replay changed.trace
  sed 's/"content": {/"content": {{/' $trace >broken.trace && refused "'broken.trace' is corrupt" replay broken.trace
  echo '{"format": "other"}' >foreign.trace && refused "'foreign.trace' is not a trace file" replay foreign.trace
  refused "is not a trace file" replay /bin/true
  refused "is not a trace file" replay empty
  sed 's/"version": 2/"version": 7/' $trace >newer.trace && refused "has version 7" replay newer.trace
  sed -i 's/== 2/== 3/' racy.c
  run check racy.c --quiet --out other_traces
  cp other_traces/racy traces/racy && refused "its build-id differs" replay $trace
  rm traces/racy && refused "cannot be read; build it again" replay $trace
}

# Nobody may be harmed by a program that takes all it can get.
astray() {
  program flood 'write_zeros(200); x = 1;' 'x = 2;'
  verdict 0 '^verified: all 2 traces' flood.c
  program flood_bug 'write_zeros(60); abort();' ''
  verdict 1 '^bug: abort' flood_bug.c
  [[ $("$MAZURKA" replay out/bug-1.trace 2>&1 | wc -c) -lt 20000000 ]] || fail "a replay floods the terminal"
  [[ $("$MAZURKA" replay out/bug-1.trace 2>&1 | tr -d '\0' | grep -c '^mazurka: more output is not shown') == 1 ]] ||
    fail "a replay does not say that output is missing"
  program memory 'for (int n = 0; n < 100; n++) sink += (long)malloc(1 << 30); x = 1;' 'x = 2;'
  verdict 3 '^incomplete: not supported: more than 4 GiB of memory in one thread at memory.c:11' memory.c
  program huge 'char* all = malloc((size_t)1 << 50); if (all == 0) abort(); sink = *all;' ''
  verdict 1 '^bug: abort' huge.c
  program recursion 'if (x == 1) sink = descend(0);' 'x = 1;'
  verdict 1 '^bug: stack overflow, at recursion.c:9 in descend' recursion.c -O0
  program busy 'if (x == 1) for (;;) sink = sink + 1;' 'x = 1;'
  verdict 1 '^bug: a thread computes without end: .*, at busy.c:11' busy.c --watchdog=1
  program spinning 'while (x != 7) {}' 'x = 1;'
  verdict 1 '^bug: livelock: T1 waits for a change of what it read' spinning.c
  program endless 'for (;;) x++;' 'x = 1;'
  verdict 3 '^incomplete: the loop at endless.c:11 seems to have no end; .* --unroll=N' endless.c
  verdict 3 '^incomplete: .* reached the limit of --max-steps=20' endless.c --max-steps=20
  program sleeping 'while (x != 7) sleep(3600);' 'x = 7;'
  verdict 0 '^verified: all . traces' sleeping.c
  verdict 3 '^incomplete: the exploration was stopped: it needs more memory than --max-memory allows' endless.c --max-steps=400000 --max-memory=60
  cat >early.cpp <<'END'
#include <cstdlib>
struct Early { Early() { abort(); } } early;
int main() {}
END
  run check early.cpp --quiet --out out
  [[ $code == 1 && $out == "bug: abort() was called, at early.cpp:2 in Early::Early()"* ]] || fail "early.cpp: exit code $code, '$out' '$err'"
  program left 'if (x == 1) { asm volatile("syscall" :: "a"(231), "D"(0) : "rcx", "r11"); }' 'x = 1;'
  verdict 0 '^verified: all 2 traces' left.c
  program killed 'if (x == 1) { asm volatile(".byte 0x0f, 0x05" :: "a"(231), "D"(0) : "rcx", "r11"); }' 'x = 1;'
  verdict 3 '^incomplete: not supported: inline assembly that is not understood at killed.c:11' killed.c
}

limits() {
  local long=("$SOURCE_DIR/bench/programs/lastzero.c" -DN=25) begin=$SECONDS
  verdict 3 '^incomplete: stopped at --max-time=0.5' "${long[@]}" --max-time=0.5
  verdict 3 '^incomplete: stopped at --max-time=0.3' busy.c --watchdog=1000 --max-time=0.3
  verdict 3 '^incomplete: stopped at --max-executions=10 ' "${long[@]}" --max-executions=10
  ((SECONDS - begin < 60)) || fail "the limits were not kept"
  for format in text json; do
    "$MAZURKA" check out/lastzero --format=$format --quiet --out out >interrupted 2>&1 &
    interrupt $! 1
    [[ $code == 130 ]] || fail "interrupted: exit code $code, expected 130"
    case $format in
      text) grep -qE '^incomplete: interrupted(: [^(]+)? \([0-9,]+ executions' interrupted ;;
      json) [[ $(json_get incomplete <interrupted) == interrupted* ]] ;;
    esac || fail "interrupted: no partial verdict but '$(head -n 1 interrupted)'"
  done
}

cat >good.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* run(void* unused) { atomic_store(&x, 1); return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); atomic_load(&x); pthread_join(t, 0); return 0; }
END
cat >racy.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* run(void* unused) { int old = atomic_load(&x); atomic_store(&x, old + 1); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  assert(atomic_load(&x) == 2);
  return 0;
}
END
printf '#include <stdio.h>\nint main(void) { int x = "a" }\n' >bad.c
"$tools/mazurka-cc" good.c -o good || fail "good.c does not compile"
for part in files other_version options traces astray limits; do $part; done
finish "all bad input was refused, and all programs that go astray were stopped"
