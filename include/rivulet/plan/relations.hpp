// SPDX-License-Identifier: BSL-1.0
// Relational steps over bound plans. The SQL binder and the Table API call the same functions.
#pragma once
#include <string_view>

#include <rivulet/core/anonymous_names.hpp>
#include <rivulet/plan/binder.hpp>

namespace rivulet::plan {

struct RelationBinder : Binder {
    short selected{-1};  // the items of the SELECT being bound

    // ---- sources ------------------------------------------------------------------------------------------------

    /// A stream's rows as they are: the columns of its type.
    constexpr short scan(short source, std::string_view name, const Column* columns, int count) {
        Node n{.kind = NodeKind::scan, .source = source, .firstColumn = plan.columnCount, .columnCount = static_cast<short>(count), .view = name};
        for (int i = 0; i < count; ++i) plan.add(columns[i]);
        return plan.add(n);
    }

    /// A copy of another plan; indexes move, nothing else.
    constexpr short append(const PlanView& other, int firstSource, int firstParameter, int firstFunction) {
        const auto moved = [](int index, int by) { return static_cast<short>(index < 0 ? index : index + by); };
        const short e = plan.exprCount, n = plan.nodeCount, c = plan.columnCount, i = plan.itemCount;
        for (int k = 0; k < other.exprCount; ++k) {
            Expr x = other.exprs[k];
            x.first = moved(x.first, e);
            x.next = moved(x.next, e);
            if (x.kind == ExprKind::parameter) x.index = moved(x.index, firstParameter);
            if (x.kind == ExprKind::userCall) x.function = moved(x.function, firstFunction);
            plan.add(x);
        }
        for (int k = 0; k < other.columnCount; ++k) plan.add(other.columns[k]);
        for (int k = 0; k < other.itemCount; ++k) plan.addItem(moved(other.items[k], e));
        for (int k = 0; k < other.nodeCount; ++k) {
            Node x = other.nodes[k];
            x.left = moved(x.left, n);
            x.right = moved(x.right, n);
            x.predicate = moved(x.predicate, e);
            x.source = moved(x.source, firstSource);
            x.firstItem = moved(x.firstItem, i);
            x.firstColumn = moved(x.firstColumn, c);
            plan.add(x);
        }
        return plan.error ? static_cast<short>(-1) : moved(other.root, n);
    }

    constexpr short view(std::string_view name, int position) {
        const short v = catalogue.findView(name);
        if (v < 0) {
            Error e{};
            e.code = ErrorCode::unknownTable;
            e.position = position;
            e.subject = name;
            detail::Nearest nearest(name);
            for (short i = 0; i < catalogue.viewCount; ++i) {
                nearest.offer(catalogue.views[i].name);
                e.know(catalogue.views[i].name);
            }
            e.nearest = nearest.best;
            plan.fail(e);
            return -1;
        }
        const View& found = catalogue.views[v];
        const short at = append(found.plan, found.firstSource, found.firstParameter, found.firstFunction);
        if (at >= 0) plan.writeNodes[at].view = found.name;
        return at;
    }

    // ---- filter -------------------------------------------------------------------------------------------------

    constexpr short like(Node n, short input) {
        n.left = input;
        n.firstColumn = plan.nodes[input].firstColumn;
        n.columnCount = plan.nodes[input].columnCount;
        n.mode = plan.nodes[input].mode;
        return plan.add(n);
    }

