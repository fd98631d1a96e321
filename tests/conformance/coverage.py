#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Every recorded conversion is tested, stands in docs/differences.md, or is on the list of what later work brings.

Tested is a case that
  - is a CONFORMANCE(name) of tests/conformance/*.cpp (which compares each recorded part),
  - or a row {"name", ..} of a table in the files of TABLES below, with the recorded texts in that file word for word,
  - or a refusal of tests/refusals/conformance.cpp, named in the comment above its case.
A CONFORMANCE with c.differs(..) in it needs its row in docs/differences.md as well, and counts there.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "conformance"
TABLES = ("tests/table/tableau.cpp", "tests/schema/schema.cpp")


def conformance_cases():
    """name -> whether something in it differs on purpose"""
    found = {}
    for path in sorted(HERE.glob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        starts = list(re.finditer(r"^CONFORMANCE\((\w+)\)", text, re.M))
        for start, end in zip(starts, starts[1:] + [None]):
            body = text[start.end():end.start() if end else len(text)]
            name = start.group(1)
            if name in found:
                sys.exit("%s is tested twice" % name)
            found[name] = "c.differs(" in body
    return found


def table_rows():
    found = {}
    for table in TABLES:
        text = (ROOT / table).read_text(encoding="utf-8")
        # pieces of one literal as one, line breaks written as \n
        joined = re.sub(r'"\s*\n\s*"', "", text)
        for name in re.findall(r'\{"(\w+)",', text):
            found.setdefault(name, []).append(text + joined.replace("\\n", "\n"))
    return found


def texts_of(case):
    """Schema and print, which is all that the tables have."""
    return [case[part] for part in ("printSchema", "print") if part in case]


def named_in(path, pattern):
    return set(re.findall(pattern, path.read_text(encoding="utf-8"), re.M)) if path.exists() else set()


def main():
    cases = {case["name"]: case for case in json.loads((HERE / "conversions.json").read_text(encoding="utf-8"))}
    later_list = json.loads((HERE / "later.json").read_text(encoding="utf-8"))
    own, tables = conformance_cases(), table_rows()
    refusals = named_in(ROOT / "tests" / "refusals" / "conformance.cpp", r"^// ((?:\w+, )*\w+)$")
    refusals = {name for line in refusals for name in line.split(", ")}
    different = {}
    for line in (ROOT / "docs" / "differences.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) >= 4 and "`" in cells[-2]:
            for name in re.findall(r"`(\w+)`", cells[-2]):
                different[name] = bool(cells[1]) and bool(cells[2])

    problems, counts, groups = [], {"tested": 0, "different": 0, "later": 0}, {}
    queries = "".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "cases").glob("*.json")))
    for name in own:
        if name not in cases:
            problems.append("%s: no such case" % name)
    for name in different:
        if name not in cases and "_" in name and '"%s"' % name not in queries:
            problems.append("docs/differences.md: no case %s" % name)
    for kind, entry in later_list.items():
        for name in entry["names"]:
            if name not in cases:
                problems.append("later.json, %s: no case %s" % (kind, name))
    for name, case in cases.items():
        later = [kind for kind, entry in later_list.items() if name in entry["names"] or case["group"] in entry["groups"]]
        by_table = any(all(text.strip() in file for text in texts_of(case)) for file in tables.get(name, [])) and bool(texts_of(case))
        only_shown = by_table and "rows" not in case and "error" not in case
        if own.get(name) is True and name not in different:
            problems.append("%s: differs here on purpose, but docs/differences.md does not say why" % name)
        if name in different and not different[name]:
            problems.append("%s: docs/differences.md gives no reason" % name)
        if own.get(name) is False or (only_shown and name not in own):
            outcome = "tested"
        elif name in different:
            outcome = "different"
        elif later:
            outcome = "later"
        elif name in refusals:
            outcome = "tested"
        else:
            problems.append("%s (%s): neither tested, nor in docs/differences.md, nor in later.json" % (name, case["group"]))
            continue
        if later and own.get(name) is not None:
            problems.append("%s: tested, but still in later.json" % name)
        counts[outcome] += 1
        groups.setdefault(case["group"], dict.fromkeys(counts, 0))[outcome] += 1

    for group, of in sorted(groups.items()):
        print("%-20s %s" % (group, "  ".join("%s %3d" % item for item in of.items())))
    print("tested %(tested)d, different %(different)d, later %(later)d" % counts, "of", len(cases))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
