# SPDX-License-Identifier: BSL-1.0
"""What Flink answered beside what rivulet answers."""
import json

from sql_types import Unsupported, canonical, read_type
from sources import line_and_column, position_range


def short(value, most=700):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= most else text[:most] + " .."


def schema_text(columns):
    lines = []
    for c in columns:
        kind = c.get("time")
        type_text = c["type"] if not kind or "*" in c["type"] else f"{c['type']} *{kind.upper()}*"
        name = c["name"].replace("`", "``")
        lines.append(f"`{name}` {type_text}{'' if c['nullable'] else ' NOT NULL'}")
    return lines


def schema_lines(text):
    return [line.strip().rstrip(",") for line in text.strip().splitlines()[1:-1]]


def ordered(case):
    if case.get("order") == "any":
        return False
    if case.get("mode") == "batch":
        return "ORDER BY" in case["sql"].upper()
    return not case.get("feed")  # streams cannot yet be fed in a given order


def same_refusal(case, answer):
    """Whether two refusals name the same thing: the text, or the place in it; Flink does not always say."""
    error = case["flink"]["error"]
    there = position_range(error)
    subject = answer.get("subject", "")
    if subject and subject.lower() in error.lower():
        return True
    if not there or "position" not in answer:
        return True
    here = line_and_column(case["sql"], answer["position"])
    return there[0] <= here <= there[1]


def first_difference(expected, got):
    if len(expected) != len(got):
        return f"{len(expected)} rows: {short(expected)}", f"{len(got)} rows: {short(got)}"
    at = next(i for i, (e, g) in enumerate(zip(expected, got)) if e != g)
    return f"row {at + 1}: {short(expected[at])}", f"{short(got[at])}"


def compare(case, answer):
    """None if rivulet answers as Flink did, else (expected, got)."""
    flink = case["flink"]
    where = flink.get("errorAt")
    if "refused" in answer:
        if where == "plan":
            return None if same_refusal(case, answer) else ("refused: " + short(flink["error"]), "refused: " + short(answer["refused"]))
        return ("an answer" if not where else "an error while running: " + short(flink["error"])), "refused: " + short(answer["refused"])
    if where == "plan":
        return "refused: " + short(flink["error"]), "accepted: " + short(answer.get("print", answer.get("failed", "")))
    if "crashed" in answer:
        return ("an answer" if not where else "an error while running"), answer["crashed"]
    for name, table in (flink.get("tables") or {}).items():
        expected, got = schema_lines(table["printSchema"]), schema_lines(answer["table " + name])
        if expected != got:
            return f"{name}: {short(expected)}", short(got)
    if "schema" in flink:
        expected, got = schema_text(flink["schema"]), schema_lines(answer["schema"])
        if expected != got:
            at = [i for i in range(max(len(expected), len(got))) if expected[i:i + 1] != got[i:i + 1]]
            pick = lambda lines: ", ".join(lines[i] for i in at if i < len(lines))
            return "columns " + short(pick(expected)), short(pick(got))
    if where == "run":
        return None if "failed" in answer else ("an error while running: " + short(flink["error"]), short(answer["print"]))
    if "failed" in answer:
        return "rows " + short(flink["print"]), "an error: " + short(answer["failed"])
    try:
        types = [read_type(c["type"]) for c in flink["schema"]]
    except Unsupported as e:
        return str(e), short(answer["print"])
    form = lambda rows: [[r[0]] + [canonical(v, t) for v, t in zip(r[1:], types)] for r in rows]
    expected, got = form(flink["rows"]), form(answer["rows"])
    printed = list(zip(map(json.dumps, expected), flink["print"])), list(zip(map(json.dumps, got), answer["print"]))
    if not ordered(case):
        printed = tuple(sorted(p) for p in printed)
    if [v for v, _ in printed[0]] != [v for v, _ in printed[1]]:
        pick = lambda side: [text for _, text in side]
        expected, got = pick(printed[0]), pick(printed[1])
        return first_difference(expected, got) if expected != got else (short([v for v, _ in printed[0]]), short([v for v, _ in printed[1]]))
    if [p for _, p in printed[0]] != [p for _, p in printed[1]]:
        return first_difference([p for _, p in printed[0]], [p for _, p in printed[1]])
    return None


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
