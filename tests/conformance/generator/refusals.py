# SPDX-License-Identifier: BSL-1.0
"""Whether two refusals of a query, Flink's and ours, name the same thing. Their sentences differ, and should."""
import re

from sql_text import names

# What a refusal can be about besides a name in the query; a pattern for each, as either side words it.
NOTIONS = [r"aggregat|grouped|group by", r"\bjoin", r"\bsort|order by|rank|limit|top-n", r"update|delete|append", r"primary key|upsert key|\bkey\b", r"by zero",
           r"out of range|too large|too many digits|overflow|does not fit", r"more than one|several|two rows|single", r"column count|number of columns|columns:",
           r"number of arguments|arguments:", r"correlat|lateral", r"system_time|temporal", r"\bcondition|boolean", r"time attribute|rowtime|proctime", r"\bnull\b",
           r"illegal|invalid|not in format|bad|no date|no such", r"nested|inside another", r"ambiguous|more than one table", r"not found|unknown|nearest", r"parse|expected|syntax",
           r"index", r"window", r"compar|'=|implicit"]


def position_range(error):
    """What Flink's message points at: ((line, column), (line, column)) or nothing."""
    m = re.search(r"[Ff]rom line (\d+), column (\d+) to line (\d+), column (\d+)", error)
    if m:
        return (int(m[1]), int(m[2])), (int(m[3]), int(m[4]))
    m = re.search(r"[Aa]t line (\d+), column (\d+)", error)
    return ((int(m[1]), int(m[2])),) * 2 if m else None


def line_and_column(sql, offset):
    before = sql.encode()[:offset].decode(errors="replace")
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def sentence(error):
    """Flink's message and its causes without the plan that it may be illustrated with: that one names everything."""
    return "\n".join(line for line in error.replace(" | ", "\n").splitlines() if not re.match(r"\s*(\+-|Flink(Logical|Physical))|\s+:", line))


def things(text, known):
    """What a text speaks of: the names of `known`, notions, and what stands in quotes."""
    text = text.lower()
    quoted = {a or b for a, b in re.findall(r"'([^']+)'|`([^`]+)`", text)}
    return (known & (quoted | set(re.findall(r"[^\W\d]\w*", text)))) | {n for n in NOTIONS if re.search(n, text)} | quoted


def same_thing(sql, error, text, subject="", position=None):
    """Whether our text (with its subject, at an offset of the query) is about what Flink's error is about."""
    flink = sentence(error)
    if subject and subject.lower() in flink.lower():
        return True
    there = position_range(flink)
    if there and position is not None and there[0] <= line_and_column(sql, position) <= there[1]:
        return True
    return bool(things(flink, names(sql)) & things(text, names(sql)))
