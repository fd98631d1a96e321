# SPDX-License-Identifier: BSL-1.0
"""Case files -> C++: one function a case, many of them in a program; and the input of the twin."""
import re

from sql_types import Unsupported, cpp_string, cpp_value, read_type, row_type


def quoted(name):
    return "`" + name.replace("`", "``") + "`"


def physical(table):
    return [(c["name"], read_type(c["type"]), c["type"]) for c in table["columns"] if "as" not in c]


def is_declared(table):
    """Whether the table is more than its rows, and needs a Schema."""
    return any("as" in c for c in table["columns"]) or "watermark" in table or "primaryKey" in table


def schema(table):
    parts = ["Schema()"]
    for c in table["columns"]:
        parts.append(f".columnByExpression<{cpp_string(c['name'])}, {cpp_string(c['as'])}>()" if "as" in c
                     else f".column<{cpp_string(c['name'])}, {cpp_string(c['type'])}>()")
    if "watermark" in table:
        w = table["watermark"]
        parts.append(f".watermark<{cpp_string(w['column'])}, {cpp_string(w['as'])}>()")
    if table.get("primaryKey"):
        parts.append(f".primaryKey<{', '.join(map(cpp_string, table['primaryKey']))}>()")
    return "".join(parts)


def case_body(case, function):
    out = []
    environment = 0
    body = ["    StreamExecutionEnvironment env;"]
    if case.get("mode") == "batch":
        body.append("    env.setRuntimeMode(RuntimeExecutionMode::Batch);")
    body.append("    const auto db0 = StreamTableEnvironment::create(env);")
    for i, table in enumerate(case["tables"]):
        columns = physical(table)
        name = f"Rows{function}_{i}"
        out.append(f"using {name} = {row_type([(n, t) for n, t, _ in columns])};")
        body.append(f"    std::vector<{name}> rows{i};")
        for row in table["rows"]:
            if len(row) != len(columns) + 1:
                raise Unsupported(f"a row of {table['name']} has {len(row) - 1} values for {len(columns)} columns")
            values = ", ".join(cpp_value(v, t) for v, (_, t, _) in zip(row[1:], columns))
            body.append(f"    rows{i}.push_back({name}({values}));")
        declared = f", {schema(table)}" if is_declared(table) else ""
        body.append(f"    const auto table{i} = db{environment}.fromDataStream(env.fromCollection(std::move(rows{i})){declared});")
        body.append(f"    result.table({cpp_string(table['name'])}, table{i});")
        body.append(f"    const auto db{environment + 1} = db{environment}.createTemporaryView<{cpp_string(table['name'])}>(table{i});")
        environment += 1
    for view in case.get("views") or []:
        body.append(f"    const auto db{environment + 1} = db{environment}.createTemporaryView<{cpp_string(view['name'])}>(db{environment}.sqlQuery<{cpp_string(view['sql'])}>());")
        environment += 1
    body.append(f"    result.rows(db{environment}.sqlQuery<{cpp_string(case['sql'])}>());")
    return "\n".join(out + [f"void case{function}(Result& result) {{"] + body + ["}"])


def program(cases):
    """A program of some cases. -DONLY=2 keeps one of them, -DWITHOUT_2 leaves it out."""
    out = ['#include "values.hpp"', "", "namespace conformance {", "namespace {", ""]
    for i, (case, body) in enumerate(cases):
        out += [f"// {case['name']}", f"#if (!defined(ONLY) || ONLY == {i}) && !defined(WITHOUT_{i})", body, "#else",
                f"constexpr void (*case{i})(Result&) = nullptr;", "#endif", ""]
    out += ["constexpr Case cases[] = {"] + [f"    {{{cpp_string(case['name'])}, case{i}}}," for i, (case, _) in enumerate(cases)] + ["};", "",
            "}  // namespace", "}  // namespace conformance", "",
            "int main(int argc, char** argv) { return conformance::run(argc, argv, conformance::cases); }", ""]
    return "\n".join(out)


def twin_input(case):
    """The tables with their types as text, the views, the query."""
    fields = [case["name"]]
    for table in case["tables"]:
        columns = physical(table)
        projection = ""
        if any("as" in c for c in table["columns"]):
            items = ", ".join((c["as"] + "\n AS " if "as" in c else "") + quoted(c["name"]) for c in table["columns"])
            projection = f"SELECT {items} FROM {quoted('rows of ' + table['name'])}"
        fields += ["table", table["name"], projection]
        for name, _, text in columns:
            fields += [name, text]
        fields.append("")
    for view in case.get("views") or []:
        fields += ["view", view["name"], view["sql"]]
    fields += ["query", case["sql"]]
    return b"".join(b"%d:%s" % (len(f.encode()), f.encode()) for f in fields)


def not_for_us(case):
    """Why a case cannot be tried yet, or nothing."""
    for table in case["tables"]:
        if table.get("changelogMode", "insert-only") != "insert-only":
            return "a table with updates"
        if any(row[0] != "+I" for row in table["rows"]):
            return "rows that are no insertions"
    for key, value in (case.get("options") or {}).items():
        if not (key == "table.local-time-zone" and value == "UTC"):
            return f"option {key}"
    return None


def position_range(error):
    """What Flink's message points at, as offsets are counted by lines and columns: ((line, column), (line, column)) or nothing."""
    m = re.search(r"[Ff]rom line (\d+), column (\d+) to line (\d+), column (\d+)", error)
    if m:
        return (int(m[1]), int(m[2])), (int(m[3]), int(m[4]))
    m = re.search(r"[Aa]t line (\d+), column (\d+)", error)
    return ((int(m[1]), int(m[2])),) * 2 if m else None


def line_and_column(sql, offset):
    before = sql.encode()[:offset].decode(errors="replace")
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
