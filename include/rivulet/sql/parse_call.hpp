// SPDX-License-Identifier: BSL-1.0
// The grammar of calls: by name, with what may follow an aggregate, and those that SQL writes with words between the arguments.
#pragma once
#include <rivulet/sql/parser.hpp>
#include <rivulet/types/type_text.hpp>

namespace rivulet::sql::detail {

// Operators are no functions, nor are the words of GROUP BY: what they are called in the tree is not for SQL texts.
constexpr bool Parser::isOperatorName(std::string_view name, bool quoted) const {
    using rivulet::detail::equalsIgnoringCase;
    if (!quoted && name.size() != 4 && name.size() != 6 && name.size() != 10) return false;
    for (const std::string_view special : {special::minusDate, special::rollup, special::cube, std::string_view("NEGATE")})
        if (equalsIgnoringCase(name, special)) return true;
    if (!quoted) return false;
    for (const OperatorName& o : operators)
        if (equalsIgnoringCase(name, o.name)) return true;
    return equalsIgnoringCase(name, special::groupingSets);
}

// name(..), name(*); the name may be quoted, which takes the special syntax from TRIM and the like
constexpr short Parser::namedCall() {
    Syntax s{.kind = SyntaxKind::call, .position = token().begin, .text = in.value(at)};
    const bool quoted = token().kind == TokenKind::quotedName;
    if (isOperatorName(s.text, quoted)) {
        fail({.code = ErrorCode::unknownFunction, .position = s.position, .subject = s.text});
        return -1;
    }
    const bool jsonObject = !quoted && nextWord(special::jsonObjectAgg), jsonArray = !quoted && nextWord(special::jsonArrayAgg);
    at += 2;
    if (jsonObject || jsonArray) {
        if (!jsonAggregate(s, jsonObject)) return -1;
    } else if (next(Symbol::star) && next(Symbol::close, 1)) {
        s.first = add(Syntax{.kind = SyntaxKind::star, .position = token().begin});
        ++at;
    } else {
        if (beginsQuery()) { notSupported("a query as an argument"); return -1; }
        s.distinct = accept(Keyword::distinct);
        if (!s.distinct) accept(Keyword::all);
        if (next(Symbol::arrow, 1)) { notSupported("named arguments"); return -1; }
        if (!enter()) return -1;
        List list;
        if (s.distinct || !next(Symbol::close)) {
            do append(list, expression()); while (!failed && accept(Symbol::comma));
        }
        s.first = list.first;
        if (!failed && s.first >= 0 && next(Keyword::order)) s.order = orderItems();
        leave();
    }
    return !failed && argumentsEnd(s.text, Symbol::close, jsonObject || jsonArray ? ")" : ", or )") && aggregateEnd(s) ? add(s) : static_cast<short>(-1);
}

// Is KEY a word of JSON_OBJECTAGG, not a column of that name? As in Flink it is, wherever an expression can follow.
constexpr bool Parser::isKeyWord() const {
    if (!nextWord("KEY")) return false;
    const bool value = nextWord("VALUE", 1);  // may be a column too
    const Token& t = token(1 + value);
    if (value && nextWord("VALUE", 2)) return token(3).symbol != Symbol::close;
    const bool goesOn = t.symbol == Symbol::dot || t.symbol == Symbol::openBracket || t.keyword == Keyword::is || t.keyword == Keyword::in ||
                        t.keyword == Keyword::between || t.keyword == Keyword::like || t.keyword == Keyword::similar ||
                        (infixOf(t).precedence > 0 && infixOf(t).precedence != precedence::additive);
    return goesOn == value;
}

// JSON_OBJECTAGG([KEY] k VALUE v [NULL | ABSENT ON NULL]), JSON_ARRAYAGG(v [ORDER BY ..] [NULL | ABSENT ON NULL])
constexpr bool Parser::jsonAggregate(Syntax& s, bool object) {
    if (!enter()) return false;
    s.text = object ? special::jsonObjectAgg : special::jsonArrayAgg;
    bool absent = !object;
    List list;
    if (object) {
        if (isKeyWord()) ++at;
        append(list, expression());
        if (failed || !expectWord("VALUE")) return false;
    }
    append(list, expression());
    if (!failed && !object && next(Keyword::order)) s.order = orderItems();
    if (!failed && (next(Keyword::null) || nextWord("ABSENT"))) {
        absent = !next(Keyword::null);
        ++at;
        if (!expect(Keyword::on) || !expect(Keyword::null)) return false;
    }
    append(list, add(Syntax{.kind = SyntaxKind::boolean, .position = s.position, .text = absent ? "TRUE" : "FALSE"}));
    leave();
    s.first = list.first;
    return !failed;
}

// The parenthesis or bracket that closes arguments.
constexpr bool Parser::argumentsEnd(std::string_view name, Symbol close, std::string_view closeName) {
    if (accept(close)) return true;
    if (next(Symbol::arrow)) return notSupported("named arguments");
    if (name.size() > 5 && rivulet::detail::equalsIgnoringCase(name.substr(0, 5), "JSON_") && (isWord() || nextWord("KEY", -1)))
        return notSupported("options of JSON functions");
    return refuse(closeName);
}

// [WITHIN GROUP (ORDER BY ..)] [FILTER (WHERE ..)] [OVER (..)]
constexpr bool Parser::aggregateEnd(Syntax& s) {
    if ((next(Keyword::ignore) || next(Keyword::respect)) && nextWord("NULLS", 1)) return notSupported(next(Keyword::ignore) ? "IGNORE NULLS" : "RESPECT NULLS");
    if (next(Keyword::within)) {
        if (next(Keyword::distinct, 1)) return notSupported("WITHIN DISTINCT");
        if (s.order >= 0) return refuse("one ORDER BY");
        ++at;
        if (!expect(Keyword::group) || !expect(Symbol::open, "(") || !enter() || !deeper(1)) return false;
        s.order = orderItems();
        --recursion;
        leave();
        if (failed || !expect(Symbol::close, ", or )")) return false;
    }
    if (next(Keyword::filter) && next(Symbol::open, 1)) {
        at += 2;
        if (!expect(Keyword::where) || !enter()) return false;
        s.filter = expression();
        leave();
        if (failed || !expect(Symbol::close, ")")) return false;
    }
    if (next(Keyword::over)) s.over = over();
    return !failed;
}

// The elements of a row, an array or a map, up to and with `close`.
constexpr short Parser::elements(std::string_view name, Symbol close, std::string_view closeName, int position) {
    if (!enter()) return -1;
    List list;
    if (!next(close)) {
        do append(list, expression()); while (!failed && accept(Symbol::comma));
    }
    leave();
    return !failed && argumentsEnd(name, close, closeName) ? call(name, position, list.first) : static_cast<short>(-1);
}

// A unit of time as an argument: the text that names it.
constexpr short Parser::unit() {
    const int position = token().begin;
    TimeUnit u = token().kind == TokenKind::name ? unitOf(token().keyword) : TimeUnit::none;
    if (u == TimeUnit::none && token().kind == TokenKind::name && token().size > 8 &&
        rivulet::detail::equalsIgnoringCase(in.text(at).substr(0, 8), "SQL_TSI_"))
        u = unitOf(keywordOf(in.text(at).substr(8)));
    if (u == TimeUnit::none) {
        constexpr Keyword units[] = {Keyword::year, Keyword::month, Keyword::day, Keyword::hour, Keyword::minute, Keyword::second, Keyword::quarter,
                                     Keyword::week, Keyword::millisecond, Keyword::dow, Keyword::doy, Keyword::epoch};
        Error e{.code = ErrorCode::syntax, .position = position, .subject = in.text(at), .expected = "a unit of time"};
        if (token().kind != TokenKind::name) { refuse(e.expected); return -1; }
        e.nearest = meantKeyword(e.subject, units);
        fail(e);
        return -1;
    }
    ++at;
    return word(nameOf(u), position);
}

constexpr short Parser::specialCall(Keyword k) {
    const int position = token().begin;
    at += 2;
    if (!enter()) return -1;
    List list;
    std::string_view name = nameOf(k), closing = ")";
    switch (k) {
        case Keyword::extract:
            append(list, unit());
            if (!failed && expect(Keyword::from)) append(list, expression());
            break;
        case Keyword::timestampadd: case Keyword::timestampdiff:
            append(list, unit());
            if (!failed && expect(Symbol::comma, ",")) append(list, expression());
            if (!failed && expect(Symbol::comma, ",")) append(list, expression());
            break;
        case Keyword::trim: list.first = trim(position); break;
        case Keyword::substring:
            append(list, expression());
            if (!failed && accept(Keyword::from)) {
                append(list, expression());
                if (!failed && accept(Keyword::for_)) append(list, expression());
            } else {
                while (!failed && accept(Symbol::comma)) append(list, expression());
                closing = "FROM, a comma or )";
            }
            break;
        case Keyword::position:
            append(list, expression(precedence::predicate + 1));
            if (!failed && expect(Keyword::in)) append(list, expression());
            if (!failed && accept(Keyword::from)) append(list, expression());
            break;
        case Keyword::overlay:
            append(list, expression());
            if (!failed && expect(Keyword::placing)) append(list, expression());
            if (!failed && expect(Keyword::from)) append(list, expression());
            if (!failed && accept(Keyword::for_)) append(list, expression());
            break;
        default:  // FLOOR, CEIL, CEILING
            if (k == Keyword::ceiling) name = nameOf(Keyword::ceil);
            append(list, expression());
            if (!failed && accept(Keyword::to)) append(list, unit());
            else closing = "TO or )";
            break;
    }
    leave();
    if (failed || !expect(Symbol::close, closing)) return -1;
    return call(name, position, list.first);
}

// TRIM([BOTH | LEADING | TRAILING] [characters] FROM text), TRIM(text); the first of its arguments
constexpr short Parser::trim(int position) {
    List list;
    const Keyword flag = token().keyword;
    const int infix = infixOf(token(1)).precedence;  // of what no expression begins with
    if ((flag == Keyword::both || flag == Keyword::leading || flag == Keyword::trailing) && !next(Symbol::close, 1) && !next(Symbol::dot, 1) &&
        !next(Symbol::openBracket, 1) && (infix == 0 || infix == precedence::additive)) {
        append(list, word(nameOf(flag), token().begin));
        ++at;
        append(list, next(Keyword::from) ? word(" ", token().begin) : expression());
        if (failed || !expect(Keyword::from)) return -1;
        append(list, expression());
        return list.first;
    }
    const short first = expression();
    if (failed || !accept(Keyword::from)) return first;
    append(list, word(nameOf(Keyword::both), position));
    append(list, first);
    append(list, expression());
    return list.first;
}

constexpr bool Parser::refuseType(Error e) {
    if (e.position >= 0) e.position += token().begin;
    return fail(e);
}
// Reads it once more, for the error. Without one it is the pool that is full.
constexpr bool Parser::refuseNestedType() {
    TypePool notKept;
    const ParsedType read = parseType(in.sql.substr(static_cast<std::size_t>(token().begin)), &notKept);
    if (read.error) return refuseType(read.error);
    return fail({.code = ErrorCode::tooLarge, .position = token().begin, .subject = in.text(at)});
}

// The type of a cast and its tokens. One with fields was read before parsing, see cast_types.hpp.
constexpr bool Parser::castType(SqlType& type) {
    const int begin = token().begin;
    int end = 0;
    for (int i = 0; i < castTypeCount; ++i)
        if (castTypes[i].token == at) {
            type = castTypes[i].type;
            end = castTypes[i].end;
        }
    if (end == 0) {
        if (!isWord()) return refuse("a type");
        if (next(Keyword::array) || next(Keyword::map) || next(Keyword::row)) return refuseNestedType();
        const ParsedType read = parseType(in.sql.substr(static_cast<std::size_t>(begin)));
        if (read.error) return refuseType(read.error);
        type = read.type;
        end = begin + static_cast<int>(read.end);
    }
    if (!type.nullable) return notSupported("NOT NULL in a cast");
    while (token().kind != TokenKind::end && token().begin < end) ++at;
    return true;
}

// CAST(x AS type), TRY_CAST(x AS type)
constexpr short Parser::castCall(bool isTry) {
    Syntax s{.kind = SyntaxKind::cast, .isTry = isTry, .position = token().begin};
    at += 2;
    if (!enter()) return -1;
    s.first = expression();
    leave();
    if (failed || !expect(Keyword::as)) return -1;
    if (!castType(s.type)) return -1;
    if (next(Symbol::close)) {
        ++at;
        return add(s);
    }
    if (nextWord("FORMAT")) notSupported("CAST .. FORMAT");
    else refuse(")");
    return -1;
}

}  // namespace rivulet::sql::detail
