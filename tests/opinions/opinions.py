#!/usr/bin/env python3
"""Second opinions: generated programs in which a library function, or an object of the library, meets another access in a second
thread, judged by ThreadSanitizer, AddressSanitizer and Mazurka.

Whatever a sanitizer reports, Mazurka reports as a bug or calls incomplete. The tables also say what is right and wrong by
construction, which is more than sanitizers see:
  missed        a sanitizer reports it, or it is wrong by construction, and the verdict is "verified"
  false bug     it is right by construction, and the verdict is "bug"
  doubt         it is right by construction, and a sanitizer reports it: the table is wrong, or the sanitizer
  nuisance      it is right by construction, and the verdict is "incomplete"; listed, but no mistake
"""
import argparse
import atexit
import collections
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import cases as choosing
import programs
import tables

HERE = pathlib.Path(__file__).resolve().parent
FLAVOURS = {
    ("c", "plain"): ["-O1", "-fno-builtin"],
    ("c", "fortified"): ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"],
    ("c", "large files"): ["-O0", "-D_FILE_OFFSET_BITS=64"],
    ("cxx", "plain"): ["-O1", "-std=c++20"],
    ("cxx", "newer"): ["-O0", "-std=c++23"],
}
INPUT = "7 seven 7.5\nsecond line\n"


class Tools:
    def __init__(self, mazurka, folder):
        self.mazurka, self.folder = mazurka, folder
        self.environment = dict(os.environ, TSAN_OPTIONS="exitcode=66 halt_on_error=1 report_thread_leaks=0", ASAN_OPTIONS="exitcode=67 detect_leaks=0")

    def compile(self, source, target, language, flags, tool):
        compiler = {"c": "gcc", "cxx": "g++"}[language]
        if tool == "mazurka":
            beside = pathlib.Path(self.mazurka).parent
            compiler = str(beside / {"c": "mazurka-cc", "cxx": "mazurka-c++"}[language])
        command = [compiler, "-g1", "-w", "-pthread", f"-I{HERE}"] + flags
        command += [f"-fsanitize={tool}"] if tool != "mazurka" else []
        done = subprocess.run(command + [str(source), "-o", str(target), "-lm"], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)} {source}\n{done.stderr[:3000]}")

    def run(self, command, seconds):
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds, cwd=self.folder,
                                  env=self.environment, stdin=subprocess.DEVNULL)
            return done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            return "timeout", "", ""


def first_line(text, *beginnings):
    """Of the lines with one of these in them, the first with the first one; or nothing."""
    lines = text.splitlines()
    return next((line for words in beginnings for line in lines if words in line), "")


def sanitizers_say(tools, program, case):
    """What the sanitizers report, a line for each that does."""
    said = []
    opinions = [("thread", 66, "WARNING: ThreadSanitizer")]
    if case.is_about_lifetime():
        opinions.append(("address", 67, "ERROR: AddressSanitizer"))
    for tool, code, reports in opinions:
        for nudge in case.nudges():
            found, _, errors = tools.run([f"{program}.{tool}"] + case.arguments() + [nudge], 20)
            if found == code and reports in errors:
                said.append(first_line(errors, "SUMMARY", reports))
                break
            if found == 99:
                raise SystemExit(f"{program}: does not know {case}")
    return said


class Remembered:
    """What the sanitizers said does not change with mazurka: with --remember=FILE they are asked once."""

    def __init__(self, path):
        self.path = pathlib.Path(path) if path else None
        self.said = json.loads(self.path.read_text()) if self.path and self.path.exists() else {}

    def key(self, case, section):
        text = describe(case, section) + "".join(section.code) + (HERE / "frame.h").read_text()
        return hashlib.sha1(text.encode()).hexdigest()

    def knows(self, case, section):
        return self.key(case, section) in self.said

    def ask(self, tools, program, case, section):
        key = self.key(case, section)
        if key not in self.said:
            self.said[key] = sanitizers_say(tools, program, case)
        return self.said[key]

    def save(self):
        if self.path:
            self.path.write_text(json.dumps(self.said))


def mazurka_says(tools, program, case):
    """The verdict, and what it is about."""
    command = [tools.mazurka, "check", f"{program}.mazurka", "--format=json", "--quiet", "--max-time=20", "--out", "out", "--"]
    code, output, errors = tools.run(command + case.arguments(), 60)
    try:
        report = json.loads(output)
    except json.JSONDecodeError:
        return "error", f"exit code {code}: {errors[:300]}"
    if report.get("verdict") == "bug":
        return "bug", report["bugs"][0]["message"]
    return report.get("verdict", "error"), str(report.get("incomplete") or report.get("error") or "")


def judge(case, said, verdict):
    if case.is_right and said:
        return "doubt"
    if case.is_right:
        return {"verified": "agreed", "incomplete": "nuisance", "bug": "false bug"}.get(verdict, "error")
    return {"verified": "missed", "incomplete": "agreed", "bug": "agreed"}.get(verdict, "error")


def describe(case, section):
    lines = [f"    {case.language} ({case.flavour}): object '{case.section}' ({section.type or section.kind}), {case.place}, order: "
             f"{case.order}; {'right' if case.is_right else 'wrong'} by construction"]
    if section.setup or section.make:
        lines.append(f"      setup:  {section.make} {section.setup}")
    for who, name in (("thread", case.first), ("main", case.second)):
        operation = section.operation(name)
        lines.append(f"      {who:6}  {name}: {operation.code if operation else '(built in)'}")
    return "\n".join(lines)


