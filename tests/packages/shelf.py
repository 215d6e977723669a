#!/usr/bin/env python3
"""Checks real programs and libraries from Debian: the entries of tests/packages/shelf.

  shelf.py [NAME ...]      all entries, or some of them; `./test --packages` runs it
  --write FILE             the table as a document (docs/real-programs.md)
  --results FILE           where the results are kept, by entry (default: in the cache)
  --packages               only name the Debian packages that are needed
  --rebuild                build everything again

An entry is a folder with a file `entry` of lines "KEY: VALUE":

  title      what it is, in a few words            does      what the driver does
  packages   Debian packages it needs              source    the Debian source package it is built from
  flags      for the compiler, with a driver       options   for mazurka check
  arguments  for the program                       expect    verified, bug KIND, or incomplete
  reason     for incomplete: part of the sentence that the report gives; for bug: what is wrong, in words
  seconds    for --max-time (default: 60)          after     another entry, whose build this one uses (its folder: AFTER)

and `driver.c` or `driver.cpp`, or `build.sh`. That runs in an empty folder and leaves a file `program` there, with CC and CXX the compilers
of Mazurka, SOURCE the unpacked source (all entries share it: a build that writes there copies it first) and ENTRY the folder of the entry.

Sources and builds are kept in $XDG_CACHE_HOME/mazurka/shelf. A private list of sources is used for apt: the machine's is left alone.
Exit code: 0 if every entry gives what it says.
"""

import argparse, json, os, pathlib, re, resource, shlex, shutil, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SHELF = HERE / "shelf"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "mazurka" / "shelf"
KEYS = {"title", "does", "packages", "source", "flags", "options", "arguments", "expect", "reason", "seconds", "after"}


class Entry:
    def __init__(self, folder):
        self.folder, self.name = folder, folder.name
        self.values = {}
        for line in (folder / "entry").read_text().splitlines():
            key, colon, value = line.partition(":")
            if not colon or key not in KEYS:
                sys.exit(f"{folder}/entry: '{line}' is not understood")
            self.values[key] = value.strip()

    def __getitem__(self, key):
        return self.values.get(key, "")

    def words(self, key):
        return shlex.split(self[key].replace("$ENTRY", str(self.folder)))


def entries(names):
    known = {path.parent.name: Entry(path.parent) for path in sorted(SHELF.glob("*/entry"))}
    for name in names:
        if name not in known:
            sys.exit(f"there is no entry '{name}'; there are {', '.join(known)}")
    return [known[name] for name in names or known]


def run(command, log, **more):
    with open(log, "ab") as output:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **more).returncode == 0


class Failure(Exception):
    pass


def fetch(package, log):
    """The unpacked source of a Debian package; a folder in the cache."""
    folder = CACHE / "sources" / package
    apt = ["apt-get", "-q", "-o", f"Dir::Etc::SourceList={CACHE}/sources.list", "-o", "Dir::Etc::SourceParts=/dev/null",
           "-o", f"Dir::State::Lists={CACHE}/lists", "-o", "APT::Sandbox::User=root"]
    if not (CACHE / "lists").is_dir():
        (CACHE / "lists" / "partial").mkdir(parents=True)
        release = dict(line.partition("=")[::2] for line in open("/etc/os-release"))["VERSION_CODENAME"].strip().strip('"')
        (CACHE / "sources.list").write_text(f"deb-src http://deb.debian.org/debian {release} main\n"
                                            f"deb-src http://deb.debian.org/debian-security {release}-security main\n")
        if not run(apt + ["update"], log):
            shutil.rmtree(CACHE / "lists")
            raise Failure("apt-get update failed")
    if not folder.is_dir():
        fresh = CACHE / "sources" / (package + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        if not run(apt + ["source", "--only-source", package], log, cwd=fresh):
            raise Failure(f"apt-get source {package} failed")
        fresh.rename(folder)
    unpacked = [path for path in folder.iterdir() if path.is_dir()]
    if len(unpacked) != 1:
        raise Failure(f"{folder} holds {len(unpacked)} folders, expected one")
    return unpacked[0]


def newest(paths):
    return max((path.stat().st_mtime for path in paths), default=0)


def build(entry, binaries, rebuild):
    """Builds the entry's program; gives its path."""
    folder = CACHE / "builds" / entry.name
    program, log = folder / "program", CACHE / "builds" / (entry.name + ".log")
    used = [build(Entry(SHELF / entry["after"]), binaries, False)] if entry["after"] else []
    if not rebuild and program.exists() and program.stat().st_mtime > newest([*entry.folder.iterdir(), *used]):
        return program
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log.unlink(missing_ok=True)
    environment = dict(os.environ, CC=str(binaries / "mazurka-cc"), CXX=str(binaries / "mazurka-c++"), ENTRY=str(entry.folder), MAKEFLAGS="-j2")
    if used:
        environment["AFTER"] = str(used[0].parent)
    if entry["source"]:
        environment["SOURCE"] = str(fetch(entry["source"], log))
    if (entry.folder / "build.sh").exists():
        command = ["nice", "-n", "10", "bash", "-eu", str(entry.folder / "build.sh")]
    else:
        driver = next(path for path in sorted(entry.folder.iterdir()) if path.stem == "driver")
        compiler = environment["CC" if driver.suffix == ".c" else "CXX"]
        command = [compiler, "-O1", "-g", str(driver)] + entry.words("flags") + ["-o", "program"]
    if not run(command, log, cwd=folder, env=environment) or not program.exists():
        raise Failure(f"it does not build: see {log}")
    return program


def check(entry, program, binaries):
    """Runs mazurka check; gives its report and the largest memory of a process in MB."""
    folder = CACHE / "runs" / entry.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    limit = float(entry["seconds"] or 60)
    command = [str(binaries / "mazurka"), "check", str(program), "--quiet", "--format=json", "--out=" + str(folder / "out"),
               f"--max-time={limit:.0f}"] + entry.words("options")
    command += ["--"] + entry.words("arguments") if entry["arguments"] else []
    for path in entry.folder.iterdir():
        if path.name not in ("entry", "build.sh") and path.stem != "driver":
            shutil.copy(path, folder)
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(folder / "stderr", "w"))
    try:
        output = process.communicate(timeout=limit + 30)[0]
    except subprocess.TimeoutExpired:
        process.terminate()
        process.communicate()
        raise Failure(f"it did not end in {limit + 30:.0f} s")
    seconds = time.monotonic() - began
    (folder / "report.json").write_bytes(output)
    try:
        report = json.loads(output)
    except ValueError:
        raise Failure(f"no report: see {folder}/stderr")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # of all checked before, too: see measured()
    return report, seconds, usage // 1024


