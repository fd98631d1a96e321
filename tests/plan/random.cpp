// SPDX-License-Identifier: BSL-1.0
// Random queries, sound and broken: every one is accepted or refused with a reason, and what is accepted means the same
// after it was printed and read again.
#include "planner.hpp"

#include <array>
#include <random>
#include <string>
#include <vector>

using namespace rivulet;

namespace {

// Well-typed queries over the tables of planner.hpp: each function gives an expression of the kind it is named after.
class Queries {
public:
    explicit Queries(unsigned seed) : random_(seed) {}

    std::string query(int depth) {
        std::string sql = select(depth);
        while (depth > 0 && below(6) == 0) sql += " UNION ALL " + select(depth - 1);
        if (below(5) == 0) sql = (sql.find(" UNION ") == sql.npos && below(3) == 0 ? "(" + sql + ")" : sql) + " LIMIT " + std::to_string(below(9)) + (below(2) ? " OFFSET 1" : "");
        return sql;
    }
    // One character less, more or other, or a token from elsewhere.
    std::string broken(std::string sql) {
        for (int i = 1 + below(3); i > 0 && !sql.empty(); --i) {
            const std::size_t at = random_() % sql.size();
            const std::size_t type = sql.find(" AS INT)");
            switch (below(6)) {
                case 5: if (type != sql.npos) sql.replace(type, 8, one({" AS DATE)", " AS INTT)", " AS DECIMAL(99))"})); break;
                case 0: sql.erase(at, 1 + random_() % 4); break;
                case 1: sql.insert(at, one({" ", "(", ")", "'", "`", ",", ".", "--", "/*", "x", "1", "\xC3\xA4", "\\", "\n"})); break;
                case 2: sql[at] = static_cast<char>(random_() % 256); break;
                case 3: sql.insert(at, one({" FROM ", " NULL ", " CASE ", " AND ", " nothing ", " SELECT ", " AS ", " 1e999 ", " DATE '2023-02-30' ", " COUNT(*) ", " GROUP BY ", " (1, 2) "})); break;
                default: sql.resize(at); break;
            }
        }
        return sql;
    }

private:
    std::mt19937 random_;
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    std::string one(std::initializer_list<const char*> of) { return *(of.begin() + below(static_cast<int>(of.size()))); }

