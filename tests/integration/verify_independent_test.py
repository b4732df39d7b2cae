# SPDX-License-Identifier: MIT
"""reports/verify_independent.py on a small package that is made here, and on what a forger makes of it.

Usage: verify_independent_test.py VERIFY_INDEPENDENT [unittest options]
"""

import copy
import hashlib
import importlib.util
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

CHECKER = pathlib.Path(sys.argv.pop(1)).resolve()

HEAD = """; A toy.
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :instruction "TOY")
(set-info :profile "PROFILE")
(set-info :data-clauses "")
(set-info :data-core "toy.contents")
""" + "".join(f"(declare-const |dst.{field}| Int)\n" for field in (
    "storage", "type", "dtype", "rows", "cols", "blayout", "slayout", "fractal-bytes", "static-valid-rows", "static-valid-cols",
    "valid-rows", "valid-cols", "pad")) + """(declare-const |form| Int)
(define-fun |dtype u8| () Int 0)
(define-fun |dtype f32| () Int 10)
(define-fun |type Vec| () Int 0)
(define-fun |blayout RowMajor| () Int 0)
(define-fun |slayout NoneBox| () Int 0)
(define-fun |pad Null| () Int 0)
(define-fun |form one| () Int 0)
(define-fun |form other| () Int 1)
(define-fun |size| ((t Int)) Int (ite (= t |dtype u8|) 1 4))
(define-fun |clause toy.small| () Bool (<= (* (* |dst.rows| |dst.cols|) (|size| |dst.dtype|)) 4096))
"""
DEVICE = HEAD.replace("PROFILE", "a5") + """(define-fun |clause toy.aligned| () Bool (= (mod |dst.cols| 8) 0))
(define-fun |core toy.form| () Bool (or (= |form| |form one|) (< |dst.valid-rows| 0)))
(define-fun |illegal| () Bool (not (and |clause toy.small| |clause toy.aligned|)))
(define-fun |legal| () Bool (and (not |illegal|) |core toy.form|))
(define-fun |target-defined| () Bool (not (or |legal| |illegal|)))
"""
BOTH = HEAD.replace("PROFILE", "cpu_sim") + """(define-fun |clause toy.aligned| () Bool (= (mod |dst.cols| 8) 0))
(define-fun |core toy.form| () Bool (= |form| |form one|))
(define-fun |illegal on a2a3| () Bool (not |clause toy.small|))
(define-fun |outside-core on a2a3| () Bool (not |core toy.form|))
(define-fun |illegal on a5| () Bool (not (and |clause toy.small| |clause toy.aligned|)))
(define-fun |outside-core on a5| () Bool (not |core toy.form|))
(define-fun |illegal| () Bool (and |illegal on a2a3| |illegal on a5|))
(define-fun |legal| () Bool (not (or |illegal on a5| |outside-core on a5| |illegal on a2a3|)))
(define-fun |target-defined| () Bool (not (or |legal| |illegal|)))
"""
QUERIES = """(set-logic QF_BV)
(declare-const |a| (_ BitVec 4))
; a5/toy/none
(push 1)
(assert (bvult |a| #x0))
(set-info :status unsat)
(check-sat)
(pop 1)
; a5/toy/some
(push 1)
(assert (bvult |a| #x2))
(set-info :status sat)
(check-sat)
(pop 1)
"""
HEADER = {"schema": 2, "suite_version": "0", "spec_hash": "0" * 64, "generator_epoch": 1, "profiles": ["cpu_sim", "a5"],
          "instructions": ["TOY"], "interpretations": [], "backend": "simd", "backend_version": "", "backend_hash": "built-in", "seed": 1,
          "cases_requested": 8, "planned_total": 8, "shard": "1/1"}


def tuple_of(rows=8, cols=16, dtype="f32", form="one"):
    tile = {"name": "dst", "role": "out", "storage": 0, "type": "Vec", "dtype": dtype, "shape": {"rows": rows, "cols": cols},
            "layout": {"blayout": "RowMajor", "slayout": "NoneBox", "fractal_bytes": 512}, "static_valid": {"rows": rows, "cols": cols},
            "valid": {"rows": rows, "cols": cols}, "pad": "Null"}
    return {"instruction": "TOY", "tiles": [tile], "scalars": [],
            "attributes": [{"key": "form", "value": form, "template_slot": False}], "configuration": []}