def measured(entry, binaries, rebuild):
    """One entry in a process of its own, so that its memory is its own."""
    program = build(entry, binaries, rebuild)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result = check(entry, program, binaries)
        except Failure as failure:
            result = str(failure)
        os.write(writer, json.dumps(result if isinstance(result, str) else [summary(result[0]), *result[1:]]).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    result = json.loads(text) if text else "the runner failed"
    if isinstance(result, str):
        raise Failure(result)
    return result


def summary(report):
    bug = report["bugs"][0] if report.get("bugs") else {}
    return {"verdict": report["verdict"], "executions": report.get("executions", 0), "kind": bug.get("kind", ""), "explored": report.get("seconds", 0),
            "why": report.get("incomplete") or report.get("error") or bug.get("message", ""), "summary": report.get("summary", "")}


def judge(entry, result, seconds, memory):
    """What is not as the entry says; empty if all is."""
    wanted, _, kind = entry["expect"].partition(" ")
    if result["verdict"] != wanted or kind.replace(" ", "_") != (result["kind"] if wanted == "bug" else "").replace(" ", "_"):
        return f"expected {entry['expect']}: {result['summary']}"
    if wanted == "incomplete" and entry["reason"] not in result["why"]:
        return f"another reason than '{entry['reason']}': {result['why']}"
    if result["explored"] > float(entry["seconds"] or 60) + 1:
        return f"explored for {result['explored']:.1f} s with --max-time={entry['seconds'] or 60}"
    if memory > 500:
        return f"took {memory} MB, expected at most 500"
    return ""


def table(results):
    def cell(text):
        return text.replace("|", "\\|")

    rows = ["| program | what is checked | verdict | executions | seconds | MB |", "|---|---|---|--:|--:|--:|"]
    for entry in entries([]):
        if entry.name not in results:
            continue
        result = results[entry.name]
        verdict = {"verified": "verified", "bug": f"**bug**: {result['kind'].replace('_', ' ')}. {entry['reason']}",
                   "incomplete": f"incomplete: {entry['reason']}"}.get(result["verdict"], result["verdict"])
        rows.append(f"| {cell(entry['title'])} | {cell(entry['does'])} | {cell(verdict)} | {result['executions']:,} | {result['seconds']:.1f} | {result['memory']} |")
    return "\n".join(rows)


def document(results):
    kinds = [result["verdict"] for result in results.values()]
    return f"""# Real programs

Generated by `tests/packages/shelf.py --write docs/real-programs.md`; do not edit. Each row is a folder of
[`tests/packages/shelf`](../tests/packages/shelf): a program or library of Debian, built by `mazurka-cc` and `mazurka-c++`, with two or three
threads or a tiny input. `./test --packages` checks all of them again. Seconds are those of one run on a machine with 2 cores that had other
work to do; MB is the largest process.

{len(kinds)} entries: {kinds.count('verified')} verified, {kinds.count('bug')} with a bug, {kinds.count('incomplete')} incomplete.

{table(results)}
"""


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*")
    options.add_argument("--write")
    options.add_argument("--results", default=str(CACHE / "results.json"))
    options.add_argument("--packages", action="store_true")
    options.add_argument("--rebuild", action="store_true")
    given = options.parse_args()
    chosen = entries(given.names)
    if given.packages:
        print(*sorted({word for entry in chosen for word in entry.words("packages")} | {"dpkg-dev"}), sep="\n")
        return 0
    binaries = pathlib.Path(os.environ.get("MAZURKA") or ROOT / "build" / "release" / "bin" / "mazurka").resolve().parent
    kept = pathlib.Path(given.results)
    results = json.loads(kept.read_text()) if kept.exists() else {}
    failures = 0
    (CACHE / "builds").mkdir(parents=True, exist_ok=True)
    for entry in chosen:
        try:
            result, seconds, memory = measured(entry, binaries, given.rebuild)
            results[entry.name] = dict(result, seconds=seconds, memory=memory)
            wrong = judge(entry, result, seconds, memory)
            words = f"{result['verdict']:<10} {result['executions']:>9,} executions {seconds:7.1f} s {memory:5} MB"
        except Failure as failure:
            wrong, words = str(failure), "failed"
        failures += bool(wrong)
        print(f"{entry.name:<22} {words}{'   NOT AS EXPECTED: ' + wrong if wrong else ''}", flush=True)
        kept.write_text(json.dumps(results, indent=1))
    known = {entry.name for entry in entries([])}
    results = {name: result for name, result in sorted(results.items()) if name in known}
    if given.write:
        pathlib.Path(given.write).write_text(document(results))
    print(f"{len(chosen) - failures} of {len(chosen)} entries give what they say")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
