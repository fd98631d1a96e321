// SPDX-License-Identifier: BSL-1.0
// Tokens -> syntax tree: recursive descent by hand, one function per notion of the grammar. The functions are defined
// beside their kind: parse_expression.hpp, parse_call.hpp, parse_window.hpp, parse_query.hpp, parse_relation.hpp, parse_match.hpp.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/sql/cast_types.hpp>
#include <rivulet/sql/operators.hpp>
#include <rivulet/sql/syntax.hpp>
#include <rivulet/sql/token.hpp>

namespace rivulet::sql::detail {

struct Parser {
    // Parentheses, calls, CASE and subqueries within each other; and calls of expression(), which operators add to.
    // A level of nesting is at most five calls together with its expression(), other calls of expression() are two. Queries,
    // windows, frames, MATCH_RECOGNIZE and WITHIN GROUP are more and count more, so that the depth stays below 450 of the compilers' 512.
    static constexpr int mostNesting = 60, mostRecursion = 130;

    TokenView in;
    Syntax* nodes;
    Query* queries;
    Relation* relations;
    int nodeRoom, queryRoom, relationRoom;
    const CastType* castTypes{};
    int castTypeCount{};

    int nodeCount{}, queryCount{}, relationCount{};
    int at{};               // the token that comes next
    int nesting{}, recursion{};
    int aliasAt{-1};        // the last token that was taken for an alias without AS
    int openWindows{};      // windows that name one of a WINDOW that was not read yet
    bool failed{};
    Error error{};

    // ---- tokens -------------------------------------------------------------------------------------------------

    constexpr const Token& token(int ahead = 0) const {
        const int i = at + ahead;
        return in.tokens[i < in.count ? i : in.count - 1];
    }
    constexpr bool next(Keyword k, int ahead = 0) const { return token(ahead).keyword == k; }
    constexpr bool next(Symbol s, int ahead = 0) const { return token(ahead).symbol == s; }
    constexpr bool accept(Keyword k) { return next(k) && (++at, true); }
    constexpr bool accept(Symbol s) { return next(s) && (++at, true); }
    constexpr bool expect(Keyword k) { return accept(k) || refuse(nameOf(k)); }
    constexpr bool expect(Symbol s, std::string_view name) { return accept(s) || refuse(name); }
    constexpr bool expectWord(std::string_view upperCase) { return (nextWord(upperCase) && (++at, true)) || refuse(upperCase); }
    constexpr bool isName(int ahead = 0) const {
        const Token& t = token(ahead);
        return t.kind == TokenKind::quotedName || (t.kind == TokenKind::name && !isReserved(t.keyword));
    }
    constexpr bool isWord(int ahead = 0) const { return token(ahead).kind == TokenKind::quotedName || token(ahead).kind == TokenKind::name; }
    // Directly after a dot any word is a name; but `t. FROM x` is a name forgotten.
    constexpr bool isFieldName(int ahead = 0) const {
        return isName(ahead) || (token(ahead).kind == TokenKind::name && token(ahead - 1).begin + token(ahead - 1).size == token(ahead).begin);
    }
    // A word that is not in the table of keywords, because it means something at one place only.
    constexpr bool nextWord(std::string_view upperCase, int ahead = 0) const {
        return token(ahead).kind == TokenKind::name && rivulet::detail::equalsIgnoringCase(in.text(at + ahead), upperCase);
    }

    // ---- errors -------------------------------------------------------------------------------------------------

