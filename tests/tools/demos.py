#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs `tools/demo NAME` for every example, as README.md offers it, and compares what it prints with the example's expected.txt."""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What differs from run to run, as in examples/same_output.cmake.
SPEED = re.compile(r"\d+ rows a second")


def main():
    offered = set(re.findall(r"tools/demo (\w+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    there = {file.parent.name for file in ROOT.glob("examples/*/main.cpp")}
    failed = [f"README.md offers tools/demo {name}, which is no example" for name in sorted(offered - there)]
    for name in sorted(there):
        done = subprocess.run([ROOT / "tools/demo", name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        wanted = (ROOT / "examples" / name / "expected.txt").read_text(encoding="utf-8")
        if done.returncode:
            failed.append(f"tools/demo {name} ended with {done.returncode}:\n{done.stderr}")
        elif SPEED.sub("N rows a second", done.stdout) != wanted:
            failed.append(f"tools/demo {name} printed:\n{done.stdout}")
    print(*failed, f"{len(there) - len(failed)} passed, {len(failed)} failed", sep="\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
