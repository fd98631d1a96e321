// SPDX-License-Identifier: BSL-1.0
// What both texts of a plan write alike: expressions, lengths of time, patterns.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/plan/to_syntax.hpp>
#include <rivulet/sql/print_syntax.hpp>

namespace rivulet::plan::explain {

struct Printer {
    rivulet::detail::TextWriter& w;
    const PlanView& p;
    sql::Syntax* nodes;  // room for one expression
    ColumnName* names;   // room for the columns of a node

    // `variables`: items, where the expression is one of a match.
    constexpr void expression(const Expr* exprs, short e, const ColumnName* read, const short* variables = nullptr) {
        SyntaxFromPlan tree{.exprs = exprs, .nodes = nodes, .implicitCasts = true, .matchVariables = variables};
        const short at = tree.expression(e, read);
        sql::writeExpression(w, nodes, at);
        const sql::Syntax& s = nodes[at];
        if (s.descending) w << " DESC";
        if (s.nulls != sql::NullsOrder::standard) w << (s.nulls == sql::NullsOrder::first ? " NULLS FIRST" : " NULLS LAST");
    }
    constexpr void alias(std::string_view own, std::string_view name) {
        if (own == name) return;
        w << " AS ";
        sql::writeName(w, name);
    }
    constexpr void limit(long long count, long long offset) {
        w << "Limit(";
        if (count < 0) w << "all";
        else w.number(count);
        if (offset > 0) {
            w << ", offset ";
            w.number(offset);
        }
        w.put(')');
    }
    constexpr void length(std::string_view what, long long millis) {
        if (millis == 0) return;
        w << what;
        w.number(millis) << " ms";
    }
    // Up to which time rows of a join are kept.
    constexpr void whileAfter(long long millis) {
        w << " > watermark";
        if (millis == 0) return;
        w << (millis < 0 ? " - " : " + ");
        w.number(millis < 0 ? -millis : millis) << " ms";
    }
    // A{2,3} B*?
    constexpr void pattern(const Expr* exprs, const short* variables, short count) {
        for (short v = 0; v < count; ++v) {
            const Expr& x = exprs[variables[v]];
            const int least = leastTimes(x.integer), most = mostTimes(x.integer);
            if (v) w.put(' ');
            sql::writeName(w, x.text);
            if (least == 1 && most == 1) continue;
            if (most < 0 && least < 2) w.put(least ? '+' : '*');
            else if (least == 0 && most == 1) w.put('?');
            else {
                w.put('{');
                w.number(least);
                if (most != least) w.put(',');
                if (most > least) w.number(most);
                w.put('}');
            }
            if (x.isTry) w.put('?');
        }
    }
    constexpr void afterMatch(const Expr* exprs, const short* variables, const MatchForm& m) {
        constexpr std::string_view skips[] = {"next row", "past last row", "to first ", "to last "};
        static_assert(sizeof skips / sizeof *skips == static_cast<std::size_t>(sql::AfterMatch::toLast) + 1, "words for each way to go on");
        w << ", skip " << skips[static_cast<int>(m.after)];
        if (m.target >= 0) sql::writeName(w, exprs[variables[m.target]].text);
    }
    constexpr void conditions(const Expr* exprs, const short* variables, short count, const ColumnName* columns) {
        for (short v = 0; v < count; ++v) {
            if (exprs[variables[v]].first < 0) continue;
            w << ", ";
            sql::writeName(w, exprs[variables[v]].text);
            w << " AS ";
            expression(exprs, exprs[variables[v]].first, columns, variables);
        }
    }
    // ROWS or RANGE; the lengths of time are milliseconds, of dates days.
    constexpr void frame(const Frame& f) {
        if (!f.hasLower && !f.hasUpper) return;
        w << (f.isRows ? " ROWS " : " RANGE ");
        end(f.hasLower, f.lower, "UNBOUNDED PRECEDING");
        w << " TO ";
        end(f.hasUpper, f.upper, "UNBOUNDED FOLLOWING");
    }
    constexpr void end(bool bounded, long long by, std::string_view unbounded) {
        if (!bounded) w << unbounded;
        else if (by == 0) w << "CURRENT ROW";
        else {
            w.number(by < 0 ? -by : by);
            w << (by < 0 ? " PRECEDING" : " FOLLOWING");
        }
    }
    constexpr void scan(short source, std::string_view view) {
        w << "Scan(";
        sql::writeName(w, view.empty() ? streamName(source) : view);
        w.put(')');
    }
};

}  // namespace rivulet::plan::explain
