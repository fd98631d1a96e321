// SPDX-License-Identifier: BSL-1.0
// Plan -> syntax tree: the way back. What the binder makes of the tree is the same plan.
#pragma once
#include <string_view>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/plan.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/sql/operators.hpp>
#include <rivulet/sql/syntax.hpp>

namespace rivulet::plan {

/// How much room the syntax of a plan needs at most.
struct SyntaxRoom {
    int nodes{}, queries{};
    static constexpr SyntaxRoom of(const PlanView& p) {
        SyntaxRoom room{2 * p.exprCount + p.nodeCount + 2, 2 * p.nodeCount + 2};
        for (int i = 0; i < p.nodeCount; ++i) room.nodes += p.nodes[i].itemCount;
        return room;
    }
};

/// `$7`, the name of a slot in explain.
struct SlotNames {
    static constexpr int most = 1000;
    char chars[most][4]{};
    constexpr SlotNames() {
        for (int i = 0; i < most; ++i) {
            chars[i][0] = '$';
            detail::writeSmall(chars[i] + 1, i);
        }
    }
};
inline constexpr SlotNames slotNames{};
constexpr std::string_view slotName(int i) {
    if (i >= SlotNames::most) return "$more";
    return {slotNames.chars[i], i < 10 ? std::size_t{2} : i < 100 ? std::size_t{3} : std::size_t{4}};
}

/// A stream that no view names, in SQL: `Unregistered_Stream_0`. Such text is for people to read, and for whoever names a view so.
struct StreamNames {
    static constexpr int most = 100;
    static constexpr std::string_view prefix = "Unregistered_Stream_";
    char chars[most][22]{};
    constexpr StreamNames() {
        for (int i = 0; i < most; ++i) {
            for (std::size_t c = 0; c < prefix.size(); ++c) chars[i][c] = prefix[c];
            detail::writeSmall(chars[i] + prefix.size(), i);
        }
    }
};
inline constexpr StreamNames streamNames{};
constexpr std::string_view streamName(int source) {
    if (source < 0 || source >= StreamNames::most) return StreamNames::prefix;
    return {streamNames.chars[source], StreamNames::prefix.size() + (source < 10 ? 1u : 2u)};
}

/// Writes syntax into storage of the caller.
struct SyntaxFromPlan {
    const Expr* exprs;
    sql::Syntax* nodes;
    sql::Query* queries{};
    bool implicitCasts{};           // also those that binding puts in by itself
    std::string_view from{};        // the table in FROM, which hides a column of that name before a dot
    short nodeCount{}, queryCount{};

