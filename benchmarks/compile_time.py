# SPDX-License-Identifier: BSL-1.0
"""Translation units whose compile time and memory benchmarks/run measures, and how it measures them."""
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ORDER = """struct Order { std::int64_t id, customer; std::int32_t product, quantity; double price, discount; bool express; std::string city; };
struct Line { std::int64_t order; double total; std::int32_t item; std::string city; };
"""
CUSTOMER = "struct Customer { std::int64_t id; std::string name, city; std::int32_t since; };\n"

# Four shapes of about 160 characters that all fit Line; n makes each query another one.
SQL = (
    "SELECT id AS `order`, price * quantity * (1 - discount) AS total, product + {n} AS item, city FROM orders WHERE quantity > {n} AND express AND price < {m}",
    "SELECT customer + {n} AS `order`, price / 2 + {m} AS total, quantity AS item, UPPER(city) AS city FROM orders WHERE product <> {n} OR discount > 0 OR express",
    "SELECT id - {n} AS `order`, discount * price AS total, CASE WHEN express THEN {n} ELSE product END AS item, city FROM orders WHERE city <> 'Ulm' AND id > {m}",
    "SELECT customer AS `order`, price - {n} AS total, quantity * {n} AS item, TRIM(city) AS city FROM orders WHERE price BETWEEN {n} AND {m} AND NOT express",
)
# Queries with state, of about 150 characters; their changes go to a stream of their own rows.
AGGREGATION = (
    "SELECT city, COUNT(*) AS n, SUM(quantity + {n}) AS total, MAX(price) AS most FROM orders WHERE product <> {m} GROUP BY city HAVING COUNT(*) > {n}",
    "SELECT product, express, COUNT(*) AS n, AVG(price * {n}) AS mean, MIN(discount) AS least FROM orders WHERE id > {m} GROUP BY product, express",
    "SELECT customer, SUM(price * quantity) AS total, COUNT(*) FILTER (WHERE express) AS fast, MAX(city) AS last FROM orders WHERE quantity < {m} GROUP BY customer",
    "SELECT UPPER(city) AS place, product + {n} AS item, COUNT(*) AS n, SUM(price) AS total FROM orders WHERE quantity < {m} GROUP BY UPPER(city), product + {n}",
)
JOIN = (
    "SELECT o.id, c.name, o.price * {n} AS total FROM orders AS o JOIN customers AS c ON o.customer = c.id WHERE o.quantity > {n} AND c.city <> 'Ulm' AND o.price < {m}",
    "SELECT c.city, o.product + {n} AS item, o.price, o.express FROM orders AS o LEFT JOIN customers AS c ON o.customer = c.id AND c.since > {m} WHERE o.express",
    "SELECT o.id, c.id AS neighbour, o.price - {n} AS total FROM orders AS o JOIN customers AS c ON o.city = c.city AND o.customer <> c.id WHERE o.id > {m}",
    "SELECT o.city, c.name, o.quantity * {n} AS pieces FROM customers AS c JOIN orders AS o ON c.id = o.customer WHERE o.price BETWEEN {n} AND {m} AND o.express",
)
STATEFUL = ("aggregation", "join")
TEXTS = {"SQL": SQL, "aggregation": AGGREGATION, "join": JOIN}

# The same by four steps of the Table API.
API = (
    'where(col<"quantity"> > lit<{n}> && col<"express"> && col<"price"> < lit<{m}>)'
    '.select(col<"id">, (col<"price"> * col<"quantity"> * (lit<1> - col<"discount">)).as<"total">(), col<"product">, col<"city">)'
    '.addOrReplaceColumns((col<"product"> + lit<{n}>).as<"product">()).as<"order", "total", "item", "city">()',
    'where(col<"product"> != lit<{n}> || col<"discount"> > lit<0> || col<"express">)'
    '.addOrReplaceColumns((col<"price"> / lit<2> + lit<{m}>).as<"price">()).select(col<"customer"> + lit<{n}>, col<"price">, col<"quantity">, col<"city">.upperCase())'
    '.as<"order", "total", "item", "city">()',
    'where(col<"city"> != lit<"Ulm"> && col<"id"> > lit<{m}>)'
    '.select((col<"id"> - lit<{n}>).as<"order">(), (col<"discount"> * col<"price">).as<"total">(), col<"express">, col<"product">, col<"city">)'
    '.addColumns(ifThenElse(col<"express">, lit<{n}>, col<"product">).as<"item">()).dropColumns(col<"express">, col<"product">)',
    'where(col<"price">.between(lit<{n}>, lit<{m}>) && !col<"express">)'
    '.select(col<"customer">, (col<"price"> - lit<{n}>).as<"total">(), (col<"quantity"> * lit<{n}>).as<"item">(), col<"city">)'
    '.addOrReplaceColumns(col<"city">.trim().as<"city">()).renameColumns(col<"customer">.as<"order">())',
)


