# SPDX-License-Identifier: MIT
"""For each C++ file named on standard input, a shell command that only checks it.

Usage: syntax_commands.py COMPILE_COMMANDS
A unit is checked as it is compiled; a header as the unit nearest to it in the tree. What CMake does not compile is left out.
"""

import json
import os
import shlex
import sys


def nearest(path, units):
    """The unit that shares the longest beginning of its path; None where it shares no folder."""
    best = max(units, key=lambda unit: len(os.path.commonprefix([unit, path])))
    return best if "/" in os.path.commonprefix([best, path]) else None


def main():
    entries = json.load(open(sys.argv[1], encoding="utf-8"))
    units = {os.path.relpath(entry["file"]): entry for entry in entries}
    for path in sys.stdin.read().split("\n"):
        unit = path if path in units else nearest(path, units) if path.endswith(".h") else None
        if unit is None:
            continue
        words = shlex.split(units[unit]["command"])
        for flag in ("-o", "-include"):  # A header that is compiled before would lend its includes.
            while flag in words:
                at = words.index(flag)
                del words[at:at + 2]
        words = [word for word in words if word not in ("-c", "-Winvalid-pch") and not word.endswith(units[unit]["file"])]
        what = ["-include", os.path.abspath(path), "-x", "c++", "/dev/null"] if path.endswith(".h") else ["-x", "c++", os.path.abspath(path)]
        words += ["-fsyntax-only", *what]
        print(f"cd {shlex.quote(units[unit]['directory'])} && {shlex.join(words)}")


main()
