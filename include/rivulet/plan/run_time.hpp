// SPDX-License-Identifier: BSL-1.0
// The planner on text that arrives at run time: the functions that run in the compiler, over vectors. For tests, fuzzers,
// debuggers and tools; nothing here runs a query.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/core/facts.hpp>
#include <rivulet/plan/explain.hpp>
#include <rivulet/plan/physical.hpp>
#include <rivulet/plan/query.hpp>
#include <rivulet/plan/to_sql.hpp>
#include <rivulet/sql/parse_text.hpp>
#include <rivulet/types/type_text.hpp>

namespace rivulet::plan {

/// A column in text: `{"price", "DECIMAL(10, 2) NOT NULL"}`. Nullable unless the type says NOT NULL.
struct RuntimeColumn {
    std::string name, type;
};

/// What else is known of a table: its primary key and the kinds of change that its rows bring. Without I and UB but with UA it
/// brings upserts, which need the key.
struct RuntimeTable {
    std::vector<std::string> primaryKey{};
    ChangelogMode mode{};
    std::string rowtime{};  // the column that says when a row was, as its time attribute
};

namespace runtime {

template <class F> std::string text(F write) {
    rivulet::detail::TextWriter count;
    write(count);
    std::string s(count.size, '\0');
    rivulet::detail::TextWriter w{s.data()};
    write(w);
    return s;
}

// Vectors that a plan is written into.
struct Storage {
    std::vector<Expr> exprs;
    std::vector<Node> nodes;
    std::vector<Column> columns;
    std::vector<short> items;
    std::vector<ArgumentType> scratch;
    std::vector<char> names;
    std::unique_ptr<TypePool> types;
    PlanBuilder plan{};