    constexpr short add(sql::Syntax s) {
        short height = 0;
        for (short a = s.first; a >= 0; a = nodes[a].next)
            if (nodes[a].height > height) height = nodes[a].height;
        s.height = static_cast<short>(height + 1);
        nodes[nodeCount] = s;
        return nodeCount++;
    }
    constexpr short add(sql::Query q) {
        short height = 0;
        for (const short below : {q.left, q.right, q.from.query})
            if (below >= 0 && queries[below].height > height) height = queries[below].height;
        q.height = static_cast<short>(height + 1);
        queries[queryCount] = q;
        return queryCount++;
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    constexpr short negated(sql::Syntax s, bool negative) {
        const short at = add(s);
        return negative ? add({.kind = sql::SyntaxKind::call, .first = at, .text = "NEGATE"}) : at;
    }
    constexpr short literal(const Expr& e) {
        using sql::SyntaxKind;
        switch (e.type.root) {
            case TypeRoot::null: return add({.kind = SyntaxKind::null, .text = "NULL"});
            case TypeRoot::boolean: return add({.kind = SyntaxKind::boolean, .text = e.text});
            case TypeRoot::char_: case TypeRoot::varchar: return add({.kind = SyntaxKind::string, .text = e.text});
            case TypeRoot::binary: case TypeRoot::varbinary: return add({.kind = SyntaxKind::binary, .text = e.text});
            case TypeRoot::decimal: return negated({.kind = SyntaxKind::decimal, .text = e.text}, e.index == 1);
            case TypeRoot::float_: case TypeRoot::double_: return negated({.kind = SyntaxKind::approximate, .text = e.text}, e.index == 1);
            case TypeRoot::intervalYearMonth: case TypeRoot::intervalDayTime:
                return add({.kind = SyntaxKind::typed, .unit = static_cast<sql::TimeUnit>(unitOf(e.index)), .unitTo = static_cast<sql::TimeUnit>(unitToOf(e.index)),
                            .text = e.text, .type = e.type});
            case TypeRoot::date: case TypeRoot::time: case TypeRoot::timestamp: case TypeRoot::timestampLtz:
                return add({.kind = SyntaxKind::typed, .text = e.text, .type = e.type});
            default: return negated({.kind = SyntaxKind::integer, .text = e.text}, e.index == 1);
        }
    }
    // `names`: the columns that the expression reads; null in physical plans, where a column knows its own name.
    constexpr short expression(short e, const Column* names) {
        using sql::SyntaxKind;
        const Expr& x = exprs[e];
        switch (x.kind) {
            case ExprKind::column: return add({.kind = SyntaxKind::name, .text = names ? names[x.index].name : x.text});
            case ExprKind::slot: return add({.kind = SyntaxKind::name, .text = slotName(x.index)});
            case ExprKind::literal: return literal(x);
            case ExprKind::parameter: return add({.kind = SyntaxKind::parameter, .parameter = x.index, .type = x.type});
            case ExprKind::same: return add({.kind = SyntaxKind::same});
            case ExprKind::cast: {
                const short of = expression(x.first, names);
                if (x.implicit && (!implicitCasts || nodes[of].kind == SyntaxKind::same)) return of;
                return add({.kind = SyntaxKind::cast, .isTry = x.isTry, .first = of, .type = x.type.withNullable(false)});
            }
            case ExprKind::field: {
                const short of = expression(x.first, names);
                if (nodes[of].kind == SyntaxKind::name && nodes[of].qualifier.empty() && nodes[of].text != from) {  // as the parser reads a.b
                    nodes[of].qualifier = nodes[of].text;
                    nodes[of].text = x.text;
                    return of;
                }
                return add({.kind = SyntaxKind::field, .first = of, .text = x.text});
            }
            case ExprKind::call: case ExprKind::userCall: break;
        }
        short first = -1, last = -1;
        for (short a = x.first; a >= 0; a = exprs[a].next) {
            const short s = expression(a, names);
            if (last < 0) first = s;
            else nodes[last].next = s;
            last = s;
        }
        if (x.kind == ExprKind::userCall) return add({.kind = SyntaxKind::call, .first = first, .text = x.text});
        if (x.function == indexOf<functions::Case>) return add({.kind = SyntaxKind::case_, .first = first});
        if (x.function == indexOf<functions::Item>) return add({.kind = SyntaxKind::index, .first = first});
        if (x.function == indexOf<functions::MinusDate>)
            return add({.kind = SyntaxKind::call, .unit = static_cast<sql::TimeUnit>(unitOf(x.index)), .unitTo = static_cast<sql::TimeUnit>(unitToOf(x.index)), .first = first,
                        .text = sql::special::minusDate, .type = x.type.withNullable(false)});
        if (x.function == indexOf<functions::Overlaps>) first = periods(first);
        return add({.kind = SyntaxKind::call, .first = first, .text = functionInfo(x.function).name});
    }

    // Four bounds are two periods.
    constexpr short periods(short bound) {
        const short end = nodes[bound].next, start = nodes[end].next;
        nodes[end].next = -1;
        const short one = add({.kind = sql::SyntaxKind::call, .first = bound, .text = sql::special::row});
        nodes[one].next = add({.kind = sql::SyntaxKind::call, .first = start, .text = sql::special::row});
        return one;
    }

    // ---- queries ------------------------------------------------------------------------------------------------

    // A projection that only fits the side of a union to its type: binding the union makes it again.
    static constexpr bool onlyCasts(const PlanView& p, const Node& n) {
        bool any = false;
        for (short i = 0; i < n.itemCount; ++i) {
            const Expr* e = &p.exprs[p.items[n.firstItem + i]];
            if (e->kind == ExprKind::cast && e->implicit) {
                any = true;
                e = &p.exprs[e->first];
            }
            if (e->kind != ExprKind::column || e->index != i) return false;
        }
        return any;
    }
    static constexpr bool isNamed(const Node& n) { return !n.view.empty() || n.kind == NodeKind::scan; }
    static constexpr std::string_view nameOf(const Node& n) { return n.view.empty() ? streamName(n.source) : n.view; }

    static constexpr short side(const PlanView& p, short node) {
        const Node& n = p.nodes[node];
        return n.kind == NodeKind::project && n.view.empty() && onlyCasts(p, n) ? n.left : node;
    }
    // One call a level.
    constexpr short query(const PlanView& p, short node) {
        using sql::QueryKind;
        sql::Query q{};
        const Node* n = &p.nodes[node];
        if (n->kind == NodeKind::limit && !isNamed(*n)) {
            q.limit = n->limit;
            q.offset = n->offset;
            node = n->left;
            n = &p.nodes[node];
        }
        if (n->kind == NodeKind::unionAll && !isNamed(*n)) {
            q.kind = QueryKind::unionAll;
            q.left = query(p, side(p, n->left));
            q.right = query(p, side(p, n->right));
            return add(q);
        }
        const Node* project = nullptr;
        short above = -1;
        if (n->kind == NodeKind::project && !isNamed(*n)) {
            project = n;
            above = node;
            node = n->left;
            n = &p.nodes[node];
        }
        const short over = node;
        const Node* filter = nullptr;
        if (n->kind == NodeKind::filter && !isNamed(*n)) {
            filter = n;
            node = n->left;
            n = &p.nodes[node];
        }
        q.hasFrom = n->kind != NodeKind::values;
        if (q.hasFrom && isNamed(*n)) q.from.name = q.from.alias = nameOf(*n);
        else if (q.hasFrom) q.from.query = query(p, node);
        from = q.from.name;
        if (filter) q.where = expression(filter->predicate, p.columns + p.nodes[node].firstColumn);
        short last = -1;
        for (short i = 0; project && i < project->itemCount; ++i) {
            const short e = p.items[project->firstItem + i];
            const short s = expression(e, p.columns + p.nodes[over].firstColumn);
            const Expr& x = p.exprs[e];
            const std::string_view name = p.column(above, i).name;
            const std::string_view own = x.kind == ExprKind::column ? p.column(over, x.index).name : x.kind == ExprKind::field ? x.text : anonymousName(i, true);
            if (name != own) nodes[s].alias = name;
            if (last < 0) q.items = s;
            else nodes[last].next = s;
            last = s;
        }
        if (!project) q.items = add({.kind = sql::SyntaxKind::star});
        return add(q);
    }
};

}  // namespace rivulet::plan