    constexpr short filter(const Scope& scope, short input, short condition) {
        inCondition = true;
        short p = bind(scope, condition);
        inCondition = false;
        if (p < 0) return -1;
        const SqlType t = plan.exprs[p].type;
        if (t.root == TypeRoot::null) p = implicitCast(p, sqltype::boolean.orNull(true));
        else if (t.root != TypeRoot::boolean) return refuseType(syntax[condition], "WHERE", "BOOLEAN", t);
        const short at = p < 0 ? p : like({.kind = NodeKind::filter, .predicate = p}, input);
        if (at >= 0) noteNotNull(at, input, p);
        return at;
    }
    // `x IS NOT NULL` lets x land in a field that cannot be null; its type stays what it is, as in Flink.
    constexpr void noteNotNull(short at, short input, short p) {
        constexpr short isNotNull = findFunction("IS NOT NULL"), conjunction = findFunction("AND");
        const Expr& x = plan.exprs[p];
        if (x.kind != ExprKind::call) return;
        if (x.function == conjunction)
            for (short a = x.first; a >= 0; a = plan.exprs[a].next) noteNotNull(at, input, a);
        if (x.function != isNotNull || plan.exprs[x.first].kind != ExprKind::column) return;
        Node& n = plan.writeNodes[at];
        if (n.firstColumn == plan.nodes[input].firstColumn) {
            n.firstColumn = plan.columnCount;
            for (int i = 0; i < n.columnCount; ++i) plan.add(Column{plan.column(input, i)});
            if (plan.error) return;
        }
        plan.writeColumns[n.firstColumn + plan.exprs[x.first].index].knownNotNull = true;
    }

    // ---- projection ---------------------------------------------------------------------------------------------

    struct Projection {
        short input{-1};
        short firstExpr{}, firstItem{}, firstColumn{};
    };
    constexpr Projection beginProjection(short input) const { return {input, plan.exprCount, plan.itemCount, plan.columnCount}; }
    constexpr bool addOutput(const Projection& p, short expr, std::string_view name) {
        if (expr < 0 || plan.error) return false;
        const Expr& e = plan.exprs[expr];
        Column c{.name = name, .type = e.type};
        if (e.kind == ExprKind::column) {
            const Column& from = plan.column(p.input, e.index);
            c.time = from.time;
            c.knownNotNull = from.knownNotNull;
        }
        plan.addItem(expr);
        return plan.add(c) >= 0;
    }
    constexpr short endProjection(const Projection& p) {
        const auto count = static_cast<short>(plan.itemCount - p.firstItem);
        if (plan.error) return -1;
        if (isIdentity(p, count)) {
            plan.exprCount = p.firstExpr;
            plan.itemCount = p.firstItem;
            plan.columnCount = p.firstColumn;
            return p.input;
        }
        if (refuseDuplicates(p, count)) return -1;
        Node n{.kind = NodeKind::project, .left = p.input, .firstItem = p.firstItem, .itemCount = count, .firstColumn = p.firstColumn, .columnCount = count};
        if (p.input >= 0) n.mode = plan.nodes[p.input].mode;
        return plan.add(n);
    }
    // All columns of the input as they are: no projection, as `SELECT *` means none.
    constexpr bool isIdentity(const Projection& p, int count) const {
        if (plan.nodes[p.input].columnCount != count || plan.nodes[p.input].kind == NodeKind::values) return false;
        for (int i = 0; i < count; ++i) {
            const Expr& e = plan.exprs[plan.items[p.firstItem + i]];
            const Column &now = plan.columns[p.firstColumn + i], &before = plan.column(p.input, i);
            if (e.kind != ExprKind::column || e.index != i || now.name != before.name) return false;
            if (now.type.nullable != before.type.nullable || now.time != before.time) return false;  // declared otherwise
        }
        return true;
    }
    constexpr bool refuseDuplicates(const Projection& p, int count) {
        for (int i = 1; i < count; ++i)
            for (int k = 0; k < i; ++k)
                if (plan.columns[p.firstColumn + i].name == plan.columns[p.firstColumn + k].name) {
                    Error e{};
                    e.code = ErrorCode::duplicateColumn;
                    e.position = positions ? positionOf(p, i) : -1;
                    e.subject = plan.columns[p.firstColumn + i].name;
                    e.expected = "another name with AS";
                    plan.fail(e);
                    return true;
                }
        return false;
    }
    // Where output `place` of the SELECT being bound stands in the text; a star stands for several.
    constexpr int positionOf(const Projection& p, int place) const {
        for (short i = selected; i >= 0; i = syntax[i].next) {
            int width = 1;
            if (syntax[i].kind == SyntaxKind::star) width = plan.nodes[p.input].columnCount;  // one relation in FROM
            if (place < width) return syntax[i].position;
            place -= width;
        }
        return -1;
    }
    constexpr std::string_view outputName(const Syntax& s, short expr, int place) const {
        if (!s.alias.empty()) return s.alias;
        const Expr& e = plan.exprs[expr];
        return e.kind == ExprKind::column || e.kind == ExprKind::field ? e.text : anonymousName(place, positions);
    }
    constexpr bool addStar(const Scope& scope, const Projection& p, const Syntax& s) {
        bool any = false;
        for (int part = 0; part < scope.partCount; ++part) {
            if (!s.qualifier.empty() && s.qualifier != scope.parts[part].alias) continue;
            any = true;
            for (short c = scope.parts[part].first; c < scope.parts[part].first + scope.parts[part].count; ++c)
                if (!addOutput(p, column(scope, c), plan.column(scope.node, c).name)) return false;
        }
        if (any) return true;
        Error e = errorAt(ErrorCode::unknownTable, s, s.qualifier);
        detail::Nearest nearest(s.qualifier);
        for (int part = 0; part < scope.partCount; ++part) {
            if (scope.parts[part].alias.empty()) continue;
            nearest.offer(scope.parts[part].alias);
            e.know(scope.parts[part].alias);
        }
        e.nearest = nearest.best;
        return plan.fail(e);
    }
    /// `items` is a sibling list of expressions, with aliases.
    constexpr short select(const Scope& scope, short input, short items) {
        const Projection p = beginProjection(input);
        for (short i = items; i >= 0; i = syntax[i].next) {
            if (syntax[i].kind == SyntaxKind::star) {
                if (!addStar(scope, p, syntax[i])) return -1;
                continue;
            }
            const short e = bind(scope, i);
            if (e >= 0 && positions && plan.exprs[e].type.root == TypeRoot::null) return refuseType(syntax[i], "NULL", "a value with a type, such as CAST(NULL AS INT)", plan.exprs[e].type);
            if (e < 0 || !addOutput(p, e, outputName(syntax[i], e, plan.itemCount - p.firstItem))) return -1;
        }
        selected = items;
        return endProjection(p);
    }

