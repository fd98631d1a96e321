# SPDX-License-Identifier: BSL-1.0
"""Compiles and runs what the cases became: the planner's twin, and the programs."""
import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compare import short
from sources import case_of_line, program, twin_input

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def first_error(output):
    lines = output.splitlines()
    return next((line for line in lines if "error:" in line), lines[-1] if lines else "the compiler failed")


def suspects(output, source, text):
    """The cases that the lines of a program belong to that a compiler's messages mention."""
    lines = {int(n) for n in re.findall(re.escape(source) + r":(\d+)", output)}
    return {number for number in (case_of_line(text, line) for line in sorted(lines)) if number is not None}


class Builder:
    def __init__(self, compiler, flags, jobs, folder):
        cache = [shutil.which("ccache")] if shutil.which("ccache") else []
        self.compiler = [*cache, compiler]
        quiet = [] if "-W" in flags else ["-w"]
        self.flags = ["-std=c++20", "-O0", *quiet, "-fmax-errors=0", f"-I{ROOT / 'include'}", f"-I{HERE}", *flags.split()]
        self.folder = folder
        self.jobs = ThreadPoolExecutor(max(jobs, 1))
        self.libraries = [x for x in ("-lre2", "-lcctz") if self.links(x)]  # of regular expressions and time zones; values.hpp looks for their headers

    def links(self, library):
        (self.folder / "empty.cpp").write_text("int main() {}\n", encoding="utf-8")
        return not self.call([self.compiler[-1], "empty.cpp", library, "-o", "empty"])

    def call(self, command):
        """The output of a compiler that failed, or nothing. Sources are named without their folder, so that a cache finds them again."""
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, errors="replace", env={**os.environ, "LC_ALL": "C"})
        return None if done.returncode == 0 else done.stderr or "the compiler failed"

    def build(self, source, out, *more):
        return self.call([*self.compiler, *self.flags, *more, "-c", str(source), "-o", out + ".o"]) or self.call([self.compiler[-1], *self.flags, out + ".o", *self.libraries, "-o", out])

    def judge(self, source, number):
        """What the compiler says of one case that may be the one that does not compile: nothing, a refusal (of what the twin does not
        read, such as a schema), or a fault."""
        output = self.call([*self.compiler, *self.flags, "-fsyntax-only", f"-DONLY={number}", source])
        if not output:
            return None
        error = first_error(output)
        refusal = re.search(r'Refused<rivulet::ErrorCode::(\w+)(?:, rivulet::Fact<\d+>\{"((?:[^"\\]|\\.)*)"\})?', error)
        if not refusal:
            return {"crashed": "does not compile: " + short(error, 300)}
        return {"refused": f"{refusal[1]}: {refusal[2] or ''}", "subject": refusal[2] or ""}

    def twin(self, cases):
        """What the planner says of each case: its line of JSON by name."""
        if output := self.build(HERE / "twin.cpp", "twin"):
            raise SystemExit(f"the planner's twin does not build: {first_error(output)}")
        answers = {}
        rest = list(cases)
        while rest:  # a crash ends the answers with the case that it belongs to
            status = self.run("twin", [], b"".join(map(twin_input, rest)), answers)
            rest = [c for c in rest if c["name"] not in answers]
            if rest:
                answers[rest[0]["name"]] = {"case": rest[0]["name"], "crashed": "the planner's twin: " + status}
                rest = rest[1:]
        return answers

    def faults(self, source, cases, numbers):
        """Those of the cases that do not compile by themselves, with the reason."""
        found = {i: self.judge(source, i) for i in numbers}
        return {i: {"case": cases[i]["name"], **fault} for i, fault in found.items() if fault}

    def answers(self, name, group):
        """Builds and runs a program of (case, several)."""
        cases = [case for case, _ in group]
        source, text, faults = name + ".cpp", program(group), {}
        (self.folder / source).write_text(text, encoding="utf-8")
        while len(faults) < len(cases) and (output := self.build(source, name, *(f"-DWITHOUT_{i}" for i in faults))):
            rest = set(range(len(cases))) - set(faults)
            named = suspects(output, source, text) & rest
            found = self.faults(source, cases, sorted(named)) or self.faults(source, cases, sorted(rest - named))
            if not found:  # each by itself pleases the compiler, but not together
                return self.halves(name, group, first_error(output))
            faults.update(found)
        answers = {fault["case"]: fault for fault in faults.values()}
        names = [case["name"] for case in cases if case["name"] not in answers]
        while names:  # a crash ends the answers with the case that it belongs to
            status = self.run(name, names, None, answers)
            names = [n for n in names if n not in answers]
            if names:
                answers[names[0]] = {"case": names[0], "crashed": status}
                names = names[1:]
        return answers

    def halves(self, name, group, error):
        if len(group) == 1:
            case = group[0][0]["name"]
            return {case: {"case": case, "crashed": "does not build: " + short(error, 300)}}
        middle = len(group) // 2
        return {**self.answers(name + "a", group[:middle]), **self.answers(name + "b", group[middle:])}

    def run(self, name, arguments, given, answers):
        try:
            done = subprocess.run([str(self.folder / name), *arguments], input=given, stdin=None if given is not None else subprocess.DEVNULL,
                                  capture_output=True, timeout=60)
            output, status = done.stdout, f"the program ended with {done.returncode}: {short(done.stderr.decode(errors='replace'), 200)}"
        except subprocess.TimeoutExpired as e:
            output, status = e.stdout or b"", "the program did not end"
        for line in output.splitlines():
            try:
                answer = json.loads(line.decode("utf-8", errors="replace"))
                answers[answer["case"]] = answer
            except (json.JSONDecodeError, KeyError):
                continue
        return status
