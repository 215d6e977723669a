#!/usr/bin/env python3
"""Random programs with symbolic inputs, against the same programs with each input tried: see symbolic_programs.py.

usage: symbolic_agreement.py MAZURKA SEED COUNT c|header [OPTIONS...]     in an empty folder

Compares the sets of what the executions lead to. With symbolic inputs, no execution may be repeated or be given up.
"""
import json
import os
import subprocess
import sys

BATCH = 50
LIMIT = 20000


def check(mazurka, arguments):
    done = subprocess.run([mazurka, "check", "--format=json", "--digest", "--quiet", *arguments], capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"verdict": "error", "error": done.stderr.strip()}


def build(mazurka, seed, count, mode):
    name = f"programs{seed}.{'c' if mode == 'c' else 'cpp'}"
    generator = os.path.join(os.path.dirname(__file__), "symbolic_programs.py")
    with open(name, "w") as file:
        subprocess.run([sys.executable, generator, str(seed), str(count), mode], stdout=file, check=True)
    options = ["-w", "--max-executions=1", "-j1"]
    symbolic = ["--symbolic"] if mode == "c" else []
    brute = ["--compiler=clang-14"] if mode == "c" else []
    for out, more in (("symbolic", symbolic), ("brute", ["-DBRUTE", *brute])):
        report = check(mazurka, [name, f"--out={out}{seed}", *options, *more])
        if report["verdict"] == "error":
            sys.exit(f"{name}: {report}")
    stem = name.split(".")[0]
    return f"symbolic{seed}/{stem}", f"brute{seed}/{stem}"


def main():
    mazurka, seed, count, mode = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    more = sys.argv[5:]
    compared = big = executions = lost = calls = 0
    while compared < count:
        symbolic, brute = build(mazurka, seed, min(BATCH, count), mode)
        for k in range(min(BATCH, count - compared)):
            expected = check(mazurka, [brute, "-j1", f"--max-executions={LIMIT}", "--", str(k)])
            if expected["executions"] >= LIMIT:
                big += 1
                continue
            got = check(mazurka, [symbolic, *more, "--", str(k)])
            same = all(expected.get(key) == got.get(key) for key in ("verdict", "outcomes", "outcome_digest"))
            if not same or got["executions"] != got["traces"] or got["blocked"] != 0:
                print(f"{mode}, seed {seed}, program {k}: {symbolic} and {brute} differ")
                for name, report in (("brute force", expected), ("symbolic", got)):
                    print(f"  {name}: " + ", ".join(f"{key} {report.get(key)}" for key in (
                        "verdict", "incomplete", "error", "executions", "blocked", "traces", "outcomes", "outcome_digest")))
                sys.exit(1)
            executions += got["executions"]
            calls += got.get("solver_calls", 0)
        compared += min(BATCH, count - compared)
        seed += 1
    print(f"{mode}: {compared} programs, {executions} executions, {calls} solver calls; {big} were too big to compare")


main()
