// SPDX-License-Identifier: BSL-1.0
// The relations of a plan -> queries: which SELECT, FROM, WHERE, GROUP BY binds to these nodes again.
#pragma once
#include <string_view>

#include <rivulet/plan/buffer.hpp>
#include <rivulet/plan/to_syntax.hpp>

namespace rivulet::plan {

/// How much room the syntax of a plan needs at most.
struct SyntaxRoom {
    int nodes{}, queries{}, relations{}, names{}, digits{};
    static constexpr SyntaxRoom of(const PlanView& p) {
        SyntaxRoom room{2 * p.exprCount + 2, 2 * p.nodeCount + 2, 3 * p.nodeCount + 2, 2};
        for (int i = 0; i < p.nodeCount; ++i) {
            const Node& n = p.nodes[i];
            room.nodes += 16 + n.itemCount * (n.kind == NodeKind::expand ? n.keyCount + 1 : 1) + 2 * n.columnCount + 2 * n.keyCount;
            room.names += 4 * n.columnCount + (n.right < 0 ? 0 : p.nodes[n.right].columnCount);
            if (n.kind == NodeKind::rank) room.digits += 40;
        }
        return room;
    }
};

/// Storage for the syntax of a plan, while it is read.
struct SyntaxStorage {
    SyntaxRoom room;
    detail::Buffer<sql::Syntax> nodes{room.nodes};
    detail::Buffer<sql::Query> queries{room.queries};
    detail::Buffer<sql::Relation> relations{room.relations};
    detail::Buffer<ColumnName> names{room.names};
    detail::Buffer<std::string_view> aliases{room.relations};
    detail::Buffer<char> digits{room.digits};
};

/// Writes a plan as queries. Each query is the outermost nodes that one SELECT can stand for; the next is in its FROM.
struct QuerySyntax : SyntaxFromPlan {
    const PlanView& p;
    sql::Query* queries;
    sql::Relation* relations;
    ColumnName* names;
    std::string_view* aliases;      // in use where the text is, innermost last
    char* digits;
    short queryCount{}, relationCount{}, nameCount{}, digitCount{};
    int aliasCount{}, firstAlias{}; // those before firstAlias cannot be seen
    int nextAlias{};

    constexpr QuerySyntax(const PlanView& plan, SyntaxStorage& s)
        : SyntaxFromPlan{.exprs = plan.exprs, .nodes = s.nodes.data()}, p(plan), queries(s.queries.data()), relations(s.relations.data()), names(s.names.data()),
          aliases(s.aliases.data()), digits(s.digits.data()) {}

    constexpr short add(const sql::Syntax& s) { return SyntaxFromPlan::add(s); }
    constexpr short add(sql::Query q) {
        short height = 0;
        for (const short below : {q.left, q.right})
            if (below >= 0 && queries[below].height > height) height = queries[below].height;
        if (q.from >= 0 && relations[q.from].height > height) height = relations[q.from].height;
        q.height = static_cast<short>(height + 1);
        queries[queryCount] = q;
        return queryCount++;
    }
    constexpr short add(sql::Relation r) {
        short height = 0;
        for (const short below : {r.left, r.right})
            if (below >= 0 && relations[below].height > height) height = relations[below].height;
        if (r.query >= 0 && queries[r.query].height > height) height = queries[r.query].height;
        r.height = static_cast<short>(height + 1);
        relations[relationCount] = r;
        return relationCount++;
    }

    // ---- names --------------------------------------------------------------------------------------------------

