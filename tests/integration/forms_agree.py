# SPDX-License-Identifier: MIT
"""The schemas of a package's files take what the suite writes, and take and refuse what its readers do.
Usage: forms_agree.py <package_forms> <docs/schemas> <folder to work in>"""

import copy
import json
import shutil
import subprocess
import sys
from pathlib import Path

from package_schemas import LINES, faults_of_package, line_validators, load, validator

PROGRAM, SCHEMAS, WORK = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
FAULTS = []

# What is no number, text or list of the right kind, for a value of each kind.
OTHER_KINDS = {int: "1", float: "1", str: 1, bool: 1, list: {}, dict: [], type(None): []}

# By form: where, the value, and whether it is right.
VALUES = {
    "header": [("schema", 1, False), ("schema", 3, False), ("profiles", ["a6"], False), ("profiles", ["strict"], True), ("instructions", [""], False),
               ("shard", "0/1", False), ("shard", "1", False), ("shard", "01/2", False), ("shard", "2/3", True), ("seed", -1, False),
               ("seed", 1 << 64, False), ("backend_version", "", True)],
    "result": [("name", "../x", False), ("name", "a//b", False), ("name", "", False), ("instruction", "", False), ("profile", "a6", False),
               ("kind", "illegal", False), ("verdict", "reject", False), ("verdict", "target-defined", True), ("judgement", "passed", False),
               ("judgement", "not-run", True), ("detail", "", False), ("clauses", [""], False), ("outcome", "ran", False), ("outcome", "timeout", True),
               ("twin_outcome", "ran", False), ("case_hash", "c" * 63, False), ("case_hash", "C" * 64, False), ("case_hash", "", True),
               ("expected_hash", "c" * 65, False), ("case_file", "/etc/x", False), ("case_file", "../x", False), ("case_file", "", True),
               ("outside_writes", -1, False), ("plan_index", 1 << 64, False), ("environment", [""], False), ("explained_by", [1], False)],
    "entry": [("name", "a/../b", False), ("cell", "", False), ("plan_index", -1, False), ("tuple", None, True), ("tuple", {}, False)],
    "statement": [("schema", 2, False), ("kind", "reduced", False), ("kind", "incomplete run", True), ("level", 4, False), ("level", -1, False),
                  ("level", None, True), ("level", 0, True), ("reasons", [""], False), ("waivers", [{}], False), ("conforms", True, True)],
    "backend": [("schema", 2, False), ("name", "", False), ("version", "", True), ("hash", 1, False), ("capabilities", None, False), ("observed", {}, False)],
    "environment": [("schema", 2, False), ("backend", {"x": 1}, False), ("backend", {}, True), ("machines", [{"x": 1}], False), ("remarks", [""], False)],
    "run": [("schema", 2, False), ("parts", [], True), ("root", "", True)],
    "proofs": [("schema", 2, False), ("obligations", [], True), ("cells", [], True)],
}
DEEP = {
    "entry": [(("tuple", "tiles", 0, "dtype"), "f17"), (("tuple", "tiles", 0, "role"), "target"), (("tuple", "tiles", 0, "storage"), 16),
              (("tuple", "tiles", 0, "shape", "rows"), 0), (("tuple", "scalars", 0, "dtype"), "f17"), (("tuple", "instruction"), ""),
              (("tuple", "attributes", 0, "key"), "")],
    "statement": [(("run", "schema"), 1), (("profiles", 0, "profile"), "a6"), (("profiles", 0, "level"), 4),
                  (("profiles", 0, "dimensions", 0, "dimension"), "order"), (("profiles", 0, "dimensions", 0, "standing"), "good"),
                  (("waivers", 0, "rationale"), ""), (("waivers", 0, "cases"), ""), (("counts", "fail_kinds", "x"), -1)],
    "run": [(("parts", 0, "seconds"), -1), (("parts", 0, "budget"), -0.5), (("parts", 0, "command"), [""])],
    "proofs": [(("obligations", 0, "status"), "true"), (("obligations", 0, "id"), ""), (("cells", 0, "status"), "proved"), (("cells", 0, "id"), ""),
               (("obligations", 0, "witness", "tiles", 0, "pad"), "None"), (("obligations", 1, "twin"), {})],
    "result": [(("mismatches", "first", 0, "row"), 0.5), (("mismatches", "differing"), -1)],
}
# Fields that may be absent.
OPTIONAL = {"result": {"clauses", "reasons", "other_kinds", "outcome", "diagnostic", "diagnostic_varies", "twin_outcome", "not_observed", "build",
                       "environment", "explained_by", "mismatches", "outside_writes", "replaced", "vacuous", "case_hash", "expected_hash", "case_file"}}
