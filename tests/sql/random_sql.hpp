// SPDX-License-Identifier: BSL-1.0
// Random SQL texts: queries made along the grammar, and those texts damaged.
#pragma once
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

namespace sqltest {

struct RandomSql {
    std::mt19937 random;
    explicit RandomSql(unsigned seed) : random(seed) {}

    int pick(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
    template <std::size_t N> std::string one(const char* const (&of)[N]) { return of[pick(static_cast<int>(N))]; }

    std::string name() {
        return one({"a", "b", "c", "user", "value", "date", "`order`", "`x``y`", "`a b`", "städte", "t_1", "year", "position", "row", "`left`", "Trim", "interval", "map"});
    }
    std::string literal() {
        return one({"1", "007", "2147483648", "1.50", ".5", "5.", "1e3", "2.5E-7", "'x'", "''", "'it''s'", "E'\\n\\u00e9'", "X'00ff'", "NULL", "TRUE", "false",
                    "DATE '2020-02-29'", "TIME '10:11:12.5'", "TIMESTAMP '2020-02-29 00:00:00.123'", "TIMESTAMP WITH LOCAL TIME ZONE '2020-02-29 00:00:00'",
                    "INTERVAL '1' DAY", "INTERVAL -'1-2' YEAR TO MONTH", "INTERVAL '1 02:03:04.5' DAY(3) TO SECOND(1)", "INTERVAL 3 QUARTERS",
                    "CURRENT_DATE", "current_timestamp", "LOCALTIMESTAMP"});
    }
    std::string type() {
        return one({"INT", "STRING", "DECIMAL(10, 2)", "VARCHAR(5)", "TIMESTAMP(3)", "TIMESTAMP_LTZ(0)", "ARRAY<INT>", "MAP<STRING, ARRAY<DOUBLE NOT NULL>>",
                    "ROW<a INT, `b c` ROW<x BYTES>>", "INTERVAL DAY TO SECOND", "INT ARRAY", "double precision"});
    }
    std::string unit() { return one({"YEAR", "month", "DAY", "HOUR", "MINUTE", "SECOND", "WEEK", "QUARTER", "DOW", "EPOCH"}); }
    std::string list(int depth, int least) {
        std::string s;
        for (int i = 0, n = least + pick(3); i < n; ++i) s += (i ? ", " : "") + expression(depth);
        return s;
    }
    std::string call(int depth) {
        switch (pick(18)) {
            case 0: return "CAST(" + expression(depth) + " AS " + type() + ")";
            case 1: return "TRY_CAST(" + expression(depth) + " AS " + type() + ")";
            case 2: return "EXTRACT(" + unit() + " FROM " + expression(depth) + ")";
            case 3: return one({"FLOOR(", "ceil(", "CEILING("}) + expression(depth) + (pick(2) ? " TO " + unit() : std::string()) + ")";
            case 4: return one({"TRIM(", "TRIM(BOTH ", "TRIM(LEADING ", "trim(trailing "}) + expression(depth) + " FROM " + expression(depth) + ")";
            case 5: return one({"TRIM(", "TRIM(BOTH FROM ", "`TRIM`("}) + expression(depth) + ")";
            case 6: return "SUBSTRING(" + expression(depth) + " FROM " + expression(depth) + (pick(2) ? " FOR " + expression(depth) : std::string()) + ")";
            case 7: return "POSITION(" + name() + " IN " + expression(depth) + (pick(2) ? " FROM " + expression(depth) : std::string()) + ")";
            case 8: return "OVERLAY(" + expression(depth) + " PLACING " + expression(depth) + " FROM " + expression(depth) + ")";
            case 9: return one({"TIMESTAMPADD(", "TIMESTAMPDIFF("}) + unit() + ", " + expression(depth) + ", " + expression(depth) + ")";
            case 10: return one({"ARRAY[", "MAP["}) + (pick(4) ? list(depth, 1) : std::string()) + "]";
            case 11: return "ROW(" + list(depth, 0) + ")";
            case 12: return "COUNT(*)" + aggregateEnd(depth);
            case 13: return "SUM(" + one({"DISTINCT ", "ALL ", ""}) + expression(depth) + ")" + aggregateEnd(depth);
            case 14: return "LISTAGG(" + expression(depth) + ") WITHIN GROUP (" + orderBy(depth) + ")" + aggregateEnd(depth);
            case 15: return "array_agg(" + expression(depth) + " " + orderBy(depth) + ")" + aggregateEnd(depth);
            case 16:
                return (pick(2) ? "JSON_OBJECTAGG(" + one({"KEY ", ""}) + expression(depth) + " VALUE " : std::string("json_arrayagg(")) + expression(depth) +
                       one({"", " NULL ON NULL", " absent on null"}) + ")" + aggregateEnd(depth);
            default: return one({"f(", "upper(", "`LEFT`(", "RIGHT(", "YEAR(", "`extract`(", "IF("}) + list(depth, 0) + ")";
        }
    }
    std::string aggregateEnd(int depth) {
        std::string s = pick(4) ? "" : " FILTER (WHERE " + expression(depth) + ")";
        if (pick(4) == 0) s += " OVER " + window(depth);
        return s;
    }
    std::string window(int depth) { return "(" + (pick(2) ? "PARTITION BY " + list(depth, 1) : std::string()) + " " + (pick(2) ? orderBy(depth) : std::string()) + frame(depth) + ")"; }
    std::string frame(int depth) {
        const std::string unit = one({" ROWS ", " range "});
        switch (pick(6)) {
            case 0: return unit + one({"UNBOUNDED PRECEDING", "CURRENT ROW"});
            case 1: return unit + expression(depth) + " PRECEDING";
            case 2: return unit + "BETWEEN " + expression(depth) + " preceding AND " + expression(depth) + one({" PRECEDING", " FOLLOWING"});
            case 3: return unit + "BETWEEN " + one({"UNBOUNDED PRECEDING", "CURRENT ROW", "`current` PRECEDING"}) + " AND " + one({"UNBOUNDED FOLLOWING", "CURRENT ROW"});
            default: return "";
        }
    }
    std::string orderBy(int depth) {
        std::string s = "ORDER BY ";
        for (int i = 0, n = 1 + pick(2); i < n; ++i) s += (i ? ", " : "") + expression(depth) + one({"", " ASC", " DESC"}) + one({"", " NULLS FIRST", " nulls last"});
        return s;
    }
    std::string cases(int depth) {
        std::string s = pick(2) ? "CASE " + expression(depth) : std::string("CASE");
        const bool simple = s.size() > 4;
        for (int i = 0, n = 1 + pick(3); i < n; ++i)
            s += " WHEN " + expression(depth) + (simple && pick(3) == 0 ? ", " + expression(depth) : std::string()) + " THEN " + expression(depth);
        if (pick(2)) s += " ELSE " + expression(depth);
        return s + " END";
    }
    std::string expression(int depth) {
        if (depth <= 0) return pick(2) ? literal() : pick(3) ? name() : name() + "." + name();
        --depth;
        const std::string not_ = pick(3) ? "" : "NOT ";
        switch (pick(21)) {
            case 0: case 1: return expression(depth) + one({" + ", " - ", " * ", "/", " % ", " || "}) + expression(depth);
            case 2: return expression(depth) + one({" = ", " <> ", "!=", "<", " <= ", ">", " >= "}) + expression(depth);
            case 3: return expression(depth) + one({" AND ", " or "}) + expression(depth) + one({" AND ", " OR "}) + expression(depth);
            case 4: return "NOT " + expression(depth);
            case 5: return one({"-", "+", "- "}) + expression(depth);
            case 6: return "(" + expression(depth) + ")";
            case 7: return expression(depth) + " IS " + not_ + one({"NULL", "TRUE", "FALSE", "UNKNOWN", "DISTINCT FROM a", "JSON", "JSON ARRAY", "json scalar"});
            case 8: return expression(depth) + " " + not_ + "IN (" + list(depth, 1) + ")";
            case 9: return expression(depth) + " " + not_ + "BETWEEN " + one({"", "SYMMETRIC ", "ASYMMETRIC "}) + expression(depth) + " AND " + expression(depth);
            case 10: return expression(depth) + " " + not_ + one({"LIKE ", "SIMILAR TO "}) + expression(depth) + (pick(3) ? "" : " ESCAPE '!'");
            case 11: return expression(depth) + "[" + expression(depth) + "]";
            case 12: return "(" + expression(depth) + ")." + name();
            case 13: return "(" + expression(depth) + ", " + expression(depth) + ")";
            case 14: return "(" + expression(depth) + " - " + expression(depth) + ") " + one({"DAY", "YEAR TO MONTH", "DAY TO SECOND"});
            case 15: return cases(depth);
            case 16: return pick(2) ? one({"(", "EXISTS ("}) + query(0) + ")" : "((" + query(0) + ")" + one({")", " UNION SELECT 1)", " + 1)"});
            case 17: return expression(depth) + " " + not_ + "IN (" + query(0) + ")";
            default: return call(depth);
        }
    }
    std::string table(int depth) {
        const std::string alias = one({"", " x", " AS `y z`", "", " z (a, `b c`)"});
        if (depth <= 0 || pick(3)) return one({"t", "user", "`order`", "(t)"}) + alias;
        switch (pick(10)) {
            case 6: return one({"TABLE(", "lateral table("}) + function(depth - 1) + ")" + alias;
            case 7: return one({"", "LATERAL "}) + function(depth - 1) + alias;
            case 8: return "t FOR SYSTEM_TIME AS OF " + expression(depth - 1) + one({"", match(0).c_str()}) + alias;
            case 9: return one({"t", "(TABLE t)", "f(x)", "(t)"}) + match(depth - 1) + alias;
            case 0: return one({"UNNEST(", "LATERAL unnest("}) + list(depth - 1, 1) + one({")", ") WITH ORDINALITY"}) + alias;
            case 1: return "(" + from(depth - 1) + ")";
            case 2: return "((" + query(depth - 1) + ") UNION " + query(0) + ")" + alias;
            default: return one({"(", "LATERAL ("}) + query(depth - 1) + ")" + alias;
        }
    }
    std::string from(int depth) {
        std::string s = table(depth);
        for (int i = 0, n = pick(3) ? 0 : 1 + pick(2); i < n; ++i) {
            switch (pick(5)) {
                case 0: s += ", " + table(depth); break;
                case 1: s += one({" CROSS JOIN ", " NATURAL JOIN ", " natural left join "}) + table(depth); break;
                case 2: s += one({" JOIN ", " FULL JOIN "}) + table(depth) + " USING (a, `b c`)"; break;
                default: s += one({" JOIN ", " INNER JOIN ", " LEFT JOIN ", " RIGHT OUTER JOIN ", " FULL JOIN "}) + table(depth) + " ON " + expression(pick(2)); break;
            }
        }
        return s;
    }
    std::string function(int depth) {
        std::string s = one({"TUMBLE(", "hop(", "`f g`("});
        for (int i = 0, n = pick(4); i < n; ++i) {
            s += (i ? ", " : "") + one({"", "", "DATA => ", "`offset` => "});
            switch (depth > 0 ? pick(5) : 4) {
                case 0: s += "TABLE " + name() + partition(); break;
                case 1: s += "(" + query(depth - 1) + ")" + partition(); break;
                case 2: s += "DESCRIPTOR(" + name() + ")"; break;
                default: s += expression(pick(2)); break;
            }
        }
        return s + ")";
    }
    std::string partition() { return pick(2) ? "" : " PARTITION BY " + (pick(2) ? name() : "(" + name() + ", " + name() + ")"); }
    std::string pattern(int depth) {
        std::string s;
        for (int i = 0, n = 1 + pick(3); i < n; ++i) {
            s += i ? one({" ", " ", "|"}) : "";
            s += depth > 0 && pick(3) == 0 ? "(" + pattern(depth - 1) + ")" : one({"A", "b", "`PERMUTE`", "`$`", "LAST"});
            s += one({"", "", "*", "+", "?", "{2}", "{3,}", "{,4}", "{ 5 , 6 }"}) + one({"", "", "?"});
        }
        return s;
    }
    std::string match(int depth) {
        std::string s = " MATCH_RECOGNIZE (" + (pick(2) ? "PARTITION BY " + list(depth, 1) + " " : std::string()) + (pick(2) ? orderBy(depth) + " " : std::string());
        if (pick(2)) s += "MEASURES " + expression(depth) + " AS a, FINAL LAST(A.b, 1) AS " + name();
        s += one({"", " ONE ROW PER MATCH"});
        s += one({"", " AFTER MATCH SKIP PAST LAST ROW", " after match skip to next row", " AFTER MATCH SKIP TO FIRST A", " AFTER MATCH SKIP TO LAST"});
        s += " PATTERN (" + pattern(2) + ")" + one({"", " WITHIN INTERVAL '1' HOUR", " within interval -'3' DAY TO SECOND"});
        return s + " DEFINE A AS " + expression(depth) + ", b AS " + expression(depth) + ")";
    }
    std::string groups(int depth) {
        std::string s;
        for (int i = 0, n = 1 + pick(3); i < n; ++i) {
            s += i ? ", " : "";
            switch (depth > 0 ? pick(7) : 6) {
                case 0: s += "()"; break;
                case 1: s += one({"ROLLUP (", "cube("}) + list(1, 1) + ")"; break;
                case 2: s += "GROUPING SETS (" + groups(depth - 1) + ")"; break;
                case 3: s += "(" + list(0, 1) + ")"; break;
                default: s += expression(pick(2)); break;
            }
        }
        return s;
    }
    std::string select(int depth) {
        const int most = depth > 0 ? 4 : 2;
        std::string s = one({"SELECT ", "select all ", "SELECT/*+ LOOKUP */", "SELECT DISTINCT "});
        for (int i = 0, n = 1 + pick(3); i < n; ++i) {
            s += i ? ", " : "";
            if (pick(8) == 0) s += pick(2) ? "*" : "t.*";
            else s += expression(pick(most)) + one({"", "", " AS z", " AS `a.b`"});
        }
        const bool windows = pick(6) == 0;
        if (windows) s += ", SUM(a) OVER " + one({"w", "(v)", "(w ROWS CURRENT ROW)"});
        s += " FROM " + from(depth);
        if (pick(2)) s += " WHERE " + expression(pick(most));
        if (pick(4) == 0) s += " GROUP BY " + groups(most / 2);
        if (pick(6) == 0) s += " HAVING " + expression(pick(most));
        if (windows) s += " WINDOW w AS " + window(1) + ", v AS (" + one({"w", "PARTITION BY a", "ORDER BY b", "w ORDER BY c", "w ROWS 1 PRECEDING"}) + ")";
        return s;
    }
    std::string values() {
        std::string s = "VALUES ";
        for (int i = 0, n = 1 + pick(3); i < n; ++i) s += (i ? ", " : "") + one({"(", "ROW("}) + list(1, 1) + ")";
        return s;
    }
    std::string query(int depth) {
        switch (depth > 0 ? pick(9) : 8) {
            case 0: return query(depth - 1) + one({" UNION ALL ", " UNION ", " INTERSECT ", " except distinct "}) + query(depth - 1);
            case 1: return "(" + query(depth - 1) + ") " + one({"UNION ALL", "INTERSECT ALL", "EXCEPT"}) + " (" + query(depth - 1) + ")";
            case 2: return "(" + query(depth - 1) + ")" + one({" LIMIT 5", " OFFSET 2 ROWS", " LIMIT 3 OFFSET 4", " FETCH NEXT 7 ROWS ONLY", " ORDER BY 1 DESC"});
            case 3: return select(depth) + one({" LIMIT 5", " LIMIT ALL", " OFFSET 1"});
            case 4: return select(depth) + " " + orderBy(2) + one({"", " LIMIT 5"});
            case 5: return "WITH v" + one({"", " (a, b)"}) + " AS (" + query(depth - 1) + "), w AS (" + query(0) + ") " + query(depth - 1);
            case 6: return pick(2) ? "TABLE t" : values();
            default: return select(depth);
        }
    }
    // A piece of the text removed, repeated, moved, or another put in.
    std::string damaged(std::string s) {
        for (int i = 0, n = 1 + pick(3); i < n && !s.empty(); ++i) {
            const std::size_t at = static_cast<std::size_t>(pick(static_cast<int>(s.size()))), size = static_cast<std::size_t>(1 + pick(12));
            const std::string piece = s.substr(static_cast<std::size_t>(pick(static_cast<int>(s.size()))), size);
            switch (pick(5)) {
                case 0: s.erase(at, size); break;
                case 1: s.insert(at, piece); break;
                case 2: s.replace(at, size, piece); break;
                case 3:
                    s.insert(at, one({"'", "`", "\"", "(", ")", "[", "]", ",", ".", "--", "/*", "*/", ";", " NOT ", " AND ", " FROM ", " SELECT ", " CASE ", " END ",
                                      " UNION ", " LIMIT ", " AS ", " IS ", "=>", "e'\\", "\xFF", "9", " ORDER BY ", " GROUP BY ", " JOIN ",
                                      " ON ", " WITH ", " VALUES ", " IN ", " EXISTS ", " OVER ", " WINDOW ", " ROWS ", " MATCH_RECOGNIZE ", " DEFINE ", " TABLE ", "{", "}", "?", "|", " DISTINCT ", " INTERSECT ", " LATERAL "}));
                    break;
                default: s[at] = static_cast<char>(random()); break;
            }
        }
        return s;
    }
};

}  // namespace sqltest
