// SPDX-License-Identifier: BSL-1.0
// Relational steps over bound plans, of which the SQL binder and the Table API call the same: declared here, the simple ones written here.
#pragma once
#include <initializer_list>
#include <string_view>

#include <rivulet/core/numbered_names.hpp>
#include <rivulet/plan/binder.hpp>
#include <rivulet/plan/keys.hpp>
#include <rivulet/plan/window_columns.hpp>

namespace rivulet::plan {

/// What a SELECT is made of, as syntax; -1 for what is not there.
struct SelectParts {
    short items{-1}, group{-1}, having{-1}, order{-1};
    bool hasGroup{}, distinct{};
};

/// One key of ORDER BY: an output column, or an expression over the outputs.
struct OrderKey { short syntax{-1}, column{-1}; };
using OrderKeys = detail::Stack<OrderKey>;

struct GroupBinder;
struct OverBinder;

/// A call with OVER whose expressions are bound: what it partitions by, orders by, and the call, one behind the other in some list.
struct OverCall {
    short syntax{-1};
    std::string_view name{};             // of its column, if that is free
    int first{};                         // in the list
    short keyCount{}, orderCount{};
    Frame frame{};
    short expr{-1};                      // the call
    bool again{};                        // of QUALIFY: one that is the same as a selected one is that one
};

/// What a SELECT computes over its groups, not over its input: the value of a subquery, or a call with OVER.
struct GroupColumn {
    short right{-1};                     // the relation that has the value; else it is `over`, whose list is `groupItems`
    OverCall over{};
    short column{-1};                    // of the groups, once there is a node for it
    short id{-1};                        // of `right`: the number of the query around
    ComputedColumn::Of of{};
    int firstRead{}, firstMember{};      // of `right`, in `groupItems`: what it reads of the query around, and what stands before IN
    short readCount{}, memberCount{};
    struct Member { short first{-1}; bool row{}; } member{};  // what stands before IN, as syntax
};

struct RelationBinder : Binder {
    short selectItems{-1};  // of the SELECT being bound
    int conditionPosition{-1};  // of the WHERE whose conditions find their places
    detail::Stack<GroupColumn> groupColumns{};
    detail::Stack<short> groupItems{};
    int firstGroupColumn{};                  // of that SELECT
    detail::Stack<ComputedColumn> places{};  // ROW_NUMBER, RANK and DENSE_RANK calls and their nodes

    /// A node with its mode, keys and windows, which those of its inputs give.
    constexpr short put(Node n) {
        if (plan.error || !saysTheSameAgain(n)) return -1;
        n.mode = n.kind == NodeKind::filter ? filterMode(plan, n, plan.batch) : modeOf(plan, n, plan.batch);
        deriveWindows(plan, n);
        n.keys = keysOf(plan, n);
        return plan.add(n);
    }
    /// A row that is taken back is computed once more: what gives another value each time would take back a row that never was (Flink's TRY_RESOLVE).
    constexpr bool saysTheSameAgain(const Node& n) {
        const auto changes = [&](short input) { return input >= 0 && !plan.nodes[input].mode.insertOnly(); };
        if (plan.batch || !(changes(n.left) || changes(n.right))) return true;
        const bool computes = n.kind == NodeKind::project || n.kind == NodeKind::aggregate || n.kind == NodeKind::rank || n.kind == NodeKind::over || n.kind == NodeKind::unnest;
        short other = isJoin(n.kind) || n.kind == NodeKind::filter ? changing(n.predicate) : static_cast<short>(-1);
        for (int i = 0; computes && i < n.itemCount && other < 0; ++i) {
            const short e = plan.items[n.firstItem + i];
            if (n.kind != NodeKind::project || e < 0 || !isProcessingTime(plan.exprs[e])) other = changing(e);  // a processing time by itself is a time attribute
        }
        if (other < 0) return true;
        return plan.fail({.code = ErrorCode::notSupported, .subject = functionInfo(plan.exprs[other].function).name, .expected = "rows that only come, as a source's"});
    }
    // The call in an expression that may give another value for the same row; -1 if there is none.
    constexpr short changing(short e) const {
        if (e < 0) return -1;
        const Expr& x = plan.exprs[e];
        if (x.kind == ExprKind::call && !functionInfo(x.function).deterministic) return e;
        short found = -1;
        for (short a = x.first; a >= 0 && found < 0; a = plan.exprs[a].next) found = changing(a);
        return found;
    }