# Names that a tally, or a list of texts, gives itself.
FREE = {"statement": {"x"}, "environment": {"name", "version", "solver"}}


def places(value, path=()):
    """Every value of a document, with the keys that lead to it."""
    yield path, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from places(member, path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed(document, path, value):
    result = copy.deepcopy(document)
    at(result, path[:-1])[path[-1]] = value
    return result


def without(document, path):
    result = copy.deepcopy(document)
    del at(result, path[:-1])[path[-1]]
    return result


def variants(form, document):
    """Documents with one change each, and whether they are right."""
    yield "as written", document, True
    optional, free = OPTIONAL.get(form, set()), FREE.get(form, set())
    for path, value in places(document):
        if path and isinstance(path[-1], str):
            yield f"no {path}", without(document, path), (len(path) == 1 and path[0] in optional) or path[-1] in free
        if isinstance(value, dict):
            # An object of names that it gives itself takes one more if it is of the right kind.
            yield f"more in {path}", changed(document, path + ("more",), []) if path else dict(document, more=[]), False
        if path:
            yield f"another kind of value at {path}", changed(document, path, OTHER_KINDS[type(value)]), False
    for key, value, right in VALUES[form]:
        yield f"{key} = {value!r}", changed(document, (key,), value), right
    for path, value in DEEP.get(form, []):
        yield f"{path} = {value!r}", changed(document, path, value), False


def check(form, schema, document):
    tried = list(variants(form, document))
    lines = "".join(f"{form} {json.dumps(changed_document)}\n" for _, changed_document, _ in tried)
    said = subprocess.run([PROGRAM, "read"], input=lines, capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    if len(said) != len(tried):
        sys.exit(f"{form}: {len(said)} answers to {len(tried)} documents")
    for (what, changed_document, right), answer in zip(tried, said):
        by_schema = schema.is_valid(changed_document)
        if (by_schema, answer == "takes") != (right, right):
            FAULTS.append(f"{form}: {what}: should be {'taken' if right else 'refused'}; the schema {'takes' if by_schema else 'refuses'} it, "
                          f"the reader {answer}")


def check_shared_parts():
    """What several schemas define is the same in all of them."""
    seen = {}
    for file in sorted(SCHEMAS.glob("*.schema.json")):
        for name, part in json.loads(file.read_text())["$defs"].items():
            if name in ("tile", "dtype", "extent", "valid_extents", "attributes", "header", "trailer", "tuple", "count", "mismatches"):
                part = {key: value for key, value in part.items() if key != "description"}
                if seen.setdefault(name, part) != part:
                    FAULTS.append(f"{file.name}: its {name} is not that of other schemas")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    package = WORK / "package"
    subprocess.run([PROGRAM, "write", str(package)], check=True)
    found, seen = faults_of_package(package, SCHEMAS)
    FAULTS.extend(found)
    if len(seen) != 7:
        FAULTS.append(f"only these were checked: {seen}")
    check_shared_parts()
    for name, (file, kind) in LINES.items():
        header, between, trailer = line_validators(SCHEMAS, name)
        whole = validator(SCHEMAS, name)
        lines = [json.loads(line) for line in (package / file).read_text().split("\n")[:-1]]
        check("header", header, lines[0])
        check(kind, between, lines[1])
        for i, line in enumerate(lines):
            if [v.is_valid(line) for v in (header, between, trailer)] != [i == 0, 0 < i < len(lines) - 1, i == len(lines) - 1] or not whole.is_valid(line):
                FAULTS.append(f"{file}: line {i + 1} is not the one kind of line that it is")
        for damaged in (dict(lines[-1], end=-1), dict(lines[-1], sha256="0"), dict(lines[-1], more=1), {"end": 2}):
            if whole.is_valid(damaged):
                FAULTS.append(f"{file}: the schema takes the trailer {damaged}")
    for form, file in {"statement": "statement.json", "backend": "backend.json", "environment": "environment.json", "run": "run.json", "proofs": "proofs/results.json"}.items():
        check(form, validator(SCHEMAS, f"{form}.schema.json"), json.loads((package / file).read_text()))
    for name in ("records", "plan", "statement", "backend", "environment", "run", "proofs"):
        load(SCHEMAS, f"{name}.schema.json")
    shutil.rmtree(WORK)
    sys.exit("\n".join(FAULTS) or 0)


main()
