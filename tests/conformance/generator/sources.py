# SPDX-License-Identifier: BSL-1.0
"""Case files -> C++: one function a case, many of them in a program; and the input of the planner's twin."""
import re

from order import is_open
from sql_types import Unsupported, cpp_string, cpp_value, read_type, row_type

KINDS = {"+I": "RowKind::insert", "-U": "RowKind::updateBefore", "+U": "RowKind::updateAfter", "-D": "RowKind::delete_"}
MODES = {"insert-only": "insertOnly", "all": "all", "upsert": "upsert"}
SINKS = ("changelog", "append", "upsert")


def quoted(name):
    return "`" + name.replace("`", "``") + "`"


def physical(table):
    return [(c["name"], read_type(c["type"]), c["type"]) for c in table["columns"] if "as" not in c]


def table_row_type(table):
    return row_type([(name, type_) for name, type_, _ in physical(table)])


def changelog_mode(table):
    mode = table.get("changelogMode", "insert-only")
    if mode not in MODES:
        raise Unsupported(f"changelogMode {mode}")
    return mode


def sink(case):
    kind = case.get("sink", "changelog")
    if kind not in SINKS:
        raise Unsupported(f"sink {kind}")
    return kind


def primary_key(columns):
    return f".primaryKey<{', '.join(map(cpp_string, columns))}>()"


def schema(table):
    """The Schema of a table that is more than its rows; else nothing."""
    computed = any("as" in c for c in table["columns"])
    parts = []
    if computed or "watermark" in table:
        for c in table["columns"]:
            parts.append(f".columnByExpression<{cpp_string(c['name'])}, {cpp_string(c['as'])}>()" if "as" in c
                         else f".column<{cpp_string(c['name'])}, {cpp_string(c['type'])}>()")
    if "watermark" in table:
        w = table["watermark"]
        parts.append(f".watermark<{cpp_string(w['column'])}, {cpp_string(w['as'])}>()")
    if table.get("primaryKey"):
        parts.append(primary_key(table["primaryKey"]))
    return "Schema()" + "".join(parts) if parts else ""


def from_stream(table, stream):
    """The call that makes the table of a stream."""
    mode, declared = changelog_mode(table), schema(table)
    if mode == "insert-only":
        return f"fromDataStream({', '.join(filter(None, [stream, declared]))})"
    if mode == "upsert":
        return f"fromChangelogStream({stream}, {declared or 'Schema()'}, ChangelogMode::upsert())"
    return f"fromChangelogStream({', '.join(filter(None, [stream, declared]))})"


def to_stream(case, environment, table):
    kind = sink(case)
    if kind == "append":
        return f"{environment}.toDataStream({table})"
    if kind == "upsert":  # a key is NOT NULL: Flink's targets were declared so, here a column that can be null says it itself
        nullable = [column["name"] for column in case.get("flink", {}).get("schema", []) if column["nullable"] and column["name"] in case["sinkKey"]]
        if nullable:
            columns = ", ".join(f"col<{cpp_string(name)}>.orThrow().as<{cpp_string(name)}>()" for name in nullable)
            table = f"{table}.addOrReplaceColumns({columns})"
        return f"{environment}.toChangelogStream({table}, Schema(){primary_key(case['sinkKey'])}, ChangelogMode::upsert())"
    return f"{environment}.toChangelogStream({table})"


UNITS = {"d": 86400000, "day": 86400000, "days": 86400000, "h": 3600000, "hour": 3600000, "hours": 3600000, "m": 60000, "min": 60000, "minute": 60000, "minutes": 60000,
         "s": 1000, "sec": 1000, "second": 1000, "seconds": 1000, "ms": 1, "milli": 1, "millis": 1, "millisecond": 1, "milliseconds": 1, "": 1}


def milliseconds(text):
    """One of Flink's durations: `1 h`, `500ms`."""
    m = re.fullmatch(r"\s*(\d+)\s*([a-z]*)\s*", str(text).lower())
    if not m or m[2] not in UNITS:
        raise Unsupported(f"duration {text}")
    return int(m[1]) * UNITS[m[2]]


def settings(case):
    """Calls on the table environment for the case's options."""
    calls = []
    for key, value in (case.get("options") or {}).items():
        if key == "table.exec.state.ttl":
            calls.append(f"setIdleStateRetention(std::chrono::milliseconds({milliseconds(value)}))")
        elif key == "table.local-time-zone":
            calls.append(f"setLocalTimeZone(timeZone({cpp_string(value)}))")
        else:
            raise Unsupported(f"option {key}")
    return calls


def is_batch(case):
    mode = case.get("mode", "streaming")
    if mode not in ("streaming", "batch"):
        raise Unsupported(f"mode {mode}")
    return mode == "batch"


def row_values(table):
    """Each row of a table as the arguments of its C++ constructor."""
    columns = physical(table)
    for row in table["rows"]:
        if len(row) != len(columns) + 1:
            raise Unsupported(f"a row of {table['name']} has {len(row) - 1} values for {len(columns)} columns")
        if row[0] not in KINDS:
            raise Unsupported(f"row kind {row[0]}")
        values = [cpp_value(v, t) for v, (_, t, _) in zip(row[1:], columns)]
        yield ", ".join(values if row[0] == "+I" else [KINDS[row[0]], *values])


