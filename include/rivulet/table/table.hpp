// SPDX-License-Identifier: BSL-1.0
// Table: a lazy description of rows whose columns the compiler knows.
#pragma once
#include <cstdio>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/verdict.hpp>
#include <rivulet/schema/print_schema.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/table/aggregate.hpp>
#include <rivulet/table/binary_tag.hpp>
#include <rivulet/table/expression.hpp>
#include <rivulet/table/group_window.hpp>
#include <rivulet/table/interval.hpp>
#include <rivulet/table/lateral.hpp>
#include <rivulet/table/over_window.hpp>
#include <rivulet/table/plan_text.hpp>
#include <rivulet/table/refused_table.hpp>
#include <rivulet/table/result.hpp>
#include <rivulet/table/schema_tag.hpp>
#include <rivulet/table/step_tag.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet {

namespace detail {

// The resolved schema where one was declared; else the columns as they are.
template <class Tag>
inline constexpr auto tableSchemaText = staticText<[](TextWriter& w) {
    if constexpr (requires { Tag::resolution(); }) writeSchema(w, resolvedSchema<Tag>);
    else {
        constexpr auto& r = relationOf<Tag>;
        ResolvedSchema<r.count> s;
        for (int i = 0; i < r.count; ++i) s.add(Column{.name = r.columns[i].name, .type = r.columns[i].type, .time = r.columns[i].time});
        writeSchema(w, s);
    }
}>();

/// Whether a table is what orderBy gave, so that offset and fetch say which of its rows there are.
template <class Tag> inline constexpr bool isPage = false;
template <class Tag> requires requires { Tag::Step::isPage; } inline constexpr bool isPage<Tag> = Tag::Step::isPage;

/// Count rows after Offset of them: of the order that Tag stands for, or, where it stands for none, of its rows as they come.
template <class Tag, long long Count, long long Offset>
struct PageOf {
    using type = ShortTag<StepTag<LimitStep<Count, Offset>, Tag, Expressions<>>>;
    static constexpr bool isInPlace = false;
};
template <class Tag, long long Count, long long Offset> requires isPage<Tag>
struct PageOf<Tag, Count, Offset> {
    using type = ShortTag<StepTag<typename Tag::Step::template Page<Count, Offset>, typename Tag::Input, typename Tag::Arguments>>;
    static constexpr bool isInPlace = true;  // the same input and arguments, so the same context
};
/// What offset has said so far.
template <class Tag> inline constexpr long long offsetOf = 0;
template <class Tag> requires isPage<Tag> inline constexpr long long offsetOf<Tag> = Tag::Step::offset;

/// The verdict on an order: as that of one row. Whether all rows can be sorted is asked where somebody wants them.
template <class Tag, class Keys> using OrderHolder = TableHolder<ShortTag<StepTag<OrderStep<1, 0>, Tag, Keys>>>;

// ---- what steps return: a table, or the mistake --------------------------------------------------------------------------------

template <class Step, class Tag, class Other, class... E>
using BothAnswer = TableAnswer<RefusedTable, true, ShortTag<std::conditional_t<sizeof...(E) == 0, BinaryTag<Step, Tag, Other>, BinaryTag<Step, Tag, Other, Expressions<AsExpression<E>...>>>>>;
template <sql::JoinKind Kind, class Tag, class F, class... C>
using LateralAnswer = TableAnswer<RefusedTable, true, typename decltype(lateralCall(std::declval<const F&>()))::template Next<Kind, Tag, Expressions<AsExpression<C>...>>>;
template <class Mistake, class Tag, class... E>
consteval auto orderAnswer() {
    if constexpr (sizeof...(E) == 0 || !areExpressions<E...>) return std::type_identity<Mistake>{};
    else {
        using Keys = Expressions<AsExpression<E>...>;
        using Verdict = VerdictOn<OrderHolder<Tag, Keys>>;
        if constexpr (Verdict::isAccepted) return std::type_identity<Table<ShortTag<StepTag<OrderStep<-1, 0>, Tag, Keys>>>>{};
        else return std::type_identity<NoTable<Verdict>>{};
    }
}
template <class Mistake, class Tag, class... E> using OrderAnswer = typename decltype(orderAnswer<Mistake, Tag, E...>())::type;
template <class Tag>
consteval auto resultAnswer() {
    using Verdict = VerdictOn<ResultHolder<Tag>>;
    if constexpr (Verdict::isAccepted) return std::type_identity<TableResult<RowSinkTag<Tag>, ResultRow<Tag>>>{};
    else return std::type_identity<NoResult<Verdict>>{};
}
template <class Tag> using ResultAnswer = typename decltype(resultAnswer<Tag>())::type;

}  // namespace detail

