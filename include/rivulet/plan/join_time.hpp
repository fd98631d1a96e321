// SPDX-License-Identifier: BSL-1.0
// What a join's condition says about time: how far apart the times of two rows may be, and that they are in the same window.
#pragma once
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/plan.hpp>
#include <rivulet/plan/window_columns.hpp>

namespace rivulet::plan {

/// Two relations whose rows a condition brings together, as a join has them.
struct JoinSides {
    const PlanView& p;
    short left, right;

    constexpr int leftWidth() const { return p.nodes[left].columnCount; }
    constexpr const Column& column(short c) const { return c < leftWidth() ? p.column(left, c) : p.column(right, c - leftWidth()); }
};

/// A length of time that is written out: INTERVAL '5' SECOND, 2 * INTERVAL '1' MINUTE. Months have no length.
constexpr bool constantMillis(const PlanView& p, short e, long long& millis) {
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::literal) {
        millis = x.integer;
        return x.type.root == TypeRoot::intervalDayTime || x.type.isInteger();
    }
    if (x.kind == ExprKind::cast && x.implicit) return constantMillis(p, x.first, millis);
    if (x.kind != ExprKind::call || x.type.root != TypeRoot::intervalDayTime) return false;
    long long a = 0, b = 0;
    if (x.function == indexOf<functions::Negate>) return constantMillis(p, x.first, a) && !__builtin_sub_overflow(0LL, a, &millis);
    if (x.function != indexOf<functions::Plus> && x.function != indexOf<functions::Minus> && x.function != indexOf<functions::Times>) return false;
    if (!constantMillis(p, x.first, a) || !constantMillis(p, p.exprs[x.first].next, b)) return false;
    if (x.function == indexOf<functions::Plus>) return !__builtin_add_overflow(a, b, &millis);
    if (x.function == indexOf<functions::Minus>) return !__builtin_sub_overflow(a, b, &millis);
    return !__builtin_mul_overflow(a, b, &millis);
}

/// A timestamp column and a constant number of milliseconds after it.
struct TimeTerm {
    short column{-1};
    long long after{};
};
constexpr bool isTimeTerm(const PlanView& p, short e, TimeTerm& term) {
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::column) {
        term = {x.index, 0};
        return x.type.isTimestamp();
    }
    if (x.kind == ExprKind::cast && x.implicit) return x.type.root == p.exprs[x.first].type.root && isTimeTerm(p, x.first, term);
    if (x.kind != ExprKind::call) return false;
    const short a = x.first;
    long long by = 0;
    if (x.function == indexOf<functions::Plus>) {
        const short b = p.exprs[a].next;
        const bool first = isTimeTerm(p, a, term);
        return (first ? constantMillis(p, b, by) : isTimeTerm(p, b, term) && constantMillis(p, a, by)) && !__builtin_add_overflow(term.after, by, &term.after);
    }
    if (x.function == indexOf<functions::Minus>)
        return isTimeTerm(p, a, term) && constantMillis(p, p.exprs[a].next, by) && !__builtin_sub_overflow(term.after, by, &term.after);
    return false;
}

/// What a comparison says of a time of each side: how many milliseconds the right one may be after the left one.
struct TimeComparison {
    short left{-1}, right{-1};             // columns, each of its side
    long long distance{};
    bool atLeast{}, atMost{};              // both: equal
    bool strict{};                         // not just so many either
};
/// Whether `a function b` compares a time of one side with one of the other.
constexpr bool isTimeComparison(const JoinSides& sides, short function, short a, short b, TimeComparison& says) {
    TimeTerm l, r;
    if (!isTimeTerm(sides.p, a, l) || !isTimeTerm(sides.p, b, r)) return false;
    const bool swapped = l.column >= sides.leftWidth();
    if (swapped == (r.column >= sides.leftWidth())) return false;
    if (swapped) {
        const TimeTerm other = l;
        l = r;
        r = other;
    }
    // left + l.after function right + r.after
    if (__builtin_sub_overflow(l.after, r.after, &says.distance) || says.distance > mostLength || says.distance < -mostLength) return false;
    const bool less = function == indexOf<functions::Less> || function == indexOf<functions::LessEqual>;
    const bool greater = function == indexOf<functions::Greater> || function == indexOf<functions::GreaterEqual>;
    const bool equal = function == indexOf<functions::Equal>;
    says.left = l.column;
    says.right = static_cast<short>(r.column - sides.leftWidth());
    says.atLeast = equal || (swapped ? greater : less);
    says.atMost = equal || (swapped ? less : greater);
    says.strict = function == indexOf<functions::Less> || function == indexOf<functions::Greater>;
    return less || greater || equal;
}
/// `f(comparison)` for each comparison of times that a condition, or one of those that AND puts together in it, is; whether it is nothing else.
template <class F>
constexpr bool forTimeComparisons(const JoinSides& sides, short e, F& f) {
    if (e < 0) return false;
    const Expr& x = sides.p.exprs[e];
    if (x.kind != ExprKind::call || x.first < 0) return false;
    const short second = sides.p.exprs[x.first].next;
    const auto compare = [&](short function, short b) {
        TimeComparison says;
        return b >= 0 && isTimeComparison(sides, function, x.first, b, says) && f(says);
    };
    if (x.function == indexOf<functions::And>) {
        bool all = true;
        for (short a = x.first; a >= 0; a = sides.p.exprs[a].next)
            if (!forTimeComparisons(sides, a, f)) all = false;
        return all;
    }
    if (x.function == indexOf<functions::Between>) {
        const bool low = compare(indexOf<functions::GreaterEqual>, second);
        return compare(indexOf<functions::LessEqual>, sides.p.exprs[second].next) && low;
    }
    return compare(x.function, second);
}