    // ---- Table API steps over all columns -----------------------------------------------------------------------

    constexpr short find(short node, std::string_view name) const {
        for (short i = 0; i < plan.nodes[node].columnCount; ++i)
            if (plan.column(node, i).name == name) return i;
        return -1;
    }
    /// Flink's addColumns (a name that exists is refused) and addOrReplaceColumns.
    constexpr short addColumns(short input, short items, bool replace) {
        const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
        const short width = plan.nodes[input].columnCount;
        const Projection p = beginProjection(input);
        for (short c = 0; c < width; ++c) addOutput(p, column(scope, c), plan.column(input, c).name);
        for (short i = items; i >= 0; i = syntax[i].next) {
            const short e = bind(scope, i);
            if (e < 0) return -1;
            const std::string_view name = outputName(syntax[i], e, plan.itemCount - p.firstItem);
            int place = -1;  // among what is there by now: of two replacements of one name the last counts
            for (int k = 0; k < plan.itemCount - p.firstItem && replace; ++k)
                if (plan.columns[p.firstColumn + k].name == name) place = k;
            if (place < 0) {
                if (!addOutput(p, e, name)) return -1;
                continue;
            }
            plan.writeItems[p.firstItem + place] = e;
            plan.writeColumns[p.firstColumn + place] = Column{.name = name, .type = plan.exprs[e].type};
        }
        return endProjection(p);
    }
    /// `items` are names, `old AS new`.
    constexpr short renameColumns(short input, short items) {
        const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
        const Projection p = beginProjection(input);
        for (short c = 0; c < plan.nodes[input].columnCount; ++c) addOutput(p, column(scope, c), plan.column(input, c).name);
        for (short i = items; i >= 0 && !plan.error; i = syntax[i].next) {
            if (syntax[i].kind != SyntaxKind::name || syntax[i].alias.empty()) return refuseReference(syntax[i]);
            const short at = find(input, syntax[i].text);
            if (at < 0) return unknownColumn(scope, syntax[i], syntax[i].text);
            plan.writeColumns[p.firstColumn + at].name = syntax[i].alias;
        }
        return endProjection(p);
    }
    constexpr short dropColumns(short input, short items) {
        const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
        for (short i = items; i >= 0; i = syntax[i].next) {
            if (syntax[i].kind != SyntaxKind::name || !syntax[i].alias.empty()) return refuseReference(syntax[i]);
            if (find(input, syntax[i].text) < 0) return unknownColumn(scope, syntax[i], syntax[i].text);
        }
        const Projection p = beginProjection(input);
        for (short c = 0; c < plan.nodes[input].columnCount; ++c) {
            bool dropped = false;
            for (short i = items; i >= 0; i = syntax[i].next) dropped = dropped || syntax[i].text == plan.column(input, c).name;
            if (!dropped) addOutput(p, column(scope, c), plan.column(input, c).name);
        }
        if (plan.itemCount == p.firstItem) {
            plan.fail({.code = ErrorCode::noMembers, .expected = "at least one column"});
            return -1;
        }
        return endProjection(p);
    }
    constexpr short refuseReference(const Syntax& s) {
        plan.fail(errorAt(ErrorCode::notAField, s, s.text));
        return -1;
    }
    /// New names, a sibling list, for the first columns; the others keep theirs.
    constexpr short as(short input, short names) {
        const short width = plan.nodes[input].columnCount;
        int count = 0;
        short extra = -1;
        for (short i = names; i >= 0; i = syntax[i].next)
            if (++count == width + 1) extra = i;
        if (extra >= 0) {
            Error e = errorAt(ErrorCode::nameCount, syntax[extra], syntax[extra].text);
            writeCount(e.expectedText, "at most ", width);
            writeCount(e.foundText, "", count);
            for (int i = 0; i < width; ++i) e.know(plan.column(input, i).name);
            plan.fail(e);
            return -1;
        }
        const Scope scope = Scope::over(input, width);
        const Projection p = beginProjection(input);
        short name = names;
        for (short c = 0; c < width; ++c) {
            addOutput(p, column(scope, c), name >= 0 ? syntax[name].text : plan.column(input, c).name);
            if (name >= 0) name = syntax[name].next;
        }
        return endProjection(p);
    }
    static constexpr void writeCount(ShortText& to, std::string_view before, long long n) {
        detail::TextWriter w{to.chars};
        w << before;
        w.number(n);
        to.size = static_cast<unsigned char>(w.size);
    }

