# SPDX-License-Identifier: MIT
"""The schemas of docs/schemas take what the program writes, and refuse what it refuses.
Usage: schemas_agree.py <pto-cts> <docs/schemas> <tests/regressions> <folder to work in>"""

import copy
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

from package_schemas import faults_of_package, line_validators

PROGRAM = sys.argv[1]
SCHEMAS, REGRESSIONS, WORK = map(Path, sys.argv[2:5])

FAULTS = []


def validator(name):
    schema = json.loads((SCHEMAS / name).read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def certify(backend, instruction):
    """A campaign's folder; each campaign here fails on some cases."""
    folder = WORK / instruction
    done = subprocess.run([PROGRAM, "certify", "--backend", backend, "--cases", "400", "--instruction", instruction,
                           "--profile", "a5", "--out", str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 1:
        sys.exit(f"certify --backend {backend} ended with {done.returncode}: {done.stderr}")
    return folder


def takes(schema, files):
    if not files:
        FAULTS.append(f"nothing to validate by {schema.schema['$id']}")
    for file in files:
        for error in schema.iter_errors(json.loads(file.read_text())):
            FAULTS.append(f"{file.name}: {error.json_path}: {error.message}")


def objects(value, path=()):
    """Every object of a document, with the keys that lead to it."""
    if isinstance(value, dict):
        yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from objects(member, path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed(document, path, value):
    result = copy.deepcopy(document)
    at(result, path[:-1])[path[-1]] = value
    return result


def damaged(document):
    """The document with one fault each: a field too many or too few in any object."""
    for path in objects(document):
        for key in at(document, path):
            result = copy.deepcopy(document)
            del at(result, path)[key]
            yield f"no {key} in {list(path)}", result
        yield f"extra field in {list(path)}", changed(document, path + ("extra",), 1)


def program_takes(document):
    file = WORK / "changed.json"
    file.write_text(json.dumps(document))
    done = subprocess.run([PROGRAM, "reproduce", str(file)], capture_output=True, text=True, check=False)
    if done.returncode == 2 and "changed.json: " not in done.stderr:
        sys.exit(f"reproduce refused something else: {done.stderr}")
    return done.returncode != 2


def both(schema, document, wanted, what):
    by_schema, by_program = schema.is_valid(document), program_takes(document)
    if (by_schema, by_program) != (wanted, wanted):
        words = {True: "takes", False: "refuses"}
        FAULTS.append(f"{what}: the schema {words[by_schema]} it, the program {words[by_program]} it")


def merge_takes(header, result):
    """Whether merge takes a run of one case with these two lines."""
    lines = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (header, result))
    folder = WORK / "changed"
    folder.mkdir(exist_ok=True)
    trailer = {"end": 1, "sha256": hashlib.sha256(lines.encode()).hexdigest()}
    (folder / "records.jsonl").write_text(lines + json.dumps(trailer, separators=(",", ":")) + "\n")
    done = subprocess.run([PROGRAM, "merge", str(folder), "--out", str(WORK / "merged")], capture_output=True, text=True, check=False)
    shutil.rmtree(WORK / "merged", ignore_errors=True)
    if done.returncode == 2 and "records.jsonl: line " not in done.stderr:
        sys.exit(f"merge refused something else: {done.stderr}")
    return done.returncode != 2


def check_records(folder):
    """The records of a campaign are valid line by line; damaged lines are refused by schema and program."""
    lines = [json.loads(line) for line in (folder / "records.jsonl").read_text().split("\n")[:-1]]
    header, result, _ = line_validators(SCHEMAS, "records.schema.json")
    first = dict(lines[0], planned_total=1)
    failed = dict(next(line for line in lines[1:-1] if line["judgement"] == "fail"), plan_index=0)
    if not merge_takes(first, failed):
        FAULTS.append("merge refuses a run of one case")
    needed = set(header.schema["$defs"]["result"]["required"]) | {"detail"}
    for check, document, run in ((header, first, lambda line: (line, failed)), (result, failed, lambda line: (first, line))):
        for what, text in damaged(document):
            if check is result and what.startswith("no ") and what.endswith(" in []") and what.split()[1] not in needed:
                continue  # Such a field may be absent.
            if check.is_valid(text) or merge_takes(*run(text)):
                FAULTS.append(f"records.jsonl: {what}: the schema or the program takes it")


REFUSED = [
    (("schema",), 2), (("schema",), "1"),
    (("name",), "../x"), (("name",), "a//b"), (("name",), "a\\b"), (("name",), ""),
    (("profile",), "a6"), (("instruction",), ""), (("instruction",), 7),
    (("tiles", 0, "role"), "target"), (("tiles", 0, "type"), "vec"), (("tiles", 0, "dtype"), "f17"),
    (("tiles", 0, "dtype"), "F16"), (("tiles", 0, "pad"), "None"), (("tiles", 0, "storage"), -1),
    (("tiles", 0, "storage"), 16), (("tiles", 0, "shape", "rows"), 0), (("tiles", 0, "shape", "rows"), 1.5),
    (("tiles", 0, "shape", "cols"), 1 << 31), (("tiles", 0, "layout", "slayout"), "Box"),
    (("scalars", 0, "bits"), "0x3800000"), (("scalars", 0, "bits"), "0x380"), (("scalars", 0, "bits"), "3800"),
    (("scalars", 0, "bits"), 14336), (("scalars", 0, "dtype"), "f32"), (("scalars", 0, "dtype"), "u8"),
    (("attributes",), None), (("attributes",), [{"key": "", "value": "x", "template_slot": True}]),
    (("attributes",), [{"key": "x", "value": "x", "template_slot": 1}]),
    (("poison",), "0xffa5"), (("poison",), "0xffa5ffag"), (("payload_class",), 1),
    (("payload", 0, 0), "000"), (("payload", 0, 0), ""), (("payload", 0, 0), 0), (("payload", 0), "0000"),
    (("broken",), [""]), (("broken",), None), (("twin",), {}), (("twin",), []),
]

TAKEN = [
    (("name",), "mine"), (("name",), "a b/...c"), (("tiles", 0, "dtype"), "half"), (("scalars", 0, "dtype"), "u16"),
    (("scalars", 0, "bits"), "0x3C00"), (("payload_class",), ""), (("poison",), "0xFFFFFFFF"),
    (("tiles", 0, "layout", "fractal_bytes"), -1), (("broken",), ["x"]),
]

# What read_findings() refuses; its own test holds that it does.
REFUSED_FINDINGS = [
    (("schema",), 2), (("findings", 0, "id"), ""), (("findings", 0, "cases"), -1), (("findings", 0, "also"), [""]),
    (("findings", 0, "partly_explained_by"), {"x": "1"}), (("findings", 0, "factors", 0, "name"), ""),
    (("findings", 0, "smallest", "verdict"), "wrong"), (("findings", 0, "minimality", "complete"), 1),
    (("findings", 0, "cases"), 1 << 64),
]


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    case, findings = validator("case.schema.json"), validator("findings.schema.json")
    legal = certify("mutant:tmuls-f16-truncates", "TMULS")
    illegal = certify("mutant:tfillpad-accepts-no-pad", "TFILLPAD")
    for folder in legal, illegal:
        takes(case, list((folder / "cases").glob("*.json")))
        takes(case, list((folder / "findings").glob("*.json")))
        takes(findings, [folder / "findings.json"])
        found, seen = faults_of_package(folder, SCHEMAS)
        FAULTS.extend(found)
        if "records.jsonl" not in seen:
            FAULTS.append(f"{folder}: no records were checked")
    check_records(legal)
    takes(case, list(REGRESSIONS.glob("*.json")))

    product = json.loads(next((legal / "findings").glob("*.json")).read_text())
    pad = json.loads(next((illegal / "findings").glob("*.json")).read_text())
    gather = json.loads((REGRESSIONS / "tgatherb-second-offset-row-f32.json").read_text())
    if not pad["twin"] or not pad["attributes"] or not gather["index_poison"]:
        FAULTS.append("a sample has lost what it is a sample of")
    for document in product, pad, gather:
        both(case, document, True, document["name"])
        for what, text in damaged(document):
            both(case, text, False, f"{document['name']}: {what}")
    for path, value in REFUSED:
        both(case, changed(product, path, value), False, f"{list(path)} = {value!r}")
    for path, value in TAKEN:
        both(case, changed(product, path, value), True, f"{list(path)} = {value!r}")
    for path, value in [(("twin", "broken"), ["x"]), (("twin", "twin"), pad["twin"]), (("twin", "schema"), 1)]:
        both(case, changed(pad, path, value), False, f"{list(path)}")
    both(case, changed(gather, ("index_poison", 0, "first"), "0x000"), False, "index poison of three digits")

    found = json.loads((legal / "findings.json").read_text())
    for what, text in damaged(found):
        optional = what.startswith("no mismatches ") or "'partly_explained_by'" in what
        if findings.is_valid(text) != optional:
            FAULTS.append(f"findings.json: {what}")
    for path, value in REFUSED_FINDINGS:
        if findings.is_valid(changed(found, path, value)):
            FAULTS.append(f"findings.json: {list(path)} = {value!r} is taken")
    shutil.rmtree(WORK)
    sys.exit("\n".join(FAULTS) or 0)


main()
