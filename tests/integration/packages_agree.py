# SPDX-License-Identifier: MIT
"""That both checkers accept the packages that the suite writes, and refuse one verdict that was changed.

Usage: packages_agree.py PTO_CTS VERIFY_INDEPENDENT WORK
"""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

PROGRAM, CHECKER, WORK = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


def run(words, status):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != status:
        sys.exit(f"{' '.join(words)}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout


def verify(package, status):
    return run([PROGRAM, "verify", str(package)], status), run([sys.executable, "-B", CHECKER, str(package)], status)


def reseal(folder):
    """The digests anew, as a forger would make them."""
    lines = (folder / "records.jsonl").read_bytes().splitlines(keepends=True)[:-1]
    end = {"end": len(lines) - 1, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    (folder / "records.jsonl").write_bytes(b"".join(lines) + json.dumps(end, separators=(",", ":")).encode() + b"\n")
    digests = {}
    for line in (folder / "manifest.txt").read_text().splitlines()[1:]:
        name = line[66:]
        digests[name] = f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
    root = hashlib.sha256("".join(line for name, line in digests.items() if name not in ("environment.json", "report.html")).encode())
    (folder / "manifest.txt").write_text(f"# pto-cts package 1, root {root.hexdigest()}\n" + "".join(digests.values()))


def refused(folder, line):
    said = run([PROGRAM, "verify", str(folder)], 1)
    if f"refused: {line}" not in said:
        sys.exit(f"not refused: {line}\n{said}")


def forge_pages(original):
    folder = WORK / "forged-pages"
    shutil.copytree(original, folder)
    (folder / "package.tar.zst").unlink()
    page = next(folder.glob("findings/*.txt"))
    page.write_text(page.read_text().replace("Smallest case", "Largest case"))
    program = next(folder.glob("findings/*.cpp"))
    program.write_text("int main() {}\n")
    reseal(folder)
    for file in (page, program):
        refused(folder, f"{file.relative_to(folder)}: line ")


def forge_beside(original):
    """Another package beside the folder; another run's times."""
    folder = WORK / "forged-beside"
    shutil.copytree(original, folder)
    shutil.copy(WORK / "simd" / "package.tar.zst", folder)
    refused(folder, "package.tar.zst: is another package than the folder")
    (folder / "package.tar.zst").write_bytes(b"no archive")
    refused(folder, "package.tar.zst: ")
    (folder / "package.tar.zst").unlink()
    shutil.copy(WORK / "simd" / "run.json", folder)
    refused(folder, "run.json: its root is not that of the package")
    (folder / "run.json").write_text("{}")
    refused(folder, "run.json: ")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    for backend, readings in (("simd", []), ("mutant:tmuls-last-row-skipped", []), ("simd", ["--interpretation", "block32"])):
        folder = WORK / ("-".join([backend.replace(":", "-")] + readings[1:]))
        words = [PROGRAM, "certify", "--backend", backend, "--cases", "600", "--minimise", "2", "--instruction", "TGATHERB,TMULS",
                 "--profile", "cpu_sim,a5", "--out", str(folder)] + readings
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        verify(folder / "package.tar.zst", 0)
        verify(folder, 0)
        if backend.startswith("mutant"):
            forge_pages(folder)
            forge_beside(folder)
    lines = (folder / "records.jsonl").read_text().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if '"reasons":["tgatherb.' in line or '"reasons":["tmuls.' in line)
    record = json.loads(lines[at])
    record.update(verdict="legal", kind="legal")
    del record["reasons"]
    lines[at] = json.dumps(record, separators=(",", ":")) + "\n"
    (folder / "records.jsonl").write_text("".join(lines))
    reseal(folder)
    for said in verify(folder, 1):
        if f"refused: {record['name']}: recorded as legal" not in said:
            sys.exit(f"{record['name']} is not named:\n{said}")
    print("both accept and refuse alike")


if __name__ == "__main__":
    main()
