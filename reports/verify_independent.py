#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a package of PTO-CTS without any code of PTO-CTS.

From the package alone: its files against its manifest, one record for each planned case, the verdict and the broken
clauses of each case against the SMT-LIB in proofs/domain, the laws of judgement, and the counts of statement.json. Needs
Debian's python3-z3, and zstd for a .tar.zst.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

try:
    import z3
except ImportError:
    z3 = None

SHOWN = 20
OUTSIDE_ROOT = {"environment.json", "report.html"}
BESIDE = {"manifest.txt", "manifest.txt.sig", "run.json", "package.tar.zst"}
RAN = {"pass", "fail", "undecided"}


class NoPackage(Exception):
    pass


class Refused(Exception):
    """A fault after which nothing more can be checked of a file."""


class Objections:
    def __init__(self):
        self.by_kind = {}

    def add(self, kind, text):
        self.by_kind.setdefault(kind, []).append(text)

    def show(self):
        for kind, texts in self.by_kind.items():
            for text in texts[:SHOWN]:
                print(f"refused: {text}")
            if len(texts) > SHOWN:
                print(f"refused: {len(texts) - SHOWN} more about {kind}")


def read_json(text, where):
    def pairs(items):
        keys = [key for key, _ in items]
        if len(set(keys)) != len(keys):
            raise Refused(f"{where}: a field occurs twice")
        return dict(items)

    try:
        return json.loads(text, object_pairs_hook=pairs)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{where}: is no JSON: {error}") from None


# ---------------------------------------------------------------------------------------------------------------- files


def unpack(archive, folder):
    zstd = shutil.which("zstd")
    if not zstd:
        raise NoPackage(f"{archive}: zstd is missing: install the package zstd, or give the folder")
    # Packages are a dozen times as large as their archive; what is very much larger is a trap.
    most = (64 << 20) + 300 * archive.stat().st_size
    total = 0
    with subprocess.Popen([zstd, "-dcq", "--", str(archive)], stdout=subprocess.PIPE) as process:
        try:
            with tarfile.open(fileobj=process.stdout, mode="r|") as tar:
                for entry in tar:
                    parts = entry.name.split("/")
                    if parts[0] != "pto-cts-package" or any(part in ("", ".", "..") for part in parts):
                        raise NoPackage(f"{archive}: {entry.name!r} lies outside the package")
                    if entry.isdir():
                        continue
                    if not entry.isreg():
                        raise NoPackage(f"{archive}: {entry.name!r} is no file")
                    total += entry.size + 4096
                    if total > most:
                        process.kill()
                        raise NoPackage(f"{archive}: unpacks to more than {most >> 20} MiB; it is no package")
                    target = folder.joinpath(*parts[1:])
                    target.parent.mkdir(parents=True, exist_ok=True)
                    with tar.extractfile(entry) as source, open(target, "xb") as to:
                        shutil.copyfileobj(source, to)
        except (tarfile.TarError, FileExistsError) as error:
            raise NoPackage(f"{archive}: is damaged: {error}") from None
    if process.returncode != 0:
        raise NoPackage(f"{archive}: is damaged")


def digest_of(path):
    sha256 = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            sha256.update(block)
    return sha256.hexdigest()


def check_manifest(folder, objections):
    """Gives the root hash."""
    text = (folder / "manifest.txt").read_bytes().decode("utf-8", "replace")
    lines = text.split("\n")
    first = re.fullmatch(r"# pto-cts package 1, root ([0-9a-f]{64})", lines[0])
    if not first or lines[-1] != "":
        raise Refused("manifest.txt: is no manifest of a package")
    listed = {}
    for number, line in enumerate(lines[1:-1], start=2):
        match = re.fullmatch(r"([0-9a-f]{64})  (\S.*)", line)
        if not match or match[2] in listed:
            objections.add("files", f"manifest.txt: line {number} is not '<digest>  <path>', or names a file again")
            continue
        listed[match[2]] = match[1]
    if list(listed) != sorted(listed, key=lambda path: path.encode("utf-8", "replace")):
        objections.add("files", "manifest.txt: is not sorted by path")
    root = hashlib.sha256("".join(f"{digest}  {path}\n" for path, digest in sorted(
        listed.items(), key=lambda item: item[0].encode("utf-8", "replace")) if path not in OUTSIDE_ROOT).encode()).hexdigest()
    if root != first[1]:
        objections.add("files", "manifest.txt: its root hash is not that of its lines")
    found = set()
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            path = pathlib.Path(parent, name)
            relative = path.relative_to(folder).as_posix()
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                objections.add("files", f"{relative}: is no file")
            elif path.is_file() and relative not in BESIDE:
                found.add(relative)
    for path in sorted(found - set(listed)):
        objections.add("files", f"{path}: added, the manifest does not have it")
    for path, digest in listed.items():
        if path not in found:
            objections.add("files", f"{path}: missing")
        elif digest_of(folder / path) != digest:
            objections.add("files", f"{path}: changed, its digest is not that of the manifest")
    return root, len(listed)


