// SPDX-License-Identifier: BSL-1.0
// Syntax tree -> SQL text that parses to the same tree; and when two trees are the same.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/sql/lexer.hpp>
#include <rivulet/sql/operators.hpp>
#include <rivulet/sql/syntax.hpp>

namespace rivulet::sql {

/// A name as SQL text: as it is where that is safe, in backticks where it is a word of the grammar or no plain name.
constexpr void writeName(rivulet::detail::TextWriter& w, std::string_view name) {
    bool plain = !name.empty() && keywordOf(name) == Keyword::none && detail::charTable.of[static_cast<unsigned char>(name[0])] == detail::letterChar;
    for (const char c : name) {
        const detail::CharClass of = detail::charTable.of[static_cast<unsigned char>(c)];
        plain = plain && (of == detail::letterChar || of == detail::digitChar);
    }
    if (plain) w << name;
    else rivulet::detail::writeQuoted(w, name);
}

/// A text as a SQL literal.
constexpr void writeString(rivulet::detail::TextWriter& w, std::string_view text) {
    w.put('\'');
    for (const char c : text) {
        if (c == '\'') w.put(c);
        w.put(c);
    }
    w.put('\'');
}

namespace detail {

// At most two calls a level of the tree, like every walk over it.
struct SyntaxPrinter {
    rivulet::detail::TextWriter& w;
    const Syntax* nodes;
    const Query* queries;
    const Relation* relations;
    bool everyNameQuoted{};

    constexpr void name(std::string_view n) {
        if (everyNameQuoted) rivulet::detail::writeQuoted(w, n);
        else writeName(w, n);
    }
    constexpr int count(const Syntax& s) const {
        int n = 0;
        for (short a = s.first; a >= 0; a = nodes[a].next) ++n;
        return n;
    }
    constexpr bool isUnit(short i) const { return i >= 0 && nodes[i].kind == SyntaxKind::string && unitOf(keywordOf(nodes[i].text)) != TimeUnit::none && nameOf(unitOf(keywordOf(nodes[i].text))) == nodes[i].text; }

    // The operator that a node is written with, -1 for none. An index: under a sanitizer GCC does not compare addresses
    // in constant expressions.
    constexpr int operatorOf(const Syntax& s) const { return s.kind == SyntaxKind::call ? findOperator(s.text) : -1; }