    PlanBuilder& start(const Room& room) {
        const auto size = [](int n) { return static_cast<std::size_t>(n) + 1; };
        exprs.assign(size(room.exprs), {});
        nodes.assign(size(room.nodes), {});
        columns.assign(size(room.columns), {});
        items.assign(size(room.items), 0);
        scratch.assign(size(room.scratch), {});
        names.assign(size(16 * room.columns), '\0');
        types = std::make_unique<TypePool>();
        plan = {};
        plan.made = {.types = {.pool = types.get(), .hasPool = true}, .writeNames = names.data(), .nameRoom = 16 * room.columns};
        plan.exprs = plan.writeExprs = exprs.data();
        plan.nodes = plan.writeNodes = nodes.data();
        plan.columns = plan.writeColumns = columns.data();
        plan.items = plan.writeItems = items.data();
        plan.scratch = scratch.data();
        plan.exprRoom = room.exprs;
        plan.nodeRoom = room.nodes;
        plan.columnRoom = room.columns;
        plan.itemRoom = room.items;
        plan.scratchRoom = room.scratch;
        return plan;
    }
};

struct PhysicalStorage {
    std::vector<Expr> exprs;
    std::vector<PhysicalOp> ops;
    std::vector<short> items;
    PhysicalView view{};
    Error error{};
};

// `taken`: the kinds of change that the target takes.
inline PhysicalStorage physical(const PlanView& p, ChangelogMode taken = {ChangelogMode::all}) {
    PhysicalStorage s;
    for (int factor = 1; factor <= 4096; factor *= 4) {
        const auto room = [&](int n) { return factor * n < PlanBuilder::most ? factor * n : PlanBuilder::most; };
        const int exprs = room(2 * p.exprCount + 2 * p.columnCount + 8), ops = room(p.nodeCount + 1), items = room(2 * p.columnCount + p.itemCount + 8);
        const auto size = [](int n) { return static_cast<std::size_t>(n) + 1; };
        std::vector<Expr> work(size(exprs));
        std::vector<short> heights(size(exprs)), shared(size(p.exprCount)), pending(size(p.nodeCount)), waiting(size(ops)), workItems(size(items)), slots(size(items)), uses(size(items));
        std::vector<PhysicalPlanner::Part> parts(size(p.nodeCount));
        s.exprs.assign(size(exprs), {});
        s.ops.assign(size(ops), {});
        s.items.assign(size(items), 0);
        PhysicalPlanner planner{.logical = p, .exprs = s.exprs.data(), .ops = s.ops.data(), .items = s.items.data(), .exprRoom = exprs, .opRoom = ops, .itemRoom = items,
                                .work = work.data(), .heights = heights.data(), .workItems = workItems.data(), .slots = slots.data(), .uses = uses.data(),
                                .pending = pending.data(), .sharedSlots = shared.data(), .parts = parts.data(), .waiting = waiting.data(), .workRoom = exprs, .workItemRoom = items, .slotRoom = items};
        planner.run(taken);
        s.error = planner.error;
        s.view = {s.exprs.data(), s.ops.data(), s.items.data(), planner.exprCount, planner.opCount, planner.itemCount};
        if (s.error.code != ErrorCode::tooLarge) break;
    }
    return s;
}

struct Table {
    std::string name;
    std::vector<std::string> key{};
    std::vector<RuntimeColumn> text;
    std::vector<Column> columns;
    std::unique_ptr<TypePool> pool = std::make_unique<TypePool>();
    Storage storage{};
};
struct Function {
    std::string name, result;
    std::vector<std::string> arguments;
    std::vector<SqlType> types;
    std::unique_ptr<TypePool> pool = std::make_unique<TypePool>();
};
struct Parts;
struct ViewName {
    std::string name;
    std::shared_ptr<const Parts> plan;
    Storage timed{};        // the plan again, if the view names a time attribute
};

// What names may mean. It only grows, and what is in it never moves: plans point into it.
struct Names {
    std::vector<std::unique_ptr<Table>> tables;
    std::vector<std::unique_ptr<Function>> functions;
    std::vector<std::unique_ptr<ViewName>> views;
    std::vector<View> viewEntries;
    std::vector<UserFunction> functionEntries;
    bool batch{};
    Catalogue catalogue() const {
        return {viewEntries.data(), functionEntries.data(), static_cast<short>(viewEntries.size()), static_cast<short>(functionEntries.size()), batch};
    }
};

struct Parts {
    sql::ParsedText parsed;
    Storage storage{};
};

}  // namespace runtime

/// A query planned at run time: its plan, or what is wrong with it. A cheap copy; it keeps what it points into.
class RuntimePlan {
public:
    RuntimePlan(std::shared_ptr<const runtime::Names> names, std::shared_ptr<const runtime::Parts> parts) : names_(std::move(names)), parts_(std::move(parts)) {}

    const Error& error() const { return parts_->storage.plan.error; }
    explicit operator bool() const { return !error(); }
    /// Root -1 if there is an error.
    const PlanView& view() const { return parts_->storage.plan; }
    std::string_view sql() const { return parts_->parsed.sql(); }

    /// The error in one line, nothing cut; empty if there is none.
    std::string message() const {
        if (!error()) return {};
        return runtime::text([&](rivulet::detail::TextWriter& w) { rivulet::detail::writeError(w, error(), sql()); });
    }
    /// As Table::toSql.
    std::string toSql() const {
        return runtime::text([&](rivulet::detail::TextWriter& w) { writeSql(w, view()); });
    }
    /// As Table::explain.
    std::string explain() const {
        const runtime::PhysicalStorage physical = runtime::physical(view());
        return runtime::text([&](rivulet::detail::TextWriter& w) {
            writeExplain(w, view());
            w.put('\n');
            writeExplain(w, view(), physical.view);
        });
    }

private:
    friend class RuntimePlanner;
    std::shared_ptr<const runtime::Names> names_;  // not in the parts, which views among the names keep
    std::shared_ptr<const runtime::Parts> parts_;
};

/// Tables, views and functions by name, described in text, and the planner over them.
///
///     RuntimePlanner planner;
///     planner.table("clicks", {{"user", "STRING NOT NULL"}, {"n", "INT"}});
///     RuntimePlan p = planner.plan("SELECT user FROM clicks WHERE n > 3");
///     if (!p) std::puts(p.message().c_str());
///     else std::puts(p.explain().c_str());
///
/// Errors are the values that the compiler reports for the same text.
class RuntimePlanner {
public:
    /// `batch`: of tables that end, where only the final rows count.
    explicit RuntimePlanner(bool batch = false) { names_->batch = batch; }

