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
            room.names += 8 * n.columnCount + 2 * n.itemCount + (n.right < 0 ? 0 : p.nodes[n.right].columnCount);
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
    List sunk{};                    // conditions that a join below took from WHERE

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
    // Two columns of one name cannot both be read in a query around: the second gets another one there.
    constexpr std::string_view outputName(short of, short i) const {
        const std::string_view name = p.column(of, i).name;
        for (short k = 0; k < i; ++k)
            if (p.column(of, k).name == name) return slotName(i);
        return name;
    }
    constexpr ColumnName* columnNames(std::string_view qualifier, short of, short count) {
        ColumnName* const first = names + nameCount;
        for (short i = 0; i < count; ++i) names[nameCount++] = {.qualifier = qualifier, .name = named(of) < 0 ? outputName(of, i) : p.column(of, i).name};
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
    // `shared`: other relations are in sight, so that its columns are written with its name. `sinks`: a condition of WHERE sinks down to
    // it, so that one that stands over it is written there.
    constexpr Read relation(short i, bool shared, bool sinks) {
        if (sinks && is(i, NodeKind::filter) && !is(node(i).left, NodeKind::filter) && sinksAgain(node(i).predicate)) {
            const Read r = relation(node(i).left, shared, sinks);
            addConjuncts(sunk, expression(node(i).predicate, r.columns));
            return r;
        }
        if (is(i, NodeKind::join) && !isSemiJoin(i)) return join(i, sinks);
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
    // Whether each of the conditions reads a column and always gives the same: others stay where they are written.
    constexpr bool sinksAgain(short e) const {
        const Expr& x = exprs[e];
        const bool list = x.kind == ExprKind::call && x.function == indexOf<functions::And>;
        for (short a = list ? x.first : e; a >= 0; a = list ? exprs[a].next : static_cast<short>(-1))
            if (sidesOf(p, a, PlanBuilder::most) == 0 || !isRepeatable(a)) return false;
        return true;
    }
    constexpr bool isRepeatable(short e) const {
        const Expr& x = exprs[e];
        if (x.kind == ExprKind::call && !functionInfo(x.function).deterministic) return false;
        for (short a = x.first; a >= 0; a = exprs[a].next)
            if (!isRepeatable(a)) return false;
        return true;
    }
    constexpr void addConjuncts(List& to, short s) {
        const bool many = nodes[s].kind == sql::SyntaxKind::call && nodes[s].text == "AND";
        for (short c = many ? nodes[s].first : s; c >= 0;) {
            const short next = nodes[c].next;
            nodes[c].next = -1;
            append(to, c);
            c = next;
        }
    }
    constexpr Read join(short i, bool sinks) {
        const Node& n = node(i);
        const bool inner = n.join == JoinKind::inner;
        const Read left = relation(n.left, true, sinks && (inner || n.join == JoinKind::left));
        const Read right = relation(n.right, true, sinks && (inner || n.join == JoinKind::right));
        const ColumnName* const columns = both(left.columns, node(n.left).columnCount, right.columns, node(n.right).columnCount);
        sql::Relation r{.kind = sql::RelationKind::join, .join = n.join, .left = left.relation, .right = right.relation};
        if (n.predicate >= 0) r.condition = expression(n.predicate, columns);
        else if (!inner) r.condition = yes();
        return {add(r), columns};
    }
    constexpr Read unnest(short i) {
        const Node& n = node(i);
        const bool alone = is(n.left, NodeKind::values);
        const Read left = alone ? Read{} : relation(n.left, true, false);
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
    constexpr Source source(short i, bool qualified = false) {
        short below = i;
        int semis = 0;
        while (isSemiJoin(below)) below = node(below).left, ++semis;
        const short filter = is(below, NodeKind::filter) ? below : static_cast<short>(-1);
        if (filter >= 0) below = node(filter).left;
        const List before = sunk;
        sunk = {};
        const bool shared = semis > 0 || qualified;
        Source s;
        std::string_view alias{};
        if (is(below, NodeKind::values)) {
        } else if (filter < 0 && isPlaces(below)) {
            s = places(below, shared, alias);
        } else {
            const Read r = relation(below, shared, is(below, NodeKind::join));
            s.from = r.relation;
            s.columns = r.columns;
            alias = r.alias;
        }
        from = alias;
        List conjuncts;
        if (s.where >= 0) append(conjuncts, s.where);
        if (filter >= 0) addConjuncts(conjuncts, expression(node(filter).predicate, s.columns));
        for (short c = sunk.first; c >= 0;) {
            const short next = nodes[c].next;
            append(conjuncts, c);
            c = next;
        }
        sunk = before;
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
        if (n.predicate >= 0 && !(sidesOf(p, n.predicate, node(n.left).columnCount) & 1)) return constantIn(i);
        if (n.predicate < 0) {
            const short any = node(n.right).kind == NodeKind::aggregate ? node(n.right).left : n.right;
            q = inner(node(any).left);  // whether there is a row at all
        } else {
            const Read right = relation(n.right, true, false);
            const ColumnName* const columns = both(outer, node(n.left).columnCount, right.columns, node(n.right).columnCount);
            q = add(sql::Query{.items = star(), .from = right.relation, .where = expression(n.predicate, columns)});
        }
        aliasCount = before;
        const short s = add({.kind = sql::SyntaxKind::exists, .query = q});
        return n.join == JoinKind::anti ? call("NOT", s) : s;
    }

    // (1, 2) IN (SELECT ..): a condition that reads nothing of the query around is not one of EXISTS.
    constexpr short constantIn(short i) {
        const Node& n = node(i);
        const bool anti = n.join == JoinKind::anti;
        const Expr* all = &exprs[n.predicate];
        if (all->function == indexOf<functions::IsNotFalse>) all = &exprs[all->first];
        List values;
        const bool list = all->function == indexOf<functions::And>;
        for (short e = list ? all->first : static_cast<short>(all - exprs); e >= 0; e = list ? exprs[e].next : static_cast<short>(-1)) append(values, expression(exprs[e].first, nullptr));
        const short first = values.first == values.last ? values.first : call(sql::special::row, values.first);
        return add({.kind = sql::SyntaxKind::inQuery, .negated = anti, .first = first, .query = inner(n.right)});
    }

    // ---- places -------------------------------------------------------------------------------------------------

    // The first rows of all: ORDER BY and LIMIT.
    constexpr bool isFirstRows(short i) const { return is(i, NodeKind::rank) && node(i).keyCount == 0 && !node(i).ranked; }
    // A rank of other kinds, perhaps under a projection that its SELECT makes, too.
    constexpr bool isPlaces(short i) const {
        const short rank = is(i, NodeKind::project) ? node(i).left : i;
        if (!is(rank, NodeKind::rank) || isFirstRows(rank)) return false;
        if (rank == i || !node(rank).ranked) return true;
        int reads = 0;
        for (short k = 0; k < node(i).itemCount; ++k) {
            const Expr& x = exprs[p.items[node(i).firstItem + k]];
            const auto place = static_cast<short>(node(rank).columnCount - 1);
            const bool same = x.kind == ExprKind::column && p.column(i, k).name == p.column(rank, place).name;
            if (readsColumn(p.items[node(i).firstItem + k], place)) reads += same ? 1 : 2;
        }
        return reads == 1;
    }
    constexpr bool readsColumn(short e, short column) const {
        if (exprs[e].kind == ExprKind::column) return exprs[e].index == column;
        for (short a = exprs[e].first; a >= 0; a = exprs[a].next)
            if (readsColumn(a, column)) return true;
        return false;
    }
    constexpr short number(long long value) {
        const auto first = static_cast<std::size_t>(digitCount);
        rivulet::detail::TextWriter w{digits + first};
        w.number(value);
        digitCount = static_cast<short>(digitCount + static_cast<int>(w.size));
        return add({.kind = sql::SyntaxKind::integer, .text = {digits + first, w.size}});
    }
    constexpr std::string_view freeName(short of) const {
        std::string_view name = "place";
        for (int k = 0, c = 0; c < node(of).columnCount; ++c)
            if (p.column(of, c).name == name) {
                name = slotName(k++);
                c = -1;
            }
        return name;
    }
    // (SELECT *, ROW_NUMBER() OVER (PARTITION BY .. ORDER BY ..) AS place FROM ..) WHERE place <= n
    constexpr Source places(short i, bool shared, std::string_view& alias) {
        const short project = is(i, NodeKind::project) ? i : static_cast<short>(-1), rank = project < 0 ? i : node(i).left;
        const Node& n = node(rank);
        const auto own = static_cast<short>(n.columnCount - 1);
        const int before = aliasCount, hidden = firstAlias;
        firstAlias = aliasCount;
        const Source below = source(n.left);
        List partition, order, items;
        for (short k = 0; k < n.itemCount; ++k) append(k < n.keyCount ? partition : order, expression(p.items[n.firstItem + k], below.columns));
        const short over = add({.kind = sql::SyntaxKind::window, .first = partition.first, .order = order.first});
        const short call = add({.kind = sql::SyntaxKind::call, .over = over, .text = "ROW_NUMBER"});
        std::string_view place = n.ranked ? p.column(rank, own).name : freeName(i);
        if (project < 0) starOrColumns(items, n.left, below);
        for (short k = 0; project >= 0 && k < node(project).itemCount; ++k) {
            const short e = p.items[node(project).firstItem + k];
            const std::string_view name = p.column(project, k).name;
            const bool isPlace = n.ranked && exprs[e].kind == ExprKind::column && exprs[e].index == own;
            if (isPlace) place = name;
            append(items, isPlace ? call : item(e, below.columns, name, k));
        }
        nodes[call].alias = place;
        if (project < 0 || !n.ranked) append(items, call);
        sql::Relation r{.kind = sql::RelationKind::query};
        r.query = add(sql::Query{.items = items.first, .from = below.from, .where = below.where});
        aliasCount = before;
        firstAlias = hidden;
        if (shared) r.alias = this->alias({});
        alias = r.alias;
        Source s{.columns = columnNames(r.alias, i, node(i).columnCount), .whole = n.ranked};
        s.from = add(r);
        if (n.limit < 0) return s;
        const short at = column({.qualifier = r.alias, .name = place}), first = number(n.offset + (n.offset || n.limit == 1 ? 1 : n.limit));
        nodes[at].next = first;
        const bool one = n.limit == 1;
        if (n.offset && !one) nodes[first].next = number(n.offset + n.limit);
        s.where = this->call(one ? "=" : n.offset ? "BETWEEN" : "<=", at);
        return s;
    }
    constexpr void starOrColumns(List& items, short i, const Source& s) {
        bool star = s.whole;
        for (short c = 1; star && named(i) < 0 && c < node(i).columnCount; ++c) star = outputName(i, c) == p.column(i, c).name;
        if (star) {
            append(items, this->star());
            return;
        }
        for (short c = 0; c < node(i).columnCount; ++c) {
            const short s1 = column(s.columns[c]);
            if (const std::string_view name = outputName(i, c); nodes[s1].text != name) nodes[s1].alias = name;
            append(items, s1);
        }
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

    constexpr bool sorts(short i) const { return is(i, NodeKind::sort) || (isFirstRows(i) && node(i).itemCount > 0); }
    constexpr bool sortsByColumns(const Node& n) const {
        for (short k = 0; k < n.itemCount; ++k)
            if (exprs[exprs[p.items[n.firstItem + k]].first].kind != ExprKind::column) return false;
        return true;
    }
    // The first columns of something sorted: the others are there for ORDER BY only.
    constexpr bool hidesKeys(short i) const {
        if (!is(i, NodeKind::project) || !sorts(node(i).left)) return false;
        const Node &n = node(i), &sort = node(n.left);
        if (n.itemCount >= sort.columnCount || setOperation(sort.left).node >= 0 || !sortsByColumns(sort)) return false;
        for (short k = 0; k < n.itemCount; ++k) {
            const Expr& x = exprs[p.items[n.firstItem + k]];
            if (x.kind != ExprKind::column || x.index != k || p.column(i, k).name != p.column(n.left, k).name) return false;
        }
        for (short c = n.itemCount; c < sort.columnCount; ++c)
            if (!isKeyOf(sort, c) || (sort.limit >= 0 && p.column(sort.left, c).name != hiddenName(sort.left, c))) return false;
        return true;
    }
    constexpr bool isKeyOf(const Node& sort, short column) const {
        for (short k = 0; k < sort.itemCount; ++k)
            if (exprs[exprs[p.items[sort.firstItem + k]].first].index == column) return true;
        return false;
    }
    // How binding names an output that only ORDER BY reads.
    constexpr std::string_view hiddenName(short i, short column) const {
        const auto taken = [&](std::string_view name) {
            for (short c = 0; c < column; ++c)
                if (p.column(i, c).name == name) return true;
            return false;
        };
        if (is(i, NodeKind::project)) {
            const Expr& x = exprs[p.items[node(i).firstItem + column]];
            if (x.kind == ExprKind::column && !taken(p.column(node(i).left, x.index).name)) return p.column(node(i).left, x.index).name;
        }
        int n = 0;
        while (taken(anonymousName(n, true))) ++n;
        return anonymousName(n, true);
    }

    // One call a level.
    constexpr short query(short i) {
        const int before = aliasCount;
        sql::Query q{};
        short sort = -1, visible = node(i).columnCount;
        if (hidesKeys(i)) i = node(i).left;
        if (is(i, NodeKind::limit) || is(i, NodeKind::sort) || isFirstRows(i)) {
            q.limit = node(i).limit;
            q.offset = node(i).offset;
            if (sorts(i)) sort = i;
            i = node(i).left;
        }
        if (sort >= 0 && !sortsByColumns(node(sort))) {  // by more than outputs: what sorts is written around them
            const Read r = relation(i, false, false);
            q.from = r.relation;
            from = r.alias;
            q.items = star();
            orderBy(q, sort, r.columns);
        } else {
            const ColumnName* outputs = nullptr;
            if (const SetOperation s = setOperation(i); s.node >= 0) {
                q.kind = s.kind;
                q.all = s.all;
                q.left = inner(side(node(s.node).left));
                q.right = inner(side(node(s.node).right));
            } else if (isDistinct(i)) {
                q.distinct = true;
                select(q, node(i).left, visible);
            } else {
                outputs = select(q, i, visible);
            }
            if (sort >= 0) orderBy(q, sort, outputs ? outputs : columnNames({}, i, node(i).columnCount));
        }
        aliasCount = before;
        return add(q);
    }
    constexpr void orderBy(sql::Query& q, short sort, const ColumnName* columns) {
        List order;
        for (short k = 0; k < node(sort).itemCount; ++k) append(order, expression(p.items[node(sort).firstItem + k], columns));
        q.order = order.first;
    }
    // FROM to HAVING and the first `visible` outputs. Gives how ORDER BY writes them all: by their names, but hidden ones as what they are.
    constexpr const ColumnName* select(sql::Query& q, short i, short visible) {
        const bool hides = visible < node(i).columnCount, projects = is(i, NodeKind::project) && !isPlaces(i);
        if (groupsInPlace(i, hides)) return groupedInPlace(q, i, visible);
        if (is(i, NodeKind::aggregate)) return grouped(q, i);
        const Source s = projects ? sourceWithValues(i, hides) : source(i, hides);
        q.from = s.from;
        q.where = s.where;
        List items;
        ColumnName* const outputs = names + nameCount;
        if (projects) {
            for (short k = 0; k < node(i).itemCount; ++k) names[nameCount++] = {.name = p.column(i, k).name, .computed = p.items[node(i).firstItem + k], .over = s.columns};
            selectItems(items, i, outputs, visible);
        } else if (hides) {
            for (short k = 0; k < node(i).columnCount; ++k) names[nameCount++] = k < visible ? ColumnName{.name = p.column(i, k).name} : s.columns[k];
            for (short k = 0; k < visible; ++k) append(items, column(s.columns[k]));
        } else {
            starOrColumns(items, i, s);
        }
        q.items = items.first;
        return projects || hides ? outputs : nullptr;
    }
    // A left join with the one value of a subquery.
    constexpr bool joinsValue(short i) const {
        return is(i, NodeKind::join) && node(i).join == JoinKind::left && node(i).predicate < 0 && node(node(i).right).columnCount == 1 && node(node(i).right).keys.unique({});
    }
    // What a projection reads, where subqueries joined for it are written in place: each is read once, in the order of the joins.
    constexpr Source sourceWithValues(short project, bool qualified) {
        short below = node(project).left;
        while (joinsValue(below)) below = node(below).left;
        const short width = node(below).columnCount, values = static_cast<short>(node(node(project).left).columnCount - width);
        short next = width;
        for (short k = 0; k < node(project).itemCount && values > 0; ++k)
            if (!readsInOrder(p.items[node(project).firstItem + k], width, next)) next = PlanBuilder::most;
        if (values == 0 || next != width + values) return source(node(project).left, qualified);
        Source s = source(below, qualified);
        const auto own = from;
        ColumnName* const columns = names + nameCount;
        for (short c = 0; c < width; ++c) names[nameCount++] = s.columns[c];
        nameCount = static_cast<short>(nameCount + values);
        short join = node(project).left;
        for (short c = static_cast<short>(width + values - 1); c >= width; --c, join = node(join).left)
            columns[c] = {.written = add({.kind = sql::SyntaxKind::subquery, .query = inner(node(join).right)})};
        from = own;
        s.columns = columns;
        return s;
    }
    constexpr bool readsInOrder(short e, short first, short& next) const {
        const Expr& x = exprs[e];
        if (x.kind == ExprKind::column && x.index >= first) return x.index == next++;
        for (short a = x.first; a >= 0; a = exprs[a].next)
            if (!readsInOrder(a, first, next)) return false;
        return true;
    }
    // Outputs that are computed become items of the SELECT list; those that are visible are names from then on.
    constexpr void selectItems(List& items, short i, ColumnName* outputs, short visible) {
        for (short k = 0; k < visible; ++k) {
            append(items, item(outputs[k].computed, outputs[k].over, p.column(i, k).name, k));
            outputs[k].computed = -1;
        }
    }

    // ---- GROUP BY -------------------------------------------------------------------------------------------------

    // What groups aggregate is written by name, but a constant as it is: binding finds the column that holds it.
    constexpr const ColumnName* argumentNames(short i, const ColumnName* columns) {
        if (!is(i, NodeKind::project)) return columns;
        ColumnName* const first = names + nameCount;
        for (short c = 0; c < node(i).itemCount; ++c) {
            const short e = p.items[node(i).firstItem + c];
            names[nameCount++] = exprs[e].kind == ExprKind::literal ? ColumnName{.name = columns[c].name, .computed = e} : columns[c];
        }
        return first;
    }
    constexpr const ColumnName* grouped(sql::Query& q, short i) {
        const Node& n = node(i);
        const Source s = source(n.left);
        q.from = s.from;
        q.where = s.where;
        const ColumnName* const arguments = argumentNames(n.left, s.columns);
        List items, keys;
        for (short k = 0; k < n.itemCount; ++k) {
            const short e = p.items[n.firstItem + k];
            append(items, item(e, k < n.keyCount ? s.columns : arguments, p.column(i, k).name, k));
            if (k < n.keyCount) append(keys, expression(e, s.columns));
        }
        q.items = items.first;
        q.group = keys.first;
        q.hasGroup = n.keyCount > 0;
        return nullptr;
    }
    // The groups below the projection and the HAVING of one SELECT; -1 if there are none.
    constexpr short groupsOf(short i) const {
        if (is(i, NodeKind::project)) i = node(i).left;
        if (is(i, NodeKind::filter)) i = node(i).left;
        return is(i, NodeKind::aggregate) ? i : static_cast<short>(-1);
    }
    // Groups whose columns cannot all be selected: with the number of the grouping set, without any column, or with hidden ones; and
    // those of GROUPING.
    constexpr bool groupsInPlace(short i, bool hides) const {
        const short groups = groupsOf(i);
        if (groups < 0) return false;
        if (hides || is(node(groups).left, NodeKind::expand) || node(groups).itemCount == 0) return true;
        const Node& n = node(i);
        for (short k = 0; is(i, NodeKind::project) && k < n.itemCount; ++k)
            if (asksForSet(p.items[n.firstItem + k])) return true;
        const short having = is(i, NodeKind::project) ? n.left : i;
        return having != groups && asksForSet(node(having).predicate);
    }
    constexpr bool asksForSet(short e) const {
        if (exprs[e].kind == ExprKind::call && isGroupingFunction(exprs[e].function)) return true;
        for (short a = exprs[e].first; a >= 0; a = exprs[a].next)
            if (asksForSet(a)) return true;
        return false;
    }
    constexpr const ColumnName* groupedInPlace(sql::Query& q, short i, short visible) {
        const short groups = groupsOf(i);
        const Node& n = node(groups);
        const bool sets = is(n.left, NodeKind::expand);
        const short below = sets ? node(n.left).left : n.left;
        const Source s = source(below, visible < node(i).columnCount);
        q.from = s.from;
        q.where = s.where;
        const ColumnName* const arguments = argumentNames(below, s.columns);
        ColumnName* const columns = names + nameCount;
        for (short c = 0; c < n.itemCount; ++c) names[nameCount++] = {.computed = p.items[n.firstItem + c], .over = c < n.keyCount ? s.columns : arguments};
        List keys, items;
        for (short k = 0; k < n.keyCount - sets; ++k) append(keys, column(columns[k]));
        q.hasGroup = sets || n.keyCount > 0 || n.itemCount == 0;
        q.group = sets ? groupingSets(node(n.left), columns) : keys.first;
        const bool projects = is(i, NodeKind::project);
        ColumnName* const outputs = names + nameCount;
        for (short k = 0; k < node(i).columnCount; ++k)
            names[nameCount++] = projects ? ColumnName{.name = p.column(i, k).name, .computed = p.items[node(i).firstItem + k], .over = columns} : columns[k];
        for (short k = 0; k < node(i).columnCount && !projects; ++k) outputs[k].name = p.column(i, k).name;
        selectItems(items, i, outputs, visible);
        q.items = items.first;
        const short having = projects ? node(i).left : i;
        if (having != groups) q.having = expression(node(having).predicate, columns);
        return outputs;
    }
    // GROUPING SETS ((a, b), a, ())
    constexpr short groupingSets(const Node& expand, const ColumnName* keys) {
        List sets;
        for (short i = 0; i < expand.itemCount; ++i) {
            List of;
            for (short k = 0; k < expand.keyCount; ++k)
                if (!(exprs[p.items[expand.firstItem + i]].integer >> k & 1)) append(of, column(keys[k]));
            append(sets, of.first >= 0 && of.first == of.last ? of.first : call(sql::special::row, of.first));
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
