#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks that README.md and docs/*.md tell the truth: C++ blocks compile, commands and linked files exist.

A ```cpp block that starts with `#include` is a whole file. Any other block says, in a comment on the line before it,
which file of docs/preludes it stands in (that file has a line `// the block`):

    <!-- wrap: clicks -->
    ```cpp
    auto visits = tenv.fromDataStream(source, col<"user">);
    ```

`<!-- refused: unknown column | "usr" -->` (or `<!-- wrap: clicks; refused: ... -->`) is for a block that must not compile, with
the texts that the compiler must print. `<!-- prints -->` before a block of another kind says that this is what the
whole file above it prints. Words of ```sh blocks that name commands must exist; a path counts from the repository's root.
Ends with `N passed, N failed`.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from precompiled import Precompiled

ROOT = Path(__file__).resolve().parent.parent
PLACE = "// the block"
SHELL = {"sh", "bash", "console", "shell"}
# Words of the shell, and commands that need not be installed where the docs are checked.
BUILT_IN = {"cd", "export", "source", ".", "echo", "git", "apt", "apt-get", "sudo", "docker", "clang++-16", "clang++-19", "ninja"}


@dataclass
class Block:
    where: str       # file:line of its first line
    line: int
    language: str
    directives: dict
    text: str


def read_blocks(path, name):
    blocks, opened, directives, lines = [], None, {}, path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if opened is None:
            if match := re.match(r"^\s*```+\s*([\w+-]*)", line):
                opened = Block(f"{name}:{number + 1}", number + 1, match[1], directives, "")
                directives = {}
            elif match := re.match(r"^\s*<!--\s*((?:wrap|refused|prints)\b.*?)\s*-->\s*$", line):
                directives = {}
                for part in match[1].split(";"):
                    key, _, value = part.partition(":")
                    directives[key.strip()] = value.strip()
            elif line.strip():
                directives = {}
        elif re.match(r"^\s*```+\s*$", line):
            blocks.append(opened)
            opened = None
        else:
            opened.text += line + "\n"
    return blocks


class Checker:
    def __init__(self, root, include, compiler):
        self.root, self.compiler = root, compiler
        self.flags = ["-std=c++20", f"-I{include}", "-Wall", "-Wextra", "-Wno-unused"]
        self.precompiled = Precompiled(compiler, self.flags)

    def whole_file(self, block):
        """The text to compile, or None and a complaint."""
        place = f'#line {block.line} "{block.where.rpartition(":")[0]}"\n'
        if "wrap" in block.directives:
            prelude = self.root / "docs/preludes" / (block.directives["wrap"] + ".cpp")
            if not prelude.exists():
                return None, f"there is no {prelude.relative_to(self.root)}"
            lines = prelude.read_text().splitlines()
            if sum(line.strip() == PLACE for line in lines) != 1:
                return None, f"{prelude.relative_to(self.root)} needs one line `{PLACE}`"
            return "".join((place + block.text if line.strip() == PLACE else line + "\n") for line in lines), ""
        if block.text.lstrip().startswith("#include"):
            return place + block.text, ""
        return None, "neither starts with #include nor has a `<!-- wrap: name -->` before it"

    def compile(self, text, *flags):
        """(is accepted, output)"""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "block.cpp"
            source.write_text(text)
            done = subprocess.run([self.compiler, *self.precompiled.for_text(text), *self.flags, *flags, str(source)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", check=False)
            return done.returncode == 0, done.stdout

    def check_code(self, block):
        text, complaint = self.whole_file(block)
        if text is None:
            return complaint
        accepted, output = self.compile(text, "-fsyntax-only")
        if "refused" in block.directives:
            if accepted:
                return "compiles, but should be refused"
            missing = [part for part in re.split(r"\s\|\s", block.directives["refused"]) if part.strip() not in output]
            return "".join(f"the compiler does not print: {part}\n" for part in missing) + (output if missing else "")
        return "" if accepted else "does not compile\n" + output

    def check_output(self, program, block):
        text, complaint = self.whole_file(program)
        if text is None:
            return complaint
        with tempfile.TemporaryDirectory() as folder:
            accepted, output = self.compile(text, "-o", f"{folder}/program")
            if not accepted:
                return "does not link\n" + output
            done = subprocess.run([f"{folder}/program"], capture_output=True, text=True, errors="replace", cwd=self.root, timeout=60, check=False)
        if done.returncode != 0:
            return f"ends with {done.returncode}\n{done.stderr}"
        return "" if done.stdout.strip() == block.text.strip() else f"prints something else:\n{done.stdout}"

    def check_commands(self, block):
        presets = self.root / "CMakePresets.json"
        names = {preset["name"] for preset in json.loads(presets.read_text())["configurePresets"]} if presets.exists() else set()
        complaints = []
        for line in re.sub(r"\\\n", " ", block.text).splitlines():
            if block.language == "console":
                if not line.startswith("$ "):
                    continue
                line = line[2:]
            for command in re.split(r"&&|\|\||;|\|", line.split(" #")[0]):
                words = [word for word in shlex.split(command, comments=True)]
                while words and (re.match(r"^\w+=", words[0]) or words[0] == "sudo"):
                    words.pop(0)
                if not words:
                    continue
                if "/" in words[0] and not words[0].startswith(("build/", "./build/", "/")):
                    if not os.access(self.root / words[0], os.X_OK):
                        complaints.append(f"no such command in the repository: {words[0]}")
                elif "/" not in words[0] and words[0] not in BUILT_IN and not shutil.which(words[0]):
                    complaints.append(f"no such command: {words[0]}")
                for i, word in enumerate(words):
                    preset = words[i + 1] if word == "--preset" and i + 1 < len(words) else word[9:] if word.startswith("--preset=") else None
                    if preset and preset not in names:
                        complaints.append(f"no such preset: {preset}")
        return "\n".join(complaints)


def broken_links(path, name, root):
    fence = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            fence = not fence
        for target in [] if fence else re.findall(r"\]\(([^)#\s]+)", re.sub(r"`[^`]*`", "", line)):
            if "://" not in target and not target.startswith("mailto:") and not (path.parent / target).exists():
                yield f"{name}:{number}", f"no such file: {target}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="default: README.md and docs/*.md")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--include", type=Path, default=ROOT / "include")
    parser.add_argument("--compiler", default=os.environ.get("CXX") or "c++")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    files = [file.resolve() for file in arguments.files] or [p for p in [root / "README.md", *sorted(root.glob("docs/*.md"))] if p.exists()]
    checker = Checker(root, arguments.include.resolve(), arguments.compiler)

    work, links = [], []
    for path in files:
        name = str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
        program = None
        for block in read_blocks(path, name):
            if block.language in ("cpp", "c++"):
                work.append((block.where, checker.check_code, (block,)))
                program = block
            elif "prints" in block.directives and program:
                work.append((block.where, checker.check_output, (program, block)))
            elif "prints" in block.directives:
                work.append((block.where, lambda: "no program above prints this", ()))
            elif block.language in SHELL:
                work.append((block.where, checker.check_commands, (block,)))
        links += broken_links(path, name, root)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        complaints = list(pool.map(lambda item: item[1](*item[2]), work))
    failures = [(where, text) for (where, _, _), text in zip(work, complaints) if text] + links
    for where, text in failures:
        first, *rest = text.splitlines()
        print(f"FAILED {where}: {first}\n" + "".join(f"    {line}\n" for line in rest[:30]), end="")
    print(f"{len(work) - len(failures) + len(links)} passed, {len(failures)} failed")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
