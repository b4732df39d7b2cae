# SPDX-License-Identifier: MIT
"""The files of a package are what the schemas say.
Usage: package_schemas.py <folder of a package> <docs/schemas>"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

# By schema.
DOCUMENTS = {
    "statement.schema.json": ["statement.json"],
    "backend.schema.json": ["backend.json"],
    "environment.schema.json": ["environment.json"],
    "run.schema.json": ["run.json"],
    "findings.schema.json": ["findings.json"],
    "proofs.schema.json": ["proofs/results.json"],
    "case.schema.json": ["cases/*.json", "findings/*.json"],
}
# By schema: the file, and what its lines are between header and trailer.
LINES = {"records.schema.json": ("records.jsonl", "result"), "plan.schema.json": ("plan.jsonl", "entry")}


def load(schemas, name):
    schema = json.loads((Path(schemas) / name).read_text())
    Draft202012Validator.check_schema(schema)
    return schema


def validator(schemas, name):
    return Draft202012Validator(load(schemas, name))


def line_validators(schemas, name):
    """For the header, a line between, and the trailer: each refuses the others' lines."""
    schema = load(schemas, name)
    kinds = "header", LINES[name][1], "trailer"
    return [Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}) for kind in kinds]


def faults_of(check, document, where):
    return [f"{where}: {error.json_path}: {error.message[:300]}" for error in check.iter_errors(document)]


def faults_of_lines(file, schemas, name):
    lines = file.read_text().split("\n")
    if len(lines) < 3 or lines.pop() != "":
        return [f"{file.name}: has no header, no trailer, or no newline at its end"]
    header, between, trailer = line_validators(schemas, name)
    faults = []
    for number, line in enumerate(lines, 1):
        check = header if number == 1 else trailer if number == len(lines) else between
        faults += faults_of(check, json.loads(line), f"{file.name}, line {number}")
    return faults


def faults_of_package(folder, schemas):
    """What is wrong, one line each, and which files were there to check. Files that are absent are no fault."""
    folder, faults, checked = Path(folder), [], []
    for name, (file, _) in LINES.items():
        if (folder / file).exists():
            checked.append(file)
            faults += faults_of_lines(folder / file, schemas, name)
    for name, patterns in DOCUMENTS.items():
        check = validator(schemas, name)
        for file in sorted(file for pattern in patterns for file in folder.glob(pattern)):
            checked.append(str(file.relative_to(folder)))
            faults += faults_of(check, json.loads(file.read_text()), checked[-1])
    return faults, checked


if __name__ == "__main__":
    found, seen = faults_of_package(sys.argv[1], sys.argv[2])
    sys.exit("\n".join(found or ([] if seen else ["no file of a package in " + sys.argv[1]])) or 0)