def case(profile, tuple_, verdict, judgement, **more):
    return {"profile": profile, "tuple": tuple_, "verdict": verdict, "judgement": judgement, **more}


# Judged by hand.
CASES = [
    case("a5", tuple_of(), "legal", "pass", outcome="executed"),
    case("a5", tuple_of(rows=1 << 20, cols=12, dtype="u8"), "illegal", "pass", outcome="rejected", twin_outcome="executed",
         clauses=["toy.small", "toy.aligned"]),
    case("a5", tuple_of(form="other"), "target-defined", "undecided", outcome="executed", reasons=["toy.form"],
         detail="target-defined: executed"),
    case("a5", tuple_of(), "target-defined", "undecided", outcome="crashed", reasons=["toy.contents"], detail="target-defined: crashed"),
    case("cpu_sim", tuple_of(cols=12), "target-defined", "undecided", outcome="executed",
         reasons=["cpu_sim: legal on a2a3, illegal on a5"], detail="target-defined: executed"),
    case("cpu_sim", tuple_of(), "legal", "fail", outcome="executed", detail="wrong value", not_observed=["guards"],
         case_hash="0123456789abcdef" * 4),
    case("cpu_sim", tuple_of(rows=2000), "illegal", "undecided", outcome="rejected", twin_outcome="rejected", clauses=["toy.small"],
         detail="not discriminating"),
    case("cpu_sim", tuple_of(), "legal", "not-run"),
]


class Toy:
    """A package as data, written with all its digests."""

    def __init__(self):
        self.plan, self.records = [], []
        for i, one in enumerate(copy.deepcopy(CASES)):
            name = f"{one['profile']}/toy/kind/{i}"
            self.plan.append({"plan_index": i, "name": name, "cell": "c", "tuple": one.pop("tuple")})
            self.records.append({"plan_index": i, "name": name, "instruction": "TOY", "kind": "legal", "cell": "c", **one})
        self.plan_header, self.header = dict(HEADER), dict(HEADER)
        self.statement = {"schema": 1, "kind": "reduced run", "run": dict(HEADER), "conforms": False, "level": None, "waivers": [],
                          "counts": {"planned": 8, "run": 7, "pass": 2, "fail": 1, "undecided": 4, "not_supported": 0, "not_expressible": 0,
                                     "not_run": 1, "vacuous": 0, "replaced": 0, "fail_kinds": {"wrong value": 1},
                                     "undecided_reasons": {"target-defined: executed": 2, "target-defined: crashed": 1,
                                                           "not discriminating": 1},
                                     "not_observed": {"guards": 1}, "environment": {}, "explained_by": {}}}
        self.files = {"proofs/domain/a5.toy.smt2": DEVICE, "proofs/domain/cpu_sim.toy.smt2": BOTH, "proofs/a5-toy-some.smt2": QUERIES,
                      "proofs/results.json": "{}", "report.html": "<html>", "cases/0123456789abcdef.json": "{}",
                      "findings.json": json.dumps({"schema": 1, "findings": []}),
                      "backend.json": json.dumps({"name": "simd", "version": "", "hash": "built-in"})}

    def write(self, folder):
        files = {name: text.encode() for name, text in self.files.items()}
        files["plan.jsonl"] = self.lines(self.plan_header, self.plan)
        files["records.jsonl"] = self.lines(self.header, self.records)
        files["statement.json"] = json.dumps(self.statement).encode()
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        listed = [(name, f"{hashlib.sha256(data).hexdigest()}  {name}\n") for name, data in sorted(files.items())]
        root = hashlib.sha256("".join(line for name, line in listed if name != "report.html").encode()).hexdigest()
        (folder / "manifest.txt").write_text(f"# pto-cts package 1, root {root}\n" + "".join(line for _, line in listed))
        (folder / "run.json").write_text("{}")

    @staticmethod
    def lines(header, entries):
        text = "".join(json.dumps(one) + "\n" for one in [header] + entries).encode()
        return text + f'{{"end":{len(entries)},"sha256":"{hashlib.sha256(text).hexdigest()}"}}\n'.encode()