def query(kind, i):
    """The i-th query, as an expression over `db`."""
    text = TEXTS.get(kind, API)[i % 4].format(n=i + 2, m=1000 + i)
    return f'db.sqlQuery<"{text}">()' if kind in TEXTS else f'db.from<"orders">().{text}'


def unit(kind="SQL", queries=0, lowered=True, views=1, prints=False):
    """A struct, `views` views, and queries that are only planned, or lowered to a stream with a sink. Of Line where they fit it."""
    text = "#include <rivulet/rivulet.hpp>\nusing namespace rivulet;\n" + ORDER + (CUSTOMER if kind == "join" else "")
    for v in range(1, views):
        text += f"struct Other{v} {{ std::int64_t id{v}; std::string name{v}; double a{v}, b{v}; std::int32_t c{v}; bool d{v}; std::optional<int> e{v}; std::string f{v}; }};\n"
    text += "inline auto environment(StreamExecutionEnvironment& env) {\n    auto e0 = StreamTableEnvironment::create(env).createTemporaryView<\"orders\">(env.fromCollection(std::vector<Order>{}))"
    text += ".createTemporaryView<\"customers\">(env.fromCollection(std::vector<Customer>{}));\n" if kind == "join" else ";\n"
    for v in range(1, views):
        text += f'    auto e{v} = e{v - 1}.createTemporaryView<"other{v}">(env.fromCollection(std::vector<Other{v}>{{}}));\n'
    text += f"    return e{views - 1};\n}}\nusing Db = decltype(environment(std::declval<StreamExecutionEnvironment&>()));\n"
    for i in range(queries):
        text += f"void query{i}(const Db& db) {{\n    auto t = {query(kind, i)};\n"
        if prints:
            text += "    t.execute().print();\n"
        elif lowered and kind in STATEFUL:
            text += "    db.toChangelogStream(t).addSink([](const auto&) {});\n"
        elif lowered:
            text += "    db.toDataStream<Line>(t).addSink([](const Line&) {});\n"
        else:
            text += "    static_assert(decltype(t)::plan().width() >= 3);\n"
        text += "}\n"
    text += "int main() {\n    StreamExecutionEnvironment env;\n    auto db = environment(env);\n" + "".join(f"    query{i}(db);\n" for i in range(queries))
    return text + "    env.execute();\n}\n"


# Of benchmarks/nexmark/queries.hpp. q6 is its stream.
NEXMARK = tuple(f"q{n}" for n in range(24))


def nexmark_unit(queries):
    """Nexmark's views, and a sink for the changes of each of these queries."""
    text = "#include <nexmark/average_of_last.hpp>\n#include <nexmark/queries.hpp>\n#include <nexmark/side_input.hpp>\n#include <nexmark/views.hpp>\n"
    text += "using namespace nexmark;\n" + ("#include <rivulet/connector/regex.hpp>\n" if "q21" in queries else "")
    text += """inline auto environment(rivulet::StreamExecutionEnvironment& env) {
    return withViews(rivulet::StreamTableEnvironment::create(env), env.fromCollection(std::vector<Person>{}), env.fromCollection(std::vector<Auction>{}), env.fromCollection(std::vector<Bid>{}));
}
using Db = decltype(environment(std::declval<rivulet::StreamExecutionEnvironment&>()));
"""
    for query in queries:
        text += f"void {query}Job(rivulet::StreamExecutionEnvironment& env, const Db& views) {{\n    "
        text += 'const auto db = withSideInput(views, env, "side_input.csv");\n    ' if query == "q13" else "const Db& db = views;\n    (void)env;\n    "
        name = "q6Winning" if query == "q6" else query
        stream = f"db.toChangelogStream(db.sqlQuery<{name}>())"
        text += (f"averageOfLast({stream})" if query == "q6" else stream) + ".addSink([](const auto&) {});\n}\n"
    text += "int main() {\n    rivulet::StreamExecutionEnvironment env;\n    auto db = environment(env);\n" + "".join(f"    {query}Job(env, db);\n" for query in queries)
    return text + "    env.execute();\n}\n"


