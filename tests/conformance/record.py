#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes what Flink answered to each conversion as C++ data: record.py conversions.json OUTPUT.cpp

A part of a case is one text: printSchema (also _2, _3, ..), query, rows (a line each), print, error (the message and what caused it).
Where a case's row order is open the test says so.
"""
import json
import sys

TEXTS = ("printSchema", "printSchema_2", "printSchema_3", "printSchema_flatten", "printSchema_select", "query", "print")


def parts(case):
    for part in TEXTS:
        if part in case:
            yield part, case[part] + ("\n" if part == "query" else "")
    if "rows" in case and (case["rows"] or "error" not in case):
        yield "rows", "".join(row + "\n" for row in case["rows"])
    if "error" in case:
        yield "error", "\n".join([case["error"]["message"]] + case["error"].get("chain", []))


def literal(text):
    """A C++ string literal of plain ASCII; long texts in pieces of a line each."""
    lines = text.split("\n")
    pieces = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    out = []
    for piece in pieces or [""]:
        out.append('"' + "".join("\\n" if b == 10 else chr(b) if 32 <= b < 127 and b not in b'"\\?' else "\\%03o" % b for b in piece.encode()) + '"')
    return "\n     ".join(out)


def main(source, target):
    with open(source, encoding="utf-8") as f:
        cases = json.load(f)
    out = ["// Made from conversions.json by record.py; do not edit.", "#include <conformance/case.hpp>", "", "const conformance::Recorded conformance::recorded[] = {"]
    count = 0
    for case in cases:
        for part, text in parts(case):
            out.append('    {"%s", "%s",\n     %s},' % (case["name"], part, literal(text)))
            count += 1
    out += ["};", "const std::size_t conformance::recordedCount = %d;" % count, ""]
    with open(target, "w", encoding="utf-8") as f:
        f.write("\n".join(out))


if __name__ == "__main__":
    main(*sys.argv[1:])
