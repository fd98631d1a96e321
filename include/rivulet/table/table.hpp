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
#include <rivulet/table/expression.hpp>
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

}  // namespace detail

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
    template <class Other> RefusedTable unionAll(const Other&) const { return {}; }
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
    /// The rows of both tables; columns meet by position and take their common type, names are those of this table.
    template <class Other> auto unionAll(const Table<Other>& other) const {
        detail::requireSame(environment_, other.environment());
        using Next = detail::ShortTag<detail::UnionTag<Tag, Other>>;
        using Verdict = VerdictOn<detail::TableHolder<Next>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<Next>({context_, other.context()}, environment_);
        else return RefusedTable{};
    }
    constexpr RefusedTable unionAll(const RefusedTable&) const { return {}; }
    /// At most Count rows, after Offset of them: `limit<10>()`.
    template <long long Count, long long Offset = 0> auto limit() const {
        static_assert(Count >= 0 && Offset >= 0, "rivulet: limit takes a count and an offset of at least 0");
        return next<detail::ShortTag<detail::StepTag<detail::LimitStep<Count, Offset>, Tag, detail::Expressions<>>>>();
    }

    /// The plan, for `static_assert(bySql.plan() == byApi.plan())`.
    static constexpr plan::PlanView plan() { return detail::planOf<Tag>.view(); }
    /// The plan for people: a line for each step with its columns, then what is left to run (plan/explain.hpp shows the form).
    static constexpr std::string_view explain() { return detail::explainText<Tag>.view(); }
    /// The plan as SQL over the environment's views; C++ values print as `?0` (plan/to_sql.hpp).
    static constexpr std::string_view toSql() { return detail::sqlText<Tag>.view(); }
    /// The columns there are.
    static constexpr int columnCount() { return detail::relationOf<Tag>.count; }
    static constexpr const plan::Column& column(int i) { return detail::relationOf<Tag>.columns[i]; }

    /// The schema as Flink's printSchema writes it, one column a line.
    static constexpr std::string_view schemaText() { return detail::tableSchemaText<Tag>.view(); }
    /// Writes `schemaText` to stdout.
    static void printSchema() { std::fwrite(schemaText().data(), 1, schemaText().size(), stdout); }

    /// The table's rows in a job of their own: `table.execute().print()`, `table.execute().collect()`.
    auto execute() const {
        using Sink = detail::RowSinkTag<Tag>;
        using Verdict = VerdictOn<detail::SinkHolder<Sink>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return TableResult<Sink, detail::ResultRow<Tag>>(detail::originOf<Sink, detail::ResultRow<Tag>>(*this));
    }

    constexpr const Context& context() const { return context_; }
    constexpr const std::shared_ptr<detail::EnvironmentCore>& environment() const { return environment_; }

private:
    template <class Next, class... E> Table<Next> next([[maybe_unused]] const E&... e) const {
        if constexpr (std::is_same_v<typename Next::Context, Context>) return Table<Next>(context_, environment_);  // no code for what carries no value
        else return Table<Next>(Next::contextOf(context_, detail::expressions(e...)), environment_);
    }
    Context context_;
    std::shared_ptr<detail::EnvironmentCore> environment_;
};

}  // namespace rivulet
