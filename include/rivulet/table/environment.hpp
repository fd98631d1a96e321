// SPDX-License-Identifier: BSL-1.0
// The table environment: views and functions by name, SQL, and the conversions between streams and tables.
#pragma once
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/verdict.hpp>
#include <rivulet/lift/query_origin.hpp>
#include <rivulet/runtime/duration.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/refused_stream.hpp>
#include <rivulet/table/changelog_mode.hpp>
#include <rivulet/table/query_tag.hpp>
#include <rivulet/table/refused_environment.hpp>
#include <rivulet/table/refused_table.hpp>
#include <rivulet/table/result.hpp>
#include <rivulet/table/schema_tag.hpp>
#include <rivulet/table/sink_schema.hpp>
#include <rivulet/table/sink_tag.hpp>
#include <rivulet/table/stream_table.hpp>
#include <rivulet/table/table.hpp>
#include <rivulet/table/values.hpp>
#include <rivulet/table/views.hpp>

namespace rivulet {

template <class Views> class TableEnvironment;

namespace detail {

template <class T> struct RowHolder {
    static constexpr Error error = keptRowError<T>;
    static constexpr std::string_view sql{};
};
template <class T> inline constexpr bool isRow = Reflection<T>::shape == Shape::row;

/// The verdict on a stream of changes as a table: on its rows, then on the schema and the mode.
template <class T, class Made>
struct ChangesHolder {
    static consteval bool keeps() { return keptRowError<T>.code == ErrorCode::none; }
    static consteval Error find() {
        if constexpr (!keeps()) return keptRowError<T>;
        else return TableHolder<typename Made::Tag>::error;
    }
    static constexpr Error error = find();
    static constexpr std::string_view sql = [] {
        if constexpr (!keeps()) return std::string_view();
        else return TableHolder<typename Made::Tag>::sql;
    }();
};

// ---- what conversions return: a table, a stream, an environment, or the mistake -------------------------------------------------

template <class T, class F, class... How>
consteval auto streamAnswer() {
    if constexpr (!standsBesideStream<How...>) return std::type_identity<NotBesideStream<>>{};
    else {
        using OfRows = VerdictOn<RowHolder<T>>;
        if constexpr (!OfRows::isAccepted) return std::type_identity<NoTable<OfRows>>{};
        else return tableAnswer<RefusedTable, true, typename StreamTable<T, F, plan::ChangelogMode::insert, How...>::Tag>();
    }
}
template <class S, class F, class... How> using StreamAnswer = typename decltype(streamAnswer<typename S::Element, F, How...>())::type;

template <class T, class F, unsigned char Kinds, class... How>
consteval auto changesAnswer() {
    if constexpr (!isRow<T>) return std::type_identity<ChangesAreRows<>>{};
    else {
        using Made = StreamTable<T, F, Kinds, How...>;
        using Verdict = VerdictOn<ChangesHolder<T, Made>>;
        if constexpr (Verdict::isAccepted) return std::type_identity<Table<typename Made::Tag>>{};
        else return std::type_identity<NoTable<Verdict>>{};
    }
}
template <class S, class F, unsigned char Kinds, class... How> using ChangesAnswer = typename decltype(changesAnswer<typename S::Element, F, Kinds, How...>())::type;

template <class Tag>
consteval auto queryAnswer() {
    using Verdict = VerdictOn<TableHolder<Tag>>;
    if constexpr (Verdict::isAccepted) return std::type_identity<Table<Tag>>{};
    else return std::type_identity<NoTable<Verdict>>{};
}
template <class Views, FixedString Name>
consteval auto viewAnswer() {
    using Verdict = VerdictOn<ViewNameHolder<Views, Name, true>>;
    if constexpr (Verdict::isAccepted) return std::type_identity<Table<ShortTag<ViewTag<Views, Name>>>>{};
    else return std::type_identity<NoTable<Verdict>>{};
}
template <class T, class... R>
consteval auto valuesAnswer() {
    if constexpr (sizeof...(R) == 0 && std::is_void_v<T>) return std::type_identity<ValuesNeedRows<>>{};
    else {
        using Verdict = VerdictOn<ValuesHolder<T, typename ValueRow<R>::Type...>>;
        if constexpr (Verdict::isAccepted) return std::type_identity<Accepted>{};
        else return std::type_identity<NoTable<Verdict>>{};
    }
}
template <class T, class... R> using ValuesAnswer = typename decltype(valuesAnswer<T, R...>())::type;

template <class Next> using EnvironmentOf = TableEnvironment<ShortTag<Next>>;
// With a view more: Made is the table, or what it was refused with.
template <class Views, FixedString Name, class Made>
consteval auto withAnswer() {
    using Verdict = VerdictOn<ViewNameHolder<Views, Name, false>>;
    if constexpr (!Verdict::isAccepted) return std::type_identity<NoViews<Verdict>>{};
    else if constexpr (std::is_base_of_v<RefusedTable, Made>) return std::type_identity<RefusedEnvironmentOf<Made>>{};
    else {
        using OfTable = VerdictOn<TableHolder<typename Made::tag>>;
        if constexpr (!OfTable::isAccepted) return std::type_identity<NoViews<OfTable>>{};
        else return std::type_identity<EnvironmentOf<typename Views::template WithView<NamedView<Name, typename Made::tag>>>>{};
    }
}
template <class Views, FixedString Name, class Made> using WithAnswer = typename decltype(withAnswer<Views, Name, Made>())::type;
// With a view less.
template <class Views, FixedString Name>
consteval auto withoutAnswer() {
    using Verdict = VerdictOn<ViewNameHolder<Views, Name, true>>;
    if constexpr (!Verdict::isAccepted) return std::type_identity<NoViews<Verdict>>{};
    else return std::type_identity<EnvironmentOf<typename Views::template Without<Views::catalogue.findView(Name.view())>>>{};
}
template <class Views, FixedString Name, class G>
consteval auto functionAnswer() {
    using Verdict = VerdictOn<FunctionHolder<typename Views::Functions, Name, G>>;
    if constexpr (Verdict::isAccepted) return std::type_identity<EnvironmentOf<typename Views::template WithFunction<NamedFunction<Name, G>>>>{};
    else return std::type_identity<NoViews<Verdict>>{};
}
template <class Into>
consteval auto intoAnswer() {
    using Verdict = VerdictOn<IntoHolder<Into>>;
    if constexpr (Verdict::isAccepted) return std::type_identity<DataStream<typename Into::Element, QueryOrigin<typename Into::Sink, typename Into::Element>>>{};
    else return std::type_identity<NoStream<Verdict>>{};
}
template <class Into> using IntoAnswer = typename decltype(intoAnswer<Into>())::type;
template <class Tag, class S, unsigned char Kinds>
consteval auto underSchemaAnswer() {
    using Verdict = VerdictOn<SinkSchemaHolder<Tag, S>>;
    if constexpr (Verdict::isAccepted) return intoAnswer<SinkUnderSchema<Tag, S, Kinds>>();
    else return std::type_identity<NoStream<Verdict>>{};
}
template <class Tag, class S, unsigned char Kinds> using UnderSchemaAnswer = typename decltype(underSchemaAnswer<Tag, S, Kinds>())::type;
template <class A> inline constexpr bool isSchema = false;
template <class... P> inline constexpr bool isSchema<Schema<P...>> = true;
template <class A> inline constexpr bool isMode = requires { A::bits; };
template <class... A> inline constexpr bool changesAndSchema = false;
template <class S> inline constexpr bool changesAndSchema<S> = StreamOfRows<S> || IsRefused<S>;
template <class S, class A> inline constexpr bool changesAndSchema<S, A> = IsRefused<S> || (StreamOfRows<S> && isSchema<A>);
template <class S, class A, class M> inline constexpr bool changesAndSchema<S, A, M> = IsRefused<S> || (StreamOfRows<S> && isSchema<A> && isMode<M>);
template <class... A> inline constexpr bool tableAndSchema = false;
template <class T> inline constexpr bool tableAndSchema<T> = isTable<T>;
template <class T, class A> inline constexpr bool tableAndSchema<T, A> = isTable<T> && (isSchema<A> || std::is_base_of_v<RefusedTable, T>);
template <class T, class A, class M> inline constexpr bool tableAndSchema<T, A, M> = isTable<T> && ((isSchema<A> && isMode<M>) || std::is_base_of_v<RefusedTable, T>);
template <class... A> inline constexpr bool tableAndMode = false;
template <class T> inline constexpr bool tableAndMode<T> = isTable<T>;
template <class T, class A> inline constexpr bool tableAndMode<T, A> = isTable<T> && (std::is_same_v<A, ByPosition<>> || std::is_base_of_v<RefusedTable, T>);
template <class... A> inline constexpr bool areOthers = true;
template <class A, class... More> inline constexpr bool areOthers<A, More...> = !StreamOfRows<A> && !IsRefused<A> && !isTable<A>;

}  // namespace detail

/// An environment of views and functions. A view cannot change the type of a variable that exists, so
/// `createTemporaryView` and `createTemporaryFunction` return an environment that knows one more.
template <class Views>
class TableEnvironment {
    using Context = typename Views::Context;
    using Functions = typename Views::Functions;

public:
    explicit TableEnvironment(Context context) : context_(std::move(context)) {}