    // ---- sources ------------------------------------------------------------------------------------------------

    /// A stream's rows as they are: the columns of its type. With `mode` those of a changelog, of which `key` may tell rows apart;
    /// upserts (updates without the row before) need one; see `normalized`.
    constexpr short scan(short source, std::string_view name, const Column* columns, int count, ChangelogMode mode = {}, const ColumnSet& key = {}) {
        Node n{.kind = NodeKind::scan, .source = source, .firstColumn = plan.columnCount, .columnCount = static_cast<short>(count), .mode = mode, .view = name};
        if (!key.empty()) n.keys.add(key);
        for (int i = 0; i < count; ++i) plan.add(columns[i]);
        return put(n);
    }
    constexpr bool areUpserts(short at) const {
        const unsigned char bits = plan.nodes[at].mode.bits;
        return (bits & ChangelogMode::updateAfter) && !(bits & ChangelogMode::updateBefore);
    }
    /// The time attribute of a table, and what its watermark is after each row: an expression over its columns, -1 is the stream's own.
    constexpr short watermark(short input, short time, short expression) {
        return like({.kind = NodeKind::watermark, .predicate = expression, .windowing = {.time = time}}, input);
    }
    /// Upserts by the key of the rows as a changelog with full rows.
    constexpr short normalized(short at) { return at >= 0 && areUpserts(at) && !plan.batch && plan.nodes[at].keys.count > 0 ? normalize(at) : at; }
    constexpr short normalize(short scan) {
        const ColumnSet key = plan.nodes[scan].keys.sets[0];
        const Scope scope = Scope::over(scan, plan.nodes[scan].columnCount);
        Node n{.kind = NodeKind::normalize, .firstItem = plan.itemCount};
        for (short c = 0; c < plan.nodes[scan].columnCount; ++c)
            if (key.has(c)) plan.addItem(column(scope, c));
        n.itemCount = n.keyCount = static_cast<short>(plan.itemCount - n.firstItem);
        return like(n, scan);
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
            if (x.kind == ExprKind::same) x.index = moved(x.index, e);
            if (x.kind == ExprKind::userCall || x.user) x.function = moved(x.function, firstFunction);
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
            if (catalogue.viewCount == 0) e.expected = "the environment that createTemporaryView returned";
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
        return put(n);
    }