    /// A stream with these columns, as the next source. `none`, or why not: viewExists, duplicateColumn, noMembers, keyColumn,
    /// keyNullable, keyDuplicate, upsertWithoutKey, changesInBatch, an error of the type's text.
    Error table(std::string name, std::vector<RuntimeColumn> columns, const RuntimeTable& options = {}) {
        names_->tables.push_back(std::make_unique<runtime::Table>());
        runtime::Table& t = *names_->tables.back();
        t.name = std::move(name);
        t.text = std::move(columns);
        t.key = options.primaryKey;
        Error e = nameError(t.name);
        if (!e && t.text.empty()) e = {.code = ErrorCode::noMembers, .subject = t.name};
        for (std::size_t i = 0; i < t.text.size() && !e; ++i) {
            const SqlType type = typeOf(t.text[i].type, t.pool.get(), e);
            for (const Column& c : t.columns)
                if (c.name == t.text[i].name) e = {.code = ErrorCode::duplicateColumn, .subject = c.name};
            t.columns.push_back({.name = t.text[i].name, .type = type});
        }
        const ColumnSet key = keyOf(t, e);
        if (!e && names_->batch && !options.mode.insertOnly()) e = {.code = ErrorCode::changesInBatch, .subject = t.name};
        const bool upserts = (options.mode.bits & ChangelogMode::updateAfter) && !(options.mode.bits & ChangelogMode::updateBefore);
        if (!e && upserts && key.empty()) e = {.code = ErrorCode::upsertWithoutKey, .subject = t.name};
        if (e) return e;
        const auto width = static_cast<int>(t.columns.size()), keys = static_cast<int>(t.key.size());
        const int time = rowtimeIn(t.columns.data(), width, options.rowtime, e);
        if (e) return e;
        if (time >= 0 && !names_->batch) t.columns[static_cast<std::size_t>(time)].time = TimeAttribute::rowtime;
        PlanBuilder& p = t.storage.start({.exprs = keys, .nodes = 3, .columns = width, .items = keys});
        RelationBinder b{{p, nullptr, catalogue(), false}};
        p.root = b.scan(sources_++, t.name, t.columns.data(), width, options.mode, key);
        if (time >= 0) p.root = b.watermark(p.root, static_cast<short>(time), -1);
        p.root = b.normalized(p.root);
        names_->viewEntries.push_back({.name = t.name, .plan = p});
        return e;
    }
    /// A name for a query that was planned here. `rowtime` names the column that is its time attribute from here on.
    Error view(std::string name, const RuntimePlan& plan, std::string_view rowtime = {}) {
        names_->views.push_back(std::make_unique<runtime::ViewName>(runtime::ViewName{std::move(name), plan.parts_}));
        runtime::ViewName& v = *names_->views.back();
        Error e = nameError(v.name);
        if (!e) e = plan.error();
        const PlanView& p = plan.view();
        const int time = e ? -1 : rowtimeIn(p.columns + p.nodes[p.root].firstColumn, p.width(), rowtime, e);
        if (!e) names_->viewEntries.push_back({.name = v.name, .plan = time < 0 ? p : timed(v, p, static_cast<short>(time))});
        return e;
    }
    /// A user function by its types.
    Error function(std::string name, std::string result, std::vector<std::string> arguments) { return addFunction(std::move(name), std::move(result), std::move(arguments), false); }
    /// A user table function; `rows` is the type of its rows.
    Error tableFunction(std::string name, std::string rows, std::vector<std::string> arguments) { return addFunction(std::move(name), std::move(rows), std::move(arguments), true); }