class VerifyIndependent(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name, "package")
        self.folder.mkdir()
        self.toy = Toy()

    def run_checker(self, *options, package=None):
        done = subprocess.run([sys.executable, "-B", str(CHECKER), str(package or self.folder), *options], capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout + done.stderr

    def refused(self, *lines, options=(), write=True):
        if write:
            self.toy.write(self.folder)
        status, said = self.run_checker(*options)
        self.assertEqual(status, 1, said)
        self.assertNotIn("Traceback", said)
        for line in lines:
            self.assertIn(f"refused: {line}", said)

    def test_a_sound_package_is_accepted(self):
        self.toy.write(self.folder)
        status, said = self.run_checker("--queries")
        self.assertEqual(status, 0, said)
        self.assertIn("8 cases planned, 7 run: 2 pass, 1 fail, 4 undecided", said)
        self.assertIn("6 verdicts as the domains say, over 6 distinct tuples; 6 of them asked of z3 too", said)
        self.assertIn("1 decided by contents, not checked; 1 not run", said)
        self.assertIn("2 questions of the proofs asked again", said)

    def test_an_archive_is_read(self):
        self.toy.write(self.folder)
        archive = pathlib.Path(self.temporary.name, "package.tar.zst")
        tar = subprocess.run(["tar", "-C", str(self.folder), "--transform", "s,^\\.,pto-cts-package,", "-c", "."], capture_output=True,
                             check=True)
        subprocess.run(["zstd", "-q", "-o", str(archive)], input=tar.stdout, check=True)
        self.assertEqual(self.run_checker(package=archive)[0], 0)
        archive.write_bytes(archive.read_bytes()[:-20])
        self.assertEqual(self.run_checker(package=archive)[0], 2)

    def test_a_trap_is_refused_before_it_is_unpacked(self):
        entry = tarfile.TarInfo("pto-cts-package/plan.jsonl")
        entry.size = 4 << 30
        archive = pathlib.Path(self.temporary.name, "trap.tar.zst")
        subprocess.run(["zstd", "-q", "-o", str(archive)], input=entry.tobuf() + bytes(512), check=True)
        status, said = self.run_checker(package=archive)
        self.assertEqual(status, 2, said)
        self.assertIn("it is no package", said)

    def test_what_is_no_package(self):
        self.assertEqual(self.run_checker()[0], 2)
        self.assertEqual(self.run_checker(package="/dev/null")[0], 2)

    def test_files_that_differ_from_the_manifest(self):
        self.toy.write(self.folder)
        (self.folder / "proofs/a5-toy-some.smt2").write_text(QUERIES + "\n")
        (self.folder / "extra.txt").write_text("")
        (self.folder / "report.html").unlink()
        self.refused("proofs/a5-toy-some.smt2: changed", "extra.txt: added", "report.html: missing", write=False)

    def test_a_manifest_with_another_root(self):
        self.toy.write(self.folder)
        text = (self.folder / "manifest.txt").read_text()
        (self.folder / "manifest.txt").write_text(text[:26] + "f" * 64 + text[90:])
        self.refused("manifest.txt: its root hash", write=False)

    # From here on the forger makes all digests anew.
    def test_a_record_that_was_flipped(self):
        self.toy.records[2].update(verdict="legal", judgement="pass", reasons=[])
        self.refused("a5/toy/kind/2: recorded as legal, the domain says target-defined")

    def test_a_fail_that_was_made_a_pass(self):
        self.toy.records[5]["judgement"] = "pass"
        self.refused("statement.json: counts.pass is 2, the records have 3", "statement.json: counts.fail_kinds")

    def test_a_pass_that_the_outcome_forbids(self):
        self.toy.records[6].update(judgement="pass")
        self.refused("cpu_sim/toy/kind/6: passed, though illegal and rejected")

    def test_clauses_and_reasons(self):
        self.toy.records[1]["clauses"] = ["toy.small"]
        self.toy.records[4]["reasons"] = ["toy.form"]
        self.refused("a5/toy/kind/1: recorded as breaking toy.small, the domain says toy.small, toy.aligned",
                     "cpu_sim/toy/kind/4: recorded as target-defined for toy.form, the domain says cpu_sim: legal on a2a3, illegal on a5")

    def test_contents_excuse_only_their_own_rules(self):
        self.toy.records[3]["reasons"] = ["toy.contents", "toy.form"]
        self.refused("a5/toy/kind/3: recorded as target-defined, the domain says legal")

    def test_a_record_that_was_removed(self):
        del self.toy.records[1]
        self.refused("a5/toy/kind/1: planned, and has no record")

    def test_a_record_that_was_added(self):
        self.toy.records.append({**self.toy.records[0], "plan_index": 8, "name": "a5/toy/kind/8"})
        self.refused("a5/toy/kind/8: recorded, and not planned", "statement.json: counts.planned is 8, the records have 9")

    def test_a_record_twice(self):
        self.toy.records.insert(1, self.toy.records[0])
        self.refused("a5/toy/kind/0: recorded, and not planned")

    def test_a_plan_that_was_edited(self):
        self.toy.plan[0]["tuple"] = tuple_of(cols=12)
        self.refused("a5/toy/kind/0: recorded as legal, the domain says illegal")
        self.toy.plan[0]["tuple"] = None
        self.refused("a5/toy/kind/0: ran, and the plan has no tuple")

    def test_a_case_that_was_taken_out_of_plan_and_records(self):
        del self.toy.plan[7], self.toy.records[7]
        self.refused("plan.jsonl: 7 cases of 8 planned")

    def test_a_domain_that_says_something_else(self):
        self.toy.files["proofs/domain/a5.toy.smt2"] = DEVICE.replace("4096", "16")
        self.refused("a5/toy/kind/0: recorded as legal, the domain says illegal")
        self.toy.files["proofs/domain/a5.toy.smt2"] = BOTH
        self.refused("proofs/domain/a5.toy.smt2: is the domain of TOY on cpu_sim")
        self.toy.files["proofs/domain/a5.toy.smt2"] = DEVICE + "(assert |legal|)\n"
        self.refused("proofs/domain/a5.toy.smt2: the command 'assert' in line")
        self.toy.files["proofs/domain/a5.toy.smt2"] = DEVICE + '(set-option :regular-output-channel "x")\n'
        self.refused("proofs/domain/a5.toy.smt2: the command 'set-option' in line")

    def test_commands_that_hide(self):
        target = pathlib.Path(self.temporary.name, "written")
        sets = f':regular-output-channel "{target}")\n(echo "x")\n'
        for hidden, said in (("(;comment\nset-option " + sets, "the command 'set-option'"),
                             ("(|set-option| " + sets, "the command '|set-option|'"),
                             ("#|(assert|#(set-option " + sets, "'#' in line"),
                             ("(set-info :a |\\|)(set-option " + sets, "'|' in line"),
                             ("(set-info :a \"\\\")(set-option " + sets, "'\"' in line"),
                             ("; \r(set-option " + sets, "has the character"),
                             ("set-option", "'set-option' in line"),
                             (")", "')' in line"),
                             ("(set-info :a", "its last command does not end")):
            for file, text in (("proofs/domain/a5.toy.smt2", DEVICE), ("proofs/a5-toy-some.smt2", QUERIES)):
                self.toy = Toy()
                self.toy.files[file] = text + hidden
                self.refused(f"{file}: {said}", options=["--queries"])
        self.assertFalse(target.exists())

    def test_a_status_line_that_closes_what_it_did_not_open(self):
        self.toy.files["proofs/a5-toy-some.smt2"] = QUERIES + "(set-info :a |\n(set-info :status sat)|)\n(set-info :b |(set-option :x 1)|)\n"
        self.refused("proofs/a5-toy-some.smt2: ", options=["--queries"])

    def test_a_statement_that_says_more(self):
        self.toy.statement.update(kind="certificate", conforms=True)
        self.refused("statement.json: is called a certificate, and 1 cases were not run", "statement.json: conforms is true")
        self.toy.statement.update(kind="reduced run", conforms=False, level=2)
        self.refused("statement.json: awards level 2 to a reduced run")
        self.toy.statement["run"]["seed"] = 2
        self.refused("statement.json: its run is not that of the records")

    def test_waived_failures(self):
        self.toy.statement.update(conforms=True, waivers=[{"cases": "cpu_sim/toy/*", "kind": "wrong value", "rationale": "r", "waived": 1}])
        self.toy.write(self.folder)
        self.assertEqual(self.run_checker()[0], 0)
        self.toy.statement["waivers"][0]["kind"] = "wrong pad"
        self.refused("statement.json: conforms is true, with 2 passes and 1 failures that are not waived")

    def test_plan_and_records_of_different_runs(self):
        self.toy.plan_header["spec_hash"] = "1" * 64
        self.refused("plan.jsonl and records.jsonl are of different runs")

    def test_only_two_characters_of_a_waiver_are_special(self):
        self.toy.statement.update(conforms=True, waivers=[{"cases": "cpu_sim/toy/[k]ind/?", "kind": "", "rationale": "r", "waived": 1}])
        self.refused("statement.json: conforms is true, with 2 passes and 1 failures that are not waived")
        self.toy.statement["waivers"][0]["cases"] = "cpu?sim/*/5"
        self.toy.write(self.folder)
        self.assertEqual(self.run_checker()[0], 0)

    def test_a_backend_of_another_run(self):
        self.toy.files["backend.json"] = json.dumps({"name": "simd", "version": "2", "hash": "built-in"})
        self.refused("backend.json: version is '2', that of the records is ''")
        for header in (self.toy.header, self.toy.plan_header, self.toy.statement["run"]):
            header["backend"] = "process:x"
        self.toy.files["backend.json"] = json.dumps({"name": "process:x", "version": "", "hash": "built-in"})
        self.refused("records.jsonl: backend hash 'built-in' is not one of 'process:x'")
        self.toy.files["backend.json"] = "{"
        self.refused("backend.json: is no JSON")
        del self.toy.files["backend.json"]
        (self.folder / "backend.json").unlink()
        self.refused("backend.json: ")

    def test_files_that_no_package_has(self):
        added = ["README", "cases/note.txt", "findings/x.txt", "proofs/domain/a5.other.smt2", "proofs/other.smt2", "more/plan.jsonl"]
        self.toy.files.update({name: "" for name in added})
        self.refused(*(f"{name}: is no file of such a package" for name in added))

    def test_files_of_findings(self):
        self.toy.files["findings.json"] = json.dumps({"schema": 1, "findings": [{"smallest": {"file": "findings/toy.json"}}]})
        self.toy.files.update({f"findings/toy.{end}": "" for end in ("json", "txt", "cpp")})
        self.toy.write(self.folder)
        self.assertEqual(self.run_checker()[0], 0)
        self.toy.files["findings/toy.py"] = ""
        self.refused("findings/toy.py: is no file of such a package")

    def test_results_that_the_questions_do_not_bear_out(self):
        obligation = lambda name, family, status: {"id": f"a5/toy/{name}", "family": family, "status": status}
        cell = lambda name, status: {"id": f"a5/toy/{name}", "status": status}
        results = {"obligations": [obligation("none", "layouts", "proved"), obligation("some", "satisfiable", "proved"),
                                   obligation("x", "agreement", "proved"), obligation("y", "layouts", "unknown")],
                   "cells": [cell("none", "infeasible"), cell("some", "feasible")]}
        self.toy.files["proofs/results.json"] = json.dumps(results)
        self.toy.write(self.folder)
        self.assertEqual(self.run_checker("--queries")[0], 0)
        results["obligations"] += [obligation("z", "layouts", "proved"), obligation("none", "coverage", "refuted"),
                                   obligation("some", "layouts", "proved")]
        results["cells"] = [cell("none", "feasible"), cell("other", "infeasible")]
        self.toy.files["proofs/results.json"] = json.dumps(results)
        self.refused("proofs/results.json: a5/toy/z: proved, and no script asks it",
                     "proofs/results.json: a5/toy/none: refuted, z3 says unsat", "proofs/results.json: a5/toy/some: proved, z3 says sat",
                     "proofs/results.json: a5/toy/none: feasible, z3 says unsat",
                     "proofs/results.json: a5/toy/other: infeasible, z3 says nothing", options=["--queries"])

    def test_a_failure_without_its_case(self):
        del self.toy.files["cases/0123456789abcdef.json"]
        self.refused("cpu_sim/toy/kind/5: fails, and its case cases/0123456789abcdef.json was not saved")

    def test_a_run_that_has_not_ended(self):
        self.toy.statement["kind"] = "incomplete run"
        self.refused("statement.json: the run has not ended: pto-cts certify --resume completes it")
        (self.folder / "manifest.txt").unlink()
        (self.folder / "records.partial.jsonl").write_text("")
        self.refused(f"{self.folder}: the run has not ended", write=False)

    def test_a_file_that_was_cut_short(self):
        self.toy.write(self.folder)
        data = (self.folder / "records.jsonl").read_bytes()
        (self.folder / "records.jsonl").write_bytes(data[:-120])
        self.refused("records.jsonl: changed", "records.jsonl: cut short", write=False)

    def test_a_proof_that_says_something_else(self):
        self.toy.files["proofs/a5-toy-some.smt2"] = QUERIES.replace(":status sat", ":status unsat")
        self.refused("proofs/a5-toy-some.smt2: a5/toy/some: stated as unsat, z3 says sat", options=["--queries"])

    def test_many_faults_are_counted(self):
        for i in range(30):
            self.toy.files[f"cases/{i}.json"] = ""
        self.toy.write(self.folder)
        for i in range(30):
            (self.folder / f"cases/{i}.json").unlink()
        status, said = self.run_checker()
        self.assertEqual(status, 1)
        self.assertEqual(said.count(": missing"), 20)
        self.assertIn("refused: 10 more about files", said)


class Compiled(unittest.TestCase):
    """Z3 expressions as Python functions."""

    def test_every_operation(self):
        spec = importlib.util.spec_from_file_location("checker", CHECKER)
        checker = importlib.util.module_from_spec(spec)
        sys.dont_write_bytecode = True
        spec.loader.exec_module(checker)
        formulas = ["(= (div a b) 3)", "(= (mod a b) 1)", "(distinct (- a) b)", "(=> (< a b) (> a 2))", "(>= (ite (= b 0) 0 (div 7 b)) 1)",
                    "(or (<= (* a b) 12) (not (= (- a b 1) 0)))", "(= (div a 4) (- 2))", "(= (mod a 4) 3)", "(and true (not false))"]
        head = HEAD.replace("PROFILE", "a5").replace("|dst.rows|", "a").replace("|dst.cols|", "b")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "domain.smt2")
            text = head.replace("(declare-const a Int)", "(declare-const |a| Int)").replace("(declare-const b Int)", "(declare-const |b| Int)")
            text += "".join(f"(define-fun |clause {i}| () Bool {formula})\n" for i, formula in enumerate(formulas))
            path.write_text(text + "".join(f"(define-fun |{name}| () Bool true)\n" for name in ("legal", "illegal", "target-defined")))
            domain = checker.Domain(path, "domain")
        a, b = domain.constants.index("a"), domain.constants.index("b")
        for first in range(-9, 10):
            for second in (-4, -1, 1, 2, 3):
                values = [0] * len(domain.constants)
                values[a], values[b] = first, second
                self.assertEqual(domain.differences(tuple(values)), [])
        self.assertTrue(domain.truths(tuple(values))["clause 8"])


if __name__ == "__main__":
    unittest.main()