    // ---- streams -> tables --------------------------------------------------------------------------------------

    /// The stream's rows with the columns of their type T: members in the order of declaration, one level deep; `f0`, `f1`,
    /// .. of a tuple; `f0` of a plain value. Everything is NOT NULL but std::optional. Insert-only. Beside the stream:
    /// - a list of columns, `fromDataStream(stream, col<"user">.as<"who">(), col<"url">)`. A struct's fields are chosen by name.
    ///   A tuple's by name if one of the names is a field or has an alias; else they are new names by position, and fields
    ///   without one are dropped. A plain value gets its one name.
    /// - `byPosition<"a", "b">`: new names by position, also for a struct;
    /// - a Schema: physical columns by exact name, computed and metadata columns, watermark, primary key. Declared types may
    ///   widen; where a physical column is declared only the declared ones remain.
    template <detail::StreamOfRows S, class... How, class R = detail::StreamAnswer<S, Functions, How...>> R fromDataStream(const S& stream, const How&... how) const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else {
            using Made = detail::StreamTable<typename S::Element, Functions, plan::ChangelogMode::insert, How...>;
            detail::requireSame(context_.environment, stream.environment());
            return R(Made::context({stream.share().origin(), context_.functions}, how...), stream.environment());
        }
    }
    template <detail::IsRefused S, class... How> RefusedTable fromDataStream(const S&, const How&...) const { return {}; }
    template <class... A> requires detail::areOthers<A...> auto fromDataStream(const A&...) const -> detail::FromTakesStream<> { return {}; }

