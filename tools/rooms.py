#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks which way the headers' includes flow, and how each header starts.

A header includes only its own room and rooms above it; runtime and stream know nothing of SQL and plans; what
rivulet.hpp brings in has no dear standard header. A table that an enumeration is looked up in has a static_assert
on its size. Ends with `N headers, N offences`.
"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ["core", "types", "reflect", "schema", "expr", "sql", "plan", "runtime", "stream", "lift", "table", "format", "connector", "flink"]
STRANGERS = {"runtime": {"sql", "plan"}, "stream": {"sql", "plan"}}
DEAR = {"chrono", "functional", "ranges", "iostream", "regex", "sstream", "variant", "boost/hana.hpp", "boost/pfr.hpp"}
UMBRELLA = "rivulet/rivulet.hpp"
LICENSE = "// SPDX-License-Identifier: BSL-1.0"

TABLE = re.compile(r"\bconstexpr [\w:]+ (?:const )?(\w+)\[\] ?=? ?\{")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def includes_of(path):
    """(line, is in quotes, name) of each include."""
    found = []
    for line, text in enumerate(path.read_text().splitlines(), 1):
        if match := INCLUDE.match(text):
            found.append((line, match[1] == '"', match[2]))
    return found


def room_of(name):
    """The room of an include name such as rivulet/core/error.hpp; None where there is none."""
    parts = name.split("/")
    return parts[1] if parts[0] == "rivulet" and len(parts) > 2 else None


def offences_of_header(name, path, includes):
    lines = path.read_text().splitlines()
    if not lines or lines[0] != LICENSE:
        yield f"{path}:1: the first line is not `{LICENSE}`"
    if len(lines) < 2 or not lines[1].startswith("// "):
        yield f"{path}:2: no line that says what the header is"
    if "#pragma once" not in lines:
        yield f"{path}:1: no #pragma once"
    text = "\n".join(lines)
    for line, code in enumerate(lines, 1):
        if (table := TABLE.search(code)) and re.search(rf"\b{table[1]}\[static_cast<(?:int|std::size_t)>\([\w.]*[a-z]\w*\)\]", text):
            if not re.search(rf"sizeof {table[1]} / sizeof \*{table[1]}\b", "\n".join(lines[line - 1:line + 20])):
                yield f"{path}:{line}: no static_assert that {table[1]} has an entry for each value"
    room = room_of(name)
    if room is None and name != UMBRELLA:
        yield f"{path}:1: stands in no room"
    if room is not None and room not in ROOMS:
        yield f"{path}:1: unknown room {room}"
        return
    for line, quoted, included in includes:
        if quoted:
            yield f"{path}:{line}: \"{included}\" should be <rivulet/room/...>"
        other = room_of(included)
        if included == UMBRELLA:
            yield f"{path}:{line}: a header does not include the umbrella"
        if room is None or other is None:
            continue
        if other not in ROOMS:
            yield f"{path}:{line}: unknown room {other}"
        elif ROOMS.index(other) > ROOMS.index(room):
            yield f"{path}:{line}: {room} includes {included}, which is below it"
        elif other in STRANGERS.get(room, ()):
            yield f"{path}:{line}: {room} knows nothing of {other}, but includes {included}"


def offences_of_umbrella(include, includes):
    """Dear headers that the umbrella reaches, each with the header that brings it in."""
    seen, waiting = set(), [UMBRELLA]
    while waiting:
        name = waiting.pop()
        for line, _, included in includes.get(name, []):
            if included in DEAR:
                yield f"{include / name}:{line}: <{included}> reaches every user of {UMBRELLA}"
            if included in includes and included not in seen:
                seen.add(included)
                waiting.append(included)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("include", nargs="?", type=Path, default=ROOT / "include")
    include = parser.parse_args().include
    headers = {str(path.relative_to(include)): path for path in sorted((include / "rivulet").rglob("*.hpp"))}
    includes = {name: includes_of(path) for name, path in headers.items()}
    offences = [f"{headers[name]}:{line}: there is no <{other}>" for name in headers for line, _, other in includes[name]
                if other.startswith("rivulet/") and other not in headers]
    for name, path in headers.items():
        offences += offences_of_header(name, path, includes[name])
    offences += offences_of_umbrella(include, includes)
    for offence in offences:
        print(offence)
    print(f"{len(headers)} headers, {len(offences)} offences")
    return 1 if offences or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