/// What the conditions of a join say of the right time attribute minus the left one.
struct TimeConditions {
    TimeBounds bounds{};
    int lowers{}, uppers{};
    bool differ{};  // they are about different columns

    constexpr bool bounded() const { return lowers == 1 && uppers == 1 && !differ; }

    /// Takes a condition in; whether it says nothing but how far apart the times are.
    constexpr bool take(const JoinSides& sides, short e) {
        const auto compare = [&](const TimeComparison& says) {
            const TimeAttribute time = sides.p.column(sides.left, says.left).attribute();
            if (time == TimeAttribute::none || time != sides.p.column(sides.right, says.right).attribute()) return false;
            if (bounds.left < 0) {
                bounds.left = says.left;
                bounds.right = says.right;
            } else if (bounds.left != says.left || bounds.right != says.right) differ = true;
            if (says.atLeast) {
                bounds.lower = says.distance + says.strict;
                ++lowers;
            }
            if (says.atMost) {
                bounds.upper = says.distance - says.strict;
                ++uppers;
            }
            return true;
        };
        return forTimeComparisons(sides, e, compare);
    }
};

/// Whether a condition is `left column = right column` for these two.
constexpr bool equates(const PlanView& p, short e, short left, short right) {
    const Expr& x = p.exprs[e];
    if (x.kind != ExprKind::call || x.function != indexOf<functions::Equal>) return false;
    const Expr &a = p.exprs[x.first], &b = p.exprs[a.next];
    if (a.kind != ExprKind::column || b.kind != ExprKind::column) return false;
    return (a.index == left && b.index == right) || (a.index == right && b.index == left);
}
constexpr bool hasEquality(const PlanView& p, short e, short left, short right) {
    if (e < 0) return false;
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::call && x.function == indexOf<functions::And>) {
        for (short a = x.first; a >= 0; a = p.exprs[a].next)
            if (hasEquality(p, a, left, right)) return true;
        return false;
    }
    return equates(p, e, left, right);
}
/// Whether a condition brings together rows of the same window: both sides are put into windows in the same way, and start and end are equal.
constexpr bool joinsWindows(const JoinSides& sides, short predicate) {
    const Node &l = sides.p.nodes[sides.left], &r = sides.p.nodes[sides.right];
    if (!isWindowed(l) || !isWindowed(r) || !l.windowing.sameForm(r.windowing)) return false;
    const int width = sides.leftWidth();
    return hasEquality(sides.p, predicate, l.windowColumns.start, static_cast<short>(r.windowColumns.start + width)) &&
           hasEquality(sides.p, predicate, l.windowColumns.end, static_cast<short>(r.windowColumns.end + width));
}

/// Whether a condition of a join over time says only what the operator knows by itself: how far apart times are, that windows end together.
/// Windows of one end begin together, but for sessions.
constexpr bool isImplied(const PlanView& p, const Node& join, short e) {
    if (join.kind == NodeKind::intervalJoin) {
        TimeConditions conditions;
        return conditions.take({p, join.left, join.right}, e);
    }
    if (join.kind != NodeKind::windowJoin) return false;
    const WindowColumns &l = p.nodes[join.left].windowColumns, &r = p.nodes[join.right].windowColumns;
    const int width = p.nodes[join.left].columnCount;
    return equates(p, e, l.end, static_cast<short>(r.end + width)) ||
           (p.nodes[join.left].windowing.kind != WindowKind::session && equates(p, e, l.start, static_cast<short>(r.start + width)));
}

}  // namespace rivulet::plan