def check_paths(folder, header, objections):
    """No file that a package does not have. What lies there without a check would be believed."""
    parts = {"plan.jsonl", "records.jsonl", "findings.json", "backend.json", "environment.json", "statement.json", "statement.md",
             "summary.md", "junit.xml", "report.html"}
    planned = [(profile, mnemonic.lower()) for profile in header["profiles"] for mnemonic in header["instructions"]]
    parts |= {f"proofs/domain/{profile}.{mnemonic}.smt2" for profile, mnemonic in planned}
    if (folder / "findings.json").is_file():
        for finding in read_json((folder / "findings.json").read_bytes(), "findings.json")["findings"]:
            smallest = re.fullmatch(r"(findings/[^/]+)\.json", finding["smallest"]["file"])
            if smallest:
                parts |= {smallest[1] + end for end in (".json", ".txt", ".cpp")}
    scripts = ()
    if (folder / "proofs/results.json").is_file():
        parts.add("proofs/results.json")
        scripts = tuple(f"proofs/{profile}-{mnemonic}-" for one, mnemonic in planned for profile in (one, "all"))
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        known = (path.is_dir() or name in BESIDE | parts or re.fullmatch(r"cases/[0-9a-f]{16}\.json", name)
                 or scripts and name.startswith(scripts) and re.fullmatch(r"proofs/[^/]+\.smt2", name))
        if not known:
            objections.add("paths", f"{name}: is no file of such a package")


def check_backend(folder, header, objections):
    backend = read_json((folder / "backend.json").read_bytes(), "backend.json")
    for field in ("name", "version", "hash"):
        said = header["backend" if field == "name" else "backend_" + field]
        if backend[field] != said:
            objections.add("backend", f"backend.json: {field} is {backend[field]!r}, that of the records is {said!r}")
    built_in = header["backend"] == "simd" or header["backend"].startswith("mutant:")
    if not (header["backend_hash"] == "built-in" if built_in else re.fullmatch(r"[0-9a-f]{64}", header["backend_hash"])):
        objections.add("backend", f"records.jsonl: backend hash {header['backend_hash']!r} is not one of {header['backend']!r}")
    return backend


def matches(pattern, name):
    """As waivers have it: * and ? stand for others, all else for itself."""
    parts = [{"*": ".*", "?": "."}.get(one, re.escape(one)) for one in pattern]
    return re.fullmatch("".join(parts), name, re.DOTALL) is not None


