// SPDX-License-Identifier: BSL-1.0
// Calls as SQL text: with what follows aggregates, and those that have a syntax of their own.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/sql/printer.hpp>

namespace rivulet::sql::detail {

constexpr void SyntaxPrinter::call(const Syntax& s) {
    const int n = count(s);
    const std::string_view name = s.text;
    const short first = s.first, second = first < 0 ? first : nodes[first].next;
    if (s.distinct || s.order >= 0 || s.filter >= 0 || s.over >= 0 || isJson(s)) {
        aggregate(s);
        return;
    }
    if (n == 0 && (name == "CURRENT_DATE" || name == "CURRENT_TIME" || name == "CURRENT_TIMESTAMP" || name == "LOCALTIME" || name == "LOCALTIMESTAMP")) {
        w << name;
        return;
    }
    if (name == special::array || name == special::map) {
        w << name;
        w.put('[');
        arguments(first, ", ");
        w.put(']');
        return;
    }
    if (name == special::minusDate) {
        w.put('(');
        expression(first, precedence::additive);
        w << " - ";
        expression(second, precedence::multiplicative);
        w.put(')');
        units(s);
        return;
    }
    const bool extract = name == "EXTRACT" && n == 2 && isUnit(first), timestamp = (name == "TIMESTAMPADD" || name == "TIMESTAMPDIFF") && n == 3 && isUnit(first);
    const bool trim = name == "TRIM" && n == 3 && nodes[first].kind == SyntaxKind::string;
    const bool position = name == "POSITION" && (n == 2 || n == 3), overlay = name == "OVERLAY" && (n == 3 || n == 4);
    const bool rounded = (name == "FLOOR" || name == "CEIL") && n == 2 && isUnit(second);
    const bool plain = name == special::row || ((name == "TRIM" || name == "FLOOR" || name == "CEIL") && n == 1) || (name == "SUBSTRING" && n > 0);
    if (extract || timestamp || trim || position || overlay || rounded || plain) w << name;
    else functionName(name);
    w.put('(');
    if (extract || timestamp) {
        w << nodes[first].text << (extract ? " FROM " : ", ");
        arguments(second, ", ");
    } else if (trim) {
        w << nodes[first].text;
        w.put(' ');
        expression(second);
        w << " FROM ";
        expression(nodes[second].next);
    } else if (position) {
        expression(first, precedence::additive);
        w << " IN ";
        arguments(second, " FROM ");
    } else if (overlay) {
        expression(first);
        w << " PLACING ";
        expression(second);
        w << " FROM ";
        arguments(nodes[second].next, " FOR ");
    } else if (rounded) {
        const Syntax& of = nodes[first];  // its end must not be read together with TO, as in INTERVAL '1' DAY TO
        const bool bare = of.kind != SyntaxKind::typed && operatorOf(of) < 0 && of.text != special::minusDate;
        if (!bare) w.put('(');
        expression(first);
        if (!bare) w.put(')');
        w << " TO " << nodes[second].text;
    } else {
        arguments(first, ", ");
    }
    w.put(')');
}
// Quoted where the name alone would be read as something else.
constexpr void SyntaxPrinter::functionName(std::string_view name) {
    using rivulet::detail::equalsIgnoringCase;
    if (equalsIgnoringCase(name, special::jsonObjectAgg) || equalsIgnoringCase(name, special::jsonArrayAgg) || equalsIgnoringCase(name, "VALUE"))
        rivulet::detail::writeQuoted(w, name);
    else if (name == "FIRST") w << name;  // before a ( it is no keyword
    else writeName(w, name);
}
// JSON_OBJECTAGG or JSON_ARRAYAGG with what their syntax says.
constexpr bool SyntaxPrinter::isJson(const Syntax& s) const {
    const bool object = s.text == special::jsonObjectAgg;
    if ((!object && s.text != special::jsonArrayAgg) || s.distinct || count(s) != (object ? 3 : 2)) return false;
    const short last = nodes[nodes[s.first].next].next;
    return nodes[object ? last : nodes[s.first].next].kind == SyntaxKind::boolean;
}
constexpr void SyntaxPrinter::aggregate(const Syntax& s) {
    if (isJson(s)) {
        const bool object = s.text == special::jsonObjectAgg;
        w << s.text << (object ? "(KEY " : "(");
        const bool quoted = everyNameQuoted;
        everyNameQuoted = quoted || object;  // in the key, `value` would be a word of the grammar
        expression(s.first);
        everyNameQuoted = quoted;
        short absent = nodes[s.first].next;
        if (object) {
            w << " VALUE ";
            expression(absent);
            absent = nodes[absent].next;
        }
        w << (nodes[absent].text == "TRUE" ? " ABSENT" : " NULL") << " ON NULL)";
    } else {
        functionName(s.text);
        w << (s.distinct ? "(DISTINCT " : "(");
        arguments(s.first, ", ");
        w.put(')');
    }
    if (s.order >= 0) { w << " WITHIN GROUP (ORDER BY "; orderItems(s.order); w.put(')'); }
    if (s.filter >= 0) { w << " FILTER (WHERE "; expression(s.filter); w.put(')'); }
    if (s.over >= 0) over(nodes[s.over]);
}
constexpr void SyntaxPrinter::over(const Syntax& s) {
    w << " OVER ";
    if (!s.text.empty() && s.order < 0 && s.frame == FrameUnit::none) name(s.text);
    else window(s);
}
constexpr void SyntaxPrinter::window(const Syntax& s) {
    const char* blank = "";
    const auto begin = [&](std::string_view clause) {
        w << blank << clause;
        blank = " ";
    };
    w.put('(');
    if (!s.text.empty()) { begin(""); name(s.text); }
    if (s.first >= 0) { begin("PARTITION BY "); arguments(s.first, ", "); }
    if (s.order >= 0) { begin("ORDER BY "); orderItems(s.order); }
    if (s.frame != FrameUnit::none) {
        begin(s.frame == FrameUnit::rows ? "ROWS BETWEEN " : "RANGE BETWEEN ");
        bound(nodes[s.bounds]);
        w << " AND ";
        bound(nodes[nodes[s.bounds].next]);
    }
    w.put(')');
}
constexpr void SyntaxPrinter::bound(const Syntax& s) {
    constexpr std::string_view words[] = {"UNBOUNDED PRECEDING", " PRECEDING", "CURRENT ROW", " FOLLOWING", "UNBOUNDED FOLLOWING"};
    static_assert(sizeof words / sizeof *words == static_cast<std::size_t>(Bound::unboundedFollowing) + 1, "words for each bound");
    const bool quoted = everyNameQuoted;
    everyNameQuoted = true;  // `unbounded` and `current` would be words of the grammar
    if (s.first >= 0) expression(s.first);
    everyNameQuoted = quoted;
    w << words[static_cast<int>(s.bound)];
}
constexpr void SyntaxPrinter::orderItems(short a) {
    for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
        if (!first) w << ", ";
        expression(a);
        if (nodes[a].descending) w << " DESC";
        if (nodes[a].nulls != NullsOrder::standard) w << (nodes[a].nulls == NullsOrder::first ? " NULLS FIRST" : " NULLS LAST");
    }
}

}  // namespace rivulet::sql::detail