# What may be long in one query, as SQL over `orders` with n of it.
def listed(n, each, between=", "):
    return between.join(each(i) for i in range(n))


LONG = {
    "branches of CASE over literals": lambda n: f"SELECT CASE {listed(n, lambda i: f'WHEN product = {i} THEN {7 * i}', ' ')} ELSE -1 END AS x FROM orders",
    "branches of CASE": lambda n: f"SELECT CASE {listed(n, lambda i: f'WHEN product > {i} THEN quantity + {i}', ' ')} ELSE -1 END AS x FROM orders",
    "integers of IN": lambda n: f"SELECT id FROM orders WHERE product IN ({listed(n, lambda i: str(3 * i))})",
    "OR (.. AND ..)": lambda n: f"SELECT id FROM orders WHERE {listed(n, lambda i: f'(product = {i} AND quantity > {3 * i})', ' OR ')}",
    "expressions of a SELECT": lambda n: f"SELECT {listed(n, lambda i: f'product + {i} AS c{i}')} FROM orders",
    "SUMs": lambda n: f"SELECT {listed(n, lambda i: f'SUM(product + {i}) AS c{i}')} FROM orders GROUP BY city",
    "rows of VALUES": lambda n: "SELECT * FROM (VALUES " + listed(n, lambda i: f"({i}, 'x{i}')") + ") AS v(x, y)",
}


def long_unit(what, n):
    """A query with n of something, its changes to a stream; a query of one column for n = 0."""
    text = LONG[what](n) if n else "SELECT id FROM orders"
    return f"""#include <rivulet/rivulet.hpp>
using namespace rivulet;
{ORDER}int main() {{
    StreamExecutionEnvironment env;
    auto db = StreamTableEnvironment::create(env).createTemporaryView<"orders">(env.fromCollection(std::vector<Order>{{}}));
    db.toChangelogStream(db.sqlQuery<R"sql({text})sql">()).addSink([](const auto&) {{}});
    env.execute();
}}
"""


@dataclass
class Cost:
    seconds: float
    megabytes: float


class Compilers:
    """Compiles generated units in a folder, each several times; the least user time counts."""

    def __init__(self, folder, best):
        self.folder, self.best, self.made = folder, best, 0

    def file(self, text):
        self.made += 1
        path = self.folder / f"unit{self.made}.cpp"
        path.write_text(text)
        return path

    def cost(self, compiler, flags, text, best=None):
        path = self.file(text)
        command = [compiler, *flags, "-std=c++20", f"-I{ROOT / 'include'}", "-c", "-o", str(path) + ".o", str(path)]
        costs = []
        for _ in range(best or self.best):
            with open(f"{path}.log", "wb") as log:
                process = subprocess.Popen(command, stdout=log, stderr=log)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            if status != 0:
                raise SystemExit(f"{' '.join(command)}\n" + Path(f"{path}.log").read_text(errors="replace")[:3000])
            costs.append(Cost(usage.ru_utime, usage.ru_maxrss / 1024))
        return Cost(min(c.seconds for c in costs), min(c.megabytes for c in costs))

    def standard_headers(self, compiler, text):
        """The standard headers that the unit and our headers name, and nothing else."""
        path = self.file(text)
        listed = subprocess.run([compiler, "-std=c++20", f"-I{ROOT / 'include'}", "-MM", str(path)], capture_output=True, text=True, check=True).stdout
        names = set()
        for file in [path] + [Path(f) for f in listed.replace("\\\n", " ").split() if f.startswith(str(ROOT))]:
            names |= set(re.findall(r"^#include <([a-z_0-9]+(?:\.h)?)>", file.read_text(), re.M))
        return "".join(f"#if __has_include(<{n}>)\n#include <{n}>\n#endif\n" for n in sorted(names))
