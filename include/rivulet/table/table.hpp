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

}  // namespace detail

template <class Groups> class GroupedTable;
template <class Windows> class OverWindowedTable;
template <class Window> class WindowedTable;

/// What a refused step gives: it takes every further step, so that one mistake is one message.
struct RefusedTable {
    struct Result {
        template <class... A> void print(A&&...) const {}
        template <class... A> std::vector<Row<>> collect(A&&...) const { return {}; }
    };
    template <class... E> RefusedTable select(const E&...) const { return {}; }
    template <class... E> RefusedTable where(const E&...) const { return {}; }
    template <class... E> RefusedTable filter(const E&...) const { return {}; }
    template <FixedString...> RefusedTable as() const { return {}; }
    template <class... E> RefusedTable addColumns(const E&...) const { return {}; }
    template <class... E> RefusedTable addOrReplaceColumns(const E&...) const { return {}; }
    template <class... E> RefusedTable renameColumns(const E&...) const { return {}; }
    template <class... E> RefusedTable dropColumns(const E&...) const { return {}; }
    template <class... E> RefusedTable groupBy(const E&...) const { return {}; }
    RefusedTable distinct() const { return {}; }
    template <class... W> RefusedTable window(const W&...) const { return {}; }
    template <class... E> RefusedTable join(const E&...) const { return {}; }
    template <class... E> RefusedTable leftOuterJoin(const E&...) const { return {}; }
    template <class... E> RefusedTable rightOuterJoin(const E&...) const { return {}; }
    template <class... E> RefusedTable fullOuterJoin(const E&...) const { return {}; }
    template <class... E> RefusedTable joinLateral(const E&...) const { return {}; }
    template <class... E> RefusedTable leftOuterJoinLateral(const E&...) const { return {}; }
    template <class Other> RefusedTable unionAll(const Other&) const { return {}; }
    template <class Other> RefusedTable union_(const Other&) const { return {}; }
    template <class Other> RefusedTable intersect(const Other&) const { return {}; }
    template <class Other> RefusedTable intersectAll(const Other&) const { return {}; }
    template <class Other> RefusedTable minus(const Other&) const { return {}; }
    template <class Other> RefusedTable minusAll(const Other&) const { return {}; }
    template <class... E> RefusedTable orderBy(const E&...) const { return {}; }
    template <long long> RefusedTable offset() const { return {}; }
    template <long long> RefusedTable fetch() const { return {}; }
    template <long long, long long = 0> RefusedTable limit() const { return {}; }
    Result execute() const { return {}; }
    static constexpr plan::PlanView plan() { return {}; }
    static constexpr int columnCount() { return 0; }
    static constexpr plan::Column column(int) { return {}; }
    static constexpr std::string_view schemaText() { return {}; }
    static constexpr std::string_view explain() { return {}; }
    static constexpr std::string_view toSql() { return {}; }
    static void printSchema() {}
};

/// Rows described by a plan that is complete at compile time. A table is a cheap value; nothing runs, and nothing is
/// compiled to code, until a stream or a result asks for its rows (`toDataStream`, `execute`).
///
/// Each step is checked against the columns of this table while compiling; a mistake is one static_assert that names the
/// column, the nearest name and the columns there are. Steps are Flink's Table API.
template <class Tag>
class Table {
public:
    using tag = Tag;
    using Context = typename Tag::Context;

    Table(Context context, std::shared_ptr<detail::EnvironmentCore> environment)
        : context_(std::move(context)), environment_(std::move(environment)) {}