    // ---- union and limit ----------------------------------------------------------------------------------------

    constexpr short unionAll(short left, short right, int position = -1) {
        const int width = plan.nodes[left].columnCount;
        Error e{};
        e.position = position;
        if (plan.nodes[right].columnCount != width) {
            e.code = ErrorCode::columnCount;
            e.subject = "UNION ALL";
            writeCount(e.expectedText, "", width);
            writeCount(e.foundText, "", plan.nodes[right].columnCount);
            plan.fail(e);
            return -1;
        }
        const short first = plan.columnCount;
        for (int i = 0; i < width; ++i) {
            const Column l = plan.column(left, i), r = plan.column(right, i);
            const SqlType t = commonType(l.type, r.type);
            if (t.root == TypeRoot::unknown) {
                e.code = ErrorCode::unionType;
                e.subject = l.name;
                nameType(e.expectedText, l.type);
                nameType(e.foundText, r.type);
                plan.fail(e);
                return -1;
            }
            plan.add(Column{.name = l.name, .type = t, .time = l.time == r.time ? l.time : TimeAttribute{}, .knownNotNull = l.knownNotNull && r.knownNotNull});
        }
        if (plan.error) return -1;
        // A side whose types differ gets a projection with casts, so that both sides carry the same C++ values.
        left = castSide(left, first, width);
        right = castSide(right, first, width);
        if (left < 0 || right < 0) return -1;
        const Node n{.kind = NodeKind::unionAll, .left = left, .right = right, .firstColumn = first, .columnCount = static_cast<short>(width),
                     .mode = {static_cast<unsigned char>(plan.nodes[left].mode.bits | plan.nodes[right].mode.bits)}};
        return plan.add(n);
    }
    constexpr short castSide(short side, short wanted, int width) {
        bool same = true;
        for (int i = 0; i < width; ++i) same = same && sameType(plan.column(side, i).type, plan.columns[wanted + i].type);
        if (same) return side;
        const Scope scope = Scope::over(side, static_cast<short>(width));
        const Projection p = beginProjection(side);
        for (short i = 0; i < width; ++i) {
            short e = column(scope, i);
            const SqlType to = plan.columns[wanted + i].type;
            if (e >= 0 && !sameType(plan.exprs[e].type, to)) e = implicitCast(e, to.withNullable(plan.exprs[e].type.nullable));
            addOutput(p, e, plan.column(side, i).name);
        }
        return endProjection(p);
    }

