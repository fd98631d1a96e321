# SPDX-License-Identifier: BSL-1.0
"""What Flink answered beside what rivulet answers."""
import json
import re

from order import is_open, same_order, text
from refusals import same_thing
from sql_types import Unsupported, canonical, read_type


def short(value, most=700):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= most else text[:most] + " .."


def schema_text(columns):
    lines = []
    for c in columns:
        kind = c.get("time")
        type_text, marker = re.fullmatch(r"(.*?)( \*\w+\*)?", c["type"]).groups()
        name = c["name"].replace("`", "``")
        lines.append(f"`{name}` {type_text}{'' if c['nullable'] else ' NOT NULL'}{marker or (f' *{kind.upper()}*' if kind else '')}")
    return lines


def schema_lines(text):
    return [line.strip().rstrip(",") for line in text.strip().splitlines()[1:-1]]


def print_form(text, types):
    """A printed row; entries of maps have no order."""
    if not any(t.root in ("MAP", "MULTISET") for t in types):
        return text
    return re.sub(r"\{([^{}]*)\}", lambda m: "{" + ", ".join(sorted(m[1].split(", "))) + "}", text)


def first_difference(expected, got):
    if len(expected) != len(got):
        return f"{len(expected)} rows: {short(expected)}", f"{len(got)} rows: {short(got)}"
    at = next((i for i, (e, g) in enumerate(zip(expected, got)) if e != g), None)
    if at is None:
        return short(expected), short(got)
    return f"row {at + 1}: {short(expected[at])}", short(got[at])


def compare_failure(case, answer):
    """A case that was refused, or that failed while running, on one of the sides."""
    flink = case["flink"]
    where = flink.get("errorAt")
    wanted = {None: "an answer", "plan": "refused: " + short(flink.get("error", "")), "run": "an error while running: " + short(flink.get("error", ""))}[where]
    if "crashed" in answer:
        return wanted, answer["crashed"]
    same = lambda text: same_thing(case["sql"], flink["error"], text, answer.get("subject", ""), answer.get("position"))
    if "refused" in answer:
        return None if where == "plan" and same(answer["refused"]) else (wanted, "refused: " + short(answer["refused"]))
    if where == "plan":
        return wanted, "accepted: " + short(answer.get("print", answer.get("failed", "")))
    if "failed" in answer:
        return None if where == "run" and same(answer["failed"]) else (wanted, "an error: " + short(answer["failed"]))
    return (wanted, short(answer["print"])) if where == "run" else None


def without_markers(case, lines):
    """The recorded batch cases set the mode of the stream environment only, where time attributes are still shown. With batch settings of the table
    environment, as BatchTableEnvironment has them, Flink shows none."""
    return [re.sub(r" \*(ROWTIME|PROCTIME)\*", "", line) for line in lines] if case.get("mode") == "batch" else lines


def compare_columns(case, answer):
    flink = case["flink"]
    for name, table in (flink.get("tables") or {}).items():
        expected, got = without_markers(case, schema_lines(table["printSchema"])), schema_lines(answer["table " + name])
        if expected != got:
            return f"{name}: {short(expected)}", short(got)
    if "schema" in flink:
        expected, got = without_markers(case, schema_text(flink["schema"])), schema_lines(answer["schema"])
        if expected != got:
            at = [i for i in range(max(len(expected), len(got))) if expected[i:i + 1] != got[i:i + 1]]
            pick = lambda lines: ", ".join(lines[i] for i in at if i < len(lines))
            return "columns " + short(pick(expected)), short(pick(got))
    return None


def compare_rows(case, answer):
    flink = case["flink"]
    try:
        types = [read_type(c["type"]) for c in flink["schema"]]
    except Unsupported as e:
        return str(e), short(answer["print"])
    values = lambda rows: [[r[0]] + [canonical(v, t) for v, t in zip(r[1:], types)] for r in rows]
    expected, got = values(flink["rows"]), values(answer["rows"])
    if "print" in flink:  # what is printed counts as one more column
        with_prints = lambda rows, prints: [row + [print_form(p, types)] for row, p in zip(rows, prints)]
        expected, got = with_prints(expected, flink["print"]), with_prints(got, answer["print"])
    if same_order(case, expected, got, answer.get("ends")):
        return None
    if is_open(case):
        expected, got = sorted(expected, key=text), sorted(got, key=text)
    prints = [row[-1] for row in expected], [row[-1] for row in got]
    return first_difference(*(prints if "print" in flink and prints[0] != prints[1] else (expected, got)))


def compare(case, answer):
    """None if rivulet answers as Flink did, else (expected, got)."""
    if "cut" in answer:
        return "the same rows however they are cut into batches", answer["cut"]
    where = case["flink"].get("errorAt")
    if where or not {"refused", "crashed", "failed"}.isdisjoint(answer):
        different = compare_failure(case, answer)
        return different or (compare_columns(case, answer) if where == "run" else None)
    return compare_columns(case, answer) or compare_rows(case, answer)


def is_recorded(difference, answer):
    """Whether rivulet's answer is the different one that the list gives a reason for: each entry of `got` is that of the answer,
    a refusal or error by a part of its text."""
    for key, value in difference["got"].items():
        if key not in answer:
            return False
        if key in ("refused", "failed"):
            if value not in answer[key]:
                return False
        elif key == "schema":
            if value != schema_lines(answer[key]):
                return False
        elif value != answer[key]:
            return False
    return True