template <class Groups> class GroupedTable;
template <class Windows> class OverWindowedTable;
template <class Window> class WindowedTable;

/// Rows described by a plan that is complete at compile time. A table is a cheap value; nothing runs, and nothing is
/// compiled to code, until a stream or a result asks for its rows (`toDataStream`, `execute`).
///
/// Each step is checked against the columns of this table while compiling; a mistake is one static_assert that names the
/// column, the nearest name and the columns there are. Steps are Flink's Table API.
template <class Tag>
class Table {
    template <class Mistake, bool Fits, class Step, class... E>
    using Answer = detail::TableAnswer<Mistake, Fits, detail::ShortTag<detail::StepTag<Step, Tag, detail::Expressions<detail::AsExpression<E>...>>>>;
    template <class Step, class Other, class... E> using Both = detail::BothAnswer<Step, Tag, Other, E...>;

public:
    using tag = Tag;
    using Context = typename Tag::Context;

    Table(Context context, std::shared_ptr<detail::EnvironmentCore> environment)
        : context_(std::move(context)), environment_(std::move(environment)) {}

    /// These expressions as columns: `select(col<"user">.as<"who">(), col<"n"> + 1)`. Names must be distinct.
    template <class... E, class R = Answer<detail::SelectTakes<>, detail::takesExpressions<E...>, detail::SelectStep, E...>> R select(const E&... e) const { return next<R>(e...); }
    /// Rows for which the condition is TRUE; FALSE and unknown are dropped.
    template <class... E, class R = Answer<detail::WhereTakes<>, sizeof...(E) == 1, detail::WhereStep, E...>> R where(const E&... condition) const { return next<R>(condition...); }
    /// The same as `where`.
    template <class... E, class R = Answer<detail::FilterTakes<>, sizeof...(E) == 1, detail::WhereStep, E...>> R filter(const E&... condition) const { return next<R>(condition...); }
    /// New names for the first columns: `as<"id", "name">()`.
    template <FixedString... Names, class R = Answer<RefusedTable, true, detail::AsStep, detail::NewName<Names>...>> R as() const { return next<R>(detail::NewName<Names>{}...); }
    /// Further columns; a name that exists is refused.
    template <class... E, class R = Answer<detail::AddColumnsTakes<>, detail::takesExpressions<E...>, detail::AddColumnsStep, E...>> R addColumns(const E&... e) const { return next<R>(e...); }
    /// Further columns; one whose name exists takes its place.
    template <class... E, class R = Answer<detail::AddOrReplaceColumnsTakes<>, detail::takesExpressions<E...>, detail::AddOrReplaceColumnsStep, E...>> R addOrReplaceColumns(const E&... e) const { return next<R>(e...); }
    /// `renameColumns(col<"old">.as<"new">())`; the other columns and the order stay.
    template <class... E, class R = Answer<detail::RenameColumnsTakes<>, detail::takesExpressions<E...>, detail::RenameColumnsStep, E...>> R renameColumns(const E&... e) const { return next<R>(e...); }
    /// All columns but these.
    template <class... E, class R = Answer<detail::DropColumnsTakes<>, detail::takesExpressions<E...>, detail::DropColumnsStep, E...>> R dropColumns(const E&... e) const { return next<R>(e...); }
    /// Groups of rows that agree on the keys; `select` says what is known of each: `groupBy(col<"user">).select(col<"user">, count())`.
    template <class... E> requires (detail::areExpressions<E...>) auto groupBy(const E&... keys) const {
        return GroupedTable<detail::ShortTag<detail::StepTag<detail::GroupByStep, Tag, detail::Expressions<detail::AsExpression<E>...>>>>(*this, detail::expressions(keys...));
    }
    template <class... E> requires (!detail::areExpressions<E...>) auto groupBy(const E&...) const -> detail::GroupByTakes<> { return {}; }
    /// Each different row once.
    template <class R = Answer<RefusedTable, true, detail::DistinctStep>> R distinct() const { return next<R>(); }

