// SPDX-License-Identifier: BSL-1.0
// The grammar of MATCH_RECOGNIZE: patterns over rows.
#pragma once
#include <rivulet/sql/parser.hpp>

namespace rivulet::sql::detail {

// ( [PARTITION BY ..] [ORDER BY ..] [MEASURES ..] [ONE ROW PER MATCH] [AFTER MATCH ..] PATTERN (..) [WITHIN interval] DEFINE .. );
// r becomes the matches in what it was
constexpr bool Parser::matchRecognize(Relation& r) {
    Relation m{.kind = RelationKind::match, .left = add(r), .position = token().begin};
    MatchClauses& c = m.match;
    ++at;
    if (!expect(Symbol::open, "(") || !enter() || !deeper(2)) return false;
    if (nextWord("PARTITION")) {
        ++at;
        if (!expect(Keyword::by)) return false;
        List list;
        do append(list, expression()); while (!failed && accept(Symbol::comma));
        c.partition = list.first;
    }
    if (!failed && next(Keyword::order)) c.order = orderItems();
    if (!failed && nextWord("MEASURES")) c.measures = measures();
    if (failed) return false;
    if (next(Keyword::all)) return notSupported("ALL ROWS PER MATCH");
    if (nextWord("ONE")) {
        ++at;
        if (!accept(Keyword::row) || !nextWord("PER") || !nextWord("MATCH", 1)) return refuse("ONE ROW PER MATCH");
        at += 2;
    }
    if (nextWord("AFTER") && !afterMatch(c)) return false;
    if (!nextWord("PATTERN")) return refuseMatch(c.measures < 0 ? "MEASURES or PATTERN" : "PATTERN");
    ++at;
    if (!expect(Symbol::open, "(")) return false;
    c.pattern = pattern();
    if (failed) return false;
    if (in.text(at) == "^" || nextWord("$")) return notSupported("^ and $ in PATTERN");
    if (!expect(Symbol::close, "a variable, | or )")) return false;
    if (accept(Keyword::within)) {
        if (!next(Keyword::interval) || !isIntervalLiteral()) return refuse("INTERVAL '..' and a unit");
        c.within = intervalLiteral();
    }
    if (nextWord("SUBSET")) return notSupported("SUBSET");
    if (!failed && !nextWord("DEFINE")) return refuseMatch(c.within < 0 ? "WITHIN or DEFINE" : "DEFINE");
    ++at;
    c.define = definitions();
    recursion -= 2;
    leave();
    if (failed || !expect(Symbol::close, ", or )")) return false;
    r = m;
    return true;
}

constexpr bool Parser::refuseMatch(std::string_view expected) {
    constexpr std::string_view words[] = {"PARTITION", "ORDER", "MEASURES", "ONE", "AFTER", "PATTERN", "WITHIN", "SUBSET", "DEFINE"};
    refuse(expected);
    if (error.nearest.empty() && token().kind == TokenKind::name) error.nearest = meantWord(error.subject, words, static_cast<int>(sizeof words / sizeof *words));
    return false;
}

// MEASURES expression AS name {, ..}. FINAL is what they are anyhow.
constexpr short Parser::measures() {
    List list;
    ++at;
    do {
        if (isWord(1) && next(Symbol::open, 2)) {
            if (nextWord("RUNNING")) { notSupported("RUNNING in MEASURES"); return -1; }
            if (nextWord("FINAL")) ++at;
        }
        const short e = expression();
        if (failed || !expect(Keyword::as)) return -1;
        if (!isName()) { refuse("a name"); return -1; }
        nodes[e].alias = in.value(at++);
        append(list, e);
    } while (accept(Symbol::comma));
    return list.first;
}

// DEFINE variable AS condition {, ..}
constexpr short Parser::definitions() {
    List list;
    do {
        if (!isName()) { refuse("a pattern variable"); return -1; }
        const std::string_view variable = in.value(at++);
        if (!expect(Keyword::as)) return -1;
        const short e = expression();
        if (failed) return -1;
        nodes[e].alias = variable;
        append(list, e);
    } while (accept(Symbol::comma));
    return list.first;
}

// AFTER MATCH SKIP PAST LAST ROW | TO NEXT ROW | TO [FIRST | LAST] variable
constexpr bool Parser::afterMatch(MatchClauses& c) {
    ++at;
    if (!expectWord("MATCH") || !expectWord("SKIP")) return false;
    if (nextWord("PAST")) {
        ++at;
        c.after = AfterMatch::pastLastRow;
        return expectWord("LAST") && expect(Keyword::row);
    }
    if (!accept(Keyword::to)) return refuse("PAST LAST ROW or TO ..");
    if (next(Keyword::next) && next(Keyword::row, 1)) {
        at += 2;
        return true;
    }
    const bool first = next(Keyword::first), last = nextWord("LAST");
    c.after = first ? AfterMatch::toFirst : AfterMatch::toLast;
    if ((first || last) && isName(1) && !(nextWord("PATTERN", 1) && next(Symbol::open, 2))) ++at;
    else c.after = AfterMatch::toLast;
    if (!isName()) return refuse("NEXT ROW or a variable");
    c.variablePosition = token().begin;
    c.variable = in.value(at++);
    return true;
}

// ---- PATTERN --------------------------------------------------------------------------------------------------------

// part part .. {| part part ..}
constexpr short Parser::pattern() {
    if (!enter() || !deeper(1)) return -1;
    const int position = token().begin;
    List choices;
    do {
        const int begin = token().begin;
        List parts;
        do appendPart(parts, SyntaxKind::sequence, patternPart()); while (!failed && (next(Symbol::open) || (isName() && !nextWord("$"))));
        appendPart(choices, SyntaxKind::choice, grouped(SyntaxKind::sequence, parts, begin));
    } while (!failed && accept(Symbol::bar));
    --recursion;
    leave();
    return grouped(SyntaxKind::choice, choices, position);
}

// variable, (pattern), each with a quantifier perhaps
constexpr short Parser::patternPart() {
    if (in.text(at) == "^" || nextWord("$")) { notSupported("^ and $ in PATTERN"); return -1; }
    if (next(Symbol::openBrace) && next(Symbol::minus, 1)) { notSupported("{- .. -} in PATTERN"); return -1; }
    if (nextWord(special::permute) && next(Symbol::open, 1)) { notSupported("PERMUTE in PATTERN"); return -1; }
    Syntax s{.kind = SyntaxKind::repeat};
    if (accept(Symbol::open)) {
        s.first = pattern();
        if (failed || !expect(Symbol::close, "a variable, | or )")) return -1;
    } else {
        if (!isName()) { refuse("a pattern variable"); return -1; }
        s.first = add({.kind = SyntaxKind::name, .position = token().begin, .text = in.value(at)});
        ++at;
    }
    s.position = token().begin;
    if (failed || !quantifier(s)) return failed ? static_cast<short>(-1) : s.first;
    s.reluctant = accept(Symbol::question);
    return add(s);
}

// *, +, ?, {n}, {n,}, {n,m}, {,m}; false if there is none
constexpr bool Parser::quantifier(Syntax& s) {
    if (accept(Symbol::star)) return true;
    if (accept(Symbol::plus)) {
        s.atLeast = 1;
        return true;
    }
    if (accept(Symbol::question)) {
        s.atMost = 1;
        return true;
    }
    if (!next(Symbol::openBrace)) return false;
    if (next(Symbol::minus, 1)) return notSupported("{- .. -} in PATTERN");
    ++at;
    const int position = token().begin;
    if (!next(Symbol::comma)) {
        if (!times(s.atLeast)) return false;
        s.atMost = s.atLeast;
    }
    const bool needsMost = next(Symbol::comma) && s.atMost < 0;
    if (accept(Symbol::comma)) {
        s.atMost = -1;
        if ((needsMost || token().kind == TokenKind::integer) && !times(s.atMost)) return false;
    }
    if (!expect(Symbol::closeBrace, "}")) return false;
    if (s.atMost >= 0 && s.atMost < s.atLeast) return fail({.code = ErrorCode::syntax, .position = position, .subject = "{..}", .expected = "the smaller number first"});
    return true;
}
constexpr bool Parser::times(int& n) {
    const int numberAt = at;
    long long read = 0;
    if (!number(read, "a number of times")) return false;
    if (read > 2147483647)
        return fail({.code = ErrorCode::outOfRange, .position = in.tokens[numberAt].begin, .subject = in.text(numberAt), .expected = "at most 32 bits"});
    n = static_cast<int>(read);
    return true;
}

// A sequence in a sequence is part of it, likewise a choice.
constexpr void Parser::appendPart(List& list, SyntaxKind kind, short part) {
    if (failed) return;
    if (nodes[part].kind != kind) {
        append(list, part);
        return;
    }
    for (short p = nodes[part].first; p >= 0;) {
        const short after = nodes[p].next;
        append(list, p);
        p = after;
    }
}
constexpr short Parser::grouped(SyntaxKind kind, const List& parts, int position) {
    if (failed) return -1;
    return parts.first == parts.last ? parts.first : add({.kind = kind, .first = parts.first, .position = position});
}

}  // namespace rivulet::sql::detail