    constexpr const Node& node(short i) const { return p.nodes[i]; }
    // The node whose name stands for this one, -1 if there is none. A normalised source has the name of the source.
    constexpr short named(short i) const {
        while (node(i).view.empty() && node(i).kind == NodeKind::normalize) i = node(i).left;
        return !node(i).view.empty() || node(i).kind == NodeKind::scan ? i : static_cast<short>(-1);
    }
    // Whether it is written as what it does, not as a name.
    constexpr bool is(short i, NodeKind kind) const { return node(i).kind == kind && named(i) < 0; }
    constexpr bool isSemiJoin(short i) const { return is(i, NodeKind::join) && (node(i).join == JoinKind::semi || node(i).join == JoinKind::anti); }
    constexpr std::string_view nameOf(short i) const { return node(i).view.empty() ? streamName(node(i).source) : node(i).view; }

    // `own` if nothing else in sight has that name.
    constexpr std::string_view alias(std::string_view own) {
        bool free = !own.empty();
        for (int i = firstAlias; i < aliasCount; ++i) free = free && aliases[i] != own;
        while (!free) {
            own = {aliasNames.chars[nextAlias % AliasNames::most], nextAlias < 10 ? 2u : nextAlias < 100 ? 3u : 4u};
            ++nextAlias;
            free = true;
            for (short i = 0; i < p.nodeCount; ++i) free = free && node(i).view != own;
        }
        return aliases[aliasCount++] = own;
    }
    constexpr ColumnName* columnNames(std::string_view qualifier, short of, short count) {
        ColumnName* const first = names + nameCount;
        for (short i = 0; i < count; ++i) names[nameCount++] = {.qualifier = qualifier, .name = p.column(of, i).name};
        return first;
    }
    constexpr ColumnName* both(const ColumnName* left, short leftCount, const ColumnName* right, short rightCount) {
        ColumnName* const first = names + nameCount;
        for (short i = 0; i < leftCount; ++i) names[nameCount++] = left[i];
        for (short i = 0; i < rightCount; ++i) names[nameCount++] = right[i];
        return first;
    }

    // ---- FROM ---------------------------------------------------------------------------------------------------

    struct Read {
        short relation{-1};
        const ColumnName* columns{};
        std::string_view alias{};
    };
    // `shared`: other relations are in sight, so that its columns are written with its name.
    constexpr Read relation(short i, bool shared) {
        if (is(i, NodeKind::join) && !isSemiJoin(i)) return join(i);
        if (is(i, NodeKind::unnest)) return unnest(i);
        sql::Relation r{};
        if (const short n = named(i); n >= 0) {
            r.name = nameOf(n);
            r.alias = shared ? alias(r.name) : r.name;
        } else {
            r.kind = sql::RelationKind::query;
            r.query = inner(i);
            if (shared) r.alias = alias({});
        }
        return {add(r), columnNames(shared ? r.alias : std::string_view{}, i, node(i).columnCount), r.alias};
    }
    // A query in FROM sees nothing of what is around it.
    constexpr short inner(short i) {
        const int before = firstAlias;
        firstAlias = aliasCount;
        const short q = query(i);
        firstAlias = before;
        return q;
    }
    constexpr Read join(short i) {
        const Node& n = node(i);
        const Read left = relation(n.left, true), right = relation(n.right, true);
        const ColumnName* const columns = both(left.columns, node(n.left).columnCount, right.columns, node(n.right).columnCount);
        sql::Relation r{.kind = sql::RelationKind::join, .join = n.join, .left = left.relation, .right = right.relation};
        if (n.predicate >= 0) r.condition = expression(n.predicate, columns);
        else if (n.join != JoinKind::inner) r.condition = yes();
        return {add(r), columns};
    }
    constexpr Read unnest(short i) {
        const Node& n = node(i);
        const bool alone = is(n.left, NodeKind::values);
        const Read left = alone ? Read{} : relation(n.left, true);
        const short width = node(n.left).columnCount, count = static_cast<short>(n.columnCount - width);
        sql::Relation r{.kind = sql::RelationKind::unnest, .ordinality = n.ordinality};
        r.arguments = expression(p.items[n.firstItem], left.columns);
        r.alias = alias({});
        ColumnName* const parts = names + nameCount;
        List list;
        for (short c = 0; c < count; ++c) {
            names[nameCount++] = {.qualifier = r.alias, .name = p.column(i, width + c).name};
            append(list, column({.name = parts[c].name}));
        }
        r.columns = list.first;
        const short right = add(r);
        if (alone) return {right, parts};
        const ColumnName* const columns = both(left.columns, width, parts, count);
        sql::Relation joined{.kind = sql::RelationKind::join, .join = n.join, .left = left.relation, .right = right};
        if (n.itemCount > 1) joined.condition = expression(p.items[n.firstItem + 1], columns);
        else if (n.join != JoinKind::inner) joined.condition = yes();
        return {add(joined), columns};
    }