    // ---- windows ------------------------------------------------------------------------------------------------

    /// A window of groups, which groupBy then takes by its name:
    /// `window(Tumble::over(lit<10>.minutes()).on(col<"ts">).as<"w">()).groupBy(col<"w">, col<"user">).select(col<"user">, col<"w">.start(), count())`;
    /// the same as GROUP BY TUMBLE(..) of SQL. Or windows of OVER, which aggregates of `select` take by name:
    /// `window(Over::partitionBy(col<"user">).orderBy(col<"ts">).preceding(unboundedRange).as<"w">()).select(col<"n">.sum().over(col<"w">))`.
    template <class... W> requires std::is_same_v<detail::WindowMistakeOf<W...>, RefusedTable> constexpr auto window(const W&... windows) const {
        if constexpr ((detail::isOverWindow<W> && ...))
            return OverWindowedTable<detail::ShortTag<detail::StepTag<detail::WindowsStep, Tag, detail::Expressions<W...>>>>(*this, detail::expressions(windows...));
        else return WindowedTable<detail::ShortTag<detail::StepTag<detail::WindowsStep, Tag, W...>>>(*this, windows...);
    }
    template <class... W> requires (!std::is_same_v<detail::WindowMistakeOf<W...>, RefusedTable>) auto window(const W&...) const -> detail::WindowMistakeOf<W...> { return {}; }

    // ---- two tables ---------------------------------------------------------------------------------------------
    // Columns of both sides of a join have names of their own: renameColumns gives them.

