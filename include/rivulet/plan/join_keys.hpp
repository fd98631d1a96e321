// SPDX-License-Identifier: BSL-1.0
// What of a join's predicate is a key, and what is a condition.
#pragma once
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/join_time.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// Which inputs an expression over both sides of a join reads: bit 0 left, bit 1 right.
constexpr int sidesOf(const PlanView& p, short e, short leftWidth) {
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::same) return sidesOf(p, x.index, leftWidth);
    if (x.kind == ExprKind::column) return x.index < leftWidth ? 1 : 2;
    int sides = 0;
    for (short a = x.first; a >= 0; a = p.exprs[a].next) sides |= sidesOf(p, a, leftWidth);
    return sides;
}

/// Equalities between something of one side and something of the other are keys; the rest must hold beside them.
struct JoinKeys {
    static constexpr int most = 64;
    short left[most]{}, right[most]{}, from[most]{}, rest[most]{};  // from: the equality itself
    int count{}, restCount{};
    unsigned long long nullSafe{};  // bit i: key i matches NULL with NULL
    bool allRest{};                 // more conditions than there is room to list: the whole predicate stays

    /// `join`: the conditions that it knows by its kind count for nothing.
    constexpr void take(const PlanView& p, short e, short leftWidth, const Node& join) {
        const Expr& x = p.exprs[e];
        const short f = x.kind == ExprKind::call ? x.function : static_cast<short>(-1);
        if (f == indexOf<functions::And>) {
            for (short a = x.first; a >= 0; a = p.exprs[a].next) take(p, a, leftWidth, join);
            return;
        }
        if (isImplied(p, join, e)) return;
        const bool safe = f == indexOf<functions::IsNotDistinctFrom>;
        if ((safe || f == indexOf<functions::Equal>) && count < most) {
            const short a = x.first, b = p.exprs[a].next;
            const int sa = sidesOf(p, a, leftWidth), sb = sidesOf(p, b, leftWidth);
            if (sa + sb == 3 && sa != 0 && sb != 0) {
                if (safe) nullSafe |= 1ull << count;
                from[count] = e;
                left[count] = sa == 1 ? a : b;
                right[count++] = sa == 1 ? b : a;
                return;
            }
        }
        if (restCount < most) rest[restCount++] = e;
        else allRest = true;
    }
    /// Only these columns of the right side, each once, stay keys: versions of a row are found by what tells rows apart, or a row that has changed in another column
    /// would be there twice.
    constexpr void narrow(const PlanView& p, ColumnSet unique, short leftWidth) {
        int kept = 0;
        const unsigned long long safe = nullSafe;
        nullSafe = 0;
        for (int i = 0; i < count; ++i) {
            const Expr& x = p.exprs[right[i]];
            if (x.kind == ExprKind::column && unique.has(x.index - leftWidth)) {
                ColumnSet found{};
                found.add(x.index - leftWidth);
                unique = unique.without(found);
                if (safe >> i & 1) nullSafe |= 1ull << kept;
                left[kept] = left[i];
                right[kept] = right[i];
                from[kept++] = from[i];
            } else if (restCount < most) rest[restCount++] = from[i];
            else allRest = true;
        }
        count = kept;
    }
    /// The columns of a side that are keys as they are.
    constexpr ColumnSet columns(const PlanView& p, int side, short leftWidth) const {
        ColumnSet plain;
        for (int i = 0; i < count; ++i)
            if (const Expr& x = p.exprs[side ? right[i] : left[i]]; x.kind == ExprKind::column) plain.add(x.index - (side ? leftWidth : 0));
        return plain;
    }
};

}  // namespace rivulet::plan
