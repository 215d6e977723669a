#!/usr/bin/env python3
"""Random programs with inputs of 1 to 3 bits, many in one file: the first argument of the program says which one runs.

usage: symbolic_programs.py SEED COUNT c|header

With -DBRUTE the inputs are chosen with mazurka_choose, one value after the other; else they are symbolic. What an execution
leads to is the list of branches that each thread took: both must give the same set of them. `c` is for the clang pass, with
plain numbers and atomics; `header` for any compiler, with mazurka::symbolic_value and a mutex in the place of atomics.
"""
import random
import sys

PRELUDE = r"""
#include <pthread.h>
#include <string.h>
#include <stdlib.h>
#include <mazurka.h>
%(prelude)s
#ifdef __cplusplus
extern "C"
#endif
void mazurka_test_observe(const void* memory, size_t bytes) __attribute__((weak));
enum { LOGS = 4, ENTRIES = 40 };
static unsigned short logs[LOGS][ENTRIES];
static void note(int thread, int what) {
  unsigned short* log = logs[thread];
  for (int k = 1; k < ENTRIES; k++) if (log[k] == 0) { log[k] = (unsigned short)what; return; }
}
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static INT in[2], guarded;
"""

C = r"""
#include <stdatomic.h>
typedef int INT;
#define FIX(x) (x)
#define NARROW(x) ((int)(signed char)(x))
#define UNSIGNED_BYTE(x) ((int)(unsigned char)(x))
#define INPUT(k, bits, name) mazurka_symbolic(&in[k], sizeof in[k], name), in[k] &= (1 << bits) - 1
static _Atomic int shared[3];
#define LOAD(k) atomic_load(&shared[k])
#define STORE(k, x) atomic_store(&shared[k], x)
#define ADD(k, x) atomic_fetch_add(&shared[k], x)
#define SWAP(k, x) atomic_exchange(&shared[k], x)
static int cas(int k, int from, int to) { return atomic_compare_exchange_strong(&shared[k], &from, to); }
struct pair { char small; int number; short other; };
"""

HEADER = r"""
#include <mazurka/symbolic.hpp>
typedef mazurka::symbolic_value<int> INT;
#define FIX(x) INT(x).fixed()
#define NARROW(x) INT(x).to<signed char>().to<int>()
#define UNSIGNED_BYTE(x) INT(x).to<unsigned char>().to<int>()
#define INPUT(k, bits, name) (in[k] = INT(name) & ((1 << bits) - 1))
static INT shared[3];
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
struct hold { hold() { pthread_mutex_lock(&big); } ~hold() { pthread_mutex_unlock(&big); } };
static INT LOAD(int k) { hold h; return shared[k]; }
static void STORE(int k, INT x) { hold h; shared[k] = x; }
static INT ADD(int k, INT x) { hold h; INT old = shared[k]; shared[k] = old + x; return old; }
static INT SWAP(int k, INT x) { hold h; INT old = shared[k]; shared[k] = x; return old; }
static bool cas(int k, INT from, INT to) { hold h; if (!(shared[k] == from)) return false; shared[k] = to; return true; }
struct pair { INT small, number, other; };
"""