    // Every relation has these columns: user text, n INT, bytes BIGINT or null, price DOUBLE or null.
    std::string relation(int depth) {
        if (depth <= 0 || below(3)) return one({"clicks", "clicks AS c", "clicks c", "(clicks)"});
        return "(" + same(depth - 1) + (below(4) == 0 ? " LIMIT 5" : "") + ")" + one({"", " AS s", " x"});
    }
    std::string same(int depth) {
        std::string sql = below(3) == 0 ? "SELECT *" : "SELECT " + text(depth) + " AS user, " + number(depth) + " AS n, " + one({"bytes", "bytes + 1", "n * bytes", "CAST(NULL AS BIGINT)"}) +
                                                           " AS bytes, " + one({"price", "price / 2", "CAST(n AS DOUBLE)"}) + " AS price";
        return sql + " FROM " + relation(depth) + where(depth);
    }
    std::string where(int depth) { return below(2) ? "" : " WHERE " + condition(depth); }
    std::string select(int depth) {
        std::string sql = "SELECT " + text(depth) + one({" AS a", " a"}) + ", " + number(depth) + " AS b";
        sql += ", " + one({"bytes", "bytes - 0.50", "COALESCE(bytes, n)", "CASE WHEN bytes > 1 THEN bytes END", "CAST(NULL AS INT)", "DATE '2024-02-29'", "INTERVAL '1-2' YEAR TO MONTH", "X'1f'"}) + " AS c";
        if (below(3) == 0) sql = "SELECT " + one({"*", "user, n, bytes"});
        if (below(12) == 0) return "SELECT " + one({"1, 'x'", "-0.5 AS a", "CAST('5' AS INT), TRUE", "TIMESTAMP '2024-02-29 10:00:00.5'"});
        return sql + " FROM " + relation(depth) + where(depth);
    }
    std::string number(int depth) {
        if (depth <= 0) return one({"n", "1", "n", "-2", "007", "twice(n)"});
        switch (below(10)) {
            case 0: return number(depth - 1) + one({" + ", " - ", " * ", " / ", " % "}) + number(depth - 1);
            case 1: return "(" + number(depth - 1) + ")" + one({" + ", " - ", "*"}) + "(" + number(depth - 1) + ")";
            case 2: return "- " + number(depth - 1);
            case 3: return "twice(" + number(depth - 1) + ")";
            case 4: return "CASE WHEN " + condition(depth - 1) + " THEN " + number(depth - 1) + " ELSE " + number(depth - 1) + " END";
            case 5: return "CASE " + number(depth - 1) + " WHEN 1 THEN " + number(depth - 1) + " WHEN 2, 3 THEN 4 ELSE " + number(depth - 1) + " END";
            case 6: return "CHAR_LENGTH(" + text(depth - 1) + ")";
            case 7: return "ABS(" + number(depth - 1) + ")";
            case 8: return "CAST(" + number(depth - 1) + " AS INT)";
            default: return "POSITION('a' IN " + text(depth - 1) + ")";
        }
    }
    std::string text(int depth) {
        if (depth <= 0) return one({"user", "'x'", "'it''s'", "user", "`user`"});
        switch (below(8)) {
            case 0: return text(depth - 1) + " || " + text(depth - 1);
            case 1: return "UPPER(" + text(depth - 1) + ")";
            case 2: return "COALESCE(SUBSTRING(" + text(depth - 1) + " FROM " + number(depth - 1) + "), 'none')";
            case 3: return "TRIM(" + one({"", "LEADING 'a' FROM ", "' ' FROM "}) + text(depth - 1) + ")";
            case 4: return "CAST(" + number(depth - 1) + " AS STRING)";
            case 5: return "REPLACE(" + text(depth - 1) + ", 'a', " + text(depth - 1) + ")";
            case 6: return "CASE WHEN " + condition(depth - 1) + " THEN " + text(depth - 1) + " ELSE 'else' END";
            default: return "COALESCE(TRY_CAST(" + text(depth - 1) + " AS VARCHAR(3)), '')";
        }
    }
    std::string condition(int depth) {
        if (depth <= 0) return one({"n > 3", "user = 'Bob'", "bytes IS NULL", "price >= 1.5", "TRUE", "NULL"});
        switch (below(12)) {
            case 0: return condition(depth - 1) + " AND " + condition(depth - 1);
            case 1: return condition(depth - 1) + " OR " + condition(depth - 1);
            case 2: return "NOT (" + condition(depth - 1) + ")";
            case 3: return "NOT " + condition(depth - 1);
            case 4: return "(" + condition(depth - 1) + ") IS " + one({"TRUE", "NOT FALSE", "UNKNOWN", "NOT NULL"});
            case 5: return number(depth - 1) + one({" < ", " <= ", " = ", " <> ", " != "}) + number(depth - 1);
            case 6: return number(depth - 1) + one({" BETWEEN ", " NOT BETWEEN ", " BETWEEN SYMMETRIC "}) + number(depth - 1) + " AND " + number(depth - 1);
            case 7: return number(depth - 1) + one({" IN (", " NOT IN ("}) + number(depth - 1) + ", 5, NULL)";
            case 8: return text(depth - 1) + " LIKE " + one({"'a%'", "'a!%' ESCAPE '!'", "user"});
            case 9: return text(depth - 1) + " = " + text(depth - 1);
            case 10: return "n IS " + one({"DISTINCT FROM ", "NOT DISTINCT FROM "}) + number(depth - 1);
            default: return "(" + condition(depth - 1) + " AND (" + condition(depth - 1) + " OR " + condition(depth - 1) + "))";
        }
    }
};

}  // namespace

TEST_CASE("random queries: printed and planned again they are the same, broken ones are refused with a position") {
    const plan::RuntimePlanner planner = testPlanner();
    Queries queries(20240229);
    std::array<int, 256> seen{};
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string sql = queries.query(i % 4);
        const bool broken = i % 2 == 1;
        if (broken) sql = queries.broken(sql);
        CAPTURE(sql);
        const plan::RuntimePlan p = planner.plan(sql);
        ++seen[static_cast<std::size_t>(p.error().code)];
        if (!p) {
            CAPTURE(p.message());
            REQUIRE(p.view().root == -1);
            REQUIRE(p.error().position >= 0);
            REQUIRE(p.error().position <= static_cast<int>(sql.size()));
            REQUIRE(!p.message().empty());
            // A sound query is refused for two columns of one name, or a union whose sides do not meet, only.
            if (!broken) REQUIRE((p.error().code == ErrorCode::unionType || p.error().code == ErrorCode::columnCount));
            continue;
        }
        ++accepted;
        const std::string printed = p.toSql();
        CAPTURE(printed);
        const plan::RuntimePlan again = planner.plan(printed);
        CAPTURE(again.message());
        REQUIRE(again.view() == p.view());
        REQUIRE(again.toSql() == printed);
        REQUIRE(again.explain() == p.explain());
        REQUIRE(plan::runtime::physical(p.view()).error.code == ErrorCode::none);
    }
    CHECK(accepted > 9000);
    for (const ErrorCode code : {ErrorCode::syntax, ErrorCode::unknownTable, ErrorCode::unknownColumn, ErrorCode::unknownFunction, ErrorCode::argumentCount, ErrorCode::typeMismatch,
                                 ErrorCode::invalidCast, ErrorCode::outOfRange, ErrorCode::unknownType, ErrorCode::notSupported, ErrorCode::columnCount, ErrorCode::unionType}) {
        CAPTURE(static_cast<int>(code));
        CHECK(seen[static_cast<std::size_t>(code)] > 0);
    }
}
