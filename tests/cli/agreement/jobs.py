#!/usr/bin/env python3
"""Checks programs with one process and with several, and compares: verdict, counts, digests and bugs must be the same.

The processes share from the first execution on (MAZURKA_TEST_SHARE), so that small programs are divided, too.
usage: jobs.py MAZURKA FOLDER [--jobs 2,3,8] [--options="--races=explore"] [--repeat 1] [--max-time 60] [--unit 200] FILE...
--unit: of explorations in units of so many events (bounded ones, and samples), which are the same for one process and for several.
A file may be followed by flags for the compiler after a colon: lastzero.c:-DN=9
"""
import argparse, json, os, re, subprocess, sys

FIELDS = ["verdict", "incomplete", "executions", "blocked", "deadlocks", "failed", "cut", "events", "max_depth",
          "assumed_away", "traces", "trace_digest", "racy", "outcomes", "outcome_digest", "unsupported", "unseen", "bounded", "sampling"]


def headers(path):
    found = {}
    for line in open(path, errors="replace"):
        match = re.match(r"// (\w+): (.*)", line)
        if not match:
            break
        if match[1] == "fixed":
            break
        found[match[1]] = match[2]
    return found


def run(command, env):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env, stdin=subprocess.DEVNULL)
    try:
        return json.loads(done.stdout), done.returncode
    except ValueError:
        return {"verdict": "none", "said": done.stderr.strip()[-300:]}, done.returncode


def digest(report):
    what = {field: report.get(field) for field in FIELDS}
    # Where an endless loop is when its time is over, nobody knows.
    what["bugs"] = [(bug.get("kind"), bug.get("message"), bug.get("execution"),
                     bug.get("location") if bug.get("kind") != "endless_loop" else None, bug.get("schedule"))
                    for bug in report.get("bugs", [])]
    if isinstance(what["incomplete"], str):
        what["incomplete"] = re.sub(r"[0-9.]+ s", "", what["incomplete"])
    return what


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mazurka")
    parser.add_argument("folder")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--jobs", default="2,3,8")
    parser.add_argument("--options", default="")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--max-time", type=float, default=60)
    parser.add_argument("--unit", default="")
    arguments = parser.parse_args()
    if arguments.unit:
        os.environ["MAZURKA_TEST_UNIT"] = arguments.unit
    environment = dict(os.environ, MAZURKA_TEST_SHARE="1")
    compared = different = skipped = 0
    for given in arguments.files:
        path, _, flags = given.partition(":")
        head = headers(path)
        if "nondeterministic" in head.get("expect", ""):
            skipped += 1
            continue
        out = os.path.join(arguments.folder, "out")
        options = head.get("options", "").split() + arguments.options.split()
        words = head.get("args", "").replace('"', "").split()
        base = ["--format=json", "--quiet", "--digest", f"--max-time={arguments.max_time}", "--out", out, *options]
        compile_flags = head.get("flags", "").split() + flags.split()
        one, code = run([arguments.mazurka, "check", path, *compile_flags, *base, "--", *words], dict(os.environ))
        if code not in (0, 1, 3) or "--max-time" in str(one.get("incomplete")):
            skipped += 1
            continue
        program = os.path.join(out, os.path.splitext(os.path.basename(path))[0])
        for jobs in arguments.jobs.split(","):
            for _ in range(arguments.repeat):
                several, _ = run([arguments.mazurka, "check", program, "-j", jobs, *base, "--", *words], environment)
                compared += 1
                a, b = digest(one), digest(several)
                if a == b:
                    continue
                different += 1
                for field in a:
                    if a[field] != b[field]:
                        print(f"{given} -j {jobs}: {field}: {str(a[field])[:200]} with one process, {str(b[field])[:200]}"
                              f" {several.get('said', '')}")
                sys.stdout.flush()
    print(f"{compared} comparisons, {different} different, {skipped} programs skipped")
    sys.exit(1 if different or not compared else 0)


main()