    /// A stream of changes: each Row is applied to the table as its kind says. Columns are those of fromDataStream, a Schema may
    /// stand beside the stream. Without a mode every kind may come. ChangelogMode::upsert() needs a primary key in the Schema, by
    /// which an update finds the row that it replaces; a -U there deletes. A row of a kind that is not in the mode is a DataError.
    ///
    ///     using Score = Row<Field<"name", std::string>, Field<"points", int>>;
    ///     auto scores = tenv.fromChangelogStream(env.fromElements(Score("Ann", 1), Score(RowKind::updateAfter, "Ann", 5)),
    ///                                            Schema().primaryKey<"name">(), ChangelogMode::upsert());
    template <detail::StreamOfRows S, class R = detail::ChangesAnswer<S, Functions, plan::ChangelogMode::all>> R fromChangelogStream(const S& stream) const {
        return changes<R, detail::StreamTable<typename S::Element, Functions, plan::ChangelogMode::all>>(stream);
    }
    template <detail::StreamOfRows S, class... Parts, class Mode = decltype(ChangelogMode::all()), class R = detail::ChangesAnswer<S, Functions, Mode::bits, Schema<Parts...>>>
    R fromChangelogStream(const S& stream, const Schema<Parts...>& schema, Mode = {}) const {
        return changes<R, detail::StreamTable<typename S::Element, Functions, Mode::bits, Schema<Parts...>>>(stream, schema);
    }
    template <detail::IsRefused S, class... How> RefusedTable fromChangelogStream(const S&, const How&...) const { return {}; }
    template <class... A> requires (!detail::changesAndSchema<A...>) auto fromChangelogStream(const A&...) const -> detail::ChangesTakeStream<> { return {}; }

    // ---- rows in the program ------------------------------------------------------------------------------------

