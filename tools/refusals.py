#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles the wrong programs of tests/refusals and checks what the compiler says.

A case is a block of a file, followed by its nearest accepted neighbour, which has 100 added to its number:

    #if RIVULET_CASE == 1 // expect: unknown column | "usr" | did you mean: user
    ...
    #endif
    #if RIVULET_CASE == 101
    ...
    #endif

What is checked: the case does not compile; every text between ` | ` occurs in the output; the second text (the most
telling fact) stands in the first line with `error:`; the output has at most 12 lines of at most 400 characters, not
counting the path in front; the neighbour compiles. A file whose first include is the umbrella gets it precompiled, by a header that
stands in messages where the file would. Ends with `N passed, N failed`.
"""
import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from precompiled import Precompiled

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 12
MOST_CHARACTERS = 400
TWIN = 100

CASE = re.compile(r"^\s*#\s*if\s+RIVULET_CASE\s*==\s*(\d+)\s*(?://\s*(.*?)\s*)?$")
LOCATION = re.compile(r"^(?:In file included from\s+|\s+from\s+)?(?:[^\s:]*/)?[^\s:/]+:(?:\d+(?::\d+)?[:,]?|(?= In ))\s*")


@dataclass
class Case:
    file: Path
    number: int
    line: int
    expected: list = field(default_factory=list)  # empty for an accepted neighbour

    def __str__(self):
        name = self.file.relative_to(ROOT) if self.file.is_relative_to(ROOT) else self.file
        return f"{name}:{self.line} case {self.number}"


@dataclass
class Outcome:
    case: Case
    compiler: str
    complaints: list
    output: str
    lines: int
    longest: int


def read_cases(file):
    """The cases of a file, and what is wrong with the way they are written."""
    cases, complaints = {}, []
    for line, text in enumerate(file.read_text().splitlines(), 1):
        where = f"{file}:{line}"
        if "RIVULET_CASE" not in text or text.lstrip().startswith("//"):
            continue
        match = CASE.match(text)
        if not match:
            complaints.append(f"{where}: not of the form `#if RIVULET_CASE == n // expect: ...`")
            continue
        number, comment = int(match[1]), match[2] or ""
        expected = []
        if number in cases:
            complaints.append(f"{where}: case {number} stands twice")
        if comment.startswith("expect:"):
            expected = [part.strip() for part in re.split(r"\s\|(?:\s|$)", comment[len("expect:"):])]
        if not 1 <= number <= 99 and not TWIN < number <= TWIN + 99:
            complaints.append(f"{where}: case numbers are 1 to 99, and {TWIN} more for the accepted neighbours")
        if number < TWIN and (not expected or not all(expected)):
            complaints.append(f"{where}: case {number} needs `// expect: text | text`")
        if number > TWIN and expected:
            complaints.append(f"{where}: an accepted neighbour expects nothing")
        cases[number] = Case(file, number, line, expected)
    for number, case in cases.items():
        if number < TWIN and number + TWIN not in cases:
            complaints.append(f"{file}:{case.line}: case {number} has no accepted neighbour {number + TWIN}")
        if number > TWIN and number - TWIN not in cases:
            complaints.append(f"{file}:{case.line}: {number} is the neighbour of no case")
    if not cases:
        complaints.append(f"{file}: no cases")
    return list(cases.values()), complaints


def measured_length(line):
    """Characters of a line without the path in front; our own folder's name does not count anywhere."""
    return len(LOCATION.sub("", line, count=1).replace(f"{ROOT}/", ""))


def complaints_about(case, status, output):
    lines = output.splitlines()
    if not case.expected:
        return ["the accepted neighbour does not compile"] if status != 0 else []
    if status == 0:
        return ["compiles, but should be refused"]
    complaints = [f"the output lacks: {text}" for text in case.expected if text not in output]
    first = next((line for line in lines if "error:" in line), "")
    if len(case.expected) > 1 and case.expected[1] not in first:
        complaints.append(f"the first error line lacks: {case.expected[1]}")
    if len(lines) > MOST_LINES:
        complaints.append(f"{len(lines)} lines, more than {MOST_LINES}")
    longest = max(map(measured_length, lines), default=0)
    if longest > MOST_CHARACTERS:
        complaints.append(f"a line of {longest} characters, more than {MOST_CHARACTERS}")
    return complaints


def compile_case(case, compiler, flags, precompiled=None):
    more = precompiled.for_text(case.file.read_text()) if precompiled else []
    command = [compiler, "-fsyntax-only", f"-DRIVULET_CASE={case.number}", *more, *flags, str(case.file)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, "LC_ALL": "C"}, check=False)
    lines = done.stdout.splitlines()
    return Outcome(case, compiler, complaints_about(case, done.returncode, done.stdout), done.stdout, len(lines),
                   max(map(measured_length, lines), default=0))


def print_table(outcomes, compilers):
    name = {compiler: Path(compiler).name for compiler in compilers}
    print("| case | mistake | " + " | ".join(f"{name[c]}: lines / longest" for c in compilers) + " |")
    print("| --- | --- |" + " --- |" * len(compilers))
    by_case = {}
    for outcome in outcomes:
        if outcome.case.expected:
            by_case.setdefault((str(outcome.case.file.stem), outcome.case.number), []).append(outcome)
    for (stem, number), row in by_case.items():
        print(f"| {stem} {number} | {row[0].case.expected[0]} | " + " | ".join(f"{o.lines} / {o.longest}" for o in row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="default: tests/refusals/*.cpp")
    parser.add_argument("--compiler", action="append", help="may be given several times; default: $CXX or c++")
    parser.add_argument("--include", action="append", type=Path, help="default: include")
    parser.add_argument("--flag", action="append", default=[], help="one more compiler flag, as --flag=-stdlib=libc++")
    parser.add_argument("--case", type=int, action="append", help="only the case of this number (its neighbour has its own)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="print lines and longest line of each message")
    parser.add_argument("--show", action="store_true", help="print every message")
    arguments = parser.parse_args()
    compilers = arguments.compiler or [os.environ.get("CXX") or "c++"]
    flags = ["-std=c++20", *(f"-I{path.resolve()}" for path in arguments.include or [ROOT / "include"]), *arguments.flag]
    files = [file.resolve() for file in arguments.files] or sorted((ROOT / "tests/refusals").glob("*.cpp"))

    cases, failed = [], 0
    for file in files:
        found, complaints = read_cases(file)
        cases += found
        for complaint in complaints:
            print(f"FAILED {complaint}")
        failed += len(complaints)
    if arguments.case:
        cases = [case for case in cases if case.number in arguments.case]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        precompiled = {compiler: Precompiled(compiler, flags) for compiler in compilers}
        work = [(case, compiler) for case in cases for compiler in compilers]
        outcomes = list(pool.map(lambda item: compile_case(*item, flags, precompiled[item[1]]), work))
    for outcome in outcomes:
        if outcome.complaints:
            print(f"FAILED {outcome.case} ({outcome.compiler}): " + "; ".join(outcome.complaints))
            print("".join(f"    {line}\n" for line in outcome.output.splitlines()[:3 * MOST_LINES]), end="")
        elif arguments.show and outcome.case.expected:
            print(f"{outcome.case} ({outcome.compiler}):\n{outcome.output}")
    if arguments.table:
        print_table(outcomes, compilers)
    broken = sum(bool(outcome.complaints) for outcome in outcomes)
    print(f"{len(outcomes) - broken} passed, {broken + failed} failed")
    return 1 if broken + failed else 0


if __name__ == "__main__":
    sys.exit(main())