    // All return false, so that a parsing function can end with them.
    constexpr bool fail(const Error& e) {
        if (!failed) error = e;
        failed = true;
        return false;
    }
    constexpr bool refuse(std::string_view expected);                    // syntax error at the next token
    constexpr bool notSupported(std::string_view what, int ahead = 0) {  // Flink has it, we do not yet
        return fail({.code = ErrorCode::notSupported, .position = token(ahead).begin, .subject = what});
    }
    constexpr bool enter() {
        if (++nesting <= mostNesting) return true;
        return fail({.code = ErrorCode::tooDeep, .position = token().begin, .subject = in.text(at), .expected = "at most 60 levels"});
    }
    constexpr void leave() { --nesting; }
    constexpr bool deeper(int levels) {
        if ((recursion += levels) <= mostRecursion) return true;
        return fail({.code = ErrorCode::tooDeep, .position = token().begin, .subject = in.text(at), .expected = "fewer levels"});
    }

    // ---- nodes --------------------------------------------------------------------------------------------------

    // The height of a tree above others: more than theirs.
    constexpr void above(short& height, short below) const {
        if (below >= height) height = static_cast<short>(below + 1);
    }
    constexpr void aboveList(short& height, short list) const {
        for (; list >= 0; list = nodes[list].next) above(height, nodes[list].height);
    }
    constexpr bool measure(Syntax& s) {
        s.height = 1;
        aboveList(s.height, s.first);
        if (s.query >= 0) above(s.height, queries[s.query].height);
        if (s.filter >= 0) above(s.height, nodes[s.filter].height);
        if (s.over >= 0) above(s.height, nodes[s.over].height);
        aboveList(s.height, s.order);
        aboveList(s.height, s.bounds);
        return s.height <= Syntax::mostHeight || fail({.code = ErrorCode::tooDeep, .position = s.position, .subject = s.text, .expected = "at most 200 levels"});
    }
    constexpr short add(Syntax s) {
        if (failed || !measure(s)) return -1;
        if (nodeCount >= nodeRoom) {
            fail({.code = ErrorCode::tooLarge, .position = s.position});
            return -1;
        }
        nodes[nodeCount] = s;
        return static_cast<short>(nodeCount++);
    }
    constexpr short call(std::string_view name, int position, short first) {
        return add({.kind = SyntaxKind::call, .first = first, .position = position, .text = name});
    }
    constexpr short call(std::string_view name, int position, short first, short second) {
        if (failed) return -1;
        nodes[first].next = second;
        return call(name, position, first);
    }
    // A list of siblings under construction.
    struct List { short first{-1}, last{-1}; };
    constexpr void append(List& list, short node) {
        if (failed) return;
        if (list.first < 0) list.first = node;
        else nodes[list.last].next = node;
        list.last = node;
    }

    // ---- expressions (parse_expression.hpp) -----------------------------------------------------------------------

    constexpr short expression(int minimum = precedence::or_);
    constexpr short chain(std::string_view name, Keyword word, int level, short left);
    constexpr short predicate(short left, bool negated);
    constexpr short isForm(short left);
    constexpr short quantified(std::string_view comparison, int position, short left);
    constexpr short operand();
    constexpr short primary();
    constexpr short literal(SyntaxKind kind);
    constexpr short path();
    constexpr short parenthesized();
    constexpr short caseExpression();
    constexpr short typedLiteral(SqlType type, int words);
    constexpr bool isTimestampLtzLiteral() const;
    constexpr bool isIntervalLiteral() const;
    constexpr short intervalLiteral();
    constexpr bool intervalUnits(Syntax& s);
    constexpr bool digitsInParentheses(int most);
    constexpr bool beginsQuery() const;
    constexpr bool isQuery() const;
    constexpr short queryOrList(List& list);
    constexpr short exists();

    // ---- calls (parse_call.hpp) -------------------------------------------------------------------------------------

    constexpr short namedCall();
    constexpr bool isOperatorName(std::string_view name, bool quoted) const;
    constexpr bool isKeyWord() const;
    constexpr bool jsonAggregate(Syntax& s, bool object);
    constexpr bool argumentsEnd(std::string_view name, Symbol close, std::string_view closeName);
    constexpr bool aggregateEnd(Syntax& s);
    constexpr short specialCall(Keyword k);
    constexpr short trim(int position);
    constexpr bool castType(SqlType& type);
    constexpr bool refuseType(Error e);
    constexpr bool refuseNestedType();
    constexpr short castCall(bool isTry);
    constexpr short elements(std::string_view name, Symbol close, std::string_view closeName, int position);
    constexpr short unit();
    constexpr short word(std::string_view text, int position) { return add({.kind = SyntaxKind::string, .position = position, .text = text}); }