def programs_of(chosen, sections, most):
    """Groups of cases whose operations fit into one source file."""
    by_kind = collections.defaultdict(list)
    for case in chosen:
        by_kind[(case.language, case.flavour)].append(case)
    for kind, members in by_kind.items():
        by_section = collections.defaultdict(list)
        for case in members:
            by_section[case.section].append(case)
        group, size = [], 0
        for section in sections:
            if section.language != kind[0] or section.name not in by_section:
                continue
            group.append(section)
            size += len(section.operations)
            if size >= most[kind[0]]:
                yield kind, group, [c for s in group for c in by_section[s.name]]
                group, size = [], 0
        if group:
            yield kind, group, [c for s in group for c in by_section[s.name]]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mazurka", default=os.environ.get("MAZURKA"), help="the binary; mazurka-cc and mazurka-c++ lie beside it")
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only objects or operations whose name contains this")
    parser.add_argument("--objects", default="", help="only these objects, separated by semicolons, and no other kinds of compilation")
    parser.add_argument("--language", choices=["c", "cxx"], help="only this one")
    parser.add_argument("--report", help="a file for all that did not agree, by function")
    parser.add_argument("--keep", help="a folder for the programs, which are kept")
    parser.add_argument("--remember", help="a file in which the sanitizers' opinions are kept for the next time")
    parser.add_argument("--verbose", action="store_true", help="a line for each case")
    arguments = parser.parse_args()
    if not arguments.mazurka:
        parser.error("--mazurka or the environment variable MAZURKA must name the binary")
    arguments.mazurka = str(pathlib.Path(arguments.mazurka).resolve())
    return arguments


def wanted_sections(arguments):
    sections = tables.read_tables(HERE / "tables")
    if arguments.objects:
        names = arguments.objects.split(";")
        sections = [s for s in sections if s.name in names]
        if len(sections) != len(names):
            raise SystemExit(f"not all of these objects are in the tables: {arguments.objects}")
    if arguments.language:
        sections = [s for s in sections if s.language == arguments.language]
    for section in sections:
        if arguments.only not in section.name:
            section.operations = [o for o in section.operations if arguments.only in o.name]
    return [s for s in sections if s.operations]


def write_report(path, findings, by_key, totals):
    groups = collections.defaultdict(list)
    for finding in findings:
        case = finding[1]
        groups[(case.language, case.section, case.function())].append(finding)
    with open(path, "w") as out:
        print(", ".join(f"{name} {count}" for name, count in sorted(totals.items())), file=out)
        for kind in ("missed", "false bug", "doubt", "error", "nuisance"):
            print(f"\n==== {kind} ====", file=out)
            for (language, section, function), members in sorted(groups.items()):
                some = [f for f in members if f[0] == kind]
                if not some:
                    continue
                seen = sum(1 for f in some if f[2])
                print(f"{language} {section} / {function}: {len(some)}" + (f", {seen} seen by a sanitizer" if seen else ""), file=out)
                for _, case, said, verdict, detail in some:
                    print(describe(case, by_key[(case.language, case.section)]), file=out)
                    for line in said:
                        print(f"      sanitizer: {line}", file=out)
                    print(f"      mazurka: {verdict} {detail[:300]}", file=out)


def main():
    arguments = parse_arguments()
    sections = wanted_sections(arguments)
    by_key = {(s.language, s.name): s for s in sections}
    flavours = {"c": ["plain"] if arguments.objects else ["plain", "plain", "fortified", "large files"], "cxx": ["plain"] if arguments.objects else ["plain", "plain", "newer"]}
    chosen = choosing.choose(sections, flavours, arguments.cases, arguments.seed)
    folder = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="opinions-")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not arguments.keep:
        atexit.register(shutil.rmtree, folder, True)
    (folder / "input.txt").write_text(INPUT)
    tools = Tools(arguments.mazurka, folder)
    totals, findings, remembered = collections.Counter(), [], Remembered(arguments.remember)
    for number, (kind, group, members) in enumerate(programs_of(chosen, sections, {"c": 120, "cxx": 40})):
        source = folder / f"program{number}.{'c' if kind[0] == 'c' else 'cpp'}"
        source.write_text(programs.source_of(group))
        known = all(remembered.knows(c, by_key[(c.language, c.section)]) for c in members)
        for tool in ["mazurka"] if known else ["thread", "address", "mazurka"]:
            tools.compile(source, folder / f"program{number}.{tool}", kind[0], FLAVOURS[kind], tool)
        for case in members:
            said = remembered.ask(tools, folder / f"program{number}", case, by_key[(case.language, case.section)])
            verdict, detail = mazurka_says(tools, folder / f"program{number}", case)
            judgement = judge(case, said, verdict)
            totals[judgement] += 1
            totals["seen by a sanitizer"] += bool(said)
            if arguments.verbose:
                print(judgement, verdict, " | ".join(case.arguments()), *said, detail[:150], sep="\t", flush=True)
            if judgement != "agreed":
                findings.append((judgement, case, said, verdict, detail))
        remembered.save()
        if arguments.report:
            write_report(arguments.report, findings, by_key, totals)
        print(f"program {number}: {len(members)} cases; so far "
              + ", ".join(f"{name} {count}" for name, count in sorted(totals.items())), file=sys.stderr, flush=True)
    bad = [f for f in findings if f[0] != "nuisance"]
    for judgement, case, said, verdict, detail in bad[:20]:
        print(f"{judgement}: {' | '.join(case.arguments())}")
        print(describe(case, by_key[(case.language, case.section)]))
        print(f"      sanitizers: {'; '.join(said) or 'nothing'}\n      mazurka:    {verdict} {detail[:300]}")
    print(f"{len(chosen)} cases: " + ", ".join(f"{name} {count}" for name, count in sorted(totals.items())))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
