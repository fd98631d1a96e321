// SPDX-License-Identifier: BSL-1.0
// Random queries of joins, groups, subqueries, ranks, set operations and UNNEST: what is accepted means the same after it was printed
// and read again.
#include "planner.hpp"

#include <array>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

using namespace rivulet;

namespace {

// Tables of one shape, so that every query can stand in another: k INT, g STRING, v BIGINT, all nullable but for keys.
plan::RuntimePlanner tables(bool batch) {
    using Mode = plan::ChangelogMode;
    plan::RuntimePlanner p(batch);
    const std::vector<plan::RuntimeColumn> columns = {{"k", "INT"}, {"g", "STRING"}, {"v", "BIGINT"}};
    const std::vector<plan::RuntimeColumn> keyed = {{"k", "INT NOT NULL"}, {"g", "STRING"}, {"v", "BIGINT"}};
    REQUIRE(!p.table("a", columns));
    REQUIRE(!p.table("b", {{"k", "INT"}, {"g", "STRING"}, {"v", "BIGINT"}, {"l", "ARRAY<INT>"}, {"m", "MAP<STRING, BIGINT>"}, {"r", "ARRAY<ROW<x INT, y STRING>>"}}));
    REQUIRE(!p.table("t", keyed, {.primaryKey = {"k"}, .mode = batch ? Mode{} : Mode{Mode::all}}));
    REQUIRE(!p.table("u", keyed, {.primaryKey = {"k"}, .mode = batch ? Mode{} : Mode{Mode::insert | Mode::updateAfter | Mode::delete_}}));
    REQUIRE(!p.table("c", columns, {.mode = batch ? Mode{} : Mode{Mode::all}}));
    REQUIRE(!p.view("j", p.plan("SELECT a.k, b.g, b.v FROM a LEFT JOIN b ON a.k = b.k")));
    REQUIRE(!p.view("s", p.plan("SELECT k, g, SUM(v) AS v FROM a GROUP BY k, g")));
    return p;
}

class Queries {
public:
    explicit Queries(unsigned seed) : random_(seed) {}

    // Any query; its columns are called k, g, v.
    std::string query(int depth) {
        if (depth > 0) switch (below(9)) {
            case 0: return "(" + query(depth - 1) + ")" + one({" UNION ALL ", " UNION ", " INTERSECT ", " EXCEPT ", " INTERSECT ALL ", " EXCEPT ALL "}) + "(" + query(depth - 1) + ")";
            case 1: return limited(select(depth));
            case 2: return "WITH w AS (" + query(depth - 1) + "), x (k, g, v) AS (SELECT v, g, k FROM w) " + one({"SELECT CAST(k AS INT) AS k, g, CAST(v AS BIGINT) AS v FROM x", "SELECT w.k, x.g, x.k AS v FROM w JOIN x ON w.k = x.v"});
            case 3: return ranked(depth - 1);
            case 4: return "SELECT DISTINCT k, g, v FROM " + relation(depth - 1) + " AS d" + where("d", depth - 1);
            default: break;
        }
        return select(depth);
    }

private:
    std::mt19937 random_;
    int aliases_{};
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    std::string one(std::initializer_list<const char*> of) { return *(of.begin() + below(static_cast<int>(of.size()))); }
    std::string alias() { return "q" + std::to_string(aliases_++ % 7); }