    // ---- windows of OVER (parse_window.hpp) --------------------------------------------------------------------------

    constexpr short over();
    constexpr short window();
    constexpr bool beginsNamedWindow() const;
    constexpr bool frame(Syntax& s);
    constexpr short bound();
    constexpr short windows();
    constexpr short linked(int firstNode, short query);
    constexpr bool linkWindows(int firstNode, short list);
    constexpr bool linkWindow(Syntax& s, short list);

    // ---- queries (parse_query.hpp) -----------------------------------------------------------------------------------

    constexpr short statement();
    constexpr short query(short begun = -1);
    constexpr short queryTerm();
    constexpr short withTables();
    constexpr short select();
    constexpr bool readAliases(short of, short items, int begin);
    constexpr bool selectItem(List& items, bool& hasStar);
    constexpr bool implicitAlias(std::string_view& alias);
    constexpr short grouping(bool isSet);
    constexpr short orderItems();
    constexpr short values();
    constexpr short everythingFrom(Relation r);
    constexpr bool refuseClause();
    constexpr bool refuseAfter(short q, bool inParentheses);
    constexpr bool closeQuery(short q);
    constexpr bool limits(Query& q);
    constexpr bool number(long long& n, std::string_view expected);
    constexpr bool grow(Query& q);
    constexpr short add(Query q);

    // ---- relations (parse_relation.hpp) --------------------------------------------------------------------------------

    constexpr short from(bool commas);
    constexpr bool joinWords(Relation& r, bool& cross);
    constexpr short table();
    constexpr short inParentheses(Relation r);
    constexpr bool tableAlias(Relation& r);
    constexpr short columnNames();
    constexpr short add(Relation r);
    constexpr short relationEnd(Relation r);
    constexpr bool tableFunction(Relation& r);
    constexpr short tableArgument();

    // ---- MATCH_RECOGNIZE (parse_match.hpp) -----------------------------------------------------------------------------