class Program:
    def __init__(self, dice, number, mode):
        self.dice, self.number, self.mode = dice, number, mode
        self.ids = 0
        self.budget = 0

    def fresh(self):
        self.ids += 1
        return self.ids

    def atom(self):
        return self.dice.choice(["a", "b", "in[0]", "in[1]", str(self.dice.randrange(-2, 9))])

    def value(self, depth=2):
        d = self.dice
        if depth == 0 or d.random() < 0.25:
            return self.atom()
        x, y = self.value(depth - 1), self.value(depth - 1)
        kind = d.randrange(12)
        if kind < 6:
            return f"({x} {d.choice(['+', '-', '*', '&', '|', '^'])} {y})"
        if kind == 6:
            return f"(({x}) << (({y}) & 3))"
        if kind == 7:
            return f"(({x}) {d.choice(['>>'])} (({y}) & 3))"
        if kind == 8:
            return f"(({x}) {d.choice(['/', '%'])} ((({y}) & 3) + 1))"
        if kind == 9:
            return f"{d.choice(['NARROW', 'UNSIGNED_BYTE'])}({x})"
        if kind == 10 and self.mode == "c":
            return f"({self.condition(1)} ? {x} : {y})"
        return f"twice(t, {x})" if d.random() < 0.5 else f"through_memory({x}, {y})"

    def condition(self, depth=2):
        d = self.dice
        if depth and d.random() < 0.15:
            return f"({self.condition(depth - 1)} {d.choice(['&&', '||'])} {self.condition(depth - 1)})"
        return f"({self.value(depth)} {d.choice(['<', '<=', '==', '!=', '>', '>='])} {self.value(depth)})"

    def statement(self, depth):
        d = self.dice
        self.budget -= 1
        kind = d.randrange(15)
        v = d.choice(["a", "b"])
        k = d.randrange(2)
        if kind < 2:
            return f"{v} = LOAD({k});"
        if kind < 4:
            return f"STORE({k}, {self.value()});"
        if kind == 4:
            return f"{v} = {d.choice(['ADD', 'SWAP'])}({k}, {self.value(1)});"
        if kind == 5:
            n = self.fresh()
            return f"if (cas({k}, {self.value(1)}, {self.value(1)})) note(t, {n}); else note(t, {n} + 256);"
        if kind == 6:
            return f"pthread_mutex_lock(&mutex); guarded = guarded + {self.value(1)}; {v} = guarded; pthread_mutex_unlock(&mutex);"
        if kind == 7:
            n = self.fresh()
            return f"{{ int place = FIX({self.value(1)} & 3); note(t, {n} * 8 + 1024 + place); {v} = table[place]; }}"
        if kind == 8:
            n = self.fresh()
            cases = "".join(f"case {c}: note(t, {n * 4 + 2048 + c}); {self.block(depth - 1)} break;" for c in range(2))
            subject = self.value(1) if self.mode == "c" else f"FIX({self.value(1)} & 3)"
            return f"switch ({subject}) {{ {cases} default: note(t, {n * 4 + 2048 + 3}); }}"
        if kind == 9 and depth:
            n = self.fresh()
            return f"for (int k = 0; {self.mode == 'c' and 'k' or 'INT(k)'} < ({self.value(1)} & 3) && k < 3; k++) note(t, {n} + 4096);"
        if kind < 14 and depth:
            n = self.fresh()
            return (f"if {self.condition()} {{ note(t, {n}); {self.block(depth - 1)} }} "
                    f"else {{ note(t, {n} + 256); {self.block(depth - 1)} }}")
        return f"{v} = {self.value()};"

    def block(self, depth):
        if depth < 0 or self.budget <= 0:
            return ""
        return " ".join(self.statement(depth) for _ in range(self.dice.randrange(1, 3)))

    def text(self):
        d, n = self.dice, self.number
        threads = d.choice([1, 2, 2, 2, 3])
        out = [f"namespace p{n} {{" if self.mode == "header" else ""]
        for t in range(threads + 1):
            self.budget = d.randrange(2, 5 if threads > 2 else 7)
            body = " ".join(self.statement(2) for _ in range(d.randrange(1, 4)))
            out.append(f"static void body{n}_{t}(INT a) {{ const int t = {t}; INT b = {d.randrange(3)}; (void)t; (void)a; (void)b; {body} }}")
            if self.mode == "c":
                out.append(f"static void* run{n}_{t}(void* x) {{ body{n}_{t}((int)(long)x); return 0; }}")
            else:
                out.append(f"static void* run{n}_{t}(void* x) {{ body{n}_{t}(*(INT*)x); return 0; }}")
        bits = [d.randrange(1, 4), d.randrange(1, 3)]
        argument = "(void*)(long)in[1]" if self.mode == "c" else "&in[1]"
        create = " ".join(f"pthread_create(&thread[{t}], 0, run{n}_{t}, {argument});" for t in range(threads))
        join = " ".join(f"pthread_join(thread[{t}], 0);" for t in range(threads))
        inputs = "\n".join(f"#ifdef BRUTE\n  in[{k}] = (int)mazurka_choose({1 << b});\n#else\n  INPUT({k}, {b}, \"in{k}\");\n#endif"
                           for k, b in enumerate(bits))
        assume = f"mazurka_assume({self.condition(1)});" if d.random() < 0.2 else ""
        out.append(f"static void main{n}(void) {{\n  INT a = 1, b = 2; const int t = {threads}; (void)t; (void)a; (void)b;\n"
                   f"  pthread_t thread[{threads}];\n{inputs}\n  {assume}\n  {create}\n  body{n}_{threads}(a);\n  {join}\n}}")
        out.append("}" if self.mode == "header" else "")
        return "\n".join(out)


COMMON = r"""
static int table[4] = {3, 0, 7, 1};
static INT twice(int t, INT x) { if (x > 4) { note(t, 77); return x; } note(t, 78); return x + x; }
static INT through_memory(INT x, INT y) {
  struct pair one, other;
  one.small = NARROW(x); one.number = y; one.other = NARROW(x + y);
  memcpy((void*)&other, (void*)&one, sizeof other);
  return other.small + other.number - other.other;
}
"""


def main():
    seed, count, mode = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    print(PRELUDE % {"prelude": C if mode == "c" else HEADER} + COMMON)
    for k in range(count):
        print(Program(random.Random(f"{mode} {seed} {k}"), k, mode).text())
    qualify = (lambda k: f"p{k}::main{k}") if mode == "header" else (lambda k: f"main{k}")
    cases = "\n".join(f"    case {k}: {qualify(k)}(); break;" for k in range(count))
    print("int main(int argc, char** argv) {\n  if (mazurka_test_observe) mazurka_test_observe(logs, sizeof logs);\n"
          f"  switch (argc > 1 ? atoi(argv[1]) : 0) {{\n{cases}\n  }}\n}}")


main()
