# SPDX-License-Identifier: MIT
"""The cases in tests/regressions: right on the reference, wrong on the backend each was found on.
Usage: regressions_hold.py <pto-cts> <folder of the cases>"""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])


def reproduce(files, backend):
    """The exit status, and the result of each file."""
    done = subprocess.run([PROGRAM, "reproduce", "--json", "--backend", backend, *map(str, files)],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"reproduce --backend {backend} ended with {done.returncode}: {done.stderr}")
    return done.returncode, json.loads(done.stdout)


def found_on():
    """file, backend, kind of failure; a kind may have spaces."""
    lines = (FOLDER / "found-on.txt").read_text().splitlines()
    return [line.split(None, 2) for line in lines if line and not line.startswith("#")]


def main():
    rows = found_on()
    files = sorted(FOLDER.glob("*.json"))
    faults = []
    if [file.name for file in files] != sorted(name for name, _, _ in rows):
        faults.append("found-on.txt does not name each case file once")

    status, results = reproduce(files, "simd")
    if status != 0 or len(results) != len(files):
        faults.append(f"simd: status {status}, {len(results)} results for {len(files)} files")
    for file, result in zip(files, results):
        wanted = "undecided" if result["verdict"] == "target-defined" else "pass"
        if result["judgement"] != wanted:
            faults.append(f"{file.name} on simd: {result['judgement']} {result.get('detail', '')}, not {wanted}")
        if result["verdict"] == "illegal" and result.get("twin_outcome") != "executed":
            faults.append(f"{file.name} on simd: its twin was not executed")

    for name, backend, kind in rows:
        status, (result,) = reproduce([FOLDER / name], backend)
        got = (status, result["judgement"], result.get("detail", ""))
        if got != (1, "fail", kind):
            faults.append(f"{name} on {backend}: {got}, not {kind}")

    verdicts = {result["verdict"] for result in results}
    if verdicts != {"legal", "illegal", "target-defined"}:
        faults.append(f"only cases that are {', '.join(sorted(verdicts))}")
    sys.exit("\n".join(faults) or 0)


main()