    /// Every row of this table with every one of the other.
    template <class Other, class R = Both<detail::JoinStep<sql::JoinKind::inner>, Other>> R join(const Table<Other>& other) const { return both<R>(other); }
    /// Pairs of rows for which the condition is TRUE: `orders.join(users, col<"user"> == col<"id">)`.
    template <class Other, class E, class R = Both<detail::JoinStep<sql::JoinKind::inner>, Other, E>> R join(const Table<Other>& other, const E& condition) const { return both<R>(other, condition); }
    template <class... E> constexpr RefusedTable join(const RefusedTable&, const E&...) const { return {}; }
    template <class... A> requires (!detail::tableAnd<0, A...>) auto join(const A&...) const -> detail::JoinTakes<> { return {}; }
    /// The same, and rows of this table that have no partner, with NULL for the other's columns.
    template <class Other, class E, class R = Both<detail::JoinStep<sql::JoinKind::left>, Other, E>> R leftOuterJoin(const Table<Other>& other, const E& condition) const { return both<R>(other, condition); }
    template <class... E> constexpr RefusedTable leftOuterJoin(const RefusedTable&, const E&...) const { return {}; }
    template <class... A> requires (!detail::tableAnd<1, A...>) auto leftOuterJoin(const A&...) const -> detail::LeftOuterJoinTakes<> { return {}; }
    /// The same, and rows of the other table that have no partner.
    template <class Other, class E, class R = Both<detail::JoinStep<sql::JoinKind::right>, Other, E>> R rightOuterJoin(const Table<Other>& other, const E& condition) const { return both<R>(other, condition); }
    template <class... E> constexpr RefusedTable rightOuterJoin(const RefusedTable&, const E&...) const { return {}; }
    template <class... A> requires (!detail::tableAnd<1, A...>) auto rightOuterJoin(const A&...) const -> detail::RightOuterJoinTakes<> { return {}; }
    /// The same, and rows of either table that have no partner.
    template <class Other, class E, class R = Both<detail::JoinStep<sql::JoinKind::full>, Other, E>> R fullOuterJoin(const Table<Other>& other, const E& condition) const { return both<R>(other, condition); }
    template <class... E> constexpr RefusedTable fullOuterJoin(const RefusedTable&, const E&...) const { return {}; }
    template <class... A> requires (!detail::tableAnd<1, A...>) auto fullOuterJoin(const A&...) const -> detail::FullOuterJoinTakes<> { return {}; }
    /// Each row with the rows that a table function of the environment makes of it, as LATERAL TABLE(..) of SQL:
    /// `lines.joinLateral(call<"split">(col<"text">).as<"word", "length">())`; perhaps only those for which a condition is TRUE.
    template <class F, class... C, class R = detail::LateralAnswer<sql::JoinKind::inner, Tag, F, C...>> requires detail::callsLateral<F, C...> R joinLateral(const F& function, const C&... condition) const {
        return lateral<R>(function, condition...);
    }
    template <class... A> requires (!detail::callsLateral<A...>) auto joinLateral(const A&...) const -> detail::JoinLateralTakes<> { return {}; }
    /// The same, and rows of this table that the function makes nothing of, with NULL for its columns.
    template <class F, class... C, class R = detail::LateralAnswer<sql::JoinKind::left, Tag, F, C...>> requires detail::callsLateral<F, C...> R leftOuterJoinLateral(const F& function, const C&... condition) const {
        return lateral<R>(function, condition...);
    }
    template <class... A> requires (!detail::callsLateral<A...>) auto leftOuterJoinLateral(const A&...) const -> detail::LeftOuterJoinLateralTakes<> { return {}; }
    /// The rows of both tables. Here and below columns meet by position and take their common type, names are those of this table.
    template <class Other, class R = Both<detail::SetStep<sql::QueryKind::union_, true>, Other>> R unionAll(const Table<Other>& other) const { return both<R>(other); }
    constexpr RefusedTable unionAll(const RefusedTable&) const { return {}; }
    template <class... A> requires (!detail::oneTable<A...>) auto unionAll(const A&...) const -> detail::UnionAllTakes<> { return {}; }
    /// Each different row of both tables once. (Flink's `union`, a keyword here.)
    template <class Other, class R = Both<detail::SetStep<sql::QueryKind::union_, false>, Other>> R union_(const Table<Other>& other) const { return both<R>(other); }
    constexpr RefusedTable union_(const RefusedTable&) const { return {}; }
    template <class... A> requires (!detail::oneTable<A...>) auto union_(const A&...) const -> detail::UnionTakes<> { return {}; }
    /// Each different row that is in both tables once.
    template <class Other, class R = Both<detail::SetStep<sql::QueryKind::intersect, false>, Other>> R intersect(const Table<Other>& other) const { return both<R>(other); }
    constexpr RefusedTable intersect(const RefusedTable&) const { return {}; }
    template <class... A> requires (!detail::oneTable<A...>) auto intersect(const A&...) const -> detail::IntersectTakes<> { return {}; }
    /// Rows of both tables, as often as they are in both.
    template <class Other, class R = Both<detail::SetStep<sql::QueryKind::intersect, true>, Other>> R intersectAll(const Table<Other>& other) const { return both<R>(other); }
    constexpr RefusedTable intersectAll(const RefusedTable&) const { return {}; }
    template <class... A> requires (!detail::oneTable<A...>) auto intersectAll(const A&...) const -> detail::IntersectAllTakes<> { return {}; }
    /// Each different row of this table that is not in the other once.
    template <class Other, class R = Both<detail::SetStep<sql::QueryKind::except, false>, Other>> R minus(const Table<Other>& other) const { return both<R>(other); }
    constexpr RefusedTable minus(const RefusedTable&) const { return {}; }
    template <class... A> requires (!detail::oneTable<A...>) auto minus(const A&...) const -> detail::MinusTakes<> { return {}; }
    /// Rows of this table, less often by as much as they are in the other.
    template <class Other, class R = Both<detail::SetStep<sql::QueryKind::except, true>, Other>> R minusAll(const Table<Other>& other) const { return both<R>(other); }
    constexpr RefusedTable minusAll(const RefusedTable&) const { return {}; }
    template <class... A> requires (!detail::oneTable<A...>) auto minusAll(const A&...) const -> detail::MinusAllTakes<> { return {}; }

    // ---- order and number of rows -------------------------------------------------------------------------------