    /// Lexes, parses and binds; with more room where the first guess was too small.
    RuntimePlan plan(std::string sql) const {
        auto parts = std::make_shared<runtime::Parts>(runtime::Parts{sql::parse(std::move(sql))});
        const sql::SyntaxView syntax = parts->parsed.view();
        const sql::SyntaxSize size = parts->parsed.size();
        const Catalogue catalogue = names_->catalogue();
        Room before{};
        for (int factor = 1; factor <= 4096; factor *= 4) {
            const Room room = roomFor(size.nodes, syntax.relations, syntax.error ? 0 : size.relations, catalogue, factor);
            if (factor > 1 && room.exprs == before.exprs && room.nodes == before.nodes && room.columns == before.columns && room.items == before.items) break;
            before = room;
            PlanBuilder& p = parts->storage.start(room);
            p.batch = catalogue.batch;
            bindQuery(p, syntax, catalogue);
            if (p.error) p.root = -1;
            if (p.error.code != ErrorCode::tooLarge) break;
        }
        return RuntimePlan(names_, std::move(parts));
    }
    Catalogue catalogue() const { return names_->catalogue(); }

private:
    std::shared_ptr<runtime::Names> names_ = std::make_shared<runtime::Names>();
    short sources_{};

    Error addFunction(std::string name, std::string result, std::vector<std::string> arguments, bool isTable) {
        names_->functions.push_back(std::make_unique<runtime::Function>());
        runtime::Function& f = *names_->functions.back();
        f.name = std::move(name);
        f.result = std::move(result);
        f.arguments = std::move(arguments);
        Error e{};
        if (findFunction(f.name) >= 0 || names_->catalogue().findFunction(f.name) >= 0) e = {.code = ErrorCode::functionExists, .subject = f.name};
        const SqlType type = typeOf(f.result, f.pool.get(), e);
        for (const std::string& a : f.arguments) f.types.push_back(typeOf(a, f.pool.get(), e));
        if (!e) names_->functionEntries.push_back({.name = f.name, .result = type, .arguments = f.types.data(), .argumentCount = static_cast<short>(f.types.size()), .table = isTable});
        return e;
    }
    Error nameError(const std::string& name) const {
        if (names_->catalogue().findView(name) < 0) return {};
        return {.code = ErrorCode::viewExists, .subject = name};
    }
    static int rowtimeIn(const Column* columns, int count, std::string_view name, Error& error) {
        if (name.empty()) return -1;
        for (int i = 0; i < count; ++i)
            if (columns[i].name == name) return i;
        error = {.code = ErrorCode::watermarkColumn, .subject = name};
        return -1;
    }
    const PlanView& timed(runtime::ViewName& v, const PlanView& of, short time) const {
        PlanBuilder& p = v.timed.start({.exprs = of.exprCount, .nodes = of.nodeCount + 1, .columns = of.columnCount, .items = of.itemCount});
        RelationBinder b{{p, nullptr, catalogue(), false}};
        p.root = b.append(of, 0, 0, 0);
        if (!names_->batch) p.writeColumns[p.nodes[p.root].firstColumn + time].time = TimeAttribute::rowtime;
        p.root = b.watermark(p.root, time, -1);
        return p;
    }
    static ColumnSet keyOf(const runtime::Table& t, Error& error) {
        ColumnSet key{};
        for (const std::string& name : t.key) {
            int at = -1;
            for (std::size_t c = 0; c < t.columns.size(); ++c)
                if (t.columns[c].name == name) at = static_cast<int>(c);
            const ErrorCode wrong = at < 0 ? ErrorCode::keyColumn
                                    : key.has(at) ? ErrorCode::keyDuplicate
                                    : t.columns[static_cast<std::size_t>(at)].type.nullable ? ErrorCode::keyNullable
                                                                                             : ErrorCode::none;
            if (wrong != ErrorCode::none && !error) error = {.code = wrong, .subject = name};
            if (at >= 0) key.add(at);
        }
        return key;
    }
    static SqlType typeOf(const std::string& text, TypePool* pool, Error& error) {
        const ParsedType t = parseType(text, pool);
        if (error) return t.type;
        error = t.error;
        if (!error && t.end != text.find_last_not_of(" \t\n") + 1)
            error = {.code = ErrorCode::syntax, .position = static_cast<int>(t.end), .subject = std::string_view(text).substr(t.end), .expected = "the end of the type"};
        return t.type;
    }
};

}  // namespace rivulet::plan