    /// A table of these rows, in their order: `row(1, "ABC")`, tuples, structs, Rows, or plain values. Columns are f0, f1, ..
    /// of the common type of their values, NOT NULL unless one is an optional or std::nullopt; rows that are all of one struct or
    /// Row have its columns. With T the columns are those of T, and the values are converted as by toDataStream<T>.
    ///
    ///     tenv.fromValues(row(1, "ABC"), row(2LL, "ABCDE"));                    // f0 BIGINT NOT NULL, f1 VARCHAR(5) NOT NULL
    ///     tenv.fromValues<Row<Field<"id", Decimal<10, 2>>>>(row(1), row(2));
    template <class T = void, class... R> requires std::is_same_v<detail::ValuesAnswer<T, R...>, Accepted> auto fromValues(const R&... rows) const {
        using Element = typename detail::RowOfValues<T, typename detail::ValueRow<R>::Type...>::Type;
        std::vector<Element> elements;
        elements.reserve(sizeof...(R));
        (elements.push_back(detail::rowOfValues<Element>(detail::ValueRow<R>::of(rows), elements.size() + 1)), ...);
        return fromDataStream(DataStream<Element>(context_.environment, {std::make_shared<detail::SourcePoint<Element>>(
            context_.environment.get(), std::make_shared<detail::CollectionSource<Element>>(std::move(elements)), context_.environment->sourceCount++,
            context_.environment->defaultName("values"))}));
    }
    template <class T = void, class... R> requires std::is_base_of_v<RefusedTable, detail::ValuesAnswer<T, R...>> auto fromValues(const R&...) const -> detail::ValuesAnswer<T, R...> { return {}; }

    // ---- views --------------------------------------------------------------------------------------------------