    /// Rows in an order, `orderBy(col<"n">.desc(), col<"name">)`; ascending where nothing is said. A batch table is sorted whole;
    /// of a streaming one `fetch` or `limit` has to say how many rows are kept in the first places.
    template <class... E, class R = detail::OrderAnswer<detail::OrderByTakes<>, Tag, E...>> R orderBy(const E&... keys) const { return next<R>(keys...); }
    /// Without the first N rows.
    template <long long N> requires (N >= 0) auto offset() const { return page<-1, N>(); }
    template <long long N> requires (N < 0) auto offset() const -> detail::OffsetTakes<> { return {}; }
    /// At most N rows, after those that `offset` left out.
    template <long long N> requires (N >= 0) auto fetch() const { return page<N, detail::offsetOf<Tag>>(); }
    template <long long N> requires (N < 0) auto fetch() const -> detail::FetchTakes<> { return {}; }
    /// At most Count rows, after Offset of them: `limit<10>()`.
    template <long long Count, long long Offset = 0> requires (Count >= 0 && Offset >= 0) auto limit() const { return page<Count, Offset>(); }
    template <long long Count, long long Offset = 0> requires (Count < 0 || Offset < 0) auto limit() const -> detail::LimitTakes<> { return {}; }

    /// The plan, for `static_assert(bySql.plan() == byApi.plan())`.
    static constexpr plan::PlanView plan() { return detail::planOf<Tag>.view(); }
    /// The plan for people: a line for each step with its columns, then what is left to run (plan/explain.hpp shows the form).
    static constexpr std::string_view explain() {
        VerdictOn<detail::TableHolder<Tag>>::report();
        return detail::explainText<Tag>.view();
    }
    /// The plan as SQL over the environment's views; C++ values print as `?0` (plan/to_sql.hpp).
    static constexpr std::string_view toSql() {
        VerdictOn<detail::TableHolder<Tag>>::report();
        return detail::sqlText<Tag>.view();
    }
    /// The columns there are.
    static constexpr int columnCount() { return detail::relationOf<Tag>.count; }
    static constexpr const plan::Column& column(int i) { return detail::relationOf<Tag>.columns[i]; }

    /// The schema as Flink's printSchema writes it, one column a line.
    static constexpr std::string_view schemaText() {
        VerdictOn<detail::TableHolder<Tag>>::report();
        return detail::tableSchemaText<Tag>.view();
    }
    /// Writes `schemaText` to stdout.
    static void printSchema() { std::fwrite(schemaText().data(), 1, schemaText().size(), stdout); }

    /// The table's rows in a job of their own: `table.execute().print()`, `table.execute().collect()`.
    template <class R = detail::ResultAnswer<Tag>> R execute() const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(detail::originOf<detail::RowSinkTag<Tag>, detail::ResultRow<Tag>>(*this));
    }

    constexpr const Context& context() const { return context_; }
    constexpr const std::shared_ptr<detail::EnvironmentCore>& environment() const { return environment_; }

private:
    template <class R, class Other, class... E> R both(const Table<Other>& other, [[maybe_unused]] const E&... e) const {
        detail::requireSame(environment_, other.environment());
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(typename R::Context{context_, other.context(), detail::expressions(e...)}, environment_);
    }
    template <class R, class F, class... C> R lateral(const F& function, const C&... condition) const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(R::tag::contextOf(context_, detail::lateralCall(function).lists(detail::expressions(condition...))), environment_);
    }
    template <long long Count, long long Offset> auto page() const {
        using Page = detail::PageOf<Tag, Count, Offset>;
        if constexpr (Page::isInPlace) return Table<typename Page::type>(context_, environment_);
        else return next<Table<typename Page::type>>();
    }
    template <class R, class... E> R next([[maybe_unused]] const E&... e) const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else if constexpr (std::is_same_v<typename R::Context, Context>) return R(context_, environment_);  // no code for what carries no value
        else return R(R::tag::contextOf(context_, detail::expressions(e...)), environment_);
    }
    Context context_;
    std::shared_ptr<detail::EnvironmentCore> environment_;
};

/// What groupBy gives: the rows of a table in groups.
template <class Groups>
class GroupedTable {
    using Input = typename Groups::Input;
    using Keys = typename Groups::Arguments;

public:
    GroupedTable(Table<Input> table, Keys keys) : table_(std::move(table)), keys_(std::move(keys)) {}

