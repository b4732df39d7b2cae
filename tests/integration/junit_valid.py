# SPDX-License-Identifier: MIT
"""JUnit files are valid by docs/schemas/junit.xsd, add up, and the schema refuses damaged ones.
Usage: junit_valid.py <xmllint> <write_junit> <docs/schemas/junit.xsd> <folder to work in>"""

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

XMLLINT, WRITER, SCHEMA, WORK = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4])
FAULTS = []


def is_valid(text):
    file = WORK / "tried.xml"
    file.write_bytes(text)
    done = subprocess.run([XMLLINT, "--noout", "--nonet", "--schema", SCHEMA, str(file)], capture_output=True, text=True,
                          errors="replace", check=False)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"xmllint ended with {done.returncode}: {done.stderr}")
    return done.returncode == 0, done.stderr


def adds_up(name, root, planned):
    """Totals are those of the test cases, and each planned case is counted once."""
    counts, cases = [], 0
    for suite in root:
        tests = suite.findall("testcase")
        own = [len(tests)] + [sum(test.find(kind) is not None for test in tests) for kind in ("failure", "error", "skipped")]
        if own != [int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped")]:
            FAULTS.append(f"{name}: totals of {suite.get('name')}")
        counts.append(own)
        for test in tests:
            numbers = {one.get("name"): int(one.get("value")) for one in test.iter("property")}
            cases += sum(numbers.values())
            wanted = "failure" if "fail" in numbers else None if "pass" in numbers else "skipped"
            if numbers and {child.tag for child in test} - {"properties"} != ({wanted} if wanted else set()):
                FAULTS.append(f"{name}: {test.get('name')} with {numbers} should be {wanted}")
    if [sum(column) for column in zip(*counts)] != [int(root.get(key)) for key in ("tests", "failures", "errors", "skipped")] and counts:
        FAULTS.append(f"{name}: totals of the file")
    if cases != planned:
        FAULTS.append(f"{name}: {cases} cases, {planned} planned")


def damages(text):
    """The file with one fault each."""
    def damaged(change):
        root = ElementTree.fromstring(text)
        change(root)
        return ElementTree.tostring(root)

    def setting(path, key, value):
        return damaged(lambda root: (root if path == "." else root.find(path)).set(key, value))

    for path in ".", "testsuite", "testsuite/testcase", ".//failure", ".//skipped", "testsuite/properties/property", ".//testcase//property":
        element = ElementTree.fromstring(text)
        element = element if path == "." else element.find(path)
        for key in list(element.attrib):
            yield f"no {key} in {path}", damaged(lambda root, p=path, k=key: (root if p == "." else root.find(p)).attrib.pop(k))
        yield f"more in {path}", setting(path, "time", "1.0")
        yield f"a child in {path}", damaged(lambda root, p=path: ElementTree.SubElement(root if p == "." else root.find(p), "system-out"))
    yield "another root", text.replace(b"testsuites", b"suites")
    yield "tests below zero", setting(".", "tests", "-1")
    yield "a total that is no number", setting("testsuite", "failures", "many")
    yield "an unknown profile", setting("testsuite", "name", "a6.TMULS")
    yield "an unknown judgement", setting(".//testcase//property", "name", "passed")
    yield "no case at all", setting(".//testcase//property", "value", "0")
    yield "an empty message", setting(".//failure", "message", "")
    yield "a cell twice", damaged(lambda root: [test.set("name", "legal/f32") for test in root.find("testsuite").findall("testcase")])
    yield "a suite twice", damaged(lambda root: [suite.set("name", "a5.TMULS") for suite in root])
    yield "failed and skipped", damaged(lambda root: ElementTree.SubElement(root.find(".//failure/.."), "skipped", message="x"))
    yield "a suite without test cases", damaged(lambda root: [root[0].remove(test) for test in root[0].findall("testcase")])
    yield "a suite without properties", damaged(lambda root: root[0].remove(root[0].find("properties")))
    yield "a character that XML does not have", text.replace(b"wrong value", b"wrong\x01value")
    yield "bytes that are no UTF-8", text.replace(b"wrong value", b"wrong\xffvalue")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    written = subprocess.run([WRITER, str(WORK)], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    if len(written) < 5:
        FAULTS.append("samples are missing")
    for name, planned in (line.split() for line in written):
        text = (WORK / name).read_bytes()
        valid, why = is_valid(text)
        if not valid:
            FAULTS.append(f"{name}: {why}")
            continue
        adds_up(name, ElementTree.fromstring(text), int(planned))
    failing = (WORK / "failing.xml").read_bytes()
    tried = 0
    for what, text in damages(failing):
        tried += 1
        if text == failing:
            FAULTS.append(f"{what}: nothing is damaged")
        elif is_valid(text)[0]:
            FAULTS.append(f"{what}: the schema takes it")
    if tried < 30:
        FAULTS.append(f"only {tried} damages were tried")
    shutil.rmtree(WORK)
    sys.exit("\n".join(FAULTS) or 0)


main()
