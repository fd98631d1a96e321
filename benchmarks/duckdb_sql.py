#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The queries of benchmarks/sql.cpp in DuckDB (pip install duckdb), as batch SQL over the same rows, which are made by the same formulas.

    duckdb_sql.py ROWS KEYS aggregate|join|top [THREADS]

Prints seconds of the query into a temporary table (processor time, wall clock; least of three), rows that went in, rows of the
result and the sums of its numeric columns, as `sql ROWS KEYS .. batch` does. THREADS: default DuckDB's own.
"""
import sys
import time

import duckdb

MACROS = (
    "CREATE MACRO mix(x) AS (xor(x, x >> 16) * 73244475) % 4294967296",
    "CREATE MACRO unfold(x) AS xor(x, x >> 16)",
    "CREATE MACRO scramble(i) AS unfold(mix(mix((i)::BIGINT % 4294967296)))",
    "CREATE MACRO user_name(n) AS printf('user-%07d', n)",
)
SALES = ("CREATE TEMP TABLE sales AS SELECT user_name(scramble(i) % {keys}) AS \"user\", scramble(i + 2147483648) % 1000000 AS amount FROM range({rows}) AS r(i)",)
TABLES = {
    "aggregate": SALES,
    "top": SALES,
    "join": (
        "CREATE TEMP TABLE orders AS SELECT i AS id, user_name(scramble(i) % {keys}) AS \"user\","
        " scramble(i + CASE WHEN i % 4 = 0 AND i + 10 < {rows} THEN 3221225472 ELSE 2147483648 END) % 1000000 AS amount FROM range({rows}) AS r(i)",
        "CREATE TEMP TABLE users AS SELECT user_name(i) AS name, scramble(i + 3758096384) % 100 AS score FROM range({keys}) AS r(i)",
    ),
}
QUERIES = {
    "aggregate": "SELECT \"user\", COUNT(*) AS a, SUM(amount)::BIGINT AS b, MAX(amount) AS c FROM sales GROUP BY \"user\"",
    "join": "SELECT o.\"user\", o.id AS a, o.amount AS b, u.score AS c FROM orders AS o JOIN users AS u ON o.\"user\" = u.name",
    "top": "SELECT \"user\", amount AS a, 0 AS b, 0 AS c FROM"
           " (SELECT *, ROW_NUMBER() OVER (PARTITION BY \"user\" ORDER BY amount DESC) AS place FROM sales) WHERE place <= 10",
}


def main():
    rows, keys, name = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    db = duckdb.connect()
    for macro in MACROS:
        db.execute(macro)
    for table in TABLES[name]:
        db.execute(table.format(rows=rows, keys=keys))
    if len(sys.argv) > 4:
        db.execute(f"SET threads = {int(sys.argv[4])}")
    processor, wall = [], []
    for _ in range(3):
        db.execute("DROP TABLE IF EXISTS result")
        start = time.process_time(), time.perf_counter()
        db.execute(f"CREATE TEMP TABLE result AS {QUERIES[name]}")
        processor.append(time.process_time() - start[0])
        wall.append(time.perf_counter() - start[1])
    result = db.execute("SELECT COUNT(*), SUM(a)::BIGINT, SUM(b)::BIGINT, SUM(c)::BIGINT FROM result").fetchone()
    print(f"{min(processor):.6f} {min(wall):.6f}", rows + (keys if name == "join" else 0), *result)


if __name__ == "__main__":
    main()
