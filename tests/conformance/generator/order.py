# SPDX-License-Identifier: BSL-1.0
"""Whether two results are the same rows in an order that is left open as far as Flink leaves it open.

Rows are compared as they are; each begins with its kind: ["+I", 1, "a"].
"""
import json

from sql_text import ends_in_order_by


def text(row):
    return json.dumps(row, ensure_ascii=False)


def as_set(rows):
    return sorted(map(text, rows))


def retracts(row):
    return row[0] in ("-U", "-D")


def replacements(rows):
    """A row that is taken back with the one that replaces it, if that one follows at once; other rows by themselves."""
    units, i = [], 0
    while i < len(rows):
        size = 2 if retracts(rows[i]) and i + 1 < len(rows) and not retracts(rows[i + 1]) else 1
        units.append(rows[i:i + size])
        i += size
    return sorted(map(text, units))


def runs(rows):
    """Stretches of rows that are all taken back, or all added, each without order."""
    stretches = []
    for row in rows:
        if stretches and retracts(stretches[-1][-1]) == retracts(row):
            stretches[-1].append(row)
        else:
            stretches.append([row])
    return [as_set(s) for s in stretches]


def same_of_one_input(expected, got):
    """The changes that one input row made to several rows: in any order, but what takes back a row stays in front of what replaces it."""
    return replacements(expected) == replacements(got) or runs(expected) == runs(got)


def is_open(case):
    """Whether the rows have no order at all."""
    return case.get("order") == "any" or (case.get("mode") == "batch" and not ends_in_order_by(case["sql"]))


def same_order(case, expected, got, ends=None):
    """`ends`: how many rows there are after each input row, if that is known and one input row may give several in open order."""
    if expected == got:
        return True
    if as_set(expected) != as_set(got):
        return False
    if is_open(case):
        return True
    if not ends:
        return False
    begin = 0
    for end in ends:
        if not same_of_one_input(expected[begin:end], got[begin:end]):
            return False
        begin = end
    return begin == len(got)