    std::string limited(const std::string& sql) {
        const std::string order = one({" ORDER BY k", " ORDER BY v DESC, k", " ORDER BY g NULLS LAST", " ORDER BY v + 1", " ORDER BY 2 DESC NULLS FIRST", ""});
        return sql + order + one({" LIMIT 3", " LIMIT 1", " LIMIT 2 OFFSET 1", " OFFSET 4 ROWS FETCH NEXT 2 ROWS ONLY"});
    }
    std::string relation(int depth) {
        if (depth <= 0 || below(3)) return one({"a", "b", "t", "u", "c", "j", "s"});
        return "(" + query(depth - 1) + ")";
    }
    std::string value(const std::string& q, int depth) {
        switch (below(depth > 0 ? 9 : 6)) {
            case 0: return q + ".k + 1";
            case 1: return q + ".v";
            case 2: return "CASE WHEN " + q + ".v > 2 THEN " + q + ".k END";
            case 3: return "COALESCE(" + q + ".k, 7)";
            case 6: return "(SELECT " + one({"MAX(", "SUM(", "COUNT(", "MIN("}) + "i.k) FROM " + relation(depth - 1) + " AS i)";
            case 7: return "(SELECT " + one({"MAX(i.k)", "COUNT(*)", "SUM(i.v) + 1", "MIN(i.v)"}) + " FROM " + relation(depth - 1) + " AS i WHERE i.k = " + q + ".k" + one({"", " AND i.v > 1", " AND i.g = " }) + "@)";
            case 8: return "(SELECT i.v FROM " + relation(depth - 1) + " AS i LIMIT 1)";
            default: return q + ".k";
        }
    }
    std::string number(const std::string& q, int depth) {
        std::string s = value(q, depth);
        if (const auto at = s.find("i.g = @"); at != s.npos) s.replace(at + 6, 1, q + ".g");
        if (const auto at = s.find('@'); at != s.npos) s.erase(at, 1);
        return s;
    }
    std::string where(const std::string& q, int depth) { return below(2) ? "" : " WHERE " + condition(q, depth); }
    std::string condition(const std::string& q, int depth) {
        switch (below(depth > 0 ? 13 : 5)) {
            case 0: return q + ".v > 3";
            case 1: return q + ".g = 'x'";
            case 2: return q + ".k IS NOT NULL";
            case 3: return q + ".k < " + q + ".v OR " + q + ".g IS NULL";
            case 5: return condition(q, depth - 1) + " AND " + condition(q, depth - 1);
            case 6: return q + ".k " + one({"", "NOT "}) + "IN (SELECT k FROM " + relation(depth - 1) + " AS i" + where("i", depth - 1) + ")";
            case 7: return "(" + q + ".k, " + q + ".g) " + one({"", "NOT "}) + "IN (SELECT i.k, i.g FROM " + relation(depth - 1) + " AS i)";
            case 8: return one({"", "NOT "}) + "EXISTS (SELECT * FROM " + relation(depth - 1) + " AS i WHERE i.k = " + q + ".k" + one({"", " AND i.v > 3"}) + ")";
            case 9: return one({"", "NOT "}) + "EXISTS (SELECT 1 FROM " + relation(depth - 1) + " AS i" + where("i", depth - 1) + ")";
            case 10: return q + ".v " + one({"", "NOT "}) + "IN (SELECT i.v + 1 FROM " + relation(depth - 1) + " AS i WHERE " + q + ".g = i.g AND i.k > 1)";
            case 11: return number(q, depth - 1) + " > " + number(q, depth);
            default: return q + ".k = 1";
        }
    }
    // FROM with one or more relations, and an alias in it.
    std::string from(int depth, std::string& q) {
        q = alias();
        std::string sql = " FROM " + relation(depth - 1) + " AS " + q;
        for (int more = depth > 0 ? below(3) : 0; more > 0; --more) {
            std::string r = alias();
            if (r == q || sql.find(" AS " + r) != sql.npos) continue;
            switch (below(8)) {
                case 0: sql += " CROSS JOIN " + relation(depth - 1) + " AS " + r; break;
                case 1: sql += " JOIN b AS " + r + " ON TRUE CROSS JOIN UNNEST(" + r + one({".l", ".m", ".r"}) + ")" + one({"", " WITH ORDINALITY"}) + " AS n" + r; break;
                case 2: sql += " JOIN b AS " + r + " ON " + r + ".k = " + q + ".k LEFT JOIN UNNEST(" + r + ".l) AS n" + r + " (e) ON " + one({"TRUE", "e > 1"}); break;
                case 3: sql += " LEFT JOIN (" + relation(depth - 1) + " AS " + r + " JOIN " + relation(0) + " AS z" + r + " ON " + r + ".k = z" + r + ".k) ON " + r + ".v = " + q + ".v"; break;
                default: sql += one({" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN "}) + relation(depth - 1) + " AS " + r + " ON " + q + "." + one({"k = ", "v = ", "k < "}) + r + ".k" +
                                one({"", "", " AND " }) + "@"; break;
            }
            if (const auto at = sql.find(" AND @"); at != sql.npos) sql.replace(at + 5, 1, r + ".v > 2");
            if (const auto at = sql.find('@'); at != sql.npos) sql.erase(at, 1);
            if (below(2)) q = r;
        }
        return sql;
    }
    std::string select(int depth) {
        std::string q;
        const std::string tables = from(depth, q);
        std::string sql = tables;
        if (below(2)) sql += " WHERE " + condition(q, depth);
        switch (below(10)) {
            case 0: return "SELECT " + q + ".k, " + q + ".g, SUM(" + q + ".v) AS v" + sql + " GROUP BY " + q + ".k, " + q + ".g" + one({"", " HAVING COUNT(*) > 1", " HAVING MAX(k) > 1"}) ;
            case 1: return "SELECT MAX(" + q + ".k) AS k, UPPER(" + q + ".g) AS g, COUNT(DISTINCT " + q + ".k) FILTER (WHERE " + q + ".v > 1) AS v" + sql + " GROUP BY UPPER(" + q + ".g)";
            case 2: return "SELECT MIN(" + q + ".k) AS k, MAX(" + q + ".g) AS g, SUM(" + q + ".v) + COUNT(*) AS v" + sql;
            case 3: return "SELECT " + q + ".k, " + q + ".g, " + one({"GROUPING(", "GROUPING_ID(" }) + q + ".k) + COUNT(*) AS v" + sql + " GROUP BY " + one({"ROLLUP", "CUBE"}) + " (" + q + ".k, " + q + ".g)" + one({"", " HAVING SUM(v) > 2"});
            case 4: return "SELECT " + q + ".*" + sql;
            case 5:
                return "SELECT MAX(" + q + ".k) AS k, " + q + ".g, COUNT(*) + " + one({"0", "(SELECT COUNT(*) FROM a)", "(SELECT MAX(v) FROM t)"}) + " AS v" + sql + " GROUP BY " + q + ".g HAVING COUNT(*) > " +
                       one({"1", "(SELECT MIN(k) FROM c)", "(SELECT v FROM b)"});
            case 6:
                return "SELECT k, g, v FROM (SELECT MAX(" + q + ".k) AS k, " + q + ".g, SUM(" + q + ".v) AS v, ROW_NUMBER() OVER (PARTITION BY " + q + ".g ORDER BY COUNT(*) DESC) AS p" + sql + " GROUP BY " + q + ".g, " + q +
                       ".k" + one({"", " HAVING SUM(v) > 1"}) + ") AS o WHERE p <= 2";
            default: return "SELECT CAST(" + number(q, depth) + " AS INT) AS k, " + q + ".g, CAST(" + number(q, depth) + " AS BIGINT) AS v" + sql;
        }
    }
    std::string ranked(int depth) {
        const std::string inner = one({"*", "v, k, g", "k, g, v + 1 AS v"}), call = one({"ROW_NUMBER() OVER (PARTITION BY g ORDER BY v DESC) AS p", "ROW_NUMBER() OVER (ORDER BY k, v DESC NULLS LAST) AS p"});
        const std::string items = inner == "*" || below(2) ? inner + ", " + call : call + ", " + inner;
        return "SELECT " + one({"k, g, v", "k, g, p AS v", "CAST(p AS INT) AS k, g, v"}) + " FROM (SELECT " + items + " FROM (SELECT k, g, v FROM " + relation(depth) + ") AS i" + where("i", depth) + ") AS o WHERE " +
               one({"p <= 3", "p = 1", "p BETWEEN 2 AND 3", "4 > p", "p < 3 AND p > 1 AND v > 1"});
    }
};

// What is wrong with a query; empty if nothing is.
std::string mistakeIn(const plan::RuntimePlanner& planner, const std::string& sql, int& accepted) {
    const plan::RuntimePlan p = planner.plan(sql);
    if (!p) {
        // Names that several relations have, sides that do not meet, forms that are refused by name: the rest is sound.
        using enum ErrorCode;
        const ErrorCode c = p.error().code;
        const bool expected = c == ambiguousColumn || c == unionType || c == columnCount || c == unknownColumn || c == notSupported || c == unknownTable || c == notGrouped;
        return expected && p.error().position >= 0 ? std::string() : p.message();
    }
    ++accepted;
    const std::string printed = p.toSql();
    const plan::RuntimePlan again = planner.plan(printed);
    if (!again) return printed + "\n" + again.message();
    if (printed.find(" AS $") != printed.npos) return {};  // columns of one name that a query around reads: it has one projection more
    if (!(again.view() == p.view())) return printed + "\n" + logicalOf(p) + "\n" + logicalOf(again);
    if (again.toSql() != printed) return printed + "\n" + again.toSql();
    return plan::runtime::physical(p.view()).error ? "no physical plan" : std::string();
}

}  // namespace

TEST_CASE("random joins, groups, subqueries, ranks: printed and planned again they are the same") {
    int accepted = 0, wrong = 0;
    std::string shortest, mistake;
    for (const bool batch : {false, true}) {
        const plan::RuntimePlanner planner = tables(batch);
        Queries queries(batch ? 7 : 20240229);
        for (int i = 0; i < 1500; ++i) {
            const std::string sql = queries.query(i % 4);
            const std::string m = mistakeIn(planner, sql, accepted);
            if (m.empty()) continue;
            ++wrong;
            if (!shortest.empty() && shortest.size() <= sql.size()) continue;
            shortest = sql;
            mistake = m;
        }
    }
    CAPTURE(shortest);
    CAPTURE(mistake);
    CHECK(wrong == 0);
    CHECK(accepted > 2500);
}
