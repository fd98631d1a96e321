# SPDX-License-Identifier: BSL-1.0
"""Tests of what tests/conformance/run is made of: a comparison that passes everything would pass here, too, if it were not for these."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from compare import compare, is_recorded  # noqa: E402
from sources import case_body, program, twin_input  # noqa: E402
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

    def test_refusals(self):
        refused = {"case": "c", "refused": "unknown table", "subject": "X", "position": 14}
        self.assertIsNone(compare(case(**REFUSED), refused))
        self.assertIsNone(compare(case(**REFUSED), {**refused, "subject": "t", "position": 0}))
        self.assertIsNotNone(compare(case(**REFUSED), {**refused, "position": 7}))
        self.assertIsNotNone(compare(case(**REFUSED), answer()))
        failing = {"errorAt": "run", "error": "Division by zero", "rows": None, "print": None}
        self.assertIsNone(compare(case(**failing), answer(failed="division by zero")))
        self.assertIsNotNone(compare(case(**failing), answer()))

    def test_recorded_differences(self):
        self.assertTrue(is_recorded({"got": {"print": ["+I[1]", "+I[null]"]}}, answer()))
        self.assertFalse(is_recorded({"got": {"print": ["+I[2]"]}}, answer()))
        self.assertTrue(is_recorded({"got": {"refused": "two columns"}}, {"refused": "two columns of one name"}))
        self.assertFalse(is_recorded({"got": {"refused": "two columns"}}, answer()))
        self.assertTrue(is_recorded({"got": {"schema": ["`a` INT"]}}, answer()))


class Sources(unittest.TestCase):
    def test_program(self):
        text = program([(case(), case_body(case(), "0"))])
        for part in ("using Rows0_0 = Row<Field<\"a\", std::optional<std::int32_t>>>;", "rows0.push_back(Rows0_0(std::optional<std::int32_t>()));", 'sqlQuery<"SELECT a\\012FROM T">()'):
            self.assertIn(part, text)
        declared = case()
        declared["tables"][0]["columns"].append({"name": "b", "as": "a + 1"})
        self.assertIn('Schema().column<"a", "INT">().columnByExpression<"b", "a + 1">()', case_body(declared, "0"))
        self.assertIn(b"SELECT `a`, a + 1\n AS `b` FROM `rows of T`", twin_input(declared))

    def test_short_row(self):
        wrong = case()
        wrong["tables"][0]["rows"].append(["+I"])
        self.assertRaises(Unsupported, case_body, wrong, "0")


if __name__ == "__main__":
    unittest.main()
