#!/usr/bin/env python3
"""Random programs of the kind whose steps may be foreseen (src/runtime/engine/foresight): atomic variables, mutexes, plain variables with
and without a mutex, memory of the heap, threads that start others, in C and in C++. What is found is the same as with an algorithm that foresees nothing, with
--check-restarts, which makes every execution, and with a process for each execution.

usage: foresight.py MAZURKA FOLDER [--first 0] [--programs 5]
"""
import argparse, json, os, random, subprocess, sys

BEGIN = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int x[3];
static _Atomic(long long) wide = 1;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int g[4], args[8];
static short h[3];
static long long b;
static struct { int p, q; char text[6]; } pair, other;
static struct __attribute__((packed)) { char c; int i; long long l; struct { short s, t[2]; } in; unsigned f : 3, e : 9; } packed;
static pthread_mutex_t many[3], again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, checks = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_t shared_handle;
static int expected, in_many[3], table[4] = {1, 2, 0, 3};
static __thread int own = 1;
static atomic_char small;
static atomic_int cells[3];
static int calls(int n, int r) { return n == 0 ? atomic_load(&x[2]) + r : calls(n - 1, r) + n; }
static int count(void) { static int n; return ++n; }
struct node { int value; struct node* next; };
static struct node* list[2];
static int* loose;
static struct node* made(int value, struct node* next) {
  struct node* one = (struct node*)malloc(sizeof *one);
  one->value = value, one->next = next;
  return one;
}
static void* nothing(void* argument) { atomic_fetch_add(&x[2], 1); return argument; }
"""


CXX_BEGIN = """#include <thread>
#include <vector>
using std::thread;
static int calls_own(int r) { int* p = new int(r); r = *p + 1; delete p; return r; }
"""


class Writer:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.is_cxx = seed % 3 == 2
        self.has_heap = self.is_cxx or self.dice.random() < 0.5
        # Some use what is never foreseen: another thread's stack, thread-local variables, large blocks.
        self.is_tame = self.dice.random() < 0.7
        # How much a program relies on plain memory without a mutex.
        self.bold = self.dice.choice([0, 0, 0, 0.1, 0.3])

    def plain(self, mutex):
        """An access to plain memory; mostly to what the mutex guards."""
        dice = self.dice
        k = mutex if mutex is not None and dice.random() > self.bold else dice.randrange(4)
        return dice.choice([
            f"g[{k}] += r;", f"r += g[{k}];", f"g[{k}] = {dice.randrange(3)};", f"if (g[{k}] == {dice.randrange(2)}) r++;",
            f"h[{min(k, 2)}]++;", f"r ^= h[{min(k, 2)}];", f"g[{k}]++;",
        ] + ([f"b += r;", "r += (int)b;", "pair.p = r; pair.q++;", "other = pair;", "memcpy(pair.text, other.text, 6); pair.text[1]++;",
              "r += pair.text[1];", "packed.i += r;", "packed.l ^= packed.i + r;", "r += (int)packed.l;", "packed.in.t[r & 1]++;",
              "packed.f++;", "packed.e += packed.f;", "r += packed.e;", "r = count();", "r += table[r & 3];", "table[r & 3]++;",
              "atomic_compare_exchange_strong(&x[1], &expected, r);", "expected = r;", "r += expected;",
              "memmove(pair.text, pair.text + 1, 4);"] if k == 0 else []))

    def statement(self, depth=0):
        dice = self.dice
        k, v = dice.choice([0, 0, 0, 1, 1, 2]), dice.randrange(3)
        if self.has_heap and dice.random() < 0.3:
            return self.heap(v)
        if dice.random() < 0.2:
            return self.rare(k, v)
        choice = dice.randrange(11 if depth == 0 else 9)
        if choice == 0:
            return f"r = atomic_load(&x[{k}]);"
        if choice == 1:
            return f"atomic_store(&x[{k}], {dice.choice([str(v), 'r + 1'])});"
        if choice == 2:
            return f"r += atomic_fetch_add(&x[{k}], {v});"
        if choice == 3:
            return f"{{ int e = {v}; if (atomic_compare_exchange_strong(&x[{k}], &e, r + {v})) r++; else r = e; }}"
        if choice == 4:
            return f"r = atomic_exchange(&x[{k}], r);" if dice.random() < 0.7 else "wide += r; r = (int)(wide % 3);"
        if choice in (5, 6):
            i = dice.randrange(2)
            inside = " ".join(self.plain(i) for _ in range(dice.randint(0, 2)))
            if depth == 0 and dice.random() < 0.2:
                inside += f" pthread_mutex_lock(&m[{1 - i}]); {self.plain(1 - i)} pthread_mutex_unlock(&m[{1 - i}]);"
            return f"pthread_mutex_lock(&m[{i}]); {inside} pthread_mutex_unlock(&m[{i}]);"
        if choice == 7:
            i = dice.randrange(2)
            return f"if (pthread_mutex_trylock(&m[{i}]) == 0) {{ {self.plain(i)} pthread_mutex_unlock(&m[{i}]); }} else r = {v};"
        if choice == 8:
            return self.plain(None) if dice.random() < self.bold else "r = r * 2 + 1;"
        if choice == 9:
            return f"if (r == {v}) {{ {self.statement(1)} }}"
        return f"for (int n = 0; n < {dice.randint(1, 2)}; n++) {{ {self.statement(1)} }}"

    def heap(self, v):
        """Blocks that a thread has for itself, that are handed on under a mutex, and some that are used without one."""
        dice = self.dice
        i = dice.randrange(2)
        operation = dice.choice(["r += atomic_fetch_add(&x[0], 1);", "r = atomic_load(&x[1]);", ""])
        bytes = dice.choice([1, 4, 7, 24, 24, 100, 400, 400 if self.is_tame else 2000])
        choices = [
            f"{{ int* p = (int*)malloc(sizeof *p); *p = r; {operation} r = *p + {v}; free(p); }}",
            f"{{ char* p = (char*)calloc(1, {bytes}); {operation} p[{bytes - 1}] += (char)r; r += p[{bytes - 1}]; {operation} free(p); }}",
            f"{{ struct node* n = made({v}, made(r, 0)); {operation} r = n->next->value; free(n->next); {operation} free(n); }}",
            f"{{ void *p = malloc(16), *q = malloc(16); {operation} if (r == {v}) free(p); free(q); r += malloc(16) == q; if (r != {v}) free(p); }}",
        ]
        choices += [] if self.is_tame and dice.random() < 0.8 else [
            f"pthread_mutex_lock(&m[{i}]); list[{i}] = made(r, list[{i}]); pthread_mutex_unlock(&m[{i}]);",
            f"pthread_mutex_lock(&m[{i}]); {{ struct node* n = list[{i}]; if (n) {{ list[{i}] = n->next; r += n->value; free(n); }} }} pthread_mutex_unlock(&m[{i}]);",
            f"{{ pthread_mutex_lock(&m[{i}]); struct node* n = list[{i}]; if (n) list[{i}] = n->next; pthread_mutex_unlock(&m[{i}]); {operation} if (n) {{ r += n->value; free(n); }} }}",
            f"pthread_mutex_lock(&m[{i}]); for (struct node* n = list[{i}]; n; n = n->next) r += n->value++; pthread_mutex_unlock(&m[{i}]);",
            *([] if self.is_tame else [f"{{ int* p = (int*)realloc(malloc(8), {bytes}); free(p); }}"]),
        ]
        if self.bold:
            choices += ["loose = (int*)malloc(4);", "if (loose) { free(loose); loose = 0; }", "if (loose) r += *loose;",
                        f"if (list[{i}]) list[{i}]->value++;"]
        if self.is_cxx:
            choices += ["r = calls_own(r);", f"{{ thread own([r] {{ atomic_fetch_add(&x[1], r); }}); {operation} own.join(); }}",
                        f"{{ thread own([r] {{ atomic_fetch_add(&x[1], r); }}); own.detach(); }}"]
        else:
            choices += ["{ pthread_t c; pthread_create(&c, 0, nothing, 0); pthread_detach(c); }"]
        return dice.choice(choices)

    def rare(self, k, v):
        dice = self.dice
        inside = " ".join(self.plain(0) for _ in range(dice.randint(0, 2)))
        return dice.choice([
            f"{{ int i = (r + {v}) & 1; pthread_mutex_lock(&many[i]); in_many[i] += r; r = in_many[i]; pthread_mutex_unlock(&many[i]); }}",
            f"pthread_mutex_lock(&m[0]); {inside} r += calls({v}, r); {inside} pthread_mutex_unlock(&m[0]);",
            f"pthread_mutex_lock(&again); if (r == {v}) {{ pthread_mutex_lock(&again); r = 0; }}",
            "if (pthread_mutex_unlock(&checks) == 0) r++;",
            "if (pthread_mutex_lock(&checks) == 0) r++;",
            "small++;", "r = small;", *([] if self.is_tame else ["own += r;", "r += own;"]),
            "r += atomic_fetch_add(&cells[r & 1], 1);",
            f"pthread_mutex_lock(&m[0]); {inside} pthread_create(&shared_handle, 0, nothing, 0); pthread_mutex_unlock(&m[0]);",
            "pthread_mutex_lock(&m[0]); if (shared_handle) r++; pthread_mutex_unlock(&m[0]);",
            "pthread_mutex_lock(&m[0]); if (shared_handle) { pthread_join(shared_handle, 0); shared_handle = 0; } pthread_mutex_unlock(&m[0]);",
            f"if (r == {v}) pthread_exit((void*)(long)r);",
            f"if (r == {v}) return 0;",
        ])

    def program(self):
        dice = self.dice
        threads = dice.choice([2, 3, 3, 4])
        lines = [CXX_BEGIN.split("static int")[0] + BEGIN + "static" + CXX_BEGIN.split("static", 1)[1]] if self.is_cxx else [BEGIN]
        nested = dice.random() < 0.2
        if nested:
            lines.append("static void* child(void* argument) { int r = (int)(long)argument;")
            lines += ["  " + self.statement() for _ in range(dice.randint(1, 2))]
            lines.append("  return (void*)(long)r;\n}")
        argument = dice.choice(["(void*){}L", "(void*){}L", "&args[{}]", "&args[{}]" if self.is_tame else "&local[{}]"] + ["made({}, 0)"] * self.has_heap)
        detaches = [dice.random() < 0.2 for _ in range(threads)]
        for t in range(threads):
            lines.append(f"static void* t{t}(void* argument) {{")
            lines.append("  int r = (int)(long)argument;" if "L" in argument else "  int r = *(int*)argument;")
            if "made" in argument and dice.random() < 0.7:
                lines.append("  free(argument);")
            statements = ["  " + self.statement() for _ in range(dice.randint(3, 9 - threads))]
            if nested and t == 0:
                statements.insert(dice.randrange(len(statements)), "  pthread_t c; pthread_create(&c, 0, child, (void*)(long)r);")
                statements.append("  void* result; pthread_join(c, &result); r += (int)(long)result;")
            lines += statements
            if dice.random() < 0.1:
                lines.append(f"  assert(r != {dice.randrange(4)});")
            lines.append("  return (void*)(long)r;\n}")
        handles = f"pthread_t t[{threads}];"
        if self.is_cxx:
            handles = dice.choice([f"thread* t = new thread[{threads}];", f"thread t[{threads}];", "std::vector<thread> t;"])
        grows = "vector" in handles
        lines.append(f"int main(void) {{ {handles} int r = 0, local[8] = {{1, 0, 2, 1}}; (void)local;")
        between = dice.random() < 0.3
        for t in range(threads):
            if "args" in argument:
                lines.append(f"  args[{t}] = {dice.randrange(3)};")
            if self.is_cxx:
                given = f"({argument.format(t)})" if dice.random() < 0.5 else f"[p = (void*)({argument.format(t)})] {{ t{t}(p); }}"
                made = given if given[0] == "[" else f"t{t}, (void*){given}"
                lines.append(f"  t.emplace_back({made});" if grows else f"  t[{t}] = thread({made});")
            else:
                lines.append(f"  pthread_create(&t[{t}], 0, t{t}, {argument.format(t)});")
            if detaches[t] and self.has_heap:
                lines.append(f"  t[{t}].detach();" if self.is_cxx else f"  pthread_detach(t[{t}]); t[{t}] = 0;")
            if between and t + 1 < threads:
                lines.append("  " + self.statement())
                if dice.random() < 0.4:
                    lines.append(f"  if (t[{t}].joinable()) t[{t}].join();" if self.is_cxx else f"  if (t[{t}]) pthread_join(t[{t}], 0); t[{t}] = 0;")
        if dice.random() < 0.3:
            lines.append("  " + self.statement())
        if self.is_cxx:
            lines += [f"  if (t[{t}].joinable()) t[{t}].join();" for t in range(threads)]
        elif dice.random() < 0.9:
            lines += [f"  if (t[{t}]) {{ void* result; pthread_join(t[{t}], &result); r += (int)(long)result; }}" for t in range(threads)]
            lines += ["  " + self.plain(None) for _ in range(dice.randint(0, 3))]
        if dice.random() < 0.5:
            lines.append(f"  assert(x[0] + g[0] + g[1] + r != {dice.randint(0, 9)});" if self.bold else f"  assert(x[0] + x[1] != {dice.randint(1, 9)});")
        lines.append(dice.choice(["  return 0;\n}", "  pthread_exit(0);\n}"]))
        return "\n".join(lines)


def explore(mazurka, folder, path, *options):
    command = [mazurka, "check", path, "--format=json", "--quiet", "--digest", "--hunt=0", "--explain=0", "--max-executions=3000", "--out", folder,
               *options]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return ["nothing", done.stderr.strip()[-300:]]
    bugs = sorted((bug["kind"], bug["message"]) for bug in report["bugs"])
    explore.foreseen += report.get("foreseen", 0)
    return [report[field] for field in ("verdict", "executions", "blocked", "failed", "deadlocks", "trace_digest")] + bugs


explore.foreseen = 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mazurka")
    parser.add_argument("folder")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--programs", type=int, default=5)
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    executions = different = 0
    for seed in range(arguments.first, arguments.first + arguments.programs):
        path = os.path.join(arguments.folder, f"program{seed}")
        writer = Writer(seed)
        source = path + (".cpp" if writer.is_cxx else ".c")
        with open(source, "w") as file:
            file.write(writer.program())
        flags = [["-O0", "-O1", "-O2"][seed // 3 % 3]] + ["-std=c++23", "-fpermissive"] * writer.is_cxx
        first = explore(arguments.mazurka, arguments.folder, source, *flags)
        if first[0] == "nothing":
            sys.exit(f"program {seed}: {first[1]}")
        usual = explore(arguments.mazurka, arguments.folder, path, "--keep-going")
        executions += usual[1]
        others = ["--keep-going --check-restarts", "--keep-going --restart=fork" if seed % 4 == 0 else "--keep-going --sleep-sets=off"]
        for options in others:
            if "sleep" in options:  # an algorithm that makes all steps
                options = "--keep-going --algorithm=optimal"
                if usual[0] != "verified":
                    continue
            other = explore(arguments.mazurka, arguments.folder, path, *options.split())
            if other != usual:
                different += 1
                print(f"program {seed}, {options}: {other}, else {usual}", flush=True)
        # Up to the first bug.
        forked = explore(arguments.mazurka, arguments.folder, path, "--algorithm=pop", "--check-restarts")
        if first[0] != forked[0] or first[6:] != forked[6:] or first[1] != forked[1]:
            different += 1
            print(f"program {seed}, to the first bug: {forked}, else {first}", flush=True)
    print(f"{arguments.programs} programs, {executions} executions, {explore.foreseen} times one was not run, {different} different")
    sys.exit(1 if different or executions < 5 * arguments.programs or explore.foreseen == 0 else 0)


main()
