"""Does a document fit what Jenkins takes as JUnit? junit_facts.py DOCUMENT...: what the schema of its xUnit plugin (junit-10.xsd) says of
elements and attributes, and that the numbers are true."""
import re
import sys
import xml.etree.ElementTree as xml

# By element: attributes that must be there, others that may, and elements within; None: text.
ELEMENTS = {
    "testsuites": ([], ["name", "time", "tests", "failures", "errors"], ["testsuite"]),
    "testsuite": (["name", "tests", "failures", "errors"],
                  ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
                  ["testsuite", "properties", "testcase", "system-out", "system-err"]),
    "properties": ([], [], ["property"]),
    "property": (["name", "value"], [], []),
    "testcase": (["name"], ["time", "classname", "group"], ["skipped", "error", "failure", "system-out", "system-err"]),
    "failure": ([], ["type", "message"], None),
    "error": ([], ["type", "message"], None),
    "skipped": ([], ["type", "message"], None),
    "system-out": ([], [], None),
    "system-err": ([], [], None),
}
TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?")


def mistakes(element, path):
    path = f"{path}/{element.tag}"
    if element.tag not in ELEMENTS:
        yield f"{path} is no element of JUnit"
        return
    required, optional, within = ELEMENTS[element.tag]
    for name in required:
        if name not in element.attrib:
            yield f"{path} has no {name}"
    for name in element.attrib:
        if name not in required + optional:
            yield f"{path} has {name}"
    if not TIME.fullmatch(element.get("time", "")):
        yield f"{path}: {element.get('time')} is no time"
    if within is not None and any((text or "").strip() for text in [element.text] + [one.tail for one in element]):
        yield f"{path} has text in it"
    for one in element:
        if one.tag not in (within or []):
            yield f"{path} has {one.tag} in it"
        yield from mistakes(one, path)
    if element.tag == "testsuite":
        for name, tag in (("tests", "testcase"), ("failures", "testcase/failure"), ("errors", "testcase/error"), ("skipped", "testcase/skipped")):
            if int(element.get(name, 0)) != len(element.findall(tag)):
                yield f"{path} says {element.get(name)} {name}, and has {len(element.findall(tag))}"


def main():
    found = []
    for name in sys.argv[1:]:
        try:
            root = xml.parse(name).getroot()
        except xml.ParseError as error:
            sys.exit(f"{name}: {error}")
        if root.tag not in ("testsuites", "testsuite"):
            found.append(f"{name}: begins with {root.tag}")
        found += [f"{name}: {mistake}" for mistake in mistakes(root, "")]
    for mistake in found[:20]:
        print(mistake)
    sys.exit(1 if found else 0)


main()
