#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Calls everything public with nothing, too much, and the wrong kind, and measures what the compiler says.

The names come from the headers: the public members of the classes below, and their mirrors (what a refused step, table or
environment gives) must have all of them, so that one mistake is one message. `--mirrors` checks that only, without a compiler.
Each wrong call is a program of its own; one that compiles is fine, one that is refused has at most 12 lines of at most
400 characters. Ends with `N passed, N failed`.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from precompiled import Precompiled
from refusals import MOST_CHARACTERS, MOST_LINES, measured_length

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include/rivulet"

# Class, its header, an object of it in the prelude below.
CLASSES = [
    ("StreamExecutionEnvironment", "stream/environment.hpp", "env"),
    ("DataStream", "stream/data_stream.hpp", "clicks()"),
    ("KeyedStream", "stream/keyed_stream.hpp", "clicks().keyBy(&Click::user)"),
    ("WindowedStream", "stream/windowed_stream.hpp", "clicks().keyBy(&Click::user).window(TumblingEventTimeWindows::of(10))"),
    ("ConnectedStreams", "stream/connected_streams.hpp", "clicks().connect(clicks())"),
    ("BroadcastConnectedStream", "stream/broadcast_stream.hpp", "clicks().connect(clicks().broadcast())"),
    ("TableEnvironment", "table/environment.hpp", "tenv"),
    ("Table", "table/table.hpp", "table()"),
    ("GroupedTable", "table/table.hpp", "table().groupBy(col<\"user\">)"),
    ("WindowedTable", "table/table.hpp", "timed().window(Tumble::over(lit<10>.minutes()).on(col<\"ts\">).as<\"w\">())"),
    ("TableResult", "table/result.hpp", "table().execute()"),
    ("StatementSet", "table/result.hpp", "tenv.createStatementSet()"),
    ("Schema", "schema/schema.hpp", "Schema()"),
]
MIRRORS = {
    ("RefusedStream", "stream/refused_stream.hpp"): ["DataStream", "KeyedStream", "WindowedStream", "ConnectedStreams", "BroadcastConnectedStream"],
    ("RefusedTable", "table/refused_table.hpp"): ["Table", "GroupedTable", "WindowedTable"],
    ("RefusedEnvironment", "table/refused_environment.hpp"): ["TableEnvironment"],
}
# For rooms of the library only.
INTERNAL = {"origin", "environment", "keyOf", "core", "context"}
ARGUMENTS = ["", "Odd{}", "1", "\"text\"", "1, Odd{}, 2, Odd{}, 3, Odd{}"]

PRELUDE = """#include <rivulet/rivulet.hpp>
#include <string>
using namespace rivulet;
struct Click { std::string user; std::int64_t millis; };
struct Odd { int* p; };
inline const StreamExecutionEnvironment env;
inline const StreamTableEnvironment tenv = StreamTableEnvironment::create(env);
inline DataStream<Click> clicks() { return env.fromElements(Click{"ann", 1}); }
inline auto table() { return tenv.fromDataStream(clicks()); }
inline auto timed() { return tenv.fromDataStream(clicks(), Schema().column<"user", "STRING">().column<"millis", "BIGINT">().columnByExpression<"ts", "TO_TIMESTAMP_LTZ(millis, 3)">().watermark<"ts", "ts - INTERVAL '1' SECOND">()); }
"""


def body_of(text, name):
    """The text of a class, between its braces, without comments; the first that is not only declared."""
    text = re.sub(r"//[^\n]*", "", text)
    match = re.search(r"(?:class|struct)\s+" + name + r"\b[^;{(]*\{", text)
    if not match:
        return None, False
    depth, at = 1, match.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[match.end():at - 1], match[0].startswith("class")


def public_names(text, name):
    """The names of the public member functions of a class."""
    body, private = body_of(text, name)
    if body is None:
        return []
    names, depth, line, shown = [], 0, "", not private
    for part in re.split(r"([{};])", body):
        if depth == 0:
            access = re.findall(r"\b(public|private|protected):", part)
            before = part
            if access:
                before = part[part.rindex(access[-1]) + len(access[-1]) + 1:]
                shown = access[-1] == "public"
                line = ""
            line += before if part not in "{};" else ""
        if part == "{":
            depth += 1
        elif part == "}":
            depth -= 1
        if depth == 0 and part in ("}", ";"):
            head = line.replace("->", "")
            while (shorter := re.sub(r"<[^<>]*>", "", head)) != head:
                head = shorter
            head = re.sub(r"\[\[\w+\]\]|requires\s*\((?:[^()]|\([^()]*\))*\)", "", head)
            calls = [c for c in re.findall(r"\b([A-Za-z]\w*)\s*\(", head) if c not in ("requires", "sizeof", "decltype")]
            constructs = not calls or calls[0] == name
            if shown and not constructs and not re.search(r"\b(operator|using|friend)\b", head) and calls[0] not in names:
                names.append(calls[0])
            line = ""
    return names


def all_names():
    return {name: [n for n in public_names((INCLUDE / header).read_text(), name) if n not in INTERNAL] for name, header, _ in CLASSES}


def mirror_complaints(names):
    for (mirror, header), originals in MIRRORS.items():
        has = set(public_names((INCLUDE / header).read_text(), mirror))
        for original in originals:
            for missing in [n for n in names[original] if n not in has]:
                yield f"{mirror} lacks {missing} of {original}"


def measure(compiler, flags, precompiled, call, folder, number):
    unit = Path(folder) / f"call{number}.cpp"
    unit.write_text(f"{PRELUDE}void f() {{ {call}; }}\n")
    more = precompiled.for_text(PRELUDE)
    done = subprocess.run([compiler, "-fsyntax-only", *more, *flags, str(unit)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    lines = done.stdout.splitlines()
    if done.returncode == 0:
        return None
    longest = max(map(measured_length, lines), default=0)
    if len(lines) > MOST_LINES or longest > MOST_CHARACTERS:
        return f"{call} ({compiler}): {len(lines)} lines, the longest of {longest} characters"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mirrors", action="store_true", help="only what needs no compiler")
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--only", help="a part of class.name")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    names = all_names()
    complaints = [f"no public names of {name} were found" for name, found in names.items() if not found] + list(mirror_complaints(names))
    if arguments.list:
        for name, found in names.items():
            print(f"{name}: {' '.join(found)}")
    done = sum(map(len, names.values()))
    if not arguments.mirrors and not arguments.list:
        calls = [f"{object_}.{name}({given})" for class_, _, object_ in CLASSES for name in names[class_] for given in ARGUMENTS
                 if not arguments.only or arguments.only in f"{class_}.{name}"]
        flags = ["-std=c++20", f"-I{ROOT / 'include'}"]
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
            for compiler in arguments.compiler or ["g++"]:
                precompiled = Precompiled(compiler, flags)
                found = list(pool.map(lambda item: measure(compiler, flags, precompiled, item[1], folder, item[0]), enumerate(calls)))
                complaints += filter(None, found)
        done = len(calls) * len(arguments.compiler or ["g++"])
    for complaint in complaints:
        print(f"FAILED {complaint}")
    print(f"{done - len(complaints)} passed, {len(complaints)} failed")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