    // ---- WHERE --------------------------------------------------------------------------------------------------

    /// FROM and WHERE of a SELECT, and how what it reads is written.
    struct Source {
        short from{-1}, where{-1};
        const ColumnName* columns{};
        bool whole{true};               // * stands for the columns of the node
    };
    // Semi and anti joins, a filter below them, and the relation below that.
    constexpr Source source(short i) {
        short below = i;
        int semis = 0;
        while (isSemiJoin(below)) below = node(below).left, ++semis;
        const short filter = is(below, NodeKind::filter) ? below : static_cast<short>(-1);
        if (filter >= 0) below = node(filter).left;
        Source s;
        std::string_view alias{};
        if (is(below, NodeKind::values)) {
        } else if (is(below, NodeKind::rank) && filter < 0 && !isFirstRows(below)) {
            s = places(below, semis > 0, alias);
        } else {
            const Read r = relation(below, semis > 0);
            s.from = r.relation;
            s.columns = r.columns;
            alias = r.alias;
        }
        from = alias;
        if (filter >= 0) s.where = expression(node(filter).predicate, s.columns);
        if (!semis) return s;
        List conjuncts;
        const bool many = s.where >= 0 && nodes[s.where].kind == sql::SyntaxKind::call && nodes[s.where].text == "AND";
        for (short c = many ? nodes[s.where].first : s.where; c >= 0;) {
            const short next = nodes[c].next;
            append(conjuncts, c);
            c = next;
        }
        for (int up = semis - 1; up >= 0; --up) {  // the lowest is written first
            short at = i;
            for (int k = 0; k < up; ++k) at = node(at).left;
            append(conjuncts, exists(at, s.columns));
        }
        s.where = conjuncts.first == conjuncts.last ? conjuncts.first : call("AND", conjuncts.first);
        return s;
    }
    constexpr short exists(short i, const ColumnName* outer) {
        const Node& n = node(i);
        const int before = aliasCount;
        short q = -1;
        if (n.predicate < 0) {
            const short any = node(n.right).kind == NodeKind::aggregate ? node(n.right).left : n.right;
            q = inner(node(any).left);  // whether there is a row at all
        } else {
            const Read right = relation(n.right, true);
            const ColumnName* const columns = both(outer, node(n.left).columnCount, right.columns, node(n.right).columnCount);
            q = add(sql::Query{.items = star(), .from = right.relation, .where = expression(n.predicate, columns)});
        }
        aliasCount = before;
        const short s = add({.kind = sql::SyntaxKind::exists, .query = q});
        return n.join == JoinKind::anti ? call("NOT", s) : s;
    }

    // ---- places -------------------------------------------------------------------------------------------------