def arrivals(case):
    """The table of each row in the order in which the rows arrive."""
    tables = {t["name"]: i for i, t in enumerate(case["tables"])}
    order = [tables[name] for name in case["feed"]] if case.get("feed") else [i for i, t in enumerate(case["tables"]) for _ in t["rows"]]
    if sorted(order) != [i for i, t in enumerate(case["tables"]) for _ in t["rows"]]:
        raise Unsupported("a feed that does not name each row once")
    return order


def streams(case):
    """Declares stream0, stream1, .. with the rows. Several streams are fed row by row, in the case's order."""
    tables = case["tables"]
    lines = [f"    using Row{i} = {table_row_type(t)};" for i, t in enumerate(tables)]
    rows = [list(row_values(t)) for t in tables]
    if is_batch(case) or len(tables) == 1:
        for i, values in enumerate(rows):
            lines.append(f"    std::vector<Row{i}> rows{i};")
            lines += [f"    rows{i}.push_back(Row{i}({v}));" for v in values]
            lines.append(f"    const auto stream{i} = env.fromCollection(std::move(rows{i}));")
        return lines
    lines.append("    SourceFeed feed(env);")
    lines += [f"    const auto stream{i} = feed.source<Row{i}>();" for i in range(len(tables))]
    remaining = [iter(r) for r in rows]
    lines += [f"    feed.push(stream{i}, Row{i}({next(remaining[i])}));" for i in arrivals(case)]
    return lines


def case_body(case, number):
    environments = 0
    lines = ["    StreamExecutionEnvironment env;", "    result.prepare(env);"]
    lines.append(f"    const auto db0 = {'BatchTableEnvironment' if is_batch(case) else 'StreamTableEnvironment'}::create(env);")
    lines += [f"    db0.{call};" for call in settings(case)]
    lines += streams(case)
    for i, table in enumerate(case["tables"]):
        lines.append(f"    const auto table{i} = db{environments}.{from_stream(table, f'stream{i}')};")
        lines.append(f"    result.table({cpp_string(table['name'])}, table{i});")
        lines.append(f"    const auto db{environments + 1} = db{environments}.createTemporaryView<{cpp_string(table['name'])}>(table{i});")
        environments += 1
    for view in case.get("views") or []:
        lines.append(f"    const auto db{environments + 1} = db{environments}.createTemporaryView<{cpp_string(view['name'])}>(db{environments}.sqlQuery<{cpp_string(view['sql'])}>());")
        environments += 1
    lines.append(f"    const auto answer = db{environments}.sqlQuery<{cpp_string(case['sql'])}>();")
    lines.append("    result.schema(answer);")
    lines.append(f"    result.run(env, {to_stream(case, f'db{environments}', 'answer')});")
    return "\n".join([f"void case{number}(Result& result) {{"] + lines + ["}"])


def program(cases):
    """A program of some (case, several): whether one input row may give several rows in open order. -DONLY=2 keeps one of them,
    -DWITHOUT_2 leaves it out."""
    chrono = ["#include <chrono>"] if any(settings(case) for case, _ in cases) else []
    out = [*chrono, '#include "values.hpp"', "", "namespace conformance {", "namespace {", ""]
    entries = []
    for i, (case, several) in enumerate(cases):
        out += [f"// {case['name']}", f"#if (!defined(ONLY) || ONLY == {i}) && !defined(WITHOUT_{i})", case_body(case, i), "#else",
                f"constexpr void (*case{i})(Result&) = nullptr;", "#endif", ""]
        free = "all" if is_open(case) else "several" if several and not is_batch(case) else "nothing"
        entries.append(f"    {{{cpp_string(case['name'])}, case{i}, Open::{free}}},")
    out += ["constexpr Case cases[] = {"] + entries + ["};", "",
            "}  // namespace", "}  // namespace conformance", "",
            "int main(int argc, char** argv) { return conformance::run(argc, argv, conformance::cases); }", ""]
    return "\n".join(out)


def case_of_line(text, line):
    """The number of the case that a line of a program (from 1) belongs to, or None."""
    number = None
    for at, content in enumerate(text.split("\n"), 1):
        if m := re.match(r"#if .*ONLY == (\d+)", content):
            number = int(m[1])
        elif content == "#endif":
            number = None
        if at == line:
            return number
    return None


def similar_first(cases):
    """Cases in an order in which those over tables of the same row types stand together, and share code in one program."""
    return sorted(cases, key=lambda case: ([table_row_type(t) for t in case["tables"]], [changelog_mode(t) for t in case["tables"]], is_batch(case)))


def twin_input(case):
    """The tables with their types as text, the views, the query: what twin.cpp reads."""
    fields = [case["name"], "batch" if is_batch(case) else "streaming"]
    for table in case["tables"]:
        columns = physical(table)
        projection = ""
        if any("as" in c for c in table["columns"]):
            items = ", ".join((c["as"] + "\n AS " if "as" in c else "") + quoted(c["name"]) for c in table["columns"])
            projection = f"SELECT {items} FROM {quoted('rows of ' + table['name'])}"
        fields += ["table", table["name"], projection, table.get("watermark", {}).get("column", ""), MODES[changelog_mode(table)], *table.get("primaryKey", []), ""]
        for name, _, text in columns:
            fields += [name, text]
        fields.append("")
    for view in case.get("views") or []:
        fields += ["view", view["name"], view["sql"]]
    fields += [sink(case), *case.get("sinkKey", []), "", case["sql"]]
    return b"".join(b"%d:%s" % (len(f.encode()), f.encode()) for f in fields)