    /// One row a group: of keys, aggregates and expressions over them. A filter of the result is SQL's HAVING.
    template <class... E, class R = detail::TableAnswer<detail::GroupedSelectTakes<>, detail::areExpressions<E...>, detail::ShortTag<detail::StepTag<detail::GroupedSelectStep, Input, detail::TwoLists<Keys, detail::Expressions<detail::AsExpression<E>...>>>>>>
    R select(const E&... e) const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(R::tag::contextOf(table_.context(), detail::TwoLists<Keys, detail::Expressions<detail::AsExpression<E>...>>{keys_, detail::expressions(e...)}), table_.environment());
    }

private:
    Table<Input> table_;
    Keys keys_;
};

/// A table with windows of OVER.
template <class Windows>
class OverWindowedTable {
    using Input = typename Windows::Input;
    using Arguments = typename Windows::Arguments;

public:
    constexpr OverWindowedTable(Table<Input> table, Arguments windows) : table_(std::move(table)), windows_(std::move(windows)) {}

    /// As of a table; aggregates are over a window each: `col<"n">.sum().over(col<"w">)`.
    template <class... E, class R = detail::TableAnswer<detail::OverSelectTakes<>, detail::areExpressions<E...>, detail::ShortTag<detail::StepTag<detail::OverSelectStep, Input, detail::WindowsAndItems<Arguments, detail::Expressions<detail::AsExpression<E>...>>>>>>
    R select(const E&... e) const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(R::tag::contextOf(table_.context(), detail::WindowsAndItems<Arguments, detail::Expressions<detail::AsExpression<E>...>>{{windows_, detail::expressions(e...)}}), table_.environment());
    }

private:
    Table<Input> table_;
    Arguments windows_;
};

/// A table whose rows are in groups by a window and keys.
template <class Groups>
class WindowGroupedTable {
    using Input = typename Groups::Input;
    using Arguments = typename Groups::Arguments;

public:
    constexpr WindowGroupedTable(Table<Input> table, Arguments groups) : table_(std::move(table)), groups_(std::move(groups)) {}

    /// One row a window and group: of keys, aggregates, and what is known of the window: `col<"w">.start()`, `end()`, `rowtime()`.
    template <class... E, class R = detail::TableAnswer<detail::GroupedSelectTakes<>, detail::areExpressions<E...>, detail::ShortTag<detail::StepTag<detail::WindowedSelectStep<decltype(Arguments::first)>, Input, detail::WindowedLists<decltype(Arguments::first), decltype(Arguments::second), detail::Expressions<detail::AsExpression<E>...>>>>>>
    R select(const E&... e) const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(R::tag::contextOf(table_.context(), detail::WindowedLists<decltype(Arguments::first), decltype(Arguments::second), detail::Expressions<detail::AsExpression<E>...>>{groups_.first, groups_.second, detail::expressions(e...)}), table_.environment());
    }

private:
    Table<Input> table_;
    Arguments groups_;
};

/// A table whose rows are in windows.
template <class Window>
class WindowedTable {
    using Input = typename Window::Input;
    using Arguments = typename Window::Arguments;
    template <class... E> static constexpr bool takesWindow = (0 + ... + std::is_same_v<E, typename Arguments::AsColumn>) == 1;

public:
    constexpr WindowedTable(Table<Input> table, Arguments window) : table_(std::move(table)), window_(std::move(window)) {}

    /// Groups of rows that agree on the keys, of which one is the window: `groupBy(col<"w">, col<"user">)`.
    template <class... E> requires (detail::areExpressions<E...> && takesWindow<E...>) auto groupBy(const E&... keys) const {
        using Groups = detail::TwoLists<Arguments, detail::Expressions<detail::AsExpression<E>...>>;
        return WindowGroupedTable<detail::ShortTag<detail::StepTag<detail::WindowsStep, Input, Groups>>>(table_, Groups{window_, detail::expressions(keys...)});
    }
    template <class... E> requires (!detail::areExpressions<E...>) auto groupBy(const E&...) const -> detail::WindowGroupByTakes<> { return {}; }
    template <class... E> requires (detail::areExpressions<E...> && !takesWindow<E...>) auto groupBy(const E&...) const -> detail::GroupByTakesWindow<> { return {}; }

private:
    Table<Input> table_;
    Arguments window_;
};

}  // namespace rivulet