    // The first rows of all: ORDER BY and LIMIT.
    constexpr bool isFirstRows(short i) const { return node(i).keyCount == 0 && !node(i).ranked; }
    constexpr short number(long long value) {
        const auto first = static_cast<std::size_t>(digitCount);
        rivulet::detail::TextWriter w{digits + first};
        w.number(value);
        digitCount = static_cast<short>(digitCount + static_cast<int>(w.size));
        return add({.kind = sql::SyntaxKind::integer, .text = {digits + first, w.size}});
    }
    constexpr std::string_view placeName(short i) {
        if (node(i).ranked) return p.column(i, node(i).columnCount - 1).name;
        std::string_view name = "place";
        for (int k = 0, c = 0; c < node(i).columnCount; ++c)
            if (p.column(i, c).name == name) name = slotName(k++), c = -1;
        return name;
    }
    // (SELECT *, ROW_NUMBER() OVER (PARTITION BY .. ORDER BY ..) AS place FROM ..) WHERE place <= n
    constexpr Source places(short i, bool shared, std::string_view& alias) {
        const Node& n = node(i);
        const std::string_view place = placeName(i);
        const int before = aliasCount, hidden = firstAlias;
        firstAlias = aliasCount;
        const Source below = source(n.left);
        List items, partition, order;
        starOrColumns(items, n.left, below);
        for (short k = 0; k < n.itemCount; ++k) append(k < n.keyCount ? partition : order, expression(p.items[n.firstItem + k], below.columns));
        const short over = add({.kind = sql::SyntaxKind::window, .first = partition.first, .order = order.first});
        append(items, add({.kind = sql::SyntaxKind::call, .over = over, .text = "ROW_NUMBER", .alias = place}));
        sql::Relation r{.kind = sql::RelationKind::query};
        r.query = add(sql::Query{.items = items.first, .from = below.from, .where = below.where});
        aliasCount = before;
        firstAlias = hidden;
        if (shared) r.alias = this->alias({});
        alias = r.alias;
        const short width = node(n.left).columnCount;
        Source s{.columns = columnNames(r.alias, n.left, width), .whole = n.ranked};
        const ColumnName own{.qualifier = r.alias, .name = place};
        if (n.ranked) names[nameCount++] = own;
        s.from = add(r);
        if (n.limit < 0) return s;
        const short at = column(own), first = number(n.offset + (n.offset || n.limit == 1 ? 1 : n.limit));
        nodes[at].next = first;
        const bool one = n.limit == 1;
        if (n.offset && !one) nodes[first].next = number(n.offset + n.limit);
        s.where = call(one ? "=" : n.offset ? "BETWEEN" : "<=", at);
        return s;
    }
    constexpr void starOrColumns(List& items, short i, const Source& s) {
        if (s.whole) {
            append(items, star());
            return;
        }
        for (short c = 0; c < node(i).columnCount; ++c) append(items, column(s.columns[c]));
    }

    // ---- SELECT -------------------------------------------------------------------------------------------------

    // A projection that only fits the side of a set operation to its type: binding the operation makes it again.
    constexpr bool onlyCasts(const Node& n) const {
        bool any = false;
        for (short i = 0; i < n.itemCount; ++i) {
            const Expr* e = &exprs[p.items[n.firstItem + i]];
            if (e->kind == ExprKind::cast && e->implicit) {
                any = true;
                e = &exprs[e->first];
            }
            if (e->kind != ExprKind::column || e->index != i) return false;
        }
        return any;
    }
    constexpr short side(short i) const { return is(i, NodeKind::project) && onlyCasts(node(i)) ? node(i).left : i; }