    /// An environment in which `Name` is this table. A name that is taken is refused.
    template <FixedString Name, class Tag, class R = detail::WithAnswer<Views, Name, Table<Tag>>> R createTemporaryView(const Table<Tag>& table) const { return with<R, Name>(table); }
    template <FixedString Name> RefusedEnvironment createTemporaryView(const RefusedTable&) const { return {}; }
    /// The same of a stream, with what `fromDataStream` takes beside it.
    template <FixedString Name, detail::StreamOfRows S, class... How, class R = detail::WithAnswer<Views, Name, detail::StreamAnswer<S, Functions, How...>>>
    R createTemporaryView(const S& stream, const How&... how) const {
        if constexpr (std::is_base_of_v<RefusedEnvironment, R>) return {};
        else return with<R, Name>(fromDataStream(stream, how...));
    }
    template <FixedString Name, detail::IsRefused S, class... How> RefusedEnvironment createTemporaryView(const S&, const How&...) const { return {}; }
    template <FixedString Name, class... A> requires (!detail::oneTable<A...> && detail::areOthers<A...>) auto createTemporaryView(const A&...) const -> detail::ViewTakesRows<> { return {}; }
    /// A name between parentheses, as Flink has it, comes too late for the compiler.
    template <class... A> requires (sizeof...(A) > 1) auto createTemporaryView(const A&...) const -> detail::ViewNameInBrackets<> { return {}; }
    /// An environment without the view; its name may be given anew. Tables and views made of it before stay as they are. A name that is
    /// no view is refused (Flink returns false).
    ///
    ///     auto other = db.dropTemporaryView<"events">().createTemporaryView<"events">(db.sqlQuery<"SELECT * FROM events WHERE bytes > 0">());
    template <FixedString Name, class R = typename decltype(detail::withoutAnswer<Views, Name>())::type> R dropTemporaryView() const {
        if constexpr (std::is_base_of_v<RefusedEnvironment, R>) return {};
        else return R(Views::template drop<Views::catalogue.findView(Name.view())>(context_));
    }
    template <class... A> auto dropTemporaryView(const A&...) const -> detail::DroppedNameInBrackets<> { return {}; }
    /// The table that a view stands for.
    template <FixedString Name, class R = typename decltype(detail::viewAnswer<Views, Name>())::type> R from() const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(context_, context_.environment);
    }
    template <class... Text> auto from(const Text&...) const -> detail::FromNameInBrackets<> { return {}; }
    /// An environment in which SQL and `call<"Name">` can call `f`: any callable with one call operator without template parameters;
    /// or, with `aggregate<"Name">`, an aggregate: a struct with accumulate(..), result() and, if rows can be taken back, retract(..), if windows share rows, merge(..). or, with
    /// LATERAL TABLE, a table function: a struct with eval(.., Collector<Row>&) const.
    template <FixedString Name, class G, class R = typename decltype(detail::functionAnswer<Views, Name, G>())::type> R createTemporaryFunction(G f) const {
        if constexpr (std::is_base_of_v<RefusedEnvironment, R>) return {};
        else return R({context_.functions.with(detail::NamedFunction<Name, G>{std::move(f)}), context_.views, context_.environment});
    }
    template <class... A> auto createTemporaryFunction(const A&...) const -> detail::FunctionNameInBrackets<> { return {}; }

    // ---- SQL ----------------------------------------------------------------------------------------------------

    /// The table of a query, parsed, bound and typed while compiling.
    ///
    ///     auto late = db.sqlQuery<"SELECT user, url FROM clicks WHERE delay > 5">();
    template <FixedString Sql, class R = typename decltype(detail::queryAnswer<detail::ShortTag<detail::SqlTag<Views, Sql>>>())::type> R sqlQuery() const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else return R(context_, context_.environment);
    }
    /// Text that the program has only when it runs cannot be checked while compiling.
    template <class... Text> auto sqlQuery(const Text&...) const -> detail::QueryInBrackets<> { return {}; }

    // ---- tables -> streams --------------------------------------------------------------------------------------

    /// The table's rows as T: a struct's fields by name (exact, then without case), a tuple's by position, a plain value
    /// from the one column. Widening casts are put in, narrowing is refused; so is a nullable column for a field that
    /// cannot be null. Without T: `Row<Field<"name", type>, ..>` with all columns. One loop per source. A table that is updated
    /// is refused with the operator that updates it: `toChangelogStream` takes it.
    template <class T = Row<>, class Tag, class R = detail::IntoAnswer<detail::SinkInto<T, Tag, plan::ChangelogMode::insert>>> R toDataStream(const Table<Tag>& table) const { return into<R, detail::SinkInto<T, Tag, plan::ChangelogMode::insert>>(table); }
    /// The same by position whatever the names are: `toDataStream<T>(table, byPosition<>)`.
    template <class T, class Tag, class R = detail::IntoAnswer<detail::SinkByPosition<T, Tag>>> R toDataStream(const Table<Tag>& table, ByPosition<>) const { return into<R, detail::SinkByPosition<T, Tag>>(table); }
    template <class T = void, class... A> RefusedStream toDataStream(const RefusedTable&, const A&...) const { return {}; }
    template <class T = void, class... A> requires (!detail::tableAndMode<A...>) auto toDataStream(const A&...) const -> detail::DataStreamTakes<> { return {}; }

    /// The changes of the table as `Row<Field<"name", type>, ..>` with all columns, each with its kind.
    template <class T = void, class Tag, class R = detail::IntoAnswer<detail::SinkInto<Row<>, Tag, plan::ChangelogMode::all>>> requires std::is_void_v<T> R toChangelogStream(const Table<Tag>& table) const {
        return into<R, detail::SinkInto<Row<>, Tag, plan::ChangelogMode::all>>(table);
    }
    /// The same under a Schema: its physical columns, where it declares any, take the table's by position and give them names and
    /// types; so does a metadata column `rowtime`, which is no field of the Row. Computed and virtual columns count for nothing.
    /// The key's columns must be NOT NULL: `.orThrow()` says so of one that never is.
    /// The mode says which kinds are taken: with ChangelogMode::upsert() there are no -U, and a primary key must be the key by which
    /// the query tells its rows apart. Changes that the query makes and the mode does not take are refused with the operator.
    ///
    ///     tenv.toChangelogStream(totals, Schema().column<"who", "STRING NOT NULL">().column<"total", "BIGINT">().primaryKey<"who">(),
    ///                            ChangelogMode::upsert());
    template <class T = void, class Tag, class... Parts, class Mode = decltype(ChangelogMode::all()), class R = detail::UnderSchemaAnswer<Tag, Schema<Parts...>, Mode::bits>> requires std::is_void_v<T>
    R toChangelogStream(const Table<Tag>& table, const Schema<Parts...>&, Mode = {}) const { return into<R, detail::SinkUnderSchema<Tag, Schema<Parts...>, Mode::bits>>(table); }
    template <class T = void, class... A> RefusedStream toChangelogStream(const RefusedTable&, const A&...) const { return {}; }
    template <class T = void, class... A> requires (std::is_void_v<T> && !detail::tableAndSchema<A...>) auto toChangelogStream(const A&...) const -> detail::ChangelogTakes<> { return {}; }
    template <class T, class... A> requires (!std::is_void_v<T> && sizeof...(A) > 0) auto toChangelogStream(const A&...) const -> detail::ChangelogTakesNoType<> { return {}; }

    /// Flink 1.12's toDataStream, with its rules: a struct by exact names, a tuple and a Row by position.
    template <class T = Row<>, class Tag, class R = detail::IntoAnswer<detail::SinkAppended<T, Tag>>> R toAppendStream(const Table<Tag>& table) const { return into<R, detail::SinkAppended<T, Tag>>(table); }
    template <class T = void, class... A> RefusedStream toAppendStream(const RefusedTable&, const A&...) const { return {}; }
    template <class T = void, class... A> requires (!detail::oneTable<A...>) auto toAppendStream(const A&...) const -> detail::AppendStreamTakes<> { return {}; }
    /// Flink 1.12's changelog, for any T, by the same rules: pairs of true and a row that is added (+I, +U), or false and one that is taken back (-U, -D).
    template <class T = Row<>, class Tag, class R = detail::IntoAnswer<detail::SinkOfPairs<T, Tag>>> R toRetractStream(const Table<Tag>& table) const { return into<R, detail::SinkOfPairs<T, Tag>>(table); }
    template <class T = void, class... A> RefusedStream toRetractStream(const RefusedTable&, const A&...) const { return {}; }
    template <class T = void, class... A> requires (!detail::oneTable<A...>) auto toRetractStream(const A&...) const -> detail::RetractStreamTakes<> { return {}; }

    StatementSet createStatementSet() const { return StatementSet(context_.environment); }

    // ---- settings of all tables of the stream environment -----------------------------------------------------------

    /// How long a streaming query remembers a group, or a row of a join, that is not touched any more; 0, as it is at first, for
    /// ever. Any std::chrono::duration. What comes for it later starts anew. (Flink: table.exec.state.ttl)
    template <detail::ChronoDuration D>
    void setIdleStateRetention(const D& time) const { context_.environment->stateTtl.millis = detail::millisOf(time); }
    /// The session's time zone: how TIMESTAMP_LTZ is read, shown and cast, where its windows begin, and what CURRENT_DATE is. Null, as at first, is
    /// UTC. Of all tables of the stream environment; a job keeps the one it began with. (Flink: table.local-time-zone)
    ///
    ///     db.setLocalTimeZone(timeZone("Europe/Berlin"));   // <rivulet/connector/zones.hpp>
    void setLocalTimeZone(std::shared_ptr<const TimeZone> zone) const { context_.environment->zone = std::move(zone); }
    /// The most bytes that the state of each operator may take in batch mode; 0, as it is at first, is no limit. One that needs
    /// more ends the job with a MemoryLimitExceeded.
    void setOperatorMemoryLimit(std::size_t bytes) const { context_.environment->operatorMemoryLimit = bytes; }

