#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What the compiler makes of n and of 2n of something long in a query: the characters of all symbols, counted and not timed, grow no faster than n.

A name that repeats all elements of a list for each of them is how compile time became quadratic."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tools")]
import compile_time  # noqa: E402
from precompiled import Precompiled  # noqa: E402

# n, and the most symbols that each further element may add.
CASES = {"branches of CASE over literals": (40, 0.5), "branches of CASE": (20, 12), "integers of IN": (60, 0.5), "OR (.. AND ..)": (20, 24), "rows of VALUES": (40, 0.5)}
MOST_GROWTH = 2.5  # of the characters beyond those of a query without, from n to 2n; a square would be 4


def symbols(flags, folder, text):
    unit = folder / "unit.cpp"
    unit.write_text(text)
    subprocess.run(["g++", *flags, "-c", str(unit), "-o", str(folder / "unit.o")], check=True)
    listed = subprocess.run(["nm", "-P", str(folder / "unit.o")], capture_output=True, text=True, check=True).stdout
    # The text of the query is a template argument, and so in a few names; each of its characters is several there.
    query = re.search(r'R"sql\((.*)\)sql"', text, re.DOTALL)[1]
    return [name for name in (line.split(" ", 1)[0] for line in listed.splitlines()) if f"FixedStringILm{len(query) + 1}E" not in name]


def main():
    same = ["-std=c++20", f"-I{ROOT / 'include'}", "-O0", "-g0"]
    precompiled = Precompiled("g++", same)
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="compile-growth-") as name:
        of = lambda what, n: symbols([*precompiled.flags, *same], Path(name), compile_time.long_unit(what, n))
        for what, (n, most) in CASES.items():
            base, small, large = (of(what, k) for k in (1, n, 2 * n))
            beyond = [sum(map(len, s)) - sum(map(len, base)) for s in (small, large)]
            growth = beyond[1] / max(beyond[0], 2000)  # less is a table more or less
            each = (len(large) - len(small)) / n
            good = growth <= MOST_GROWTH and each <= most
            wrong += not good
            print(f"{'ok' if good else 'WRONG'}: {2 * n} {what}: {growth:.2f} times the characters of {n}, {each:.1f} symbols for each further one")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