    // Each row once: groups by all columns and nothing else.
    constexpr bool isDistinct(short i) const {
        const Node& n = node(i);
        if (!is(i, NodeKind::aggregate) || n.itemCount != n.keyCount || n.keyCount != node(n.left).columnCount) return false;
        for (short k = 0; k < n.keyCount; ++k)
            if (exprs[p.items[n.firstItem + k]].index != k || p.column(i, k).name != p.column(n.left, k).name) return false;
        return true;
    }
    // A semi or anti join on all columns, as INTERSECT and EXCEPT have it.
    constexpr bool compares(short i) const {
        const Node& n = node(i);
        if (!isSemiJoin(i) || n.predicate < 0 || node(n.right).columnCount != n.columnCount) return false;
        const Expr& all = exprs[n.predicate];
        const bool list = all.kind == ExprKind::call && all.function == indexOf<functions::And>;
        short c = 0;
        for (short e = list ? all.first : n.predicate; e >= 0; e = list ? exprs[e].next : static_cast<short>(-1), ++c) {
            const Expr& x = exprs[e];
            if (x.kind != ExprKind::call || x.function != indexOf<functions::IsNotDistinctFrom>) return false;
            const Expr &l = exprs[x.first], &r = exprs[l.next];
            if (l.kind != ExprKind::column || r.kind != ExprKind::column || l.index != c || r.index != c + n.columnCount) return false;
        }
        return c == n.columnCount;
    }
    struct SetOperation { short node{-1}; sql::QueryKind kind{}; bool all{}; };
    constexpr SetOperation setOperation(short i) const {
        using sql::QueryKind;
        if (is(i, NodeKind::unionAll)) return {i, QueryKind::union_, true};
        if (is(i, NodeKind::intersectAll)) return {i, QueryKind::intersect, true};
        if (is(i, NodeKind::exceptAll)) return {i, QueryKind::except, true};
        if (!isDistinct(i)) return {};
        const short below = node(i).left;
        if (is(below, NodeKind::unionAll)) return {below, QueryKind::union_, false};
        if (compares(below)) return {below, node(below).join == JoinKind::semi ? QueryKind::intersect : QueryKind::except, false};
        return {};
    }

    // ORDER BY names of the SELECT list; what sorts by more is written around it.
    constexpr bool sortsByColumns(const Node& n) const {
        for (short k = 0; k < n.itemCount; ++k)
            if (exprs[exprs[p.items[n.firstItem + k]].first].kind != ExprKind::column) return false;
        return true;
    }

    // One call a level.
    constexpr short query(short i) {
        const int before = aliasCount;
        sql::Query q{};
        short sort = -1;
        if (is(i, NodeKind::limit) || is(i, NodeKind::sort) || (is(i, NodeKind::rank) && isFirstRows(i))) {
            q.limit = node(i).limit;
            q.offset = node(i).offset;
            if (!is(i, NodeKind::limit) && node(i).itemCount > 0) sort = i;
            i = node(i).left;
        }
        if (sort >= 0 && !sortsByColumns(node(sort))) {
            const Read r = relation(i, false);
            q.from = r.relation;
            from = r.alias;
            q.items = star();
            orderBy(q, sort, r.columns);
        } else {
            if (const SetOperation s = setOperation(i); s.node >= 0) {
                q.kind = s.kind;
                q.all = s.all;
                q.left = inner(side(node(s.node).left));
                q.right = inner(side(node(s.node).right));
            } else if (isDistinct(i)) {
                q.distinct = true;
                select(q, node(i).left);
            } else {
                select(q, i);
            }
            if (sort >= 0) orderBy(q, sort, columnNames({}, i, node(i).columnCount));
        }
        aliasCount = before;
        return add(q);
    }
    constexpr void orderBy(sql::Query& q, short sort, const ColumnName* columns) {
        List order;
        for (short k = 0; k < node(sort).itemCount; ++k) append(order, expression(p.items[node(sort).firstItem + k], columns));
        q.order = order.first;
    }
    constexpr void select(sql::Query& q, short i) {
        const bool projects = is(i, NodeKind::project);
        short below = projects ? node(i).left : i;
        if (projects && groupsInPlace(below)) {
            groupedInPlace(q, i);
            return;
        }
        if (is(i, NodeKind::aggregate)) {
            grouped(q, i);
            return;
        }
        const Source s = source(below);
        q.from = s.from;
        q.where = s.where;
        List items;
        if (projects) {
            for (short k = 0; k < node(i).itemCount; ++k) append(items, item(p.items[node(i).firstItem + k], s.columns, p.column(i, k).name, k));
        } else {
            starOrColumns(items, i, s);
        }
        q.items = items.first;
    }

