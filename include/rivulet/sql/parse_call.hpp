// SPDX-License-Identifier: BSL-1.0
// The grammar of calls: by name, and those that SQL writes with words between the arguments.
#pragma once
#include <rivulet/sql/parser.hpp>
#include <rivulet/types/type_text.hpp>

namespace rivulet::sql::detail {

// name(..), name(*); the name may be quoted, which takes the special syntax from TRIM and the like
constexpr short Parser::namedCall() {
    const int position = token().begin;
    const std::string_view name = in.value(at);
    const bool quoted = token().kind == TokenKind::quotedName;
    // Operators are no functions: what they are called in the tree is not for SQL texts.
    if (quoted || name.size() == 6 || name.size() == 10) {
        bool reserved = rivulet::detail::equalsIgnoringCase(name, special::minusDate) || rivulet::detail::equalsIgnoringCase(name, "NEGATE");
        if (quoted)
            for (const OperatorName& o : operators) reserved = reserved || rivulet::detail::equalsIgnoringCase(name, o.name);
        if (reserved) {
            fail({.code = ErrorCode::unknownFunction, .position = position, .subject = name});
            return -1;
        }
    }
    at += 2;
    if (next(Symbol::star) && next(Symbol::close, 1)) {
        const short star = add({.kind = SyntaxKind::star, .position = token().begin});
        at += 2;
        return callIsOver(name) ? call(name, position, star) : static_cast<short>(-1);
    }
    if (next(Keyword::distinct)) { notSupported("DISTINCT"); return -1; }
    if (isQuery()) { notSupported("a subquery in an expression"); return -1; }
    accept(Keyword::all);
    if (next(Symbol::arrow, 1)) { notSupported("named arguments"); return -1; }
    return elements(name, Symbol::close, ", or )", position);
}

// What may follow a call in Flink and is not there yet.
constexpr bool Parser::callIsOver(std::string_view) {
    if (next(Keyword::over)) return notSupported("OVER");
    if (next(Keyword::filter) && next(Symbol::open, 1)) return notSupported("FILTER");
    if (next(Keyword::within)) return notSupported("WITHIN GROUP");
    if ((next(Keyword::ignore) || next(Keyword::respect)) && nextWord("NULLS", 1)) return notSupported(next(Keyword::ignore) ? "IGNORE NULLS" : "RESPECT NULLS");
    return true;
}

// The arguments of a call, or the elements between brackets, up to and with `close`.
constexpr short Parser::elements(std::string_view name, Symbol close, std::string_view closeName, int position) {
    if (!enter()) return -1;
    List list;
    if (!next(close)) {
        do append(list, expression()); while (!failed && accept(Symbol::comma));
    }
    leave();
    if (failed) return -1;
    if (!accept(close)) {
        if (next(Symbol::arrow)) notSupported("named arguments");
        else if (next(Keyword::order)) notSupported("ORDER BY in a call");
        else if (name.size() > 5 && rivulet::detail::equalsIgnoringCase(name.substr(0, 5), "JSON_") && isWord()) notSupported("options of JSON functions");
        else refuse(closeName);
        return -1;
    }
    if (close == Symbol::close && !callIsOver(name)) return -1;
    return call(name, position, list.first);
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
        e.nearest = meantKeyword(e.subject, units, static_cast<int>(sizeof units / sizeof *units));
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
    if (failed || !expect(Symbol::close, closing) || !callIsOver(name)) return -1;
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