    /// These expressions as columns: `select(col<"user">.as<"who">(), col<"n"> + 1)`. Names must be distinct.
    template <class... E> auto select(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: select takes expressions: a column is col<\"name\">, a constant lit<..>");
        using Next = detail::ShortTag<detail::StepTag<detail::SelectStep, Tag, detail::Expressions<detail::AsExpression<E>...>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(e...);
        else return RefusedTable{};
    }
    /// Rows for which the condition is TRUE; FALSE and unknown are dropped.
    template <class E> auto where(const E& condition) const {
        using Next = detail::ShortTag<detail::StepTag<detail::WhereStep, Tag, detail::Expressions<detail::AsExpression<E>>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(condition);
        else return RefusedTable{};
    }
    /// The same as `where`.
    template <class E> auto filter(const E& condition) const {
        using Next = detail::ShortTag<detail::StepTag<detail::WhereStep, Tag, detail::Expressions<detail::AsExpression<E>>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(condition);
        else return RefusedTable{};
    }
    /// New names for the first columns: `as<"id", "name">()`.
    template <FixedString... Names> auto as() const {
        using Next = detail::ShortTag<detail::StepTag<detail::AsStep, Tag, detail::Expressions<detail::NewName<Names>...>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(detail::NewName<Names>{}...);
        else return RefusedTable{};
    }
    /// Further columns; a name that exists is refused.
    template <class... E> auto addColumns(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: addColumns takes expressions: a column is col<\"name\">, a constant lit<..>");
        using Next = detail::ShortTag<detail::StepTag<detail::AddColumnsStep, Tag, detail::Expressions<detail::AsExpression<E>...>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(e...);
        else return RefusedTable{};
    }
    /// Further columns; one whose name exists takes its place.
    template <class... E> auto addOrReplaceColumns(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: addOrReplaceColumns takes expressions: a column is col<\"name\">, a constant lit<..>");
        using Next = detail::ShortTag<detail::StepTag<detail::AddOrReplaceColumnsStep, Tag, detail::Expressions<detail::AsExpression<E>...>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(e...);
        else return RefusedTable{};
    }
    /// `renameColumns(col<"old">.as<"new">())`; the other columns and the order stay.
    template <class... E> auto renameColumns(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: renameColumns takes expressions: a column is col<\"name\">, a constant lit<..>");
        using Next = detail::ShortTag<detail::StepTag<detail::RenameColumnsStep, Tag, detail::Expressions<detail::AsExpression<E>...>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(e...);
        else return RefusedTable{};
    }
    /// All columns but these.
    template <class... E> auto dropColumns(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: dropColumns takes expressions: a column is col<\"name\">, a constant lit<..>");
        using Next = detail::ShortTag<detail::StepTag<detail::DropColumnsStep, Tag, detail::Expressions<detail::AsExpression<E>...>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>(e...);
        else return RefusedTable{};
    }
    /// Groups of rows that agree on the keys; `select` says what is known of each: `groupBy(col<"user">).select(col<"user">, count())`.
    template <class... E> auto groupBy(const E&... keys) const {
        static_assert(detail::areExpressions<E...>, "rivulet: groupBy takes expressions: a column is col<\"name\">, a constant lit<..>");
        return GroupedTable<detail::ShortTag<detail::StepTag<detail::GroupByStep, Tag, detail::Expressions<detail::AsExpression<E>...>>>>(*this, detail::expressions(keys...));
    }
    /// Each different row once.
    auto distinct() const {
        using Next = detail::ShortTag<detail::StepTag<detail::DistinctStep, Tag, detail::Expressions<>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<Next>();
        else return RefusedTable{};
    }

    // ---- windows ------------------------------------------------------------------------------------------------

    /// A window of groups, which groupBy then takes by its name:
    /// `window(Tumble::over(lit<10>.minutes()).on(col<"ts">).as<"w">()).groupBy(col<"w">, col<"user">).select(col<"user">, col<"w">.start(), count())`;
    /// the same as GROUP BY TUMBLE(..) of SQL. Or windows of OVER, which aggregates of `select` take by name:
    /// `window(Over::partitionBy(col<"user">).orderBy(col<"ts">).preceding(unboundedRange).as<"w">()).select(col<"n">.sum().over(col<"w">))`.
    template <class... W> constexpr auto window(const W&... windows) const {
        constexpr bool over = (detail::isOverWindow<W> && ...), group = sizeof...(W) == 1 && (detail::isGroupWindow<W> && ...);
        static_assert(sizeof...(W) > 0 && (over || group), "rivulet: window takes one of Tumble, Slide and Session with its on(..), or windows of Over; TumblingEventTimeWindows and the like are for streams");
        if constexpr (over) {
            static_assert((W::hasName && ...), "rivulet: a window has a name: Over::orderBy(col<\"ts\">).as<\"w\">()");
            return OverWindowedTable<detail::ShortTag<detail::StepTag<detail::WindowsStep, Tag, detail::Expressions<W...>>>>(*this, detail::expressions(windows...));
        } else if constexpr (!group) return RefusedTable{};
        else {
            static_assert((!W::name.empty() && ...), "rivulet: a window has a name: Tumble::over(lit<10>.minutes()).on(col<\"ts\">).as<\"w\">()");
            return WindowedTable<detail::ShortTag<detail::StepTag<detail::WindowsStep, Tag, W...>>>(*this, windows...);
        }
    }

    // ---- two tables ---------------------------------------------------------------------------------------------
    // Columns of both sides of a join have names of their own: renameColumns gives them.

    /// Every row of this table with every one of the other.
    template <class Other> auto join(const Table<Other>& other) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::JoinStep<sql::JoinKind::inner>, Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other);
    }
    /// Pairs of rows for which the condition is TRUE: `orders.join(users, col<"user"> == col<"id">)`.
    template <class Other, class E> auto join(const Table<Other>& other, const E& condition) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::JoinStep<sql::JoinKind::inner>, Tag, Other, detail::Expressions<detail::AsExpression<E>>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other, condition);
    }
    template <class... E> constexpr RefusedTable join(const RefusedTable&, const E&...) const { return {}; }
    /// The same, and rows of this table that have no partner, with NULL for the other's columns.
    template <class Other, class E> auto leftOuterJoin(const Table<Other>& other, const E& condition) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::JoinStep<sql::JoinKind::left>, Tag, Other, detail::Expressions<detail::AsExpression<E>>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other, condition);
    }
    template <class... E> constexpr RefusedTable leftOuterJoin(const RefusedTable&, const E&...) const { return {}; }
    /// The same, and rows of the other table that have no partner.
    template <class Other, class E> auto rightOuterJoin(const Table<Other>& other, const E& condition) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::JoinStep<sql::JoinKind::right>, Tag, Other, detail::Expressions<detail::AsExpression<E>>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other, condition);
    }
    template <class... E> constexpr RefusedTable rightOuterJoin(const RefusedTable&, const E&...) const { return {}; }
    /// The same, and rows of either table that have no partner.
    template <class Other, class E> auto fullOuterJoin(const Table<Other>& other, const E& condition) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::JoinStep<sql::JoinKind::full>, Tag, Other, detail::Expressions<detail::AsExpression<E>>>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other, condition);
    }
    template <class... E> constexpr RefusedTable fullOuterJoin(const RefusedTable&, const E&...) const { return {}; }
    /// Each row with the rows that a table function of the environment makes of it, as LATERAL TABLE(..) of SQL:
    /// `lines.joinLateral(call<"split">(col<"text">).as<"word", "length">())`; perhaps only those for which a condition is TRUE.
    template <class F, class... C> auto joinLateral(const F& function, const C&... condition) const {
        static_assert(detail::isLateralCall<F> && sizeof...(C) < 2 && detail::areExpressions<C...>, "rivulet: joinLateral takes a call of a table function, call<\"f\">(..), and perhaps a condition");
        using Call = decltype(detail::lateralCall(function));
        using Next = typename Call::template Next<sql::JoinKind::inner, Tag, detail::Expressions<detail::AsExpression<C>...>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<Next>(Next::contextOf(context_, detail::lateralCall(function).lists(detail::expressions(condition...))), environment_);
        else return RefusedTable{};
    }
    /// The same, and rows of this table that the function makes nothing of, with NULL for its columns.
    template <class F, class... C> auto leftOuterJoinLateral(const F& function, const C&... condition) const {
        static_assert(detail::isLateralCall<F> && sizeof...(C) < 2 && detail::areExpressions<C...>, "rivulet: leftOuterJoinLateral takes a call of a table function, call<\"f\">(..), and perhaps a condition");
        using Call = decltype(detail::lateralCall(function));
        using Next = typename Call::template Next<sql::JoinKind::left, Tag, detail::Expressions<detail::AsExpression<C>...>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<Next>(Next::contextOf(context_, detail::lateralCall(function).lists(detail::expressions(condition...))), environment_);
        else return RefusedTable{};
    }
    /// The rows of both tables. Here and below columns meet by position and take their common type, names are those of this table.
    template <class Other> auto unionAll(const Table<Other>& other) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::SetStep<sql::QueryKind::union_, true>, Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other);
    }
    constexpr RefusedTable unionAll(const RefusedTable&) const { return {}; }
    /// Each different row of both tables once. (Flink's `union`, a keyword here.)
    template <class Other> auto union_(const Table<Other>& other) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::SetStep<sql::QueryKind::union_, false>, Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other);
    }
    constexpr RefusedTable union_(const RefusedTable&) const { return {}; }
    /// Each different row that is in both tables once.
    template <class Other> auto intersect(const Table<Other>& other) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::SetStep<sql::QueryKind::intersect, false>, Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other);
    }
    constexpr RefusedTable intersect(const RefusedTable&) const { return {}; }
    /// Rows of both tables, as often as they are in both.
    template <class Other> auto intersectAll(const Table<Other>& other) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::SetStep<sql::QueryKind::intersect, true>, Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other);
    }
    constexpr RefusedTable intersectAll(const RefusedTable&) const { return {}; }
    /// Each different row of this table that is not in the other once.
    template <class Other> auto minus(const Table<Other>& other) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::SetStep<sql::QueryKind::except, false>, Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other);
    }
    constexpr RefusedTable minus(const RefusedTable&) const { return {}; }
    /// Rows of this table, less often by as much as they are in the other.
    template <class Other> auto minusAll(const Table<Other>& other) const {
        using Next = detail::ShortTag<detail::BinaryTag<detail::SetStep<sql::QueryKind::except, true>, Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        return both<Verdict::isAccepted, Next>(other);
    }
    constexpr RefusedTable minusAll(const RefusedTable&) const { return {}; }

    // ---- order and number of rows -------------------------------------------------------------------------------

    /// Rows in an order, `orderBy(col<"n">.desc(), col<"name">)`; ascending where nothing is said. A batch table is sorted whole;
    /// of a streaming one `fetch` or `limit` has to say how many rows are kept in the first places.
    template <class... E> auto orderBy(const E&... keys) const {
        static_assert(sizeof...(E) > 0 && detail::areExpressions<E...>, "rivulet: orderBy takes expressions, such as col<\"name\">.desc()");
        using Keys = detail::Expressions<detail::AsExpression<E>...>;
        using Verdict = VerdictOn<detail::OrderHolder<Tag, Keys>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return next<detail::ShortTag<detail::StepTag<detail::OrderStep<-1, 0>, Tag, Keys>>>(keys...);
        else return RefusedTable{};
    }
    /// Without the first N rows.
    template <long long N> auto offset() const {
        static_assert(N >= 0, "rivulet: offset takes a number of at least 0");
        return page<-1, N>();
    }
    /// At most N rows, after those that `offset` left out.
    template <long long N> auto fetch() const {
        static_assert(N >= 0, "rivulet: fetch takes a number of at least 0");
        return page<N, detail::offsetOf<Tag>>();
    }
    /// At most Count rows, after Offset of them: `limit<10>()`.
    template <long long Count, long long Offset = 0> auto limit() const {
        static_assert(Count >= 0 && Offset >= 0, "rivulet: limit takes a count and an offset of at least 0");
        return page<Count, Offset>();
    }

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
    auto execute() const {
        using Sink = detail::RowSinkTag<Tag>;
        using Verdict = VerdictOn<detail::ResultHolder<Tag>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return TableResult<Sink, detail::ResultRow<Tag>>(detail::originOf<Sink, detail::ResultRow<Tag>>(*this));
        else return RefusedTable::Result{};
    }

    constexpr const Context& context() const { return context_; }
    constexpr const std::shared_ptr<detail::EnvironmentCore>& environment() const { return environment_; }