    // `separator` between the arguments from `a` on, each binding at least as tightly as asked.
    constexpr void arguments(short a, std::string_view separator, int minimum = precedence::or_) {
        for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
            if (!first) w << separator;
            expression(a, minimum);
        }
    }
    constexpr void expression(short i, int minimum = precedence::or_) {
        const Syntax& s = nodes[i];
        const int o = operatorOf(s);
        const bool parentheses = (o >= 0 ? operators[o].precedence : s.kind == SyntaxKind::inQuery ? precedence::predicate : precedence::primary) < minimum;
        if (parentheses) w.put('(');
        if (o >= 0) operation(s, operators[o]);
        else if (s.kind == SyntaxKind::call) call(s);
        else other(s);
        if (parentheses) w.put(')');
    }
    constexpr void operation(const Syntax& s, const OperatorName& o) {
        // Operands of comparisons and predicates are written as if none of these could stand in another.
        const int level = o.precedence;
        const int tight = level >= precedence::is && level <= precedence::distinct ? precedence::additive : level + 1;
        const short second = nodes[s.first].next;
        const std::string_view name = o.name;
        switch (o.form) {
            case Form::infix:
                expression(s.first, tight == level + 1 ? level : tight);
                w.put(' ');
                w << name;
                w.put(' ');
                expression(second, tight);
                break;
            case Form::chain:
                for (short a = s.first; a >= 0; a = nodes[a].next) {
                    if (a != s.first) { w.put(' '); w << name; w.put(' '); }
                    expression(a, tight);
                }
                break;
            case Form::prefix:
                w << (level == precedence::not_ ? "NOT " : nodes[s.first].text == name ? "- " : "-");  // not `--`, which is a comment
                expression(s.first, level);
                break;
            case Form::postfix:
                expression(s.first, tight);
                w.put(' ');
                w << name;
                break;
            case Form::list:
                expression(s.first, tight);
                w.put(' ');
                w << name << " (";
                arguments(second, ", ");
                w.put(')');
                break;
            case Form::range: case Form::pattern: {
                expression(s.first, tight);
                w.put(' ');
                w << name;
                w.put(' ');
                expression(second, tight);
                const short third = nodes[second].next;
                if (third >= 0) {
                    w << (o.form == Form::range ? " AND " : " ESCAPE ");
                    expression(third, tight);
                }
                break;
            }
        }
    }
    constexpr void units(const Syntax& s) {
        w.put(' ');
        w << nameOf(s.unit);
        if (s.unitTo != TimeUnit::none) w << " TO " << nameOf(s.unitTo);
    }
    constexpr void call(const Syntax& s) {
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
    constexpr void functionName(std::string_view name) {
        using rivulet::detail::equalsIgnoringCase;
        if (equalsIgnoringCase(name, special::jsonObjectAgg) || equalsIgnoringCase(name, special::jsonArrayAgg) || equalsIgnoringCase(name, "VALUE"))
            rivulet::detail::writeQuoted(w, name);
        else if (name == "FIRST") w << name;  // before a ( it is no keyword
        else writeName(w, name);
    }
    // JSON_OBJECTAGG or JSON_ARRAYAGG with what their syntax says.
    constexpr bool isJson(const Syntax& s) const {
        const bool object = s.text == special::jsonObjectAgg;
        if ((!object && s.text != special::jsonArrayAgg) || s.distinct || count(s) != (object ? 3 : 2)) return false;
        const short last = nodes[nodes[s.first].next].next;
        return nodes[object ? last : nodes[s.first].next].kind == SyntaxKind::boolean;
    }
    constexpr void aggregate(const Syntax& s) {
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
    constexpr void over(const Syntax& s) {
        w << " OVER ";
        if (!s.text.empty() && s.order < 0 && s.frame == FrameUnit::none) name(s.text);
        else window(s);
    }
    constexpr void window(const Syntax& s) {
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
    constexpr void bound(const Syntax& s) {
        constexpr std::string_view words[] = {"UNBOUNDED PRECEDING", " PRECEDING", "CURRENT ROW", " FOLLOWING", "UNBOUNDED FOLLOWING"};
        const bool quoted = everyNameQuoted;
        everyNameQuoted = true;  // `unbounded` and `current` would be words of the grammar
        if (s.first >= 0) expression(s.first);
        everyNameQuoted = quoted;
        w << words[static_cast<int>(s.bound)];
    }
    constexpr void orderItems(short a) {
        for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
            if (!first) w << ", ";
            expression(a);
            if (nodes[a].descending) w << " DESC";
            if (nodes[a].nulls != NullsOrder::standard) w << (nodes[a].nulls == NullsOrder::first ? " NULLS FIRST" : " NULLS LAST");
        }
    }
    constexpr void other(const Syntax& s) {
        switch (s.kind) {
            case SyntaxKind::name:
                if (!s.qualifier.empty()) { name(s.qualifier); w.put('.'); }
                name(s.text);
                break;
            case SyntaxKind::integer: case SyntaxKind::decimal: case SyntaxKind::approximate: case SyntaxKind::boolean: w << s.text; break;
            case SyntaxKind::null: w << "NULL"; break;
            case SyntaxKind::string: writeString(w, s.text); break;
            case SyntaxKind::binary: w.put('X'); writeString(w, s.text); break;
            case SyntaxKind::typed:
                switch (s.type.root) {
                    case TypeRoot::date: w << "DATE "; break;
                    case TypeRoot::time: w << "TIME "; break;
                    case TypeRoot::timestamp: w << "TIMESTAMP "; break;
                    case TypeRoot::timestampLtz: w << "TIMESTAMP WITH LOCAL TIME ZONE "; break;
                    default: w << "INTERVAL "; break;
                }
                writeString(w, s.text);
                if (s.unit != TimeUnit::none) units(s);
                break;
            case SyntaxKind::star:
                if (!s.qualifier.empty()) { name(s.qualifier); w.put('.'); }
                w.put('*');
                break;
            case SyntaxKind::cast:
                w << (s.isTry ? "TRY_CAST(" : "CAST(");
                expression(s.first);
                w << " AS ";
                rivulet::detail::writeTypeName(w, s.type);
                w.put(')');
                break;
            case SyntaxKind::case_: cases(s); break;
            case SyntaxKind::same: expression(s.first, precedence::primary); break;
            case SyntaxKind::field: case SyntaxKind::index: {
                // (a).b is field b of column a, a.b may be column b of table a; literals are no tables
                const Syntax& of = nodes[s.first];
                const bool bare = of.kind == SyntaxKind::name ? s.kind == SyntaxKind::index || !of.qualifier.empty()
                                                              : of.kind == SyntaxKind::field || of.kind == SyntaxKind::index || of.kind == SyntaxKind::cast ||
                                                                    (of.kind == SyntaxKind::call && of.first >= 0 && operatorOf(of) < 0 && of.text != special::minusDate);
                if (!bare) w.put('(');
                expression(s.first);
                if (!bare) w.put(')');
                if (s.kind == SyntaxKind::field) {
                    w.put('.');
                    name(s.text);
                } else {
                    w.put('[');
                    expression(of.next);
                    w.put(']');
                }
                break;
            }
            case SyntaxKind::parameter: w.put('?'); w.number(s.parameter); break;
            case SyntaxKind::exists: case SyntaxKind::subquery:
                w << (s.kind == SyntaxKind::exists ? "EXISTS (" : "(");
                query(s.query);
                w.put(')');
                break;
            case SyntaxKind::inQuery:
                expression(s.first, precedence::additive);
                w << (s.negated ? " NOT IN (" : " IN (");
                query(s.query);
                w.put(')');
                break;
            case SyntaxKind::table: tableArgument(s); break;
            case SyntaxKind::named:
                name(s.text);
                w << " => ";
                expression(s.first);
                break;
            case SyntaxKind::sequence: case SyntaxKind::choice: case SyntaxKind::repeat: pattern(s); break;
            case SyntaxKind::call: case SyntaxKind::window: case SyntaxKind::bound: break;
        }
    }
    // A simple CASE shows by its second condition.
    constexpr void cases(const Syntax& s) {
        short a = s.first;
        const short second = nodes[nodes[a].next].next;
        const bool simple = second >= 0 && nodes[second].first >= 0 && nodes[nodes[second].first].kind == SyntaxKind::same;
        w << "CASE";
        if (simple) { w.put(' '); expression(nodes[a].first); }
        while (a >= 0) {
            const short value = nodes[a].next;
            if (value < 0) {
                w << " ELSE ";
                expression(a);
                break;
            }
            w << " WHEN ";
            if (simple) arguments(nodes[nodes[a].first].next, ", ");
            else expression(a);
            w << " THEN ";
            expression(value);
            a = nodes[value].next;
        }
        w << " END";
    }

    // SELECT * FROM t, without anything else?
    constexpr bool isWholeTable(const Query& q) const {
        if (q.kind != QueryKind::select || q.distinct || q.with >= 0 || q.from < 0 || q.where >= 0 || q.hasGroup || q.having >= 0 || q.windows >= 0 || q.order >= 0 || q.limit >= 0 || q.offset > 0)
            return false;
        const Syntax& item = nodes[q.items];
        const Relation& r = relations[q.from];
        return item.kind == SyntaxKind::star && item.qualifier.empty() && item.next < 0 && r.kind == RelationKind::table && r.alias == r.name && r.columns < 0 && r.asOf < 0;
    }
    constexpr void tableArgument(const Syntax& s) {
        if (isWholeTable(queries[s.query])) {
            w << "TABLE ";
            name(relations[queries[s.query].from].name);
        } else {
            w.put('(');
            query(s.query);
            w.put(')');
        }
        if (s.first < 0) return;
        w << " PARTITION BY (";
        arguments(s.first, ", ");
        w.put(')');
    }

    // ---- MATCH_RECOGNIZE ----------------------------------------------------------------------------------------

    // PERMUTE and $ have a meaning in a pattern, as names they are quoted.
    constexpr void variable(std::string_view n) {
        if (n == "$" || rivulet::detail::equalsIgnoringCase(n, special::permute)) rivulet::detail::writeQuoted(w, n);
        else name(n);
    }
    // A part of a sequence is no choice, what is repeated is one variable or stands in parentheses.
    constexpr void patternPart(short i, bool repeated) {
        const Syntax& s = nodes[i];
        const bool parentheses = s.kind == SyntaxKind::choice || (repeated && s.kind != SyntaxKind::name);
        if (parentheses) w.put('(');
        if (s.kind == SyntaxKind::name) variable(s.text);
        else pattern(s);
        if (parentheses) w.put(')');
    }
    constexpr void pattern(const Syntax& s) {
        switch (s.kind) {
            case SyntaxKind::sequence: case SyntaxKind::choice:
                for (short a = s.first; a >= 0; a = nodes[a].next) {
                    if (a != s.first) w << (s.kind == SyntaxKind::choice ? " | " : " ");
                    patternPart(a, false);
                }
                break;
            case SyntaxKind::repeat:
                patternPart(s.first, true);
                if (s.atMost < 0 && s.atLeast < 2) {
                    w.put(s.atLeast ? '+' : '*');
                } else if (s.atLeast == 0 && s.atMost == 1) {
                    w.put('?');
                } else {
                    w.put('{');
                    w.number(s.atLeast);
                    if (s.atMost != s.atLeast) w.put(',');
                    if (s.atMost >= 0 && s.atMost != s.atLeast) w.number(s.atMost);
                    w.put('}');
                }
                if (s.reluctant) w.put('?');
                break;
            default: variable(s.text); break;
        }
    }
    constexpr void match(const MatchClauses& c) {
        constexpr std::string_view after[] = {"TO NEXT ROW", "PAST LAST ROW", "TO FIRST ", "TO LAST "};
        w << " MATCH_RECOGNIZE (";
        if (c.partition >= 0) { w << "PARTITION BY "; arguments(c.partition, ", "); w.put(' '); }
        if (c.order >= 0) { w << "ORDER BY "; orderItems(c.order); w.put(' '); }
        if (c.measures >= 0) {
            w << "MEASURES ";
            for (short a = c.measures; a >= 0; a = nodes[a].next) {
                if (a != c.measures) w << ", ";
                expression(a);
                w << " AS ";
                name(nodes[a].alias);
            }
            w.put(' ');
        }
        w << "ONE ROW PER MATCH AFTER MATCH SKIP " << after[static_cast<int>(c.after)];
        if (c.after >= AfterMatch::toFirst) name(c.variable);
        w << " PATTERN (";
        pattern(nodes[c.pattern]);
        w.put(')');
        if (c.within >= 0) { w << " WITHIN "; interval(c.within); }
        w << " DEFINE ";
        for (short a = c.define; a >= 0; a = nodes[a].next) {
            if (a != c.define) w << ", ";
            name(nodes[a].alias);
            w << " AS ";
            expression(a);
        }
        w.put(')');
    }
    // INTERVAL -'1' DAY: as the grammar has it where nothing but an interval may stand.
    constexpr void interval(short i) {
        const bool negative = nodes[i].kind == SyntaxKind::call;
        const Syntax& s = negative ? nodes[nodes[i].first] : nodes[i];
        w << (negative ? "INTERVAL -" : "INTERVAL ");
        writeString(w, s.text);
        units(s);
    }

    // ---- relations ----------------------------------------------------------------------------------------------

    constexpr void columnNames(short a) {
        w << " (";
        arguments(a, ", ");
        w.put(')');
    }
    constexpr void relation(short i) {
        const Relation& r = relations[i];
        switch (r.kind) {
            case RelationKind::join: join(r); return;
            case RelationKind::table:
                name(r.name);
                if (r.asOf >= 0) { w << " FOR SYSTEM_TIME AS OF "; expression(r.asOf); }
                break;
            case RelationKind::function:
                w << (r.lateral ? "LATERAL TABLE(" : "TABLE(");
                functionName(r.name);
                w.put('(');
                arguments(r.arguments, ", ");
                w << "))";
                break;
            case RelationKind::match:
                relation(r.left);
                match(r.match);
                break;
            case RelationKind::query:
                w << (r.lateral ? "LATERAL (" : "(");
                query(r.query);
                w.put(')');
                break;
            case RelationKind::unnest:
                w << "UNNEST(";
                arguments(r.arguments, ", ");
                w << (r.ordinality ? ") WITH ORDINALITY" : ")");
                break;
        }
        if (r.alias.empty() || (r.kind == RelationKind::table && r.alias == r.name && r.columns < 0)) return;
        w << " AS ";
        name(r.alias);
        if (r.columns >= 0) columnNames(r.columns);
    }
    // JOIN groups to the left.
    constexpr void join(const Relation& r) {
        constexpr std::string_view words[] = {" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN "};
        relation(r.left);
        const bool cross = r.join == JoinKind::inner && !r.natural && r.condition < 0 && r.using_ < 0;
        if (r.natural) w << " NATURAL";
        w << (cross ? std::string_view(" CROSS JOIN ") : words[static_cast<int>(r.join)]);
        const bool parentheses = relations[r.right].kind == RelationKind::join;
        if (parentheses) w.put('(');
        relation(r.right);
        if (parentheses) w.put(')');
        if (r.condition >= 0) { w << " ON "; expression(r.condition); }
        if (r.using_ >= 0) { w << " USING"; columnNames(r.using_); }
    }
    constexpr void select(const Query& q) {
        w << (q.distinct ? "SELECT DISTINCT " : "SELECT ");
        for (short a = q.items; a >= 0; a = nodes[a].next) {
            if (a != q.items) w << ", ";
            expression(a);
            if (!nodes[a].alias.empty()) { w << " AS "; name(nodes[a].alias); }
        }
        if (q.from >= 0) { w << " FROM "; relation(q.from); }
        if (q.where >= 0) { w << " WHERE "; expression(q.where); }
        if (q.hasGroup) {
            w << " GROUP BY ";
            if (q.group < 0) w << "()";
            grouping(q.group, false);
        }
        if (q.having >= 0) { w << " HAVING "; expression(q.having); }
        for (short a = q.windows; a >= 0; a = nodes[a].next) {
            w << (a == q.windows ? " WINDOW " : ", ");
            name(nodes[a].alias);
            w << " AS ";
            window(nodes[a]);
        }
    }
    constexpr void grouping(short a, bool isSet) {
        for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
            if (!first) w << ", ";
            const Syntax& s = nodes[a];
            const bool call = s.kind == SyntaxKind::call;
            if (call && s.text == special::row && (count(s) > 1 || (isSet && s.first < 0))) {
                w.put('(');
                arguments(s.first, ", ");
                w.put(')');
            } else if (call && (s.text == special::groupingSets || s.text == special::rollup || s.text == special::cube)) {
                w << s.text << " (";
                grouping(s.first, s.text == special::groupingSets);
                w.put(')');
            } else {
                expression(a);
            }
        }
    }
    constexpr bool beginsWithRow(short i) const {
        for (;;) {
            const Syntax& s = nodes[i];
            const int o = operatorOf(s);
            if (o < 0 && s.kind != SyntaxKind::field && s.kind != SyntaxKind::index && s.kind != SyntaxKind::inQuery)
                return s.kind == SyntaxKind::call && s.text == special::row;
            i = s.first;
        }
    }
    // A row of VALUES that begins with a row keeps its name: (ROW(a, b)) is a row of two columns, (ROW(a, b), c) none for Flink.
    constexpr void values(short a) {
        w << "VALUES ";
        for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
            if (!first) w << ", ";
            w << (beginsWithRow(nodes[a].first) ? "ROW(" : "(");
            arguments(nodes[a].first, ", ");
            w.put(')');
        }
    }
    constexpr void query(short i) {
        const Query& q = queries[i];
        if (q.with >= 0) {
            w << "WITH ";
            for (short r = q.with; r >= 0; r = relations[r].next) {
                if (r != q.with) w << ", ";
                name(relations[r].name);
                if (relations[r].columns >= 0) columnNames(relations[r].columns);
                w << " AS (";
                query(relations[r].query);
                w.put(')');
            }
            w.put(' ');
        }
        switch (q.kind) {
            case QueryKind::select: select(q); break;
            case QueryKind::values: values(q.items); break;
            default:
                term(q, q.left, true);
                w << (q.kind == QueryKind::union_ ? " UNION " : q.kind == QueryKind::intersect ? " INTERSECT " : " EXCEPT ");
                if (q.all) w << "ALL ";
                term(q, q.right, false);
                break;
        }
        if (q.order >= 0) { w << " ORDER BY "; orderItems(q.order); }
        if (q.limit >= 0) { w << " LIMIT "; w.number(q.limit); }
        if (q.offset > 0) { w << " OFFSET "; w.number(q.offset); }
    }
    // A side of a set operation. These group to the left, INTERSECT first.
    constexpr void term(const Query& of, short side, bool isLeft) {
        const Query& q = queries[side];
        const bool operation = q.kind != QueryKind::select && q.kind != QueryKind::values, looser = of.kind == QueryKind::intersect && q.kind != QueryKind::intersect;
        const bool tighter = of.kind != QueryKind::intersect && q.kind == QueryKind::intersect;
        const bool parentheses = q.with >= 0 || q.order >= 0 || q.limit >= 0 || q.offset > 0 || (operation && !tighter && (looser || !isLeft));
        if (parentheses) w.put('(');
        query(side);
        if (parentheses) w.put(')');
    }
};

struct SyntaxComparison {
    const SyntaxView &a, &b;