    constexpr short limit(short input, long long count, long long offset) {
        return like({.kind = NodeKind::limit, .limit = count, .offset = offset}, input);
    }

    // ---- SQL queries --------------------------------------------------------------------------------------------

    /// One call a level of the tree of queries, and none for the left side of a union: long unions are loops.
    constexpr short query(const sql::Query* queries, short index) {
        short leftmost = index;
        while (queries[leftmost].kind == sql::QueryKind::unionAll) leftmost = queries[leftmost].left;
        short at = limited(queries[leftmost], selectOf(queries, queries[leftmost]));
        for (short done = leftmost; done != index && at >= 0;) {
            short above = index;  // children precede parents, so the chain of left sides is found from the top
            while (queries[above].left != done) above = queries[above].left;
            const short right = query(queries, queries[above].right);
            at = right < 0 ? right : limited(queries[above], unionAll(at, right, queries[above].position));
            done = above;
        }
        return at;
    }
    constexpr short limited(const sql::Query& q, short at) {
        return at >= 0 && (q.limit >= 0 || q.offset > 0) ? limit(at, q.limit, q.offset) : at;
    }
    constexpr short selectOf(const sql::Query* queries, const sql::Query& q) {
        short at = !q.hasFrom          ? plan.add(Node{.kind = NodeKind::values, .firstColumn = plan.columnCount})
                   : q.from.query >= 0 ? query(queries, q.from.query)
                                       : view(q.from.name, q.from.position);
        if (at < 0) return -1;
        Scope scope = Scope::over(at, plan.nodes[at].columnCount, q.from.alias.empty() ? q.from.name : q.from.alias);
        if (q.where >= 0) {
            at = filter(scope, at, q.where);
            if (at < 0) return -1;
            scope.node = at;
        }
        return select(scope, at, q.items);
    }
};

/// The whole of binding for a parsed text, into any storage: Plan<...> in the compiler, vectors at run time.
constexpr void bindQuery(PlanBuilder& plan, const sql::SyntaxView& syntax, const Catalogue& catalogue) {
    if (syntax.error) {
        plan.fail(syntax.error);
        return;
    }
    RelationBinder b{{plan, syntax.nodes, catalogue}};
    plan.root = b.query(syntax.queries, syntax.root);
}

/// Room that binding n syntax nodes surely finds enough, but for `*` over wide views and views over long queries: then
/// the caller retries with a factor.
constexpr Room roomFor(int syntaxNodes, const Room& given, int factor) {
    const auto capped = [](int n) { return n < PlanBuilder::most ? n : PlanBuilder::most; };
    return {capped(given.exprs + factor * (2 * syntaxNodes + 16)), capped(given.nodes + factor * (syntaxNodes / 4 + 6)),
            capped(given.columns + factor * (syntaxNodes + 24)), capped(given.items + factor * (syntaxNodes + 16)), syntaxNodes + 8};
}

/// The same for a parsed text, with the views that it names: each is copied in where it is used.
constexpr Room roomFor(int syntaxNodes, const sql::Query* queries, int queryCount, const Catalogue& catalogue, int factor) {
    Room given{};
    for (int q = 0; q < queryCount; ++q) {
        if (!queries[q].hasFrom || queries[q].from.query >= 0) continue;
        const short v = catalogue.findView(queries[q].from.name);
        if (v < 0) continue;
        const PlanView& p = catalogue.views[v].plan;
        given.exprs += p.exprCount + p.width();
        given.nodes += p.nodeCount;
        given.columns += p.columnCount + 2 * p.width();
        given.items += p.itemCount + p.width();
    }
    return roomFor(syntaxNodes, given, factor);
}

}  // namespace rivulet::plan