    constexpr bool matchRecognize(Relation& r);
    constexpr bool afterMatch(MatchClauses& c);
    constexpr short measures();
    constexpr short definitions();
    constexpr bool named(List& list, short e);
    constexpr bool refuseMatch(std::string_view expected);
    constexpr short pattern();
    constexpr short patternPart();
    constexpr bool quantifier(Syntax& s);
    constexpr bool times(int& n);
    constexpr void appendPart(List& list, SyntaxKind kind, short part);
    constexpr short grouped(SyntaxKind kind, const List& parts, int position);
};

// The word that was probably meant, or nothing.
constexpr std::string_view meantWord(std::string_view word, const std::string_view* of, int count) {
    int least = word.size() < 2 ? 0 : word.size() < 4 ? 2 : 3;
    std::string_view best;
    for (int i = 0; i < count; ++i)
        if (const int d = rivulet::detail::editDistance(of[i], word); d > 0 && d < least) {  // 0: the very word, in a wrong place
            least = d;
            best = of[i];
        }
    return best;
}
template <std::size_t N>
constexpr std::string_view meantKeyword(std::string_view word, const Keyword (&of)[N]) {
    std::string_view words[N];
    for (std::size_t i = 0; i < N; ++i) words[i] = nameOf(of[i]);
    return meantWord(word, words, static_cast<int>(N));
}
// What is expected is a word alone.
constexpr bool isOneWord(std::string_view expected) {
    for (const char c : expected)
        if ((c < 'A' || c > 'Z') && c != '_') return false;
    return !expected.empty();
}

constexpr bool Parser::refuse(std::string_view expected) {
    if (failed) return false;
    const Token& t = token();
    Error e{.code = ErrorCode::syntax, .position = t.begin, .subject = in.text(at < in.count ? at : in.count - 1), .expected = expected};
    const TokenKind before = at > 0 ? in.tokens[at - 1].kind : TokenKind::end;
    const bool touches = at > 0 && in.tokens[at - 1].begin + in.tokens[at - 1].size == t.begin;
    switch (t.kind) {
        case TokenKind::end: e.subject = "end of the query"; break;
        case TokenKind::badCharacter:
            e.found = "no SQL symbol";
            break;
        case TokenKind::badNumber: e.expected = "a number"; e.found = "a number with letters"; break;
        case TokenKind::badBinary: e.expected = "pairs of hex digits"; break;
        case TokenKind::badEscape: e.expected = e.subject[1] == '&' ? "an escape: \\0041 \\+01F600" : "an escape: \\n, \\u0041"; break;
        case TokenKind::emptyName: e.expected = "a name in the backticks"; break;
        case TokenKind::doubleQuoted: e.expected = "`name` or 'text'"; e.found = "double quotes"; break;
        case TokenKind::openString: e.expected = "a closing quote"; e.found = "text without end"; break;
        case TokenKind::openName: e.expected = "a closing backtick"; e.found = "a name without end"; break;
        case TokenKind::unknownHint: e.expected = "a hint of Flink's"; e.nearest = meantWord(e.subject, hintNames, static_cast<int>(sizeof hintNames / sizeof *hintNames)); break;
        case TokenKind::openComment: e.expected = "*/"; e.found = "a comment without end"; break;
        case TokenKind::string:
            if (before == TokenKind::string) return notSupported("adjacent strings");
            if (touches && before == TokenKind::name && (nextWord("N", -1) || in.text(at - 1)[0] == '_')) return notSupported("a string with a character set", -1);
            break;
        case TokenKind::name: {
            const Token& after = token(1);
            if (isOneWord(expected)) e.nearest = meantWord(e.subject, &expected, 1);
            if (isReserved(t.keyword) && t.keyword != Keyword::not_ && e.nearest.empty() &&
                (after.symbol == Symbol::comma || after.symbol == Symbol::dot || after.symbol == Symbol::equal || after.keyword == Keyword::as || after.keyword == Keyword::from))
                e.found = "a reserved word; use `..`";
            break;
        }
        default: break;
    }
    // `SELECT a FORM t`: the misspelled word was taken for an alias, and what follows it makes no sense.
    if (aliasAt >= 0 && aliasAt == at - 1 && in.tokens[aliasAt].kind == TokenKind::name && t.kind <= TokenKind::symbol) {
        constexpr Keyword clauses[] = {Keyword::from, Keyword::where, Keyword::group, Keyword::having, Keyword::order, Keyword::limit,
                                       Keyword::offset, Keyword::fetch, Keyword::join, Keyword::union_, Keyword::inner, Keyword::left,
                                       Keyword::right, Keyword::full, Keyword::cross, Keyword::natural, Keyword::on, Keyword::using_,
                                       Keyword::intersect, Keyword::except, Keyword::window, Keyword::qualify, Keyword::matchRecognize};
        if (const std::string_view meant = meantKeyword(in.text(aliasAt), clauses); !meant.empty()) {
            e.position = in.tokens[aliasAt].begin;
            e.subject = in.text(aliasAt);
            e.nearest = meant;
            e.found = {};
        }
    }
    return fail(e);
}

}  // namespace rivulet::sql::detail

#include <rivulet/sql/parse_call.hpp>
#include <rivulet/sql/parse_expression.hpp>
#include <rivulet/sql/parse_match.hpp>
#include <rivulet/sql/parse_query.hpp>
#include <rivulet/sql/parse_relation.hpp>
#include <rivulet/sql/parse_window.hpp>
