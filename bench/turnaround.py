# SPDX-License-Identifier: MIT
"""Prints how long building and testing take, as a table: a column for each commit, each from a clean clone with empty caches.

Usage: turnaround.py [COMMIT...]          (HEAD alone if none is given)
Seconds of wall time, in brackets those of processors. Nothing else should run beside it; each commit takes up to an hour.
"""

import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A source of each layer of the oracle, and the tests of that layer.
EDITS = [("numerics", "unit.numerics"), ("evaluate", "unit.evaluate"), ("smt", "unit.smt(_proofs)?$")]


def timed(words, folder, home):
    """Wall and processor seconds, and what was printed."""
    home.mkdir(exist_ok=True)
    environment = dict(os.environ, HOME=str(home), XDG_CACHE_HOME=str(home / "cache"))
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def build_steps(log):
    """Seconds of each step of a build, from ninja's log."""
    steps = {}
    for line in log.read_text().splitlines()[1:]:
        begin, end, _, output, _ = line.split("\t")
        steps[output] = (int(end) - int(begin)) / 1000
    return list(steps.values())


def clean_clone(commit, folder):
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder, check=True)
    return folder


def measure(commit, folder):
    """Rows of the table: name to (wall, processor)."""
    rows = {}
    clone, home = clean_clone(commit, folder / "certify"), folder / "home-certify"
    wall, cpu, _ = timed(["tools/certify"], clone, home)
    rows["tools/certify from a clean clone"] = (wall, cpu)
    steps = build_steps(clone / "build/release/.ninja_log")
    rows["its build and proofs: all steps, one after the other"] = (sum(steps), None)

    clone, home = clean_clone(commit, folder / "test"), folder / "home-test"
    wall, cpu, said = timed(["tools/test"], clone, home)
    rows["tools/test from a clean clone"] = (wall, cpu)
    rows["its tests alone"] = (float(re.search(r"Total Test time \(real\) = +([0-9.]+) sec", said)[1]), None)

    takes_pattern = "PATTERN" in (clone / "tools/test").read_text()
    for layer, pattern in EDITS:
        source = sorted((clone / "oracle" / layer / "src").glob("*.cpp"))[0]
        source.write_text(source.read_text() + "// An edit.\n")
        wall, cpu, _ = timed(["tools/test", pattern] if takes_pattern else ["tools/test", "-R", pattern], clone, home)
        rows[f"an edit in oracle/{layer}, then its tests"] = (wall, cpu)
    return rows


def cell(figures):
    wall, cpu = figures
    return f"{wall:.0f}" if cpu is None else f"{wall:.0f} ({cpu:.0f})"


def main():
    commits = sys.argv[1:] or ["HEAD"]
    columns = []
    for commit in commits:
        with tempfile.TemporaryDirectory() as folder:
            columns.append(measure(commit, pathlib.Path(folder)))
    names = [name for column in columns for name in column]
    print("| seconds | " + " | ".join(commits) + " |\n|---|" + "---|" * len(commits))
    for name in dict.fromkeys(names):
        print(f"| {name} | " + " | ".join(cell(column[name]) if name in column else "" for column in columns) + " |")


if __name__ == "__main__":
    main()
