// SPDX-License-Identifier: BSL-1.0
// Batch equals streaming: filters, aggregates, DISTINCT, two levels.
#include "agrees.hpp"
#include "catalogue.hpp"

namespace property {

namespace {

/// Which form of a call stands in a query.
constexpr std::string_view formOf(int form, bool end) {
    constexpr std::string_view begins[] = {"(", "(DISTINCT ", "("}, ends[] = {")", ")", ") FILTER (WHERE id > 0)"};
    return end ? ends[form] : begins[form];
}
/// `SELECT k, AGG(v) AS a17, AGG(DISTINCT s) AS a18, .. FROM a GROUP BY k` with every aggregate of one argument that does not look at the order of rows, each with the
/// first column that it takes. `write(text)` takes the parts.
template <class Write>
constexpr void allAggregates(int firstForm, Write write) {
    constexpr std::string_view columns[] = {"v", "d", "s", "(v > 1)"};
    write("SELECT k");
    int form = firstForm;
    for (short f = 0; f < rivulet::functionCount; ++f) {
        const rivulet::FunctionInfo& info = rivulet::functionInfo(f);
        if (!drawn::isAggregate(f) || drawn::argumentCount(f) != 1 || info.ofOrder || info.batchOnly || info.name == "SINGLE_VALUE") continue;
        int column = 0;
        while (!drawn::judge(f, std::array{static_cast<drawn::Kind>(column)}).fits) ++column;
        write(", ");
        write(info.name[0] == '$' ? info.alias : info.name);
        write(formOf(form, false));
        write(columns[column]);
        write(formOf(form, true));
        const char digits[] = {' ', 'A', 'S', ' ', 'a', static_cast<char>('0' + f / 100), static_cast<char>('0' + f / 10 % 10), static_cast<char>('0' + f % 10)};
        write(std::string_view(digits, 8));
        form = (form + 1) % 3;
    }
    write(" FROM (SELECT id, k, s, v, v / 3E0 AS d FROM a) GROUP BY k");
}
template <int FirstForm>
consteval auto allAggregatesSql() {
    constexpr std::size_t size = [] {
        std::size_t n = 0;
        allAggregates(FirstForm, [&n](std::string_view part) { n += part.size(); });
        return n;
    }();
    char text[size + 1]{};
    std::size_t at = 0;
    allAggregates(FirstForm, [&](std::string_view part) {
        for (const char c : part) text[at++] = c;
    });
    return rivulet::FixedString<size + 1>(text);
}

}  // namespace

TEST_CASE("batch equals streaming: every aggregate of the catalogue") {
    agrees<allAggregatesSql<0>()>();
    agreesOn<allAggregatesSql<1>(), Changes::retracts, Changes::inserts>(histories, false);
    agreesOn<allAggregatesSql<2>(), Changes::retracts, Changes::inserts>(histories, false);
}

TEST_CASE("batch equals streaming: one row at a time") {
    agrees<"SELECT id, k + 1 AS k1, UPPER(s) AS u, v FROM a">();
    agrees<"SELECT k, s FROM a WHERE v > 1 OR s IS NULL">();
}

TEST_CASE("batch equals streaming: groups") {
    agrees<"SELECT k, COUNT(*) AS n, COUNT(v) AS nv, SUM(v) AS s, AVG(v) AS av FROM a GROUP BY k">();
    agrees<"SELECT k, MIN(v) AS lo, MAX(v) AS hi, MIN(s) AS ls, MAX(s) AS hs FROM a GROUP BY k">();
    agrees<"SELECT s, k, COUNT(DISTINCT v) AS dv, SUM(DISTINCT v) AS sv, COUNT(DISTINCT k) AS dk FROM a GROUP BY s, k">();
    agrees<"SELECT k, COUNT(*) FILTER (WHERE v > 1) AS n, MAX(v) FILTER (WHERE s = 'a') AS m, COUNT(DISTINCT s) FILTER (WHERE v < 3) AS d FROM a GROUP BY k">();
    agrees<"SELECT k, COLLECT(s) AS bag, AVG(DISTINCT v) AS a FROM a GROUP BY k">();
    // They share what they have seen where rows only come.
    agrees<"SELECT s, COUNT(DISTINCT v) AS a, COUNT(DISTINCT v) FILTER (WHERE k > 1) AS b, SUM(DISTINCT v) FILTER (WHERE k < 3) AS c, MAX(v) AS m, COUNT(DISTINCT k) AS d, "
           "SUM(DISTINCT k) AS e, COUNT(DISTINCT id) FILTER (WHERE v > 0) AS f FROM a GROUP BY s">();
    agrees<"SELECT CASE WHEN v > 1 THEN 'high' WHEN v IS NULL THEN 'none' ELSE 'low' END AS c, SUM(k) AS s FROM a GROUP BY CASE WHEN v > 1 THEN 'high' WHEN v IS NULL THEN 'none' ELSE 'low' END">();
    agrees<"SELECT k, MAX(v) AS m FROM a GROUP BY k HAVING COUNT(*) > 1 AND MAX(v) > 0">();
    agrees<"SELECT k, s, COUNT(*) AS n, SUM(v) AS t FROM a GROUP BY GROUPING SETS ((k, s), (k), (s))">();
}

TEST_CASE("batch equals streaming: floating-point numbers, to the last digit; variances to 12 digits") {
    agrees<"SELECT k, SUM(x) AS s, AVG(x) AS a, SUM(f) AS sf, AVG(DISTINCT x) AS da, SUM(x) FILTER (WHERE v > 0) AS fs FROM "
           "(SELECT k, v, v / 3E0 + CASE WHEN id > 0 AND s = 'b' THEN 1E16 ELSE 0.1E0 END AS x, CAST(v / 7E0 AS FLOAT) AS f FROM a) GROUP BY k">();
    agrees<"SELECT k, ROUND(VAR_POP(x), 12) AS a, ROUND(STDDEV_SAMP(x), 12) AS b, STDDEV_POP(DISTINCT s1) AS c, VAR_SAMP(v) AS d FROM "
           "(SELECT k, v, v / 3E0 + 0.1E0 AS x, CASE WHEN s = 'b' THEN 0.1E0 ELSE CAST(NULL AS DOUBLE) END AS s1 FROM a) GROUP BY k">();
}

TEST_CASE("batch equals streaming: all rows as one group") {
    agrees<"SELECT COUNT(*) AS n, SUM(v) AS s, MIN(s) AS lo, COUNT(DISTINCT k) AS d FROM a">(true);
    agrees<"SELECT MAX(n) AS m FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k)">(true);
}

TEST_CASE("batch equals streaming: DISTINCT and two levels") {
    agrees<"SELECT DISTINCT k, s FROM a">();
    agrees<"SELECT n, COUNT(*) AS groups FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) GROUP BY n">();
    agrees<"SELECT s, COUNT(*) AS n, SUM(m) AS t FROM (SELECT DISTINCT k, s, v AS m FROM a WHERE v IS NOT NULL) GROUP BY s">();
    agrees<"SELECT k, MIN(hi) AS lo FROM (SELECT k, s, MAX(v) AS hi FROM a GROUP BY k, s) GROUP BY k HAVING COUNT(*) > 1">();
}

}  // namespace property
