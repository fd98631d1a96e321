# SPDX-License-Identifier: BSL-1.0
"""rivulet.hpp, precompiled: most of the time of a small unit goes into reading it, and the checkers compile hundreds of them."""
import re
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path
from threading import Lock

HEADER = "rivulet/rivulet.hpp"
INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"]([^>\"]+)", re.MULTILINE)


class Precompiled:
    """What to add to the command of a unit that is compiled with the same flags, see `for_text`. Made when the first unit asks; it lives as long as this object."""

    def __init__(self, compiler, flags):
        self.compiler, self.same = compiler, list(flags)
        self.folder = tempfile.TemporaryDirectory(prefix="precompiled-")
        self.lock = Lock()

    @cached_property
    def made(self):
        clang = "clang" in Path(self.compiler).name
        made = Path(self.folder.name) / (HEADER + (".pch" if clang else ".gch"))
        made.parent.mkdir()
        unit = Path(self.folder.name) / "unit.hpp"
        unit.write_text(f"#include <{HEADER}>\n")
        # GCC names the unit in messages where the file would stand, Clang before the file: there it has to be the header itself.
        headers = (Path(flag[2:]) / HEADER for flag in self.same if flag.startswith("-I"))
        source = next(filter(Path.exists, headers), unit) if clang else unit
        done = subprocess.run([self.compiler, *self.same, "-x", "c++-header", str(source), "-o", str(made)], capture_output=True, text=True,
                              errors="replace", check=False)
        # Whoever cannot precompile it compiles the header each time, and reports what is wrong with it.
        return [] if done.returncode != 0 else ["-include-pch", str(made)] if clang else [f"-I{self.folder.name}"]

    @property
    def flags(self):
        with self.lock:
            return self.made

    def for_text(self, text):
        """The flags, if the first thing that the unit includes is the umbrella: others must not get it unasked."""
        first = INCLUDE.search(text)
        return self.flags if first and first[1] == HEADER else []
