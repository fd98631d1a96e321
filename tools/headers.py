#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles every header alone, under the strict warnings as errors, with RTTI off.

Ends with `N passed, N failed`. With --cache, a header is compiled again only when it, a header that it includes, or the
command has changed since it last passed.
"""
import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", "-fsyntax-only", "-fno-rtti", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
         "-Wshadow", "-Werror"]


def digest(command, files):
    """None where a file is gone."""
    total = hashlib.sha256(shlex.join(command).encode())
    for file in files:
        try:
            total.update(Path(file).read_bytes())
        except OSError:
            return None
    return total.hexdigest()


def check(header, compiler, include, known):
    """(what to remember, output); what to remember is None for a failure."""
    command = [compiler, *FLAGS, f"-I{include}"]
    if known and digest(command, known["files"]) == known["digest"]:
        return known, ""
    with tempfile.TemporaryDirectory() as folder:
        # Included twice, from a file that is not a header: as users do, and so that #pragma once is no warning.
        source, depends = Path(folder) / "alone.cpp", Path(folder) / "alone.d"
        source.write_text(f"#include <{header}>\n#include <{header}>\n")
        done = subprocess.run([*command, "-MD", "-MF", str(depends), str(source)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)
        if done.returncode != 0:
            return None, done.stdout
        words = depends.read_text().replace("\\\n", " ").split()[1:] if depends.exists() else []
    files = [word for word in words if not word.startswith(folder)]
    return {"files": files, "digest": digest(command, files)}, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("headers", nargs="*", help="names such as rivulet/core/error.hpp; default: all")
    parser.add_argument("--compiler", default=os.environ.get("CXX") or "c++")
    parser.add_argument("--include", type=Path, default=ROOT / "include")
    parser.add_argument("--cache", type=Path, help="file that remembers what passed")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    include = arguments.include.resolve()
    headers = arguments.headers or sorted(str(path.relative_to(include)) for path in (include / "rivulet").rglob("*.hpp"))
    known = json.loads(arguments.cache.read_text()) if arguments.cache and arguments.cache.exists() else {}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = list(pool.map(lambda header: check(header, arguments.compiler, include, known.get(header)), headers))
    failed = 0
    for header, (passed, output) in zip(headers, outcomes):
        if passed is None:
            failed += 1
            print(f"FAILED <{header}> does not compile alone\n" + "".join(f"    {line}\n" for line in output.splitlines()[:20]), end="")
    if arguments.cache:
        arguments.cache.write_text(json.dumps({header: passed for header, (passed, _) in zip(headers, outcomes) if passed}))
    print(f"{len(headers) - failed} passed, {failed} failed")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