def read_lines(folder, name):
    """Header and entries of a file whose last line is a digest of those before it. Entries are read as they are asked for."""
    path = folder / name
    if not path.is_file():
        partial = (folder / "records.partial.jsonl").is_file()
        raise Refused(f"{name}: missing" + ("; the run has not ended: pto-cts certify --resume completes it" if partial else ""))
    count = -1
    header = None
    sha256 = hashlib.sha256()
    with open(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                raise Refused(f"{name}: cut short in line {number}")
            if line.startswith(b'{"end":'):
                if read_json(line, name) != {"end": count, "sha256": sha256.hexdigest()} or file.read(1):
                    raise Refused(f"{name}: damaged: its lines do not match its end line")
                return
            sha256.update(line)
            count += 1
            if header is None:
                header = read_json(line, f"{name}: line 1")
                yield header
            else:
                yield number, read_json(line, f"{name}: line {number}")
    raise Refused(f"{name}: cut short: it has no end line")


# -------------------------------------------------------------------------------------------------------------- SMT-LIB


def euclidean_quotient(a, b):
    # By zero SMT-LIB leaves the value open; scripts never let it decide.
    return 0 if b == 0 else a // b if b > 0 else -(a // -b)


def euclidean_rest(a, b):
    return 0 if b == 0 else a % abs(b)


def python_of(expression, names):
    """A z3 expression over integers as a Python function body: each node computed once. Gives lines and the result's name."""
    lines = []
    known = {}
    stack = list(reversed(expression))
    while stack:
        node = stack[-1]
        key = node.get_id()
        if key in known:
            stack.pop()
            continue
        waiting = [child for child in node.children() if child.get_id() not in known]
        if waiting:
            stack.extend(reversed(waiting))
            continue
        stack.pop()
        text = node_text(node, [known[child.get_id()] for child in node.children()], names)
        if node.num_args() == 0:
            known[key] = text
        else:
            known[key] = f"v{len(lines)}"
            lines.append(f"{known[key]} = {text}")
    return lines, [known[one.get_id()] for one in expression]


def node_text(node, args, names):
    kind = node.decl().kind()
    joined = {z3.Z3_OP_AND: " and ", z3.Z3_OP_OR: " or ", z3.Z3_OP_ADD: " + ", z3.Z3_OP_SUB: " - ", z3.Z3_OP_MUL: " * ",
              z3.Z3_OP_EQ: " == ", z3.Z3_OP_LE: " <= ", z3.Z3_OP_LT: " < ", z3.Z3_OP_GE: " >= ", z3.Z3_OP_GT: " > "}
    if kind in joined:
        return "(" + joined[kind].join(args) + ")"
    if z3.is_int_value(node):
        return f"({node.as_long()})"
    if kind == z3.Z3_OP_UNINTERPRETED and not args:
        if node.decl().name() not in names:
            raise Refused(f"{node.decl().name()!r} is no field of a tuple")
        return names[node.decl().name()]
    if kind == z3.Z3_OP_ITE:
        return f"({args[1]} if {args[0]} else {args[2]})"
    if kind == z3.Z3_OP_NOT:
        return f"(not {args[0]})"
    if kind == z3.Z3_OP_IMPLIES:
        return f"(not {args[0]} or {args[1]})"
    if kind == z3.Z3_OP_DISTINCT:
        return f"(len({{{', '.join(args)}}}) == {len(args)})"
    if kind == z3.Z3_OP_UMINUS:
        return f"(-{args[0]})"
    if kind in (z3.Z3_OP_IDIV, z3.Z3_OP_MOD):
        divisor = node.arg(1)
        if z3.is_int_value(divisor) and divisor.as_long() > 0:
            return f"({args[0]} {'//' if kind == z3.Z3_OP_IDIV else '%'} {args[1]})"
        return f"{'quotient' if kind == z3.Z3_OP_IDIV else 'rest'}({args[0]}, {args[1]})"
    if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
        return "True" if kind == z3.Z3_OP_TRUE else "False"
    raise Refused(f"an operation that a domain does not need: {node.decl().name()}")


# Outside of comments a backslash is nowhere, and "#|" neither: solvers differ in how they read them.
TOKEN = re.compile(r"(?P<space>[ \n\t]+|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<text>\|[^|\\]*\||\"[^\"\\]*\"|#x[0-9a-fA-F]+|#b[01]+)"
                   r"|(?P<word>:?[A-Za-z0-9~!@$%^&*_+=<>.?/-]+)")
DEFINING = {"set-info", "set-logic", "declare-const", "declare-fun", "define-fun"}
ASKING = DEFINING | {"assert", "check-sat", "push", "pop"}


def refuse_commands(text, name, allowed):
    """Lets pass what z3 may see: other commands can make it read and write files."""
    bare = re.search(r"[\0\r]", text)
    if bare:
        raise Refused(f"{name}: has the character {bare[0]!r}")
    at = depth = 0
    awaited = False
    while at < len(text):
        token = TOKEN.match(text, at)
        if not token:
            raise Refused(f"{name}: {text[at]!r} in line {text.count(chr(10), 0, at) + 1} begins nothing that is read here")
        at = token.end()
        kind = token.lastgroup
        if kind == "space":
            continue
        if awaited and (kind != "word" or token[0] not in allowed):
            raise Refused(f"{name}: the command {token[0][:40]!r} in line {text.count(chr(10), 0, token.start()) + 1} is not one of "
                          f"{', '.join(sorted(allowed))}")
        awaited = kind == "open" and depth == 0
        depth += {"open": 1, "close": -1}.get(kind, 0)
        if depth < 0 or depth == 0 and kind != "close":
            raise Refused(f"{name}: {token[0][:40]!r} in line {text.count(chr(10), 0, token.start()) + 1} stands outside of a command")
    if depth:
        raise Refused(f"{name}: its last command does not end")


def read_script(path):
    # As bytes: nothing may turn other characters into ends of lines.
    return path.read_bytes().decode("utf-8")


class Domain:
    """The legal domain of an instruction on a profile, from its script."""

    def __init__(self, path, name):
        text = read_script(path)
        refuse_commands(text, name, DEFINING)
        info = dict(re.findall(r'^\(set-info :(\S+) "([^"]*)"\)$', text, re.MULTILINE))
        self.name, self.instruction, self.profile = name, info.get("instruction"), info.get("profile")
        self.data_clauses = set(info.get("data-clauses", "").split())
        self.data_core = set(info.get("data-core", "").split())
        self.constants = re.findall(r"^\(declare-const \|([^|]*)\| Int\)$", text, re.MULTILINE)
        self.codes, self.answers = self.read(text)
        self.names = list(self.answers)
        self.clauses = [one for one in self.names if one.startswith("clause ")]
        self.core = [one for one in self.names if one.startswith("core ")]
        arguments = {constant: f"a{i}" for i, constant in enumerate(self.constants)}
        lines, results = python_of([self.answers[one] for one in self.names], arguments)
        source = f"def evaluate({', '.join(arguments.values())}):\n" + "".join(f"    {line}\n" for line in lines)
        scope = {"quotient": euclidean_quotient, "rest": euclidean_rest}
        exec(source + f"    return ({', '.join(results)},)\n", scope)  # pylint: disable=exec-used
        self.evaluate = scope["evaluate"]
        self.known = {}

    def read(self, text):
        # z3 puts definitions in the place of their names; equations with fresh constants bring them out again.
        defined = re.findall(r"^\(define-fun \|([^|]*)\| \(\) (Int|Bool) ", text, re.MULTILINE)
        asked = "".join(f"(declare-const |={name}| {sort})\n(assert (= |={name}| |{name}|))\n" for name, sort in defined)
        refuse_commands(text + asked, self.name, ASKING)
        try:
            equations = z3.parse_smt2_string(text + asked)
        except z3.Z3Exception as error:
            raise Refused(f"{self.name}: z3 does not read it: {error}") from None
        if len(equations) != len(defined):
            raise Refused(f"{self.name}: asserts something; a domain only defines")
        codes, answers = {}, {}
        for (name, sort), equation in zip(defined, equations):
            value = equation.arg(1) if equation.arg(0).decl().name() == f"={name}" else equation.arg(0)
            if sort == "Bool":
                answers[name] = value
            elif z3.is_int_value(value):
                codes[name] = value.as_long()
        for verdict in ("legal", "illegal", "target-defined"):
            if verdict not in answers:
                raise Refused(f"{self.name}: does not define |{verdict}|")
        return codes, answers

    def values(self, tuple_):
        """The numbers of a tuple in the order of the constants."""
        fields = {}
        for tile in tuple_["tiles"]:
            name, layout = tile["name"], tile["layout"]
            fields[name + ".storage"] = tile["storage"]
            fields[name + ".type"] = self.codes["type " + tile["type"]]
            fields[name + ".dtype"] = self.codes["dtype " + tile["dtype"]]
            fields[name + ".rows"] = tile["shape"]["rows"]
            fields[name + ".cols"] = tile["shape"]["cols"]
            fields[name + ".blayout"] = self.codes["blayout " + layout["blayout"]]
            fields[name + ".slayout"] = self.codes["slayout " + layout["slayout"]]
            fields[name + ".fractal-bytes"] = layout["fractal_bytes"]
            fields[name + ".static-valid-rows"] = tile["static_valid"]["rows"]
            fields[name + ".static-valid-cols"] = tile["static_valid"]["cols"]
            fields[name + ".valid-rows"] = tile["valid"]["rows"]
            fields[name + ".valid-cols"] = tile["valid"]["cols"]
            fields[name + ".pad"] = self.codes["pad " + tile["pad"]]
        for scalar in tuple_["scalars"]:
            fields[scalar["name"] + ".dtype"] = self.codes["dtype " + scalar["dtype"]]
        for attribute in tuple_["attributes"]:
            fields[attribute["key"]] = self.codes[attribute["key"] + " " + attribute["value"]]
        if len(fields) != len(self.constants):
            raise KeyError("fields")
        return tuple(fields[constant] for constant in self.constants)

    def truths(self, values):
        found = self.known.get(values)
        if found is None:
            found = self.known[values] = dict(zip(self.names, map(bool, self.evaluate(*values))))
        return found

    def differences(self, values):
        """Where z3 itself disagrees with the compiled functions."""
        pairs = [(z3.Int(constant), z3.IntVal(value)) for constant, value in zip(self.constants, values)]
        truths = self.truths(values)
        wrong = []
        for name, expression in self.answers.items():
            said = z3.simplify(z3.substitute(expression, *pairs))
            if not (z3.is_true(said) or z3.is_false(said)) or z3.is_true(said) != truths[name]:
                wrong.append(name)
        return wrong

    def broken(self, truths, rules):
        return [rule.split(" ", 1)[1] for rule in rules if not truths[rule]]

    def decided_by(self, truths):
        """Verdict, broken clauses, and reasons, contents left aside."""
        verdicts = [one for one in ("legal", "illegal", "target-defined") if truths[one]]
        if len(verdicts) != 1:
            return "no verdict", [], []
        if verdicts[0] == "illegal":
            return "illegal", self.broken(truths, self.clauses), []
        if verdicts[0] == "legal":
            return "legal", [], []
        reasons = self.broken(truths, self.core)
        devices = {}
        for device in ("a2a3", "a5"):
            if f"illegal on {device}" in truths:
                devices[device] = ("illegal" if truths[f"illegal on {device}"] else
                                   "target-defined" if truths[f"outside-core on {device}"] else "legal")
        if len(set(devices.values())) == 2:
            reasons.append("cpu_sim: " + ", ".join(f"{verdict} on {device}" for device, verdict in devices.items()))
        return "target-defined", [], reasons

    def by_contents(self, record):
        """Whether a tuple that is legal by its fields may have this record because of its contents."""
        clauses, reasons = set(record.get("clauses", [])), set(record.get("reasons", []))
        reasons = {reason for reason in reasons if not (self.data_clauses | self.data_core and reason.startswith("cpu_sim: "))}
        if record["verdict"] == "illegal":
            return clauses and clauses <= self.data_clauses and not reasons
        return record["verdict"] == "target-defined" and not clauses and reasons <= self.data_core and record.get("reasons")


# ---------------------------------------------------------------------------------------------------------------- cases


class Checker:
    def __init__(self, folder, objections, sample):
        self.folder, self.objections, self.sample = folder, objections, sample
        self.domains = {}
        self.checked = collections.Counter()
        self.counts = collections.Counter()
        self.tallies = {key: collections.Counter() for key in
                        ("fail_kinds", "undecided_reasons", "not_observed", "environment", "explained_by")}
        self.unwaived = 0
        self.first_failures = {}
        self.waivers = []

    def domain_of(self, profile, mnemonic):
        key = (profile, mnemonic)
        if key not in self.domains:
            name = f"proofs/domain/{profile}.{mnemonic.lower()}.smt2"
            self.domains[key] = None
            path = self.folder / name
            try:
                if not path.is_file():
                    raise Refused(f"{name}: missing")
                domain = Domain(path, name)
                if (domain.profile, domain.instruction) != key:
                    raise Refused(f"{name}: is the domain of {domain.instruction} on {domain.profile}")
                self.domains[key] = domain
            except (Refused, UnicodeDecodeError) as error:
                self.objections.add("domains", str(error))
        return self.domains[key]

    def check_cases(self):
        """Plan and records side by side. Gives the header."""
        plan, records = read_lines(self.folder, "plan.jsonl"), read_lines(self.folder, "records.jsonl")
        headers = []
        for name, lines in (("plan.jsonl", plan), ("records.jsonl", records)):
            try:
                headers.append(next(lines))
            except StopIteration:
                raise Refused(f"{name}: empty") from None
        if headers[0] != headers[1]:
            self.objections.add("headers", "plan.jsonl and records.jsonl are of different runs")
        header = headers[1]
        if header["shard"] != "1/1":
            self.objections.add("headers", f"shard {header['shard']} of a run: join the shards with pto-cts merge")
        names = set()
        planned, recorded = next(plan, None), next(records, None)
        while planned or recorded:
            at_plan = planned[1]["plan_index"] if planned else float("inf")
            at_record = recorded[1]["plan_index"] if recorded else float("inf")
            if at_plan < at_record:
                self.objections.add("records", f"{planned[1]['name']}: planned, and has no record")
            elif at_record < at_plan:
                self.objections.add("records", f"{recorded[1]['name']}: recorded, and not planned")
            else:
                self.check_case(planned[1], recorded[1])
            if at_plan <= at_record:
                if planned[1]["plan_index"] != self.checked["planned"] or planned[1]["name"] in names:
                    self.objections.add("plan", f"{planned[1]['name']}: planned twice, or out of order")
                names.add(planned[1]["name"])
                self.checked["planned"] += 1
                planned = next(plan, None)
            if at_record <= at_plan:
                self.count(recorded[1])
                recorded = next(records, None)
        if header["planned_total"] != self.checked["planned"]:
            self.objections.add("plan", f"plan.jsonl: {self.checked['planned']} cases of {header['planned_total']} planned")
        return header

    def check_case(self, planned, record):
        name = record["name"]
        for field in ("name", "cell"):
            if planned[field] != record[field]:
                self.objections.add("records", f"{planned['name']}: its record has another {field}, {record[field]}")
        place = name.split("/")
        if place[0] != record["profile"] or place[1:2] != [record["instruction"].lower()]:
            self.objections.add("records", f"{name}: is recorded as {record['instruction']} on {record['profile']}")
        self.check_judgement(name, record)
        tuple_ = planned["tuple"]
        if record["judgement"] == "not-run":
            self.checked["not run"] += 1
            return
        if tuple_ is None or tuple_["instruction"] != record["instruction"]:
            self.objections.add("plan", f"{name}: ran, and the plan has no tuple of its instruction")
            return
        domain = self.domain_of(record["profile"], record["instruction"])
        if not domain:
            self.checked["without a domain"] += 1
            return
        try:
            values = domain.values(tuple_)
        except (KeyError, TypeError) as error:
            self.objections.add("plan", f"{name}: its tuple is not one of the domain's: {error}")
            return
        verdict, clauses, reasons = domain.decided_by(domain.truths(values))
        if verdict == "legal" and record["verdict"] != "legal" and domain.by_contents(record):
            self.checked["by contents"] += 1
        elif verdict != record["verdict"]:
            self.objections.add("verdicts", f"{name}: recorded as {record['verdict']}, the domain says {verdict}")
        elif clauses != record.get("clauses", []):
            self.objections.add("verdicts", f"{name}: recorded as breaking {', '.join(record.get('clauses', []))}, the domain says "
                                            f"{', '.join(clauses)}")
        elif reasons != record.get("reasons", []):
            self.objections.add("verdicts", f"{name}: recorded as target-defined for {', '.join(record.get('reasons', []))}, the domain "
                                            f"says {', '.join(reasons)}")
        else:
            self.checked["verdicts"] += 1

    def check_judgement(self, name, record):
        verdict, judgement = record["verdict"], record["judgement"]
        outcome, twin = record.get("outcome", ""), record.get("twin_outcome", "")
        right = (verdict == "legal" and outcome == "executed") or (verdict == "illegal" and (outcome, twin) == ("rejected", "executed"))
        if judgement == "pass" and not right:
            self.objections.add("judgements", f"{name}: passed, though {verdict} and {outcome or 'not run'}")
        if judgement in RAN and not outcome:
            self.objections.add("judgements", f"{name}: {judgement} without an outcome")
        if judgement not in RAN and outcome:
            self.objections.add("judgements", f"{name}: {judgement}, though {outcome}")
        if judgement in ("fail", "undecided") and not record.get("detail"):
            self.objections.add("judgements", f"{name}: {judgement} without a reason")

    def count(self, record):
        counts, tallies, judgement = self.counts, self.tallies, record["judgement"]
        counts["planned"] += 1
        counts["vacuous"] += record.get("vacuous", False)
        counts["replaced"] += record.get("replaced", 0)
        for key in ("not_observed", "environment", "explained_by"):
            tallies[key].update(record.get(key, []))
        counts[judgement.replace("-", "_")] += 1
        counts["run"] += judgement in RAN
        if judgement == "fail":
            self.first_failures.setdefault((record["instruction"], record["profile"], record.get("detail")), record)
            tallies["fail_kinds"][record.get("detail", "")] += 1
            self.unwaived += not any(matches(waiver["cases"], record["name"]) and waiver["kind"] in ("", record.get("detail"))
                                     for waiver in self.waivers)
        if judgement == "undecided":
            tallies["undecided_reasons"][record.get("detail", "")] += 1

    def check_statement(self, statement, header):
        wrong = lambda text: self.objections.add("statement", f"statement.json: {text}")
        if statement["run"] != header:
            wrong("its run is not that of the records")
        said = statement["counts"]
        for key in ("planned", "run", "pass", "fail", "undecided", "not_supported", "not_expressible", "not_run", "vacuous", "replaced"):
            if said.get(key) != self.counts[key]:
                wrong(f"counts.{key} is {said.get(key)}, the records have {self.counts[key]}")
        for key, tally in self.tallies.items():
            if said.get(key) != dict(tally):
                wrong(f"counts.{key} is not that of the records")
        if statement["kind"] == "certificate" and self.counts["not_run"]:
            wrong(f"is called a certificate, and {self.counts['not_run']} cases were not run")
        if statement["kind"] != "certificate" and statement["level"] is not None:
            wrong(f"awards level {statement['level']} to a {statement['kind']}")
        conforms = self.counts["pass"] > 0 and not self.unwaived and not self.tallies["environment"]
        if statement["conforms"] != conforms:
            wrong(f"conforms is {json.dumps(statement['conforms'])}, with {self.counts['pass']} passes and {self.unwaived} failures "
                  "that are not waived")

    def check_evidence(self):
        for record in self.first_failures.values():
            path = f"cases/{record['case_hash'][:16]}.json"
            if not (self.folder / path).is_file():
                self.objections.add("evidence", f"{record['name']}: fails, and its case {path} was not saved")

    def cross_check(self, root):
        """Asks z3 itself about some of the tuples."""
        tuples = [(domain, values) for domain in self.domains.values() if domain for values in domain.known]
        for domain, values in random.Random(root).sample(tuples, min(self.sample, len(tuples))):
            for name in domain.differences(values):
                self.objections.add("domains", f"{domain.name}: |{name}| of {values} is not what this program computes")
            self.checked["asked of z3"] += 1


# What the answers of a family's questions are where it is proved. Of the other families the answer alone does not say it.
PROVED_BY = {"classes": "unsat", "coverage": "unsat", "coverage-by-clauses": "unsat", "definedness": "unsat", "layouts": "unsat",
             "satisfiable": "sat", "reachable": "sat"}
WITHOUT_QUESTIONS = {"agreement"}  # Some are decided without a solver.


def check_results(results, answers, objections):
    """What is said to be proved, against the answers to its questions, by obligation."""
    wrong = lambda one, text: objections.add("proofs", f"proofs/results.json: {one['id']}: {one['status']}, {text}")
    for one in results.get("obligations", []):
        have, by = answers.get(one["id"]), PROVED_BY.get(one["family"])
        if one["status"] not in ("proved", "refuted"):
            continue
        if not have:
            if one["family"] not in WITHOUT_QUESTIONS:
                wrong(one, "and no script asks it")
        elif by and (one["status"] == "proved") != (have == {by}):
            wrong(one, f"z3 says {', '.join(sorted(have))}")
    for one in results.get("cells", []):
        want = {"feasible": {"sat"}, "infeasible": {"unsat"}}.get(one["status"])
        if want and answers.get(one["id"]) != want:
            wrong(one, f"z3 says {', '.join(sorted(answers.get(one['id'], {'nothing'})))}")


def check_queries(folder, objections):
    """Asks the questions of the proofs again. Gives their number."""
    asked = 0
    answers = collections.defaultdict(set)
    for path in sorted((folder / "proofs").glob("*.smt2")):
        text = read_script(path)
        wanted = re.findall(r"^\(set-info :status (sat|unsat|unknown)\)$", text, re.MULTILINE)
        ids = re.findall(r"^; (.*)\n\(push 1\)$", text, re.MULTILINE)
        context = z3.Context()
        # Without what it is to say: z3 takes the difference for an error.
        question = re.sub(r"^\(set-info :status .*$", "", text, flags=re.MULTILINE)
        refuse_commands(text, f"proofs/{path.name}", ASKING)
        refuse_commands(question, f"proofs/{path.name}", ASKING)
        said = [line for line in z3.Z3_eval_smtlib2_string(context.ref(), question).split("\n") if line]
        if len(said) != len(wanted) or len(ids) != len(wanted):
            objections.add("proofs", f"proofs/{path.name}: {len(wanted)} questions, {len(said)} answers")
        for name, want, have in zip(ids, wanted, said):
            answers[name].add(have)
            if want != have:
                objections.add("proofs", f"proofs/{path.name}: {name}: stated as {want}, z3 says {have}")
        asked += len(wanted)
    if (folder / "proofs/results.json").is_file():
        check_results(read_json((folder / "proofs/results.json").read_bytes(), "proofs/results.json"), answers, objections)
    return asked


def check(folder, options, objections):
    if not (folder / "manifest.txt").is_file():
        if (folder / "records.partial.jsonl").is_file():
            raise Refused(f"{folder}: the run has not ended: pto-cts certify --resume completes it")
        raise NoPackage(f"{folder}: has no manifest.txt; give the folder of a package")
    root, files = check_manifest(folder, objections)
    print(f"root {root}\n{files} files")
    checker = Checker(folder, objections, options.sample)
    try:
        statement = read_json((folder / "statement.json").read_bytes(), "statement.json")
        if statement["kind"] == "incomplete run":
            raise Refused("statement.json: the run has not ended: pto-cts certify --resume completes it")
        checker.waivers = statement["waivers"]
        header = checker.check_cases()
        checker.check_statement(statement, header)
        check_backend(folder, header, objections)
        check_paths(folder, header, objections)
        checker.check_evidence()
    except Refused as error:
        objections.add("cases", str(error))
        return
    except OSError as error:
        objections.add("cases", f"{pathlib.Path(error.filename).name}: {error.strerror}")
        return
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        objections.add("cases", f"statement.json, plan.jsonl or records.jsonl: not of the form of a package: {error!r}")
        return
    checker.cross_check(root)
    for domain in checker.domains.values():
        if domain:
            checker.checked["distinct"] += len(domain.known)
    checked = checker.checked
    print(f"{checked['planned']} cases planned, {checker.counts['run']} run: {checker.counts['pass']} pass, {checker.counts['fail']} fail, "
          f"{checker.counts['undecided']} undecided")
    print(f"{checked['verdicts']} verdicts as the domains say, over {checked['distinct']} distinct tuples; {checked['asked of z3']} of them "
          "asked of z3 too")
    print(f"{checked['by contents']} decided by contents, not checked; {checked['not run']} not run")
    print("not checked here: levels, sentence, pages, expected results (pto-cts verify does)")
    if options.queries:
        print(f"{check_queries(folder, objections)} questions of the proofs asked again")


def main():
    parser = argparse.ArgumentParser(description="Checks a package of PTO-CTS, without any code of PTO-CTS.")
    parser.add_argument("package", type=pathlib.Path, help="folder of a package, or its .tar.zst")
    parser.add_argument("--queries", action="store_true", help="ask the questions in proofs/*.smt2 again, which may take minutes")
    parser.add_argument("--sample", type=int, default=50, metavar="N", help="tuples that are asked of z3 one by one (50)")
    options = parser.parse_args()
    if z3 is None:
        print("verify_independent: z3 for Python is missing: install the package python3-z3", file=sys.stderr)
        return 2
    objections = Objections()
    try:
        with tempfile.TemporaryDirectory(prefix="pto-cts-") as temporary:
            folder = options.package
            if folder.is_file():
                folder = pathlib.Path(temporary)
                unpack(options.package, folder)
            check(folder, options, objections)
    except NoPackage as error:
        print(f"verify_independent: {error}", file=sys.stderr)
        return 2
    except Refused as error:
        objections.add("package", str(error))
    objections.show()
    print("refused" if objections.by_kind else "accepted")
    return 1 if objections.by_kind else 0


if __name__ == "__main__":
    sys.exit(main())
