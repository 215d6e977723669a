"""Reads the tables of objects and operations.

[name] TYPE[COUNT]     an object of C: `o` is a pointer to its first element; it is filled with zeros before `setup`
[name] TYPE            an object of C++: `o` is a reference; `make` is its initialiser
[name] hidden          the state is the library's own, and not protected by it
[name] outcome         the state is the library's own and protected; `check` fails unless the first operation comes first
headers: ...           to include
code: ...              a line before the operations
setup: ..., make: ...  how the object begins
check: ...             for outcomes
half: no, or NAMES     operations that touch more than the first half of the object: none, or these, separated by semicolons
r NAME: STATEMENTS     an operation that reads the object (all of it, or its beginning), by library functions only
w NAME: STATEMENTS     one that writes it
After the letter may stand:
~    it touches a part of the object only, or hidden state too: it is compared with plain accesses alone
^    it touches what the object points to, but does not write the object: it is not compared with plain accesses
+    the library protects it from others that have a + (by a lock, or atomics)
"""
import re
from dataclasses import dataclass, field


@dataclass
class Operation:
    name: str
    writes: bool
    mark: str  # "~", "^", "+" or nothing
    code: str

    @property
    def partial(self):
        return self.mark == "~"


@dataclass
class Section:
    name: str
    kind: str  # "object", "hidden" or "outcome"
    language: str  # "c" or "cxx"
    type: str = ""
    count: int = 1
    headers: list = field(default_factory=list)
    code: list = field(default_factory=list)
    setup: str = ""
    make: str = ""
    check: str = ""
    half: str = ""
    operations: list = field(default_factory=list)

    def needs_all(self, operation):
        """Does the operation need the second half of the object?"""
        return not operation.partial and (not self.half or operation.name in self.half.split("; "))

    def operation(self, name):
        return next((o for o in self.operations if o.name == name), None)


OPERATION = re.compile(r"^([rw])([~^+]?) (.+?): (.*)$")
FIELD = re.compile(r"^(headers|code|setup|make|check|half): (.*)$")


def begin_section(line, language, where):
    match = re.match(r"^\[(.+?)\] (.+)$", line)
    if not match:
        raise SystemExit(f"{where}: expected '[name] type', found: {line}")
    name, rest = match.groups()
    if rest in ("hidden", "outcome"):
        return Section(name, rest, language)
    array = re.match(r"^(.*?)\[(\d+)\]$", rest)
    if language == "c" and array:
        return Section(name, "object", language, array.group(1), int(array.group(2)))
    return Section(name, "object", language, rest)


def read_table(path):
    language = "cxx" if path.name.startswith("cxx") else "c"
    sections = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}"
        line = line.rstrip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            sections.append(begin_section(line, language, where))
            continue
        section = sections[-1]
        if match := FIELD.match(line):
            key, value = match.groups()
            if key == "headers":
                section.headers += value.split()
            elif key == "code":
                section.code.append(value)
            else:
                setattr(section, key, value)
        elif match := OPERATION.match(line):
            letter, mark, name, code = match.groups()
            if section.operation(name):
                raise SystemExit(f"{where}: a second operation {name}")
            section.operations.append(Operation(name, letter == "w", mark, code))
        else:
            raise SystemExit(f"{where}: not understood: {line}")
    return sections


def read_tables(folder):
    sections = [s for path in sorted(folder.glob("*.txt")) for s in read_table(path)]
    names = [(s.language, s.name) for s in sections]
    for name in names:
        if names.count(name) > 1:
            raise SystemExit(f"two objects are called {name[1]}")
    return sections
