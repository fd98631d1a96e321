# SPDX-License-Identifier: BSL-1.0
"""What can be read off a query's text without planning it."""
import re

TOKEN = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|`(?:[^`]|``)*`|[^\W\d]\w*|\d[\w.]*|\s+|.", re.S)
# Words that every query has, so that two texts which share one need not speak of the same.
GLUE = set("select from as and or by on where is not null in the of to with group order having all distinct case when then else end asc desc "
           "values union join left right inner outer full cross table limit first last".split())


def tokens(sql):
    return [t for t in TOKEN.findall(sql) if not t.isspace() and not t.startswith(("--", "/*"))]


def ends_in_order_by(sql):
    """Whether the outermost query has an ORDER BY: the last clause but for LIMIT, OFFSET and FETCH."""
    depth, before, found = 0, "", False
    for token in tokens(sql):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0:
            found = found or (before.upper(), token.upper()) == ("ORDER", "BY")
            before = token
    return found


def names(sql):
    """The names and quoted texts of a query, in lower case."""
    found = set()
    for token in tokens(sql):
        if token[0] in "`'":
            found.add(token[1:-1].replace(token[0] * 2, token[0]).lower())
        elif re.match(r"[^\W\d]", token) and token.lower() not in GLUE:
            found.add(token.lower())
    return found - {""}