    // ---- GROUP BY -------------------------------------------------------------------------------------------------

    constexpr void grouped(sql::Query& q, short i) {
        const Node& n = node(i);
        const Source s = source(n.left);
        q.from = s.from;
        q.where = s.where;
        List items, keys;
        for (short k = 0; k < n.itemCount; ++k) {
            const short e = p.items[n.firstItem + k];
            append(items, item(e, s.columns, p.column(i, k).name, k));
            if (k < n.keyCount) append(keys, expression(e, s.columns));
        }
        q.items = items.first;
        q.group = keys.first;
        q.hasGroup = n.keyCount > 0;
    }
    // Groups whose columns cannot all be selected: with the number of the grouping set, or without any column.
    constexpr bool groupsInPlace(short i) const {
        if (is(i, NodeKind::filter)) i = node(i).left;
        return is(i, NodeKind::aggregate) && (is(node(i).left, NodeKind::expand) || node(i).itemCount == 0);
    }
    constexpr void groupedInPlace(sql::Query& q, short project) {
        short at = node(project).left;
        const short having = is(at, NodeKind::filter) ? at : static_cast<short>(-1);
        if (having >= 0) at = node(at).left;
        const Node& n = node(at);
        const bool sets = is(n.left, NodeKind::expand);
        // What the groups are made of: columns of a projection are written as what they compute.
        short below = sets ? node(n.left).left : n.left;
        const short computed = sets && is(below, NodeKind::project) ? below : static_cast<short>(-1);
        if (computed >= 0) below = node(computed).left;
        const Source s = source(below);
        q.from = s.from;
        q.where = s.where;
        q.hasGroup = true;
        const ColumnName* inputs = s.columns;
        if (computed >= 0) {
            inputs = names + nameCount;
            for (short c = 0; c < node(computed).itemCount; ++c) names[nameCount++] = {.computed = p.items[node(computed).firstItem + c], .over = s.columns};
        }
        const ColumnName* const outputs = names + nameCount;
        for (short c = 0; c < n.itemCount; ++c) names[nameCount++] = {.computed = p.items[n.firstItem + c], .over = inputs};
        if (sets) q.group = groupingSets(node(n.left), outputs);
        List items;
        for (short k = 0; k < node(project).itemCount; ++k) append(items, item(p.items[node(project).firstItem + k], outputs, p.column(project, k).name, k));
        q.items = items.first;
        if (having >= 0) q.having = expression(node(having).predicate, outputs);
    }
    // GROUPING SETS ((a, b), (a), ())
    constexpr short groupingSets(const Node& expand, const ColumnName* keys) {
        List sets;
        for (short i = 0; i < expand.itemCount; ++i) {
            List of;
            for (short k = 0; k < expand.keyCount; ++k)
                if (!(exprs[p.items[expand.firstItem + i]].integer >> k & 1)) append(of, column(keys[k]));
            append(sets, call(sql::special::row, of.first));
        }
        return call(sql::special::groupingSets, sets.first);
    }
    // One item of a SELECT list, with AS unless it has that name by itself.
    constexpr short item(short e, const ColumnName* columns, std::string_view name, int place) {
        // A cast that no rule puts in again when it stands alone.
        const bool cast = exprs[e].kind == ExprKind::cast && exprs[e].implicit;
        const short of = expression(cast ? exprs[e].first : e, columns);
        const short s = cast ? add({.kind = sql::SyntaxKind::cast, .isTry = exprs[e].isTry, .first = of, .type = exprs[e].type.withNullable(false)}) : of;
        const sql::SyntaxKind kind = nodes[s].kind;
        const std::string_view own = kind == sql::SyntaxKind::name || kind == sql::SyntaxKind::field ? nodes[s].text : anonymousName(place, true);
        if (name != own) nodes[s].alias = name;
        return s;
    }
};

}  // namespace rivulet::plan
