// SPDX-License-Identifier: BSL-1.0
// The grammar of expressions: operators by precedence, predicates, names, literals, CASE.
#pragma once
#include <rivulet/sql/parser.hpp>

namespace rivulet::sql::detail {

// Everything that binds at least as tightly as `minimum`.
constexpr short Parser::expression(int minimum) {
    if (!deeper(1)) return -1;
    short left = operand();
    while (!failed) {
        const Token& t = token();
        if (const Infix op = infixOf(t); op.precedence) {
            if (op.precedence < minimum) break;
            if (t.keyword == Keyword::and_ || t.keyword == Keyword::or_) {
                left = chain(op.name, t.keyword, op.precedence, left);
                continue;
            }
            ++at;
            if (op.precedence == precedence::comparison && (next(Keyword::any) || next(Keyword::some) || next(Keyword::all)) && next(Symbol::open, 1)) {
                left = quantified(op.name, t.begin, left);
                continue;
            }
            const short right = expression(op.precedence + 1);
            left = call(op.name, t.begin, left, right);
            continue;
        }
        if (t.kind != TokenKind::name || t.keyword == Keyword::none) break;
        if (t.keyword == Keyword::is) {
            const bool distinct = next(Keyword::distinct, 1) || (next(Keyword::not_, 1) && next(Keyword::distinct, 2));
            if (minimum > (distinct ? precedence::distinct : precedence::is)) break;
            left = isForm(left);
            continue;
        }
        const bool negated = t.keyword == Keyword::not_;
        const Keyword word = negated ? token(1).keyword : t.keyword;
        if (word == Keyword::in || word == Keyword::between || word == Keyword::like || word == Keyword::similar) {
            if (minimum > precedence::predicate) break;
            left = predicate(left, negated);
        } else if ((word == Keyword::member || word == Keyword::submultiset) && (nextWord("OF", negated ? 2 : 1))) {
            notSupported(word == Keyword::member ? "MEMBER OF" : "SUBMULTISET OF");
        } else if (word == Keyword::multiset && (next(Keyword::union_, 1) || next(Keyword::intersect, 1) || next(Keyword::except, 1))) {
            notSupported("MULTISET");
        } else {
            break;
        }
    }
    --recursion;
    return failed ? static_cast<short>(-1) : left;
}

// `a AND b AND c` is one call, also if some of it stood in parentheses: no tree as deep as the text is long.
constexpr short Parser::chain(std::string_view name, Keyword word, int level, short left) {
    const int position = token().begin;
    List operands;
    short one = left;
    for (;;) {
        if (nodes[one].kind == SyntaxKind::call && nodes[one].text == name) {
            for (one = nodes[one].first; one >= 0;) {
                const short after = nodes[one].next;
                append(operands, one);
                one = after;
            }
        } else {
            append(operands, one);
        }
        if (!accept(word)) break;
        one = expression(level + 1);
        if (failed) return -1;
    }
    return call(name, position, operands.first);
}

// [NOT] IN, BETWEEN, LIKE, SIMILAR TO
constexpr short Parser::predicate(short left, bool negated) {
    constexpr int tight = precedence::predicate + 1;
    const int position = token().begin;
    if (negated) ++at;
    List arguments{left, left};
    const Keyword word = token().keyword;
    ++at;
    switch (word) {
        case Keyword::in: {
            if (!expect(Symbol::open, "( and a list")) return -1;
            List values;
            const short q = queryOrList(values);
            if (failed || !(q >= 0 ? closeQuery(q) : expect(Symbol::close, ", or )"))) return -1;
            if (q >= 0) return add({.kind = SyntaxKind::inQuery, .negated = negated, .first = left, .query = q, .position = position});
            return call(negated ? "NOT IN" : "IN", position, left, values.first);
        }
        case Keyword::between: {
            bool symmetric = false;
            if (!next(Keyword::and_, 1) && next(Keyword::symmetric)) { symmetric = true; ++at; }
            else if (!next(Keyword::and_, 1)) accept(Keyword::asymmetric);
            append(arguments, expression(tight));
            if (failed || !expect(Keyword::and_)) return -1;
            append(arguments, expression(tight));
            return call(symmetric ? (negated ? "NOT BETWEEN SYMMETRIC" : "BETWEEN SYMMETRIC") : (negated ? "NOT BETWEEN" : "BETWEEN"), position, left);
        }
        default: {
            const bool like = word == Keyword::like;
            if (!like && !expect(Keyword::to)) return -1;
            if ((next(Keyword::any) || next(Keyword::some) || next(Keyword::all)) && next(Symbol::open, 1)) { notSupported("LIKE ANY (..)"); return -1; }
            append(arguments, expression(tight));
            if (!failed && accept(Keyword::escape)) append(arguments, expression(tight));
            return call(like ? (negated ? "NOT LIKE" : "LIKE") : (negated ? "NOT SIMILAR TO" : "SIMILAR TO"), position, left);
        }
    }
}

constexpr short Parser::isForm(short left) {
    const int position = token().begin;
    ++at;
    const bool negated = accept(Keyword::not_);
    const Keyword word = token().keyword;
    switch (word) {
        case Keyword::null: ++at; return call(negated ? "IS NOT NULL" : "IS NULL", position, left);
        case Keyword::true_: ++at; return call(negated ? "IS NOT TRUE" : "IS TRUE", position, left);
        case Keyword::false_: ++at; return call(negated ? "IS NOT FALSE" : "IS FALSE", position, left);
        case Keyword::unknown: ++at; return call(negated ? "IS NOT UNKNOWN" : "IS UNKNOWN", position, left);
        case Keyword::distinct: {
            ++at;
            if (!expect(Keyword::from)) return -1;
            const short right = expression(precedence::additive);
            return call(negated ? "IS NOT DISTINCT FROM" : "IS DISTINCT FROM", position, left, right);
        }
        case Keyword::json: {
            constexpr std::string_view names[2][4] = {{"IS JSON VALUE", "IS JSON SCALAR", "IS JSON ARRAY", "IS JSON OBJECT"},
                                                      {"IS NOT JSON VALUE", "IS NOT JSON SCALAR", "IS NOT JSON ARRAY", "IS NOT JSON OBJECT"}};
            ++at;
            const int kind = nextWord("SCALAR") ? 1 : next(Keyword::array) ? 2 : nextWord("OBJECT") ? 3 : 0;
            if (kind > 0 || nextWord("VALUE")) ++at;
            return call(names[negated][kind], position, left);
        }
        default: refuse("NULL, TRUE, FALSE, .."); return -1;
    }
}

// A comparison with ANY or ALL of a query or a list. `= ANY` is IN and `<> ALL` is NOT IN; others are comparisons with the list one by one, or with
// the least and the greatest of the query. NULLs among these leave open what no value decides.
constexpr short Parser::quantified(std::string_view comparison, int position, short left) {
    const bool all = next(Keyword::all);
    at += 2;
    const bool isRow = !failed && nodes[left].kind == SyntaxKind::call && nodes[left].text == special::row;
    List values;
    const short q = queryOrList(values);
    if (failed || !(q >= 0 ? closeQuery(q) : expect(Symbol::close, ", or )"))) return -1;
    if (comparison == (all ? "<>" : "=")) {
        if (q >= 0) return add({.kind = SyntaxKind::inQuery, .negated = all, .first = left, .query = q, .position = position});
        return call(all ? "NOT IN" : "IN", position, left, values.first);
    }
    // Comparisons share `left`, which so is the last operand of each.
    const std::string_view turned = comparison == "<" ? ">" : comparison == ">" ? "<" : comparison == "<=" ? ">=" : comparison == ">=" ? "<=" : comparison;
    List parts;
    if (q < 0) {
        for (short value = values.first; value >= 0 && !failed;) {
            const short after = nodes[value].next;
            append(parts, call(turned, position, value, left));
            value = after;
        }
        return parts.first == parts.last ? parts.first : call(all ? "AND" : "OR", position, parts.first);
    }
    if (isRow) {
        fail({.code = ErrorCode::notSupported, .position = position, .subject = all ? "a row before ALL (SELECT ..)" : "a row before ANY (SELECT ..)"});
        return -1;
    }
    // SELECT f(v) FROM (q) AS _(v), where v is called as what a query of two columns is refused with
    const auto value = [&] { return add({.kind = SyntaxKind::name, .position = position, .text = all ? "ALL (..)" : "ANY (..)"}); };
    const auto ofQuery = [&](short item) {
        const short columns = value();
        const short from = add(Relation{.kind = RelationKind::query, .query = q, .columns = columns, .alias = "_", .position = position});
        return add({.kind = SyntaxKind::subquery, .query = add(Query{.items = item, .from = from, .position = position}), .position = position});
    };
    const auto rows = [&](short filter = -1) {
        const short star = add({.kind = SyntaxKind::star, .position = position});
        return add({.kind = SyntaxKind::call, .first = star, .filter = filter, .position = position, .text = "COUNT"});
    };
    const auto zero = [&] { return add({.kind = SyntaxKind::integer, .position = position, .text = "0"}); };
    const auto compared = [&](std::string_view extreme) { return call(turned, position, ofQuery(call(extreme, position, value())), left); };
    const bool ordered = comparison != "=" && comparison != "<>", most = (comparison[0] == '<') != all;
    append(parts, compared(ordered && most ? "MAX" : "MIN"));
    if (!ordered) append(parts, compared("MAX"));
    const short open = call(">", position, ofQuery(rows(call("IS NULL", position, value()))), zero());
    if (failed) return -1;
    nodes[open].next = add({.kind = SyntaxKind::null, .position = position, .text = "NULL"});
    if (failed) return -1;
    nodes[nodes[open].next].next = add({.kind = SyntaxKind::boolean, .position = position, .text = all ? "TRUE" : "FALSE"});
    append(parts, add({.kind = SyntaxKind::case_, .first = open, .position = position}));
    const short count = call("COALESCE", position, ofQuery(rows()), zero());  // in a stream there is none before the first row
    return call(all ? "OR" : "AND", position, call(all ? "=" : ">", position, count, zero()), call(all ? "AND" : "OR", position, parts.first));
}

// A primary with what stands before and after it.
constexpr short Parser::operand() {
    const Token& t = token();
    if (t.keyword == Keyword::not_) {
        ++at;
        const short of = expression(precedence::not_);
        return call("NOT", t.begin, of);
    }
    if (t.symbol == Symbol::minus) {
        ++at;
        const short of = expression(precedence::unary);
        return call("NEGATE", t.begin, of);
    }
    if (t.symbol == Symbol::plus) {
        ++at;
        return expression(precedence::unary);
    }
    short left = primary();
    while (!failed) {
        const int position = token().begin;
        if (accept(Symbol::dot)) {
            if (next(Symbol::star)) { notSupported("..*", -1); break; }
            if (!isFieldName()) { refuse("a field's name"); break; }
            if (next(Symbol::open, 1)) { notSupported("a function's name with dots"); break; }
            const std::string_view name = in.value(at++);
            left = add({.kind = SyntaxKind::field, .first = left, .position = position, .text = name});
        } else if (accept(Symbol::openBracket)) {
            if (!enter()) break;
            const short index = expression();
            leave();
            if (failed || !expect(Symbol::closeBracket, "]")) break;
            nodes[left].next = index;
            left = add({.kind = SyntaxKind::index, .first = left, .position = position});
        } else {
            break;
        }
    }
    return failed ? static_cast<short>(-1) : left;
}

constexpr short Parser::literal(SyntaxKind kind) {
    const std::string_view text = in.value(at);
    const int position = token().begin;
    ++at;
    return add({.kind = kind, .position = position, .text = text});
}

constexpr short Parser::primary() {
    const Token& t = token();
    const bool called = next(Symbol::open, 1);
    switch (t.kind) {
        case TokenKind::integer: return literal(SyntaxKind::integer);
        case TokenKind::decimal: return literal(SyntaxKind::decimal);
        case TokenKind::approximate: return literal(SyntaxKind::approximate);
        case TokenKind::string: return literal(SyntaxKind::string);
        case TokenKind::binary: return literal(SyntaxKind::binary);
        case TokenKind::quotedName: return called ? namedCall() : path();
        case TokenKind::symbol:
            if (t.symbol == Symbol::open) return parenthesized();
            break;
        case TokenKind::name: {
            const Keyword k = t.keyword;
            switch (k) {
                case Keyword::none: return called ? namedCall() : path();
                case Keyword::null: ++at; return add({.kind = SyntaxKind::null, .position = t.begin, .text = "NULL"});
                case Keyword::true_: ++at; return add({.kind = SyntaxKind::boolean, .position = t.begin, .text = "TRUE"});
                case Keyword::false_: ++at; return add({.kind = SyntaxKind::boolean, .position = t.begin, .text = "FALSE"});
                case Keyword::case_: return caseExpression();
                case Keyword::left: case Keyword::right:
                    if (called) return namedCall();
                    break;
                case Keyword::date:
                    if (token(1).kind == TokenKind::string) return typedLiteral(sqltype::date, 1);
                    break;
                case Keyword::time:
                    if (token(1).kind == TokenKind::string) return typedLiteral(sqltype::time(0), 1);
                    break;
                case Keyword::timestamp:
                    if (token(1).kind == TokenKind::string) return typedLiteral(sqltype::timestamp(0), 1);
                    if (isTimestampLtzLiteral()) return typedLiteral(sqltype::timestampLtz(0), 5);
                    break;
                case Keyword::interval:
                    if (isIntervalLiteral()) return intervalLiteral();
                    break;
                case Keyword::array: case Keyword::map:
                    if (next(Symbol::openBracket, 1)) {
                        at += 2;
                        return elements(k == Keyword::map ? special::map : special::array, Symbol::closeBracket, ", or ]", t.begin);
                    }
                    break;
                case Keyword::multiset:
                    if (called || next(Symbol::openBracket, 1)) { notSupported("MULTISET"); return -1; }
                    break;
                case Keyword::currentDate: case Keyword::currentTime: case Keyword::currentTimestamp: case Keyword::localtime: case Keyword::localtimestamp:
                    if (!called && !next(Symbol::dot, 1)) {
                        ++at;
                        return call(nameOf(k), t.begin, -1);
                    }
                    break;
                default: break;
            }
            if (isReserved(k)) break;
            if (!called) return path();
            switch (k) {
                case Keyword::cast: return castCall(false);
                case Keyword::tryCast: return castCall(true);
                case Keyword::exists: return exists();
                case Keyword::row: at += 2; return elements(special::row, Symbol::close, ", or )", t.begin);
                case Keyword::extract: case Keyword::trim: case Keyword::substring: case Keyword::position: case Keyword::overlay:
                case Keyword::floor: case Keyword::ceil: case Keyword::ceiling: case Keyword::timestampadd: case Keyword::timestampdiff:
                    return specialCall(k);
                default: return namedCall();
            }
        }
        default: break;
    }
    refuse("an expression");
    return -1;
}

// a or t.a; what follows is fields of it
constexpr short Parser::path() {
    Syntax s{.kind = SyntaxKind::name, .position = token().begin, .text = in.value(at)};
    ++at;
    if (next(Symbol::dot) && isFieldName(1)) {
        if (next(Symbol::open, 2)) { notSupported("a function's name with dots", 1); return -1; }
        s.qualifier = s.text;
        s.text = in.value(at + 1);
        at += 2;
    }
    return add(s);
}

constexpr bool Parser::beginsQuery() const {
    return next(Keyword::select) || next(Keyword::with) || next(Keyword::values) || (next(Keyword::table) && isName(1));
}

// Does a query begin here, behind any number of parentheses? With some it may still be the operand of an expression.
constexpr bool Parser::isQuery() const {
    int ahead = 0;
    while (next(Symbol::open, ahead)) ++ahead;
    return next(Keyword::select, ahead) || next(Keyword::with, ahead) || next(Keyword::values, ahead) || (next(Keyword::table, ahead) && isName(ahead + 1));
}

// What follows a parenthesis that opens: a query, which is returned, or expressions. `((SELECT ..) UNION SELECT ..)`
// shows only behind its first operand that it is no expression.
constexpr short Parser::queryOrList(List& list) {
    if (!enter()) return -1;
    short q = -1;
    if (beginsQuery()) {
        q = query();
    } else {
        const int begin = token().begin;
        do append(list, expression()); while (!failed && accept(Symbol::comma));
        if (!failed && list.first == list.last && nodes[list.first].kind == SyntaxKind::subquery && nodes[list.first].position == begin) {
            --nodeCount;  // it was the last
            q = query(nodes[list.first].query);
            list = {};
        }
    }
    leave();
    return failed ? static_cast<short>(-1) : q;
}

// (a), (a, b) which is a row, (a - b) DAY which is an interval, (SELECT ..)
constexpr short Parser::parenthesized() {
    const int position = token().begin;
    ++at;
    List list;
    const short q = queryOrList(list);
    if (failed) return -1;
    if (q >= 0) return closeQuery(q) ? add({.kind = SyntaxKind::subquery, .query = q, .position = position}) : static_cast<short>(-1);
    if (!expect(Symbol::close, ")")) return -1;
    const short e = list.first;
    if (list.first != list.last) return call(special::row, position, e);
    if (token().kind == TokenKind::name && unitOf(token().keyword) != TimeUnit::none && nodes[e].kind == SyntaxKind::call && nodes[e].text == "-")
        if (nodes[e].unit == TimeUnit::none && intervalUnits(nodes[e])) nodes[e].text = special::minusDate;
    return e;
}

// EXISTS (SELECT ..)
constexpr short Parser::exists() {
    const int position = token().begin;
    at += 2;
    if (!isQuery()) { refuse("SELECT"); return -1; }
    List list;
    const short q = queryOrList(list);
    if (failed) return -1;
    if (q < 0) { refuse("a query alone"); return -1; }
    return closeQuery(q) ? add({.kind = SyntaxKind::exists, .query = q, .position = position}) : static_cast<short>(-1);
}

// CASE WHEN condition THEN value .. or CASE operand WHEN value {, value} THEN value ..
constexpr short Parser::caseExpression() {
    const int position = token().begin;
    ++at;
    if (!enter()) return -1;
    const short of = next(Keyword::when) ? static_cast<short>(-1) : expression();
    List list;
    if (!failed && !next(Keyword::when)) refuse("WHEN");
    while (!failed && next(Keyword::when)) {
        const int when = token().begin;
        ++at;
        if (of < 0) {
            append(list, expression());
        } else {
            const short left = list.first < 0 ? of : add({.kind = SyntaxKind::same, .first = of, .position = when});
            List sides{left, left};
            int values = 0;
            do { append(sides, expression()); ++values; } while (!failed && accept(Symbol::comma));
            append(list, call(values > 1 ? "IN" : "=", when, left));
        }
        if (failed || !expect(Keyword::then)) break;
        append(list, expression());
    }
    if (!failed && accept(Keyword::else_)) append(list, expression());
    leave();
    if (failed || !expect(Keyword::end)) return -1;
    return add({.kind = SyntaxKind::case_, .first = list.first, .position = position});
}

// DATE '..': `words` before the string. The digits of a fraction are the type's precision.
constexpr short Parser::typedLiteral(SqlType type, int words) {
    const int position = token().begin;
    at += words;
    const std::string_view text = in.value(at);
    ++at;
    if (type.root != TypeRoot::date) {
        std::size_t i = 0;
        while (i < text.size() && text[i] != '.') ++i;
        while (i + 1 < text.size() && type.precision < 9 && text[i + 1] >= '0' && text[i + 1] <= '9') { ++i; ++type.precision; }
    }
    return add({.kind = SyntaxKind::typed, .position = position, .text = text, .type = type});
}

constexpr bool Parser::isTimestampLtzLiteral() const {
    return next(Keyword::with, 1) && next(Keyword::local, 2) && next(Keyword::time, 3) && next(Keyword::zone, 4) && token(5).kind == TokenKind::string;
}

constexpr bool Parser::isIntervalLiteral() const {
    const int sign = next(Symbol::minus, 1) || next(Symbol::plus, 1);
    if (token(1 + sign).kind == TokenKind::string) return true;
    return !sign && (token(1).kind == TokenKind::integer || token(1).kind == TokenKind::decimal);
}

// INTERVAL '1-2' YEAR TO MONTH; INTERVAL -'1' DAY is the negative of one
constexpr short Parser::intervalLiteral() {
    Syntax s{.kind = SyntaxKind::typed, .position = token().begin};
    ++at;
    const int sign = token().begin;
    const bool negative = accept(Symbol::minus);
    if (!negative) accept(Symbol::plus);
    s.text = in.value(at);
    ++at;
    if (!intervalUnits(s)) return -1;
    const short e = add(s);
    return negative ? call("NEGATE", sign, e) : e;
}

// unit [(digits)] [TO unit [(digits)]]; the digits say how many an interval may have, which nothing here depends on
constexpr bool Parser::intervalUnits(Syntax& s) {
    constexpr std::string_view expected = "YEAR, MONTH, DAY, ..";
    const TimeUnit from = unitOf(token().keyword);
    if (from == TimeUnit::none || from > TimeUnit::week) return refuse(expected);
    ++at;
    if (!digitsInParentheses(from == TimeUnit::second ? 2 : 1)) return false;
    const bool months = from <= TimeUnit::month || from == TimeUnit::quarter;
    s.unit = from;
    s.type = months ? sqltype::intervalYearMonth : sqltype::intervalDayTime;
    if (!accept(Keyword::to)) return true;
    const TimeUnit to = unitOf(token().keyword);
    if (from == TimeUnit::year ? to != TimeUnit::month : from < TimeUnit::day || from > TimeUnit::minute || to <= from || to > TimeUnit::second)
        return refuse("a finer unit of its kind");
    ++at;
    s.unitTo = to;
    return digitsInParentheses(1);
}

constexpr bool Parser::digitsInParentheses(int most) {
    if (!next(Symbol::open)) return true;
    do {
        ++at;
        if (token().kind != TokenKind::integer) return refuse("a number of digits");
        ++at;
    } while (--most > 0 && next(Symbol::comma));
    return expect(Symbol::close, ")");
}

}  // namespace rivulet::sql::detail