private:
    template <class R, FixedString Name, class Tag> R with(const Table<Tag>& table) const {
        using View = detail::NamedView<Name, Tag>;
        if constexpr (std::is_base_of_v<RefusedEnvironment, R>) return {};
        else return R(Views::template append<typename Views::template WithView<View>>(context_, View{table.context()}));
    }
    template <class R, class Made, class S, class... How> R changes(const S& stream, const How&... how) const {
        if constexpr (detail::isRefusedBy<R>) return {};
        else {
            detail::requireSame(context_.environment, stream.environment());
            return R(Made::context({stream.share().origin(), context_.functions}, how...), stream.environment());
        }
    }
    template <class R, class Into, class Tag> static R into(const Table<Tag>& table) {
        if constexpr (detail::IsRefused<R>) return {};
        else return R(table.environment(), detail::originOf<typename Into::Sink, typename Into::Element>(table));
    }

    Context context_;
};

/// Where tables begin: `auto tenv = StreamTableEnvironment::create(env);`, an environment without views and functions. With
/// `env.setRuntimeMode(RuntimeExecutionMode::Batch)` a job of its tables gives final rows only, all of them inserts.
class StreamTableEnvironment : public TableEnvironment<detail::ShortTag<detail::Views<detail::FunctionPack<false>>>> {
public:
    static StreamTableEnvironment create(const StreamExecutionEnvironment& environment) { return StreamTableEnvironment(environment); }

private:
    explicit StreamTableEnvironment(const StreamExecutionEnvironment& environment) : TableEnvironment({{}, {}, environment.core()}) {}
};

/// The same for bounded input, which the compiler then knows of: no table is updated, so that every one is a toDataStream and may
/// be sorted whole. What else is made of the stream environment keeps its mode.
class BatchTableEnvironment : public TableEnvironment<detail::ShortTag<detail::Views<detail::FunctionPack<true>>>> {
public:
    static BatchTableEnvironment create(const StreamExecutionEnvironment& environment) { return BatchTableEnvironment(environment); }

private:
    explicit BatchTableEnvironment(const StreamExecutionEnvironment& environment) : TableEnvironment({{}, {}, environment.core()}) {}
};

}  // namespace rivulet
