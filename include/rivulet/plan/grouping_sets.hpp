// SPDX-License-Identifier: BSL-1.0
// GROUPING SETS, ROLLUP and CUBE in GROUP BY, and the functions that tell their groups apart.
#pragma once
#include <string_view>

#include <rivulet/plan/group_binder.hpp>

namespace rivulet::plan {

/// Sets of keys, a bit each.
struct GroupingSetBinder {
    static constexpr int mostSets = 64;  // what the compilers' limits of constant evaluation allow
    using Sets = detail::Stack<long long>;

    RelationBinder& b;
    GroupBinder& groups;
    const Scope& scope;

    // The key's bit; a row (a, b) has those of its parts. 0 for an error, or ().
    constexpr long long bits(short at) {
        const Syntax& s = b.syntax[at];
        if (s.kind != SyntaxKind::call || s.text != sql::special::row) return key(at);
        long long all = 0;
        for (short a = s.first; a >= 0; a = b.syntax[a].next) all |= key(a);
        return all;
    }
    constexpr long long key(short at) {
        const short e = b.bind(scope, at);
        if (e < 0 || b.refuseRaw(b.syntax[at], "GROUP BY", b.plan.exprs[e].type)) return 0;
        const short k = groups.addKey(e);
        if (k < functions::groupingset::mostKeys) return 1ll << k;
        b.plan.fail(b.errorAt(ErrorCode::notSupported, b.syntax[at], "more than 40 keys of grouping sets"));
        return 0;
    }
    constexpr bool add(Sets& to, long long set, short at) {
        to.push(set);
        return to.size() <= mostSets || b.plan.fail(b.errorAt(ErrorCode::notSupported, b.syntax[at], "more than 64 grouping sets"));
    }
    /// The sets that one element of GROUP BY stands for.
    constexpr bool element(short at, Sets& to) {
        const Syntax& s = b.syntax[at];
        if (!GroupBinder::isSet(s)) return add(to, bits(at), at) && !b.plan.error;
        if (s.text == sql::special::groupingSets) {
            for (short a = s.first; a >= 0; a = b.syntax[a].next)
                if (!element(a, to)) return false;
            return true;
        }
        Sets parts;
        for (short a = s.first; a >= 0; a = b.syntax[a].next) parts.push(bits(a));
        if (b.plan.error) return false;
        const bool cube = s.text == sql::special::cube;
        const int n = cube ? (parts.size() > 6 ? mostSets + 1 : 1 << parts.size()) : parts.size() + 1;
        for (int i = 0; i < n; ++i) {
            long long set = 0;
            for (int k = 0; k < parts.size(); ++k)
                if (cube ? !(i >> k & 1) : k < parts.size() - i) set |= parts[k];
            if (!add(to, set, at)) return false;
        }
        return true;
    }
    // Calcite's order: a set before those that it contains, else by the first key in which they differ.
    static constexpr bool before(long long x, long long y) {
        if ((x & y) == x || (x & y) == y) return (x & y) == y && x != y;
        const long long differ = x ^ y;
        return x & differ & -differ;
    }
};

/// Binds the elements of such a GROUP BY: the keys of all of them, and the sets, by which of the keys each leaves out. Several
/// elements give each combination of their sets.
constexpr bool RelationBinder::groupingSets(Grouping& g, const Scope& scope, short keys) {
    GroupBinder groups(*this, g);
    GroupingSetBinder binder{*this, groups, scope};
    GroupingSetBinder::Sets all[2];
    all[0].push(0);
    int now = 0;
    for (short k = keys; k >= 0; k = syntax[k].next, now = 1 - now) {
        GroupingSetBinder::Sets some;
        if (!binder.element(k, some)) return false;
        all[1 - now].shrink(0);
        for (int i = 0; i < all[now].size(); ++i)
            for (int j = 0; j < some.size(); ++j)
                if (!binder.add(all[1 - now], all[now][i] | some[j], k)) return false;
    }
    GroupingSetBinder::Sets& sets = all[now];
    for (int i = 1; i < sets.size(); ++i)
        for (int k = i; k > 0 && GroupingSetBinder::before(sets[k], sets[k - 1]); --k) {
            const long long other = sets[k];
            sets[k] = sets[k - 1];
            sets[k - 1] = other;
        }
    const long long every = (1ll << g.keys.size()) - 1;
    for (int i = 0, repetition = 0; i < sets.size(); ++i) {
        repetition = i > 0 && sets[i] == sets[i - 1] ? repetition + 1 : 0;
        g.sets.push((every & ~sets[i]) | static_cast<long long>(repetition) << functions::groupingset::mostKeys);
    }
    return true;
}

}  // namespace rivulet::plan
