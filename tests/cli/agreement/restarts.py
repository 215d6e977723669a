#!/usr/bin/env python3
"""Random programs whose threads allocate, share and free memory are explored three times: as ever, with --check-restarts (each state that is
restored is compared with the one that repeating leads to), and with a process for each execution. All give the same.

usage: restarts.py MAZURKA FOLDER [--first 0] [--programs 5]
"""
import argparse, json, os, random, subprocess, sys

BEGIN = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int x, y;
static _Atomic(int*) slot;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *list[64], count, plain[4];
"""
SIZES = [4, 8, 20, 64, 300, 3000, 9000, 40000]


def statement(dice):
    k, n = dice.randrange(8), dice.choice(SIZES)
    return dice.choice([
        f"if (!p[{k}]) {{ p[{k}] = malloc({n}); memset(p[{k}], s + {k}, {n}); }}",
        f"free(p[{k}]); p[{k}] = 0;",
        "s += atomic_fetch_add(&x, 1);",
        "atomic_store(&y, s);",
        f"{{ int* q = malloc({n}); q[0] = s; int* o = atomic_exchange(&slot, q); if (o) {{ s += o[0]; free(o); }} }}",
        f"pthread_mutex_lock(&m); if (count < 60) {{ list[count] = calloc(1, {n}); list[count++][0] = s; }} pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); if (count > 0) { s += list[--count][0]; free(list[count]); } pthread_mutex_unlock(&m);",
        "{ int* q = atomic_exchange(&slot, 0); if (q) { s ^= q[0]; free(q); } }",
        "{ pthread_mutex_t* z = malloc(sizeof *z); pthread_mutex_init(z, 0); pthread_mutex_lock(z); s++; pthread_mutex_unlock(z);"
        " pthread_mutex_destroy(z); free(z); }",
        f"pthread_mutex_lock(&m); plain[{k % 4}] += s; pthread_mutex_unlock(&m);",
        "{ atomic_int* z = malloc(sizeof *z); atomic_init(z, 3); s += atomic_fetch_add(z, 1); free(z); }",
        f"{{ int* q = realloc(p[{k}], {n}); q[0] = s; p[{k}] = q; }}",
    ] + [f"plain[{k % 4}]++;"] * dice.randrange(2))


def program(seed):
    dice = random.Random(seed)
    threads = range(dice.choice([2, 2, 3]))
    lines = [BEGIN]
    for t in threads:
        lines.append(f"static void* t{t}(void* unused) {{ (void)unused; int *p[8] = {{0}}, s = {t};")
        lines += ["  " + statement(dice) for _ in range(dice.randint(4, 7))]
        lines.append("  for (int k = 0; k < 8; k++) free(p[k]);\n  return (void*)(long)s;\n}")
    lines.append(f"int main(void) {{ pthread_t t[{len(threads)}]; list[0] = calloc(1, 40); count = 1;")
    lines += [f"  pthread_create(&t[{t}], 0, t{t}, 0);" for t in threads]
    lines += [f"  pthread_join(t[{t}], 0);" for t in threads]
    if dice.random() < 0.4:
        lines.append(f"  assert(x + plain[0] != {dice.randint(0, 9)});")
    lines.append("  while (count > 0) free(list[--count]);\n  free(slot);\n  return 0;\n}")
    return "\n".join(lines)


def explore(mazurka, folder, path, *options):
    command = [mazurka, "check", path, "--format=json", "--quiet", "--digest", "--keep-going", "--hunt=0", "--explain=0",
               "--max-executions=1500", "--out", folder, *options]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return ["nothing", done.stderr.strip()[-300:]]
    bugs = sorted((bug["kind"], bug["message"]) for bug in report["bugs"])
    return [report[field] for field in ("verdict", "executions", "blocked", "failed", "trace_digest")] + bugs


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
        with open(path + ".c", "w") as file:
            file.write(program(seed))
        usual = explore(arguments.mazurka, arguments.folder, path + ".c", "-O1")
        if usual[0] == "nothing":
            sys.exit(f"program {seed}: {usual[1]}")
        executions += usual[1]
        for option in ("--check-restarts", "--restart=fork"):
            other = explore(arguments.mazurka, arguments.folder, path, option)
            if other != usual:
                different += 1
                print(f"program {seed}, {option}: {other}, else {usual}", flush=True)
    print(f"{arguments.programs} programs, {executions} executions, {different} different")
    sys.exit(1 if different or executions < 10 * arguments.programs else 0)


main()