private:
    template <bool Accepted, class Next, class Other, class... E> auto both(const Table<Other>& other, [[maybe_unused]] const E&... e) const {
        detail::requireSame(environment_, other.environment());
        if constexpr (Accepted) return Table<Next>(typename Next::Context{context_, other.context(), detail::expressions(e...)}, environment_);
        else return RefusedTable{};
    }
    template <long long Count, long long Offset> auto page() const {
        using Page = detail::PageOf<Tag, Count, Offset>;
        if constexpr (Page::isInPlace) return Table<typename Page::type>(context_, environment_);
        else return next<typename Page::type>();
    }
    template <class Next, class... E> Table<Next> next([[maybe_unused]] const E&... e) const {
        if constexpr (std::is_same_v<typename Next::Context, Context>) return Table<Next>(context_, environment_);  // no code for what carries no value
        else return Table<Next>(Next::contextOf(context_, detail::expressions(e...)), environment_);
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
    template <class... E> auto select(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: select takes expressions: a column is col<\"name\">, an aggregate col<\"name\">.sum()");
        using Lists = detail::TwoLists<Keys, detail::Expressions<detail::AsExpression<E>...>>;
        using Next = detail::ShortTag<detail::StepTag<detail::GroupedSelectStep, Input, Lists>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<Next>(Next::contextOf(table_.context(), Lists{keys_, detail::expressions(e...)}), table_.environment());
        else return RefusedTable{};
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
    template <class... E> auto select(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: select takes expressions: a column is col<\"name\">, an aggregate col<\"name\">.sum().over(col<\"w\">)");
        using Lists = detail::WindowsAndItems<Arguments, detail::Expressions<detail::AsExpression<E>...>>;
        using Next = detail::ShortTag<detail::StepTag<detail::OverSelectStep, Input, Lists>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<Next>(Next::contextOf(table_.context(), Lists{{windows_, detail::expressions(e...)}}), table_.environment());
        else return RefusedTable{};
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
    template <class... E> auto select(const E&... e) const {
        static_assert(detail::areExpressions<E...>, "rivulet: select takes expressions: a column is col<\"name\">, an aggregate col<\"name\">.sum()");
        using Lists = detail::WindowedLists<decltype(Arguments::first), decltype(Arguments::second), detail::Expressions<detail::AsExpression<E>...>>;
        using Next = detail::ShortTag<detail::StepTag<detail::WindowedSelectStep<decltype(Arguments::first)>, Input, Lists>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<Next>(Next::contextOf(table_.context(), Lists{groups_.first, groups_.second, detail::expressions(e...)}), table_.environment());
        else return RefusedTable{};
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

public:
    constexpr WindowedTable(Table<Input> table, Arguments window) : table_(std::move(table)), window_(std::move(window)) {}

    /// Groups of rows that agree on the keys, of which one is the window: `groupBy(col<"w">, col<"user">)`.
    template <class... E> auto groupBy(const E&... keys) const {
        static_assert(detail::areExpressions<E...>, "rivulet: groupBy takes expressions: a column is col<\"name\">, the window its name");
        constexpr bool takesWindow = (0 + ... + std::is_same_v<E, typename Arguments::AsColumn>) == 1;
        static_assert(takesWindow, "rivulet: groupBy behind window(..) takes the window by its name, once: groupBy(col<\"w\">, ..)");
        using Groups = detail::TwoLists<Arguments, detail::Expressions<detail::AsExpression<E>...>>;
        return WindowGroupedTable<detail::ShortTag<detail::StepTag<detail::WindowsStep, Input, Groups>>>(table_, Groups{window_, detail::expressions(keys...)});
    }

private:
    Table<Input> table_;
    Arguments window_;
};

}  // namespace rivulet