    /// A condition as a BOOLEAN expression; `clause` is what it stands in.
    constexpr short condition(const Scope& scope, short at, std::string_view clause) {
        const short p = bind(scope, at);
        if (p < 0) return -1;
        const SqlType t = plan.exprs[p].type;
        if (t.root == TypeRoot::null) return implicitCast(p, sqltype::boolean.orNull(true));
        return t.root == TypeRoot::boolean ? p : refuseType(syntax[at], clause, "BOOLEAN", t);
    }
    constexpr short filter(const Scope& scope, short input, short where);
    constexpr short filterBy(short input, short p);
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
            c.onlyShown = from.onlyShown;
            c.knownNotNull = from.knownNotNull;
        } else if (isProcessingTime(e)) c.time = TimeAttribute::proctime;
        else if (isShiftedTime(p.input, e)) c.time = TimeAttribute::shiftedRowtime;
        plan.addItem(expr);
        return plan.add(c) >= 0;
    }
    constexpr bool isShiftedTime(short input, const Expr& e) const {
        if (e.kind != ExprKind::call || (e.function != indexOf<functions::Plus> && e.function != indexOf<functions::Minus>)) return false;
        const Expr &moved = plan.exprs[e.first], &by = plan.exprs[moved.next];
        return moved.kind == ExprKind::column && plan.column(input, moved.index).time == TimeAttribute::rowtime && by.type.isInterval();
    }
    constexpr short endProjection(const Projection& p, bool namesDiffer = false) {
        const auto count = static_cast<short>(plan.itemCount - p.firstItem);
        if (plan.error) return -1;
        if (isIdentity(p, count)) {
            plan.exprCount = p.firstExpr;
            plan.itemCount = p.firstItem;
            plan.columnCount = p.firstColumn;
            return p.input;
        }
        if (!namesDiffer && refuseDuplicates(p, count)) return -1;
        return projectionNode(p, count);
    }
    constexpr short projectionNode(const Projection& p, short count) {
        return put({.kind = NodeKind::project, .left = p.input, .firstItem = p.firstItem, .itemCount = count, .firstColumn = p.firstColumn, .columnCount = count});
    }
    // A SELECT without FROM, perhaps of values of subqueries: what is written as its items stays a projection.
    constexpr bool isWithoutFrom(short node) const {
        while (plan.nodes[node].kind == NodeKind::join) node = plan.nodes[node].left;
        return plan.nodes[node].kind == NodeKind::values;
    }
    // All columns of the input as they are: no projection, as `SELECT *` means none.
    constexpr bool isIdentity(const Projection& p, int count) const {
        if (plan.nodes[p.input].columnCount != count || isWithoutFrom(p.input)) return false;
        for (int i = 0; i < count; ++i) {
            const Expr& e = plan.exprs[plan.items[p.firstItem + i]];
            const Column &now = plan.columns[p.firstColumn + i], &before = plan.column(p.input, i);
            if (e.kind != ExprKind::column || e.index != i || now.name != before.name) return false;
            if (now.type.nullable != before.type.nullable || now.time != before.time || now.onlyShown != before.onlyShown) return false;  // declared otherwise
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
        for (short i = selectItems; i >= 0; i = syntax[i].next) {
            int width = 1;
            if (syntax[i].kind == SyntaxKind::star) width = plan.nodes[p.input].columnCount;  // steps of the Table API have one relation
            if (place < width) return syntax[i].position;
            place -= width;
        }
        return -1;
    }
    constexpr std::string_view outputName(const Syntax& s, short expr, int place) const {
        if (!s.alias.empty()) return s.alias;
        const Expr& e = plan.exprs[expr];
        if (s.kind == SyntaxKind::name) return s.text;
        return e.kind == ExprKind::column || e.kind == ExprKind::field ? e.text : anonymousName(place, positions);
    }
    constexpr bool addStar(const Scope& scope, const Projection& p, const Syntax& s) {
        bool any = false;
        if (s.filter >= 0) return addFields(scope, p, s, syntax[s.filter]);
        for (int i = 0; i < scope.partCount; ++i) {
            const Scope::Part in = part(scope, i);
            if (s.qualifier.empty() ? !in.plain : !in.qualified || s.qualifier != in.alias) continue;
            any = true;
            for (short c = in.first; c < in.first + in.count; ++c)
                if (!isLeftOut(s, plan.column(scope.node, c).name) && !addOutput(p, columnFound(s, scope, {c, in.other, 1}), starName(p, plan.column(scope.node, c).name))) return false;
        }
        if (any) return refuseLeftOut(scope, s);
        if (lookUp(scope, {}, s.qualifier).count > 0) return addFields(scope, p, s, Syntax{.kind = SyntaxKind::name, .position = s.position, .text = s.qualifier});
        Error e = errorAt(ErrorCode::unknownTable, s, s.qualifier);
        detail::Nearest nearest(s.qualifier);
        offerAliases(scope, e, nearest);
        e.nearest = nearest.best;
        return plan.fail(e);
    }
    /// `row.*`: the fields of a row, which `of` is.
    constexpr bool addFields(const Scope& scope, const Projection& p, const Syntax& s, const Syntax& of) {
        const auto row = [&] { return s.filter >= 0 ? bind(scope, s.filter) : bindName(scope, of); };
        const short first = row();
        if (first < 0) return false;
        const SqlType t = plan.exprs[first].type;
        if (t.root != TypeRoot::structured && t.root != TypeRoot::row) return refuseType(s, of.text, "a column with fields", t), false;
        for (int i = 0; i < t.fieldCount(); ++i)
            if (!isLeftOut(s, t.field(i).name) && !addOutput(p, field(s, row(), t.field(i).name), s.text.empty() ? starName(p, t.field(i).name) : plan.makeName(s.text, "$", t.field(i).name))) return false;
        for (short n = s.first; n >= 0; n = syntax[n].next)
            if (field(syntax[n], first, syntax[n].text) < 0) return false;
        return true;
    }
    /// Whether `* EXCLUDE (..)` names a column.
    constexpr bool isLeftOut(const Syntax& s, std::string_view name) const {
        for (short n = s.first; n >= 0; n = syntax[n].next)
            if (detail::sameText(syntax[n].text, name)) return true;
        return false;
    }
    // Each of its names is a column's.
    constexpr bool refuseLeftOut(const Scope& scope, const Syntax& s) {
        for (short n = s.first; n >= 0; n = syntax[n].next) {
            bool known = false;
            for (int i = 0; i < scope.partCount && !known; ++i) {
                const Scope::Part in = part(scope, i);
                if (s.qualifier.empty() ? in.plain : in.qualified && s.qualifier == in.alias) known = isNamed(static_cast<short>(plan.nodes[scope.node].firstColumn + in.first), static_cast<short>(plan.nodes[scope.node].firstColumn + in.first + in.count), syntax[n].text);
            }
            if (!known) return unknownColumn(scope, syntax[n], syntax[n].text, s.qualifier), false;
        }
        return true;
    }
    // In SQL a `*` numbers the names that stand before it already, and then all outputs of one name are numbered (Calcite):
    // SELECT b.*, a.id, a.* gives id, id0, id00. In the Table API two columns of one name are refused.
    constexpr std::string_view starName(const Projection& p, std::string_view name) {
        return positions ? unlike(p.firstColumn, plan.columnCount, name) : name;
    }
    constexpr bool isNamed(short first, short end, std::string_view name) const {
        for (short i = first; i < end; ++i)
            if (detail::sameText(plan.columns[i].name, name)) return true;
        return false;
    }
    constexpr std::string_view unlike(short first, short end, std::string_view name) {
        if (!isNamed(first, end, name)) return name;
        for (int n = 0;; ++n)
            if (const std::string_view made = plan.makeName(name, n); plan.error || !isNamed(first, end, made)) return made;
    }
    constexpr void numberOutputs(const Projection& p) {
        for (short i = static_cast<short>(p.firstColumn + 1); i < plan.columnCount && !plan.error; ++i)
            plan.writeColumns[i].name = unlike(p.firstColumn, i, plan.columns[i].name);
    }
    /// A name that no column of the range has: of a column that no text names.
    constexpr std::string_view freeName(short first, short end) {
        detail::Stack<bool> taken;  // one look at each column: a name for each of many would else be a look at all for each number
        for (int n = first; n <= end; ++n) taken.push(false);
        for (short c = first; c < end; ++c)
            if (const int n = detail::numberIn(plan.columns[c].name, anonymousName(0, true)); n >= 0 && n < taken.size()) taken[n] = true;
        int free = 0;
        while (taken[free]) ++free;
        if (free < detail::NumberedNames::most) return anonymousName(free, true);
        plan.fail({.code = ErrorCode::tooLarge});
        return {};
    }
    /// Binds the outputs of a SELECT. In SQL they have different names in the end; one without name is numbered by how many names
    /// differ before it (Calcite).
    constexpr bool addItems(const Scope& scope, const Projection& p, short items) {
        int names = 0;
        for (short i = items; i >= 0; i = syntax[i].next) {
            if (syntax[i].kind == SyntaxKind::star) {
                const short first = plan.itemCount;
                if (!addStar(scope, p, syntax[i])) return false;
                names += plan.itemCount - first;
                continue;
            }
            const short e = bind(scope, i);
            if (e >= 0 && positions && plan.exprs[e].type.root == TypeRoot::null) {
                refuseType(syntax[i], "NULL", "a value with a type, such as CAST(NULL AS INT)", plan.exprs[e].type);
                return false;
            }
            if (e < 0) return false;
            const std::string_view name = outputName(syntax[i], e, names);
            names += !positions || !isNamed(p.firstColumn, plan.columnCount, name);
            if (!addOutput(p, e, name)) return false;
        }
        if (items >= 0 && plan.itemCount == p.firstItem) return refuse(ErrorCode::syntax, syntax[items], "*", "at least one column that is left");
        if (names < plan.itemCount - p.firstItem) numberOutputs(p);
        return !plan.error;
    }
    /// `items` is a sibling list of expressions, with aliases. With aggregates among them the result is one row.
    constexpr short select(const Scope& scope, short input, short items);

    // ---- steps of the headers of their names --------------------------------------------------------------------

    constexpr short pushed(short join, short condition);                                       // joins.hpp
    constexpr bool push(short join, short condition);
    constexpr bool place(short& child, short condition);
    constexpr bool repeatable(short e) const {
        const Expr& x = plan.exprs[e];
        if (x.kind == ExprKind::call && !functionInfo(x.function).deterministic) return false;
        for (short a = x.first; a >= 0; a = plan.exprs[a].next)
            if (!repeatable(a)) return false;
        return true;
    }
    constexpr void moveColumns(short e, int by) {
        Expr& x = plan.writeExprs[e];
        if (x.kind == ExprKind::column) x.index = static_cast<short>(x.index + by);
        for (short a = x.first; a >= 0; a = plan.exprs[a].next) moveColumns(a, by);
    }
    constexpr short conjoined(short a, short b);
    constexpr short joined(short left, short right, JoinKind kind, short on, const Scope& both);
    constexpr short joinNode(short left, short right);
    constexpr bool saysNothing(short p) const { return p >= 0 && plan.exprs[p].kind == ExprKind::literal && plan.exprs[p].integer == 1; }  // ON TRUE
    constexpr bool bindJoin(short join, JoinKind kind, short predicate, int position);
    constexpr bool overTime(short join, int position);
    constexpr void windowsOf(Node& join);
    constexpr bool refuseUpdates(const Node& join, int position);
    /// A join into which conditions above it may move; what a view stands for stays as it is.
    constexpr bool takesConditions(short node) const {
        const Node& n = plan.nodes[node];
        return n.view.empty() && isJoin(n.kind) && n.kind != NodeKind::temporalJoin;
    }
    constexpr bool refuseKeys(short predicate, int leftWidth, int position);
    constexpr short selected(Scope scope, short input, const SelectParts& q, OrderKeys* order, short& visible);  // grouping.hpp
    constexpr bool orderKey(const Scope& scope, const Projection& p, short visible, short at, bool distinct, OrderKeys& to);
    constexpr short grouped(GroupBinder& groups, short input, const Projection& p, short count, short items, short having, short havingAt = -1);
    constexpr bool bindGroupColumns(const Scope& scope);                                       // group_columns.hpp
    constexpr bool bindMember(const Scope& scope, GroupColumn& c);
    constexpr short withValues(short groups);
    constexpr short withOvers(short groups);
    constexpr void placeGroupColumns(short e);
    constexpr bool readsGroupColumn(short e) const;
    constexpr bool addOvers(Scope& scope, std::initializer_list<short> lists, short qualify = -1);  // over.hpp
    constexpr bool bindOvers(OverBinder& overs, const Scope& scope, short at, std::string_view name, detail::Stack<short>& bound, bool again = false);
    constexpr bool checkPlaces();
    constexpr short groupedSelect(const Scope& scope, short input, short keys, bool hasGroup, short items, short having);
    constexpr short distinct(short input);
    // Rows that are counted are compared as a whole; the first RAW column is named.
    constexpr bool refuseRawColumns(short node) {
        for (short c = 0; c < plan.nodes[node].columnCount; ++c)
            if (refuseRaw({.position = -1}, plan.column(node, c).name, plan.column(node, c).type)) return true;
        return false;
    }
    constexpr bool groupingSets(Grouping& g, const Scope& scope, short keys);                  // grouping_sets.hpp
    constexpr short setOperation(sql::QueryKind kind, bool all, short left, short right, int position);  // set_operations.hpp
    constexpr short unionAll(short left, short right, int position = -1);
    constexpr short castSide(short side, short wanted, int width);
    constexpr short compared(short left, short right, JoinKind kind, int position);
    constexpr short groupWindow(Scope& scope, short input, short group, short& call);               // group_windows.hpp
    constexpr short window(short input, Windowing w, const Syntax& at, short firstKey, short keyCount);  // window_node.hpp
    constexpr bool isWindowTime(const Column& c, const Syntax& at);
    constexpr bool areWindowLengths(const Windowing& w, const Syntax& at);
    constexpr short ordinal(const Syntax& s, short outputs);                                   // ordering.hpp
    constexpr short outputNamed(const Projection& p, short visible, std::string_view name) const;
    constexpr bool readsOutputs(short at, const Projection& p, short visible) const;
    constexpr TimeAttribute sortTime(const Scope& scope, const OrderKeys& keys) const;
    constexpr short orderItem(const Syntax& s, short of);                                      // ordering.hpp
    constexpr short orderedBy(const Scope& scope, short input, const OrderKeys& keys, long long count, long long offset);
    constexpr short ordered(const Scope& scope, short input, short orderItems, long long count, long long offset);
    constexpr short limit(short input, long long count, long long offset);

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

};

}  // namespace rivulet::plan
