// SPDX-License-Identifier: BSL-1.0
// The grammar of windows: OVER, its frames, and WINDOW, whose windows have names.
#pragma once
#include <rivulet/sql/parser.hpp>

namespace rivulet::sql::detail {

// OVER w, OVER (..)
constexpr short Parser::over() {
    ++at;
    if (!isName() || next(Keyword::by, 1)) return window();
    Syntax s{.kind = SyntaxKind::window, .position = token().begin, .text = in.value(at)};
    ++at;
    ++openWindows;
    return add(s);
}

// ([w] [PARTITION BY ..] [ORDER BY ..] [ROWS .. | RANGE ..])
constexpr short Parser::window() {
    Syntax s{.kind = SyntaxKind::window, .position = token().begin};
    if (!expect(Symbol::open, "(") || !enter() || !deeper(1)) return -1;
    if (beginsNamedWindow()) {
        s.position = token().begin;
        s.text = in.value(at++);
        ++openWindows;
        if (nextWord("PARTITION")) { refuse("ORDER BY, a frame or )"); return -1; }
    }
    if (nextWord("PARTITION")) {
        ++at;
        List list;
        if (!expect(Keyword::by)) return -1;
        do append(list, expression()); while (!failed && accept(Symbol::comma));
        s.first = list.first;
    }
    if (!failed && next(Keyword::order)) s.order = orderItems();
    if (failed || !frame(s)) return -1;
    expect(Symbol::close, s.frame != FrameUnit::none ? ")" : s.order >= 0 ? ", a frame or )" : "ORDER BY, a frame or )");
    --recursion;
    leave();
    return add(s);
}

// Does the name of a window come, not one of the words that begin a clause?
constexpr bool Parser::beginsNamedWindow() const {
    if (!isName()) return false;
    return next(Symbol::close, 1) || next(Keyword::order, 1) || next(Keyword::rows, 1) || nextWord("RANGE", 1) || (nextWord("PARTITION", 1) && next(Keyword::by, 2));
}

// ROWS | RANGE bound, which ends at the current row, or ROWS | RANGE BETWEEN bound AND bound
constexpr bool Parser::frame(Syntax& s) {
    if (nextWord("GROUPS")) return notSupported("GROUPS in OVER");
    if (!next(Keyword::rows) && !nextWord("RANGE")) return true;
    s.frame = next(Keyword::rows) ? FrameUnit::rows : FrameUnit::range;
    ++at;
    if (!deeper(1)) return false;
    List ends;
    if (accept(Keyword::between)) {
        append(ends, bound());
        if (failed || !expect(Keyword::and_)) return false;
        append(ends, bound());
    } else {
        append(ends, bound());
        append(ends, add({.kind = SyntaxKind::bound, .bound = Bound::currentRow, .position = token().begin}));
    }
    if (failed) return false;
    --recursion;
    const Syntax &from = nodes[ends.first], &to = nodes[ends.last];
    if (from.bound > to.bound || from.bound == Bound::unboundedFollowing || to.bound == Bound::unboundedPreceding)
        return fail({.code = ErrorCode::syntax, .position = from.position, .subject = s.frame == FrameUnit::rows ? "ROWS" : "RANGE", .expected = "an end behind the begin"});
    s.bounds = ends.first;
    if (nextWord("EXCLUDE")) return notSupported("EXCLUDE in OVER");
    return true;
}

// UNBOUNDED PRECEDING | FOLLOWING, CURRENT ROW, expression PRECEDING | FOLLOWING
constexpr short Parser::bound() {
    Syntax s{.kind = SyntaxKind::bound, .bound = Bound::currentRow, .position = token().begin};
    if (nextWord("CURRENT") && next(Keyword::row, 1)) {
        at += 2;
        return add(s);
    }
    const bool unbounded = nextWord("UNBOUNDED") && (nextWord("PRECEDING", 1) || nextWord("FOLLOWING", 1));
    if (unbounded) ++at;
    else s.first = expression();
    if (failed) return -1;
    if (!nextWord("PRECEDING") && !nextWord("FOLLOWING")) { refuse("PRECEDING or FOLLOWING"); return -1; }
    s.bound = nextWord("PRECEDING") ? (unbounded ? Bound::unboundedPreceding : Bound::preceding) : unbounded ? Bound::unboundedFollowing : Bound::following;
    ++at;
    return add(s);
}

// WINDOW name AS (..) {, ..}: each may go on from those before it
constexpr short Parser::windows() {
    ++at;
    List list;
    do {
        if (!isName()) { refuse("a name"); return -1; }
        const int nameAt = at++;
        for (short w = list.first; w >= 0; w = nodes[w].next)
            if (nodes[w].alias == in.value(nameAt)) { at = nameAt; refuse("another name"); return -1; }
        if (!expect(Keyword::as)) return -1;
        const int firstNode = nodeCount, open = openWindows;
        const short w = window();
        if (failed) return -1;
        nodes[w].alias = in.value(nameAt);
        if (!nodes[w].text.empty() && !linkWindow(nodes[w], list.first)) return -1;
        // an OVER within has no names: it could be the window itself
        for (int i = firstNode; i < nodeCount && openWindows > open; ++i)
            if (nodes[i].kind == SyntaxKind::window && !nodes[i].text.empty() && nodes[i].over < 0 && !linkWindow(nodes[i], -1)) return -1;
        append(list, w);
    } while (accept(Symbol::comma));
    return list.first;
}

// A query whose OVER clauses, which begin at `firstNode`, found the windows they name. These then stand below all that it holds.
constexpr short Parser::linked(int firstNode, short query) {
    if (failed) return -1;
    Query& q = queries[query];
    const int open = openWindows;  // also those of queries around
    if (!linkWindows(firstNode, q.windows)) return -1;
    if (openWindows == open) return query;
    short most = 0;
    for (short w = q.windows; w >= 0; w = nodes[w].next)
        if (nodes[w].height > most) most = nodes[w].height;
    q.height = static_cast<short>(q.height + most);
    if (q.height <= Syntax::mostHeight) return query;
    fail({.code = ErrorCode::tooDeep, .position = q.position, .expected = "at most 200 levels"});
    return -1;
}

constexpr bool Parser::linkWindows(int firstNode, short list) {
    for (int i = firstNode; i < nodeCount && openWindows > 0 && !failed; ++i)
        if (nodes[i].kind == SyntaxKind::window && !nodes[i].text.empty() && nodes[i].over < 0) linkWindow(nodes[i], list);
    return !failed;
}

// Finds the window that `s` goes on from, and refuses what both of them say.
constexpr bool Parser::linkWindow(Syntax& s, short list) {
    Error e{.code = ErrorCode::unknownWindow, .position = s.position, .subject = s.text};
    rivulet::detail::Nearest nearest(s.text);
    for (short w = list; w >= 0; w = nodes[w].next) {
        if (nodes[w].alias != s.text) {
            nearest.offer(nodes[w].alias);
            e.know(nodes[w].alias);
            continue;
        }
        s.over = w;
        --openWindows;
        const Syntax whole = wholeWindow(nodes, w);
        const bool adds = s.order >= 0 || s.frame != FrameUnit::none;
        if (adds && whole.frame != FrameUnit::none)
            return fail({.code = ErrorCode::syntax, .position = s.position, .subject = s.text, .expected = "a window without frame"});
        if (s.order >= 0 && whole.order >= 0)
            return fail({.code = ErrorCode::syntax, .position = s.position, .subject = s.text, .expected = "a window without ORDER BY"});
        above(s.height, nodes[w].height);
        return true;
    }
    e.nearest = nearest.best;
    return fail(e);
}

}  // namespace rivulet::sql::detail
