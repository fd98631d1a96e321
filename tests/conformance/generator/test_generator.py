# SPDX-License-Identifier: BSL-1.0
"""Tests of what tests/conformance/run is made of: a comparison that passes everything would pass here, too, if it were not for these."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from build import first_error, suspects  # noqa: E402
from compare import compare, is_recorded  # noqa: E402
from order import same_of_one_input, same_order  # noqa: E402
from refusals import same_thing  # noqa: E402
from sources import case_body, case_of_line, milliseconds, program, similar_first, twin_input  # noqa: E402
from sql_text import ends_in_order_by, names  # noqa: E402
from sql_types import Unsupported, canonical, cpp_string, cpp_type, cpp_value, read_type  # noqa: E402


def case(**flink):
    answer = {"schema": [{"name": "a", "type": "INT", "nullable": True}], "rows": [["+I", 1], ["+I", None]], "print": ["+I[1]", "+I[null]"]}
    answer.update(flink)
    return {"name": "c", "sql": "SELECT a\nFROM T", "flink": {k: v for k, v in answer.items() if v is not None},
            "tables": [{"name": "T", "columns": [{"name": "a", "type": "INT"}], "rows": [["+I", 1], ["+I", None]]}]}


def answer(**changes):
    a = {"case": "c", "table T": "(\n  `a` INT\n)\n", "schema": "(\n  `a` INT\n)\n", "rows": [["+I", 1], ["+I", None]], "print": ["+I[1]", "+I[null]"]}
    a.update(changes)
    return a


REFUSED = {"errorAt": "plan", "error": "From line 2, column 6 to line 2, column 6: Object 'T' not found", "schema": None, "rows": None, "print": None}


class Types(unittest.TestCase):
    def test_cpp_types(self):
        for text, cpp in [("INT NOT NULL", "std::int32_t"), ("DECIMAL(5)", "std::optional<Decimal<5, 0>>"), ("TIMESTAMP(3) WITH LOCAL TIME ZONE", "std::optional<TimestampLtz<3>>"),
                          ("ARRAY<STRING NOT NULL>", "std::optional<std::vector<std::string>>"), ("INT NOT NULL ARRAY NOT NULL", "std::vector<std::int32_t>"),
                          ("MAP<STRING, INT>", "std::optional<std::map<std::optional<std::string>, std::optional<std::int32_t>>>"),
                          ("ROW<x INT, `y z` BYTES NOT NULL> NOT NULL", 'Row<Field<"x", std::optional<std::int32_t>>, Field<"y z", Bytes>>')]:
            self.assertEqual(cpp_type(read_type(text)), cpp)
        for text in ("BINARY(2)", "MULTISET<INT>"):
            self.assertRaises(Unsupported, lambda: cpp_type(read_type(text)))
        self.assertRaises(Unsupported, read_type, "INT INT")

    def test_cpp_values(self):
        for value, text, cpp in [(None, "INT", "std::optional<std::int32_t>()"), (-2 ** 63, "BIGINT NOT NULL", "std::numeric_limits<std::int64_t>::min()"), (2, "DOUBLE NOT NULL", "2.0"),
                                 ("NaN", "FLOAT NOT NULL", "std::numeric_limits<float>::quiet_NaN()"), ("1.5", "DECIMAL(3, 1) NOT NULL", 'Decimal<3, 1>("1.5")')]:
            self.assertEqual(cpp_value(value, read_type(text)), cpp)
        self.assertEqual(cpp_string('a"\\\nä'), '"a\\"\\\\\\012\\303\\244"')

    def test_canonical(self):
        same = lambda a, b, text: canonical(a, read_type(text)) == canonical(b, read_type(text))
        self.assertTrue(same("10:00", "10:00:00", "TIME"))
        self.assertTrue(same("2024-01-01T10:00:00.500Z", "2024-01-01T10:00:00.5Z", "TIMESTAMP_LTZ(3)"))
        self.assertFalse(same("2024-01-01T10:00:00.050", "2024-01-01T10:00:00.5", "TIMESTAMP(3)"))
        self.assertTrue(same("0E-7", "0.0000000", "DECIMAL(10, 7)"))
        self.assertFalse(same("1.50", "1.5", "DECIMAL(10, 2)"))
        self.assertFalse(same("0.0", "-0.0", "DOUBLE"))
        self.assertTrue(same([["b", 1], ["a", None]], {"a": None, "b": 1}, "MAP<STRING, INT>"))
        self.assertFalse(same([1, 2], [2, 1], "ARRAY<INT>"))


class Comparison(unittest.TestCase):
    def test_equal(self):
        self.assertIsNone(compare(case(), answer()))

    def test_each_difference_counts(self):
        for changes in ({"rows": [["+I", 1], ["+I", 2]]}, {"rows": [["+I", 1]]}, {"rows": [["+I", None], ["+I", 1]]}, {"rows": [["-U", 1], ["+I", None]]},
                        {"print": ["+I[1]", "+I[NULL]"]}, {"schema": "(\n  `a` INT NOT NULL\n)\n"}, {"schema": "(\n  `b` INT\n)\n"}, {"schema": "(\n  `a` BIGINT\n)\n"},
                        {"failed": "no"}, {"refused": "unknown table: 'T'", "subject": "T"}, {"crashed": "the program ended with 11"}):
            self.assertIsNotNone(compare(case(), answer(**changes)), changes)
        self.assertIsNotNone(compare(case(tables={"T": {"printSchema": "(\n  `a` BIGINT\n)"}}), answer()))

    def test_open_order(self):
        turned = answer(rows=[["+I", None], ["+I", 1]], print=["+I[null]", "+I[1]"])
        self.assertIsNotNone(compare(case(), turned))
        self.assertIsNone(compare({**case(), "order": "any"}, turned))
        self.assertIsNone(compare({**case(), "mode": "batch"}, turned))
        self.assertIsNotNone(compare({**case(), "mode": "batch", "sql": "SELECT a FROM T ORDER BY a"}, turned))
        self.assertIsNone(compare(case(), {**turned, "ends": [2]}))
        self.assertIsNotNone(compare(case(), {**turned, "ends": [1, 2]}))

    def test_prints_are_optional_but_count(self):
        self.assertIsNone(compare(case(print=None), answer()))
        self.assertIsNotNone(compare(case(print=None), answer(rows=[["+I", 2], ["+I", None]])))
        maps = dict(schema=[{"name": "m", "type": "MAP<STRING, INT>", "nullable": True}], rows=[["+I", [["a", 1], ["b", 2]]]])
        got = answer(schema="(\n  `m` MAP<STRING, INT>\n)\n", rows=[["+I", [["b", 2], ["a", 1]]]], print=["+I[{b=2, a=1}]"])
        self.assertIsNone(compare(case(print=["+I[{a=1, b=2}]"], **maps), got))
        self.assertIsNotNone(compare(case(print=["+I[{a=1, b=3}]"], **maps), got))

    def test_refusals(self):
        refused = {"case": "c", "refused": "unknown table", "subject": "X", "position": 14}
        self.assertIsNone(compare(case(**REFUSED), refused))
        self.assertIsNone(compare(case(**REFUSED), {**refused, "subject": "t", "position": 0}))
        self.assertIsNotNone(compare(case(**REFUSED), {**refused, "refused": "too many", "position": 7}))
        self.assertIsNotNone(compare(case(**REFUSED), answer()))
        self.assertIsNotNone(compare(case(**REFUSED), {"case": "c", "crashed": "does not compile: unknown table 'T'"}))
        failing = {"errorAt": "run", "error": "Division by zero", "rows": None, "print": None}
        self.assertIsNone(compare(case(**failing), answer(failed="division by zero")))
        self.assertIsNotNone(compare(case(**failing), answer(failed="no such file")))
        self.assertIsNotNone(compare(case(**failing), answer(failed="division by zero", schema="(\n  `b` INT\n)\n")))
        self.assertIsNotNone(compare(case(**failing), answer(refused="division by zero")))
        self.assertIsNotNone(compare(case(**failing), answer()))

    def test_recorded_differences(self):
        self.assertTrue(is_recorded({"got": {"print": ["+I[1]", "+I[null]"]}}, answer()))
        self.assertFalse(is_recorded({"got": {"print": ["+I[2]"]}}, answer()))
        self.assertTrue(is_recorded({"got": {"refused": "two columns"}}, {"refused": "two columns of one name"}))
        self.assertFalse(is_recorded({"got": {"refused": "two columns"}}, answer()))
        self.assertTrue(is_recorded({"got": {"schema": ["`a` INT"]}}, answer()))


class Orders(unittest.TestCase):
    def test_of_one_input(self):
        a, b = [["-D", 1, None], ["+I", 1, 7]], [["-D", 2, None], ["+I", 2, 7]]
        self.assertTrue(same_of_one_input(a + b, b + a))
        self.assertTrue(same_of_one_input([["+I", 1], ["+I", 2]], [["+I", 2], ["+I", 1]]))
        self.assertTrue(same_of_one_input([["-U", 1], ["-U", 2], ["+U", 3], ["+U", 4]], [["-U", 2], ["-U", 1], ["+U", 4], ["+U", 3]]))
        self.assertFalse(same_of_one_input([["-U", 1], ["+U", 2]], [["+U", 2], ["-U", 1]]))
        self.assertFalse(same_of_one_input(a + b, [a[0], b[1], b[0], a[1]]))

    def test_by_input(self):
        rows = [["+I", 1], ["+I", 2], ["+I", 3]]
        streaming = {"sql": "SELECT a FROM T"}
        self.assertTrue(same_order(streaming, rows, [rows[1], rows[0], rows[2]], [2, 3]))
        self.assertFalse(same_order(streaming, rows, [rows[1], rows[0], rows[2]], [1, 3]))
        self.assertFalse(same_order(streaming, rows, [rows[1], rows[0], rows[2]]))
        self.assertFalse(same_order({**streaming, "order": "any"}, rows, rows[:2] + [["+U", 3]], [2, 3]))


class Texts(unittest.TestCase):
    def test_order_by(self):
        for sql in ("SELECT a FROM T ORDER BY a", "select a from T order  by a desc nulls last LIMIT 3", "SELECT 1 UNION ALL (SELECT 2 ORDER BY 1) ORDER /* x */ BY 1"):
            self.assertTrue(ends_in_order_by(sql), sql)
        for sql in ("SELECT a FROM (SELECT a FROM T ORDER BY a LIMIT 2)", "SELECT 'ORDER BY' FROM T", "SELECT ROW_NUMBER() OVER (ORDER BY a) FROM T -- ORDER BY a",
                    "SELECT `ORDER` BY FROM T"):
            self.assertFalse(ends_in_order_by(sql), sql)

    def test_names(self):
        self.assertEqual(names("SELECT `a b`, SUM(x) FROM T WHERE y = 'it''s' -- z"), {"a b", "sum", "x", "t", "y", "it's"})

    def test_same_thing(self):
        sql = "SELECT shop, SUM(q) AS s FROM Ord GROUP BY shop"
        sink = ("TableException: Table sink '*anonymous_datastream_sink$N*' doesn't support consuming update changes which is produced by node "
                "GroupAggregate(groupBy=[shop], select=[shop, SUM(q) AS s])")
        self.assertTrue(same_thing(sql, sink, "the target doesn't support consuming the changes of this query: GROUP BY"))
        self.assertFalse(same_thing(sql, sink, "unknown function: FOO"))
        at = "From line 1, column 14 to line 1, column 16: Expression 'q' is wrong"
        self.assertTrue(same_thing(sql, at, "no such thing", "z", 13))
        self.assertFalse(same_thing(sql, at, "no such thing", "z", 20))
        self.assertTrue(same_thing(sql, at, "no such thing", "Q", 20))
        self.assertTrue(same_thing(sql, "For input string: 'two'.", "cannot cast to INT: 'two'"))
        self.assertFalse(same_thing(sql, "For input string: 'two'.", "cannot cast to INT: 'three'"))
        self.assertFalse(same_thing("SELECT k FROM P", "cannot be done\nFlinkLogicalSink(fields=[k])\n+- FlinkLogicalScan(fields=[k])", "column k is odd"))

    def test_compiler_messages(self):
        text = program([(case(), False), ({**case(), "name": "d"}, False)])
        line = 1 + text.split("\n").index("void case1(Result& result) {")
        output = f"In file included from x.hpp:3,\ncases_000.cpp:{line + 2}:5:   required from here\nx.hpp:7:1: error: no\n"
        self.assertEqual(suspects(output, "cases_000.cpp", text), {1})
        self.assertEqual(first_error(output), "x.hpp:7:1: error: no")
        self.assertIsNone(case_of_line(text, 1))


class Sources(unittest.TestCase):
    def test_program(self):
        text = program([(case(), False)])
        for part in ("using Row0 = Row<Field<\"a\", std::optional<std::int32_t>>>;", "rows0.push_back(Row0(std::optional<std::int32_t>()));", 'sqlQuery<"SELECT a\\012FROM T">()',
                     "StreamTableEnvironment::create(env)", "db0.fromDataStream(stream0)", "result.run(env, db1.toChangelogStream(answer));", '{"c", case0, Open::nothing}'):
            self.assertIn(part, text)
        declared = case()
        declared["tables"][0]["columns"].append({"name": "b", "as": "a + 1"})
        self.assertIn('Schema().column<"a", "INT">().columnByExpression<"b", "a + 1">()', case_body(declared, 0))
        self.assertIn(b"SELECT `a`, a + 1\n AS `b` FROM `rows of T`", twin_input(declared))

    def test_changelogs(self):
        updating = case()
        updating["tables"][0].update(changelogMode="upsert", primaryKey=["a"], columns=[{"name": "a", "type": "INT NOT NULL"}], rows=[["+U", 1], ["-D", 1]])
        body = case_body(updating, 0)
        self.assertIn('fromChangelogStream(stream0, Schema().primaryKey<"a">(), ChangelogMode::upsert())', body)
        self.assertIn("Row0(RowKind::updateAfter, 1)", body.replace("std::int32_t(1)", "1"))
        updating["tables"][0].update(changelogMode="all", primaryKey=[])
        self.assertIn("fromChangelogStream(stream0)", case_body(updating, 0))
        self.assertIn("db1.toDataStream(answer)", case_body({**case(), "sink": "append"}, 0))
        upserted = {**case(), "sink": "upsert", "sinkKey": ["a"]}
        self.assertIn('toChangelogStream(answer.addOrReplaceColumns(col<"a">.orThrow().as<"a">()), Schema().primaryKey<"a">(), ChangelogMode::upsert())', case_body(upserted, 0))
        upserted["flink"] = {**upserted["flink"], "schema": [{"name": "a", "type": "INT", "nullable": False}]}
        self.assertIn('toChangelogStream(answer, Schema().primaryKey<"a">(), ChangelogMode::upsert())', case_body(upserted, 0))

    def test_cut(self):
        whole = {"rows": [["+I", 1]], "print": ["+I[1]"], "schema": "", "table T": ""}
        self.assertIn("batches of 7", compare(case(), {**whole, "cut": "other rows in batches of 7: +I[2]"})[1])

    def test_modes_and_settings(self):
        batch = {**case(), "mode": "batch"}
        self.assertIn("BatchTableEnvironment::create(env)", case_body(batch, 0))
        self.assertIn('{"c", case0, Open::all}', program([(batch, True)]))
        self.assertIn('{"c", case0, Open::several}', program([(case(), True)]))
        forgetful = program([({**case(), "options": {"table.exec.state.ttl": "1 h"}}, False)])
        self.assertIn("db0.setIdleStateRetention(std::chrono::milliseconds(3600000));", forgetful)
        self.assertIn("#include <chrono>", forgetful)
        self.assertEqual([milliseconds(t) for t in ("250 ms", "3 min", "7", "2d")], [250, 180000, 7, 172800000])
        self.assertIn('db0.setLocalTimeZone(timeZone("Asia/Kolkata"));', case_body({**case(), "options": {"table.local-time-zone": "Asia/Kolkata"}}, 0))
        for wrong in ({"options": {"table.exec.mini-batch.enabled": True}}, {"options": {"table.exec.state.ttl": "1 parsec"}}, {"sink": "file"}, {"mode": "both"}):
            self.assertRaises(Unsupported, case_body, {**case(), **wrong}, 0)

    def test_feed(self):
        both = case()
        both["tables"].append({"name": "S", "columns": [{"name": "b", "type": "INT NOT NULL"}], "rows": [["+I", 8], ["+I", 9]]})
        both["feed"] = ["S", "T", "T", "S"]
        pushes = [line.strip() for line in case_body(both, 0).splitlines() if "push(" in line]
        self.assertEqual([p[p.index("push(") + 5:][:7] for p in pushes], ["stream1", "stream0", "stream0", "stream1"])
        self.assertIn("Row1(std::int32_t(8))", pushes[0])
        self.assertIn("Row1(std::int32_t(9))", pushes[3])
        self.assertRaises(Unsupported, case_body, {**both, "feed": ["S", "T"]}, 0)

    def test_short_row(self):
        wrong = case()
        wrong["tables"][0]["rows"].append(["+I"])
        self.assertRaises(Unsupported, case_body, wrong, 0)

    def test_similar_cases_stand_together(self):
        other = case()
        other["tables"] = [{"name": "T", "columns": [{"name": "a", "type": "BIGINT"}], "rows": []}]
        cases = [case(), other, {**case(), "name": "e"}]
        self.assertEqual([c["name"] for c in similar_first(cases)].index("e") - [id(c) for c in similar_first(cases)].index(id(cases[0])), 1)


if __name__ == "__main__":
    unittest.main()
