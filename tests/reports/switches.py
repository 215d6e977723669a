"""Does a report show few switches? switches.py MAZURKA PROGRAM REPORT.txt FOUND.json: at most 1.3 times as many as the fewest with which the
same bug exists, which a search through all executions with at most 0, 1, 2, ... switches finds."""
import json
import subprocess
import sys

MOST = 8


def race_needs(bug):
    """(Accesses to memory are not steps, so a search that counts switches between steps may miss the first and the last one.)"""
    threads = [0] + [access["thread"] for role in ("earlier", "later") for access in bug.get("accesses", []) if access["role"] == role]
    return sum(a != b for a, b in zip(threads, threads[1:]))


def name(bug):
    return bug["kind"], bug["message"], bug["location"] and bug["location"]["line"]


def fewest(mazurka, program, wanted):
    for bound in range(MOST + 1):
        done = subprocess.run([mazurka, "check", program, f"--context-bound={bound}", "--keep-going", "--explain=0", "--quiet", "--format=json",
                               "--out", program + ".bounded"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
        report = json.loads(done.stdout)
        # Was everything within the bound explored? (A data race ends an exploration.)
        if any(name(bug) == name(wanted) for bug in report["bugs"]):
            return bound
        if done.returncode not in (1, 3) or "context switch" not in report.get("incomplete", "context switch"):
            sys.exit(f"--context-bound={bound}: {report['summary']}")
    sys.exit(f"not even {MOST} switches lead to {name(wanted)}")


def main():
    mazurka, program, text, found = sys.argv[1:]
    with open(text, encoding="utf-8") as file:
        shown = sum(line.startswith("  ---- switch to ") for line in file)
    with open(found, encoding="utf-8") as file:
        wanted = json.load(file)["bugs"][0]
    least = max(fewest(mazurka, program, wanted), race_needs(wanted))
    print(f"{shown} switches shown, {least} needed")
    sys.exit(shown > 1.3 * least)


main()