    constexpr bool lists(short x, short y, bool aliases = false) const {
        for (; x >= 0 && y >= 0; x = a.nodes[x].next, y = b.nodes[y].next)
            if (!expressions(x, y) || (aliases && a.nodes[x].alias != b.nodes[y].alias)) return false;
        return x < 0 && y < 0;
    }
    constexpr bool expressions(short x, short y) const {
        const Syntax &s = a.nodes[x], &t = b.nodes[y];
        if (s.kind == SyntaxKind::same) return t.kind == SyntaxKind::same;  // the operand was compared where it stands
        return s.kind == t.kind && s.isTry == t.isTry && s.negated == t.negated && s.distinct == t.distinct && s.descending == t.descending && s.nulls == t.nulls &&
               s.reluctant == t.reluctant && s.frame == t.frame && s.bound == t.bound && s.atLeast == t.atLeast && s.atMost == t.atMost &&
               s.unit == t.unit && s.unitTo == t.unitTo && s.parameter == t.parameter && s.height == t.height && s.text == t.text && s.qualifier == t.qualifier &&
               s.type == t.type && lists(s.first, t.first) && lists(s.filter, t.filter) && (s.kind == SyntaxKind::window || lists(s.over, t.over)) && lists(s.order, t.order) &&
               lists(s.bounds, t.bounds) && queries(s.query, t.query);
    }
    constexpr bool relations(short x, short y) const {
        if (x < 0 || y < 0) return x < 0 && y < 0;
        const Relation &r = a.relations[x], &s = b.relations[y];
        return r.kind == s.kind && r.join == s.join && r.natural == s.natural && r.lateral == s.lateral && r.ordinality == s.ordinality && r.name == s.name &&
               r.alias == s.alias && lists(r.condition, s.condition) && lists(r.using_, s.using_) && lists(r.arguments, s.arguments) && lists(r.asOf, s.asOf) && lists(r.columns, s.columns) && matches(r.match, s.match) &&
               queries(r.query, s.query) && relations(r.left, s.left) && relations(r.right, s.right);
    }
    constexpr bool matches(const MatchClauses& m, const MatchClauses& n) const {
        return m.after == n.after && m.variable == n.variable && lists(m.partition, n.partition) && lists(m.order, n.order) && lists(m.measures, n.measures, true) &&
               lists(m.pattern, n.pattern) && lists(m.within, n.within) && lists(m.define, n.define, true);
    }
    constexpr bool withTables(short x, short y) const {
        for (; x >= 0 && y >= 0; x = a.relations[x].next, y = b.relations[y].next)
            if (!relations(x, y)) return false;
        return x < 0 && y < 0;
    }
    constexpr bool queries(short x, short y) const {
        if (x < 0 || y < 0) return x < 0 && y < 0;
        const Query &q = a.queries[x], &r = b.queries[y];
        return q.kind == r.kind && q.all == r.all && q.distinct == r.distinct && q.hasGroup == r.hasGroup && q.limit == r.limit && q.offset == r.offset &&
               withTables(q.with, r.with) && lists(q.items, r.items, true) && relations(q.from, r.from) && lists(q.where, r.where) && lists(q.group, r.group) &&
               lists(q.having, r.having) && lists(q.windows, r.windows, true) && lists(q.order, r.order) && queries(q.left, r.left) && queries(q.right, r.right);
    }
};

}  // namespace detail

/// The query as SQL text, in one line. Parses to the same tree, unless it holds parameters of the Table API (`?0`).
/// With every name in backticks it is text for Flink too, which reserves more words.
constexpr void writeSyntax(rivulet::detail::TextWriter& w, const SyntaxView& syntax, bool everyNameQuoted = false) {
    detail::SyntaxPrinter{w, syntax.nodes, syntax.queries, syntax.relations, everyNameQuoted}.query(syntax.root);
}

/// One expression of a tree as SQL text, without its alias.
constexpr void writeExpression(rivulet::detail::TextWriter& w, const SyntaxView& syntax, short expression) {
    detail::SyntaxPrinter{w, syntax.nodes, syntax.queries, syntax.relations}.expression(expression);
}
/// Likewise for one that holds no query.
constexpr void writeExpression(rivulet::detail::TextWriter& w, const Syntax* nodes, short expression) {
    detail::SyntaxPrinter{w, nodes, nullptr, nullptr}.expression(expression);
}

/// Same queries, wherever in their texts they stand.
constexpr bool sameSyntax(const SyntaxView& a, const SyntaxView& b) { return detail::SyntaxComparison{a, b}.queries(a.root, b.root); }

}  // namespace rivulet::sql
