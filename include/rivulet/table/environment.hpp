// SPDX-License-Identifier: BSL-1.0
// The table environment: views and functions by name, SQL, and the conversions between streams and tables.
#pragma once
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/verdict.hpp>
#include <rivulet/lift/pipeline.hpp>
#include <rivulet/runtime/duration.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/refused_stream.hpp>
#include <rivulet/table/changelog_mode.hpp>
#include <rivulet/table/query_tag.hpp>
#include <rivulet/table/result.hpp>
#include <rivulet/table/schema_tag.hpp>
#include <rivulet/table/sink_schema.hpp>
#include <rivulet/table/sink_tag.hpp>
#include <rivulet/table/stream_table.hpp>
#include <rivulet/table/table.hpp>
#include <rivulet/table/values.hpp>
#include <rivulet/table/views.hpp>

namespace rivulet {

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

}  // namespace detail

/// What a view on a refused table gives: it takes everything, so that one mistake is one message.
struct RefusedEnvironment {
    template <class... A> RefusedTable fromDataStream(const A&...) const { return {}; }
    template <class... A> RefusedTable fromChangelogStream(const A&...) const { return {}; }
    template <FixedString, class... A> RefusedEnvironment createTemporaryView(const A&...) const { return {}; }
    template <FixedString, class... A> RefusedEnvironment createTemporaryFunction(const A&...) const { return {}; }
    template <FixedString> RefusedTable from() const { return {}; }
    template <FixedString> RefusedTable sqlQuery() const { return {}; }
    template <class T = void, class... A> RefusedStream toDataStream(const A&...) const { return {}; }
    template <class... A> RefusedStream toChangelogStream(const A&...) const { return {}; }
    template <class T = void, class... A> RefusedStream toAppendStream(const A&...) const { return {}; }
    template <class T = void, class... A> RefusedStream toRetractStream(const A&...) const { return {}; }
    StatementSet createStatementSet() const { return StatementSet(nullptr); }
};

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
    template <detail::StreamOfRows S, class... How> auto fromDataStream(const S& stream, const How&... how) const {
        using T = typename S::Element;
        constexpr bool fits = detail::standsBesideStream<How...>;
        static_assert(fits, "rivulet: beside the stream stand expressions, byPosition<..>, or one Schema");
        using Verdict = VerdictOn<detail::RowHolder<T>>;
        Verdict::report();
        if constexpr (!Verdict::isAccepted || !fits) return RefusedTable{};
        else {
            using Made = detail::StreamTable<T, Functions, plan::ChangelogMode::insert, How...>;
            using Next = typename Made::Tag;
            using FieldVerdict = VerdictOn<detail::TableHolder<Next>>;
            FieldVerdict::report();
            if constexpr (FieldVerdict::isAccepted) {
                detail::requireSame(context_.environment, stream.environment());
                return Table<Next>(Made::context({stream.share().origin(), context_.functions}, how...), stream.environment());
            } else return RefusedTable{};
        }
    }

    /// A stream of changes: each Row is applied to the table as its kind says. Columns are those of fromDataStream, a Schema may
    /// stand beside the stream. Without a mode every kind may come. ChangelogMode::upsert() needs a primary key in the Schema, by
    /// which an update finds the row that it replaces; a -U there deletes. A row of a kind that is not in the mode is a DataError.
    ///
    ///     using Score = Row<Field<"name", std::string>, Field<"points", int>>;
    ///     auto scores = tenv.fromChangelogStream(env.fromElements(Score("Ann", 1), Score(RowKind::updateAfter, "Ann", 5)),
    ///                                            Schema().primaryKey<"name">(), ChangelogMode::upsert());
    template <detail::StreamOfRows S> auto fromChangelogStream(const S& stream) const {
        static_assert(detail::isRow<typename S::Element>, "rivulet: fromChangelogStream takes a stream of rivulet::Row, whose kind tells what changed");
        using Made = detail::StreamTable<typename S::Element, Functions, plan::ChangelogMode::all>;
        using Verdict = VerdictOn<detail::ChangesHolder<typename S::Element, Made>>;
        Verdict::report();
        return changes<Verdict::isAccepted, Made>(stream);
    }
    template <detail::StreamOfRows S, class... Parts, class Mode = decltype(ChangelogMode::all())>
    auto fromChangelogStream(const S& stream, const Schema<Parts...>& schema, Mode = {}) const {
        static_assert(detail::isRow<typename S::Element>, "rivulet: fromChangelogStream takes a stream of rivulet::Row, whose kind tells what changed");
        using Made = detail::StreamTable<typename S::Element, Functions, Mode::bits, Schema<Parts...>>;
        using Verdict = VerdictOn<detail::ChangesHolder<typename S::Element, Made>>;
        Verdict::report();
        return changes<Verdict::isAccepted, Made>(stream, schema);
    }

    // ---- rows in the program ------------------------------------------------------------------------------------

    /// A table of these rows, in their order: `row(1, "ABC")`, tuples, structs, Rows, or plain values. Columns are f0, f1, ..
    /// of the common type of their values, NOT NULL unless one is an optional or std::nullopt; rows that are all of one struct or
    /// Row have its columns. With T the columns are those of T, and the values are converted as by toDataStream<T>.
    ///
    ///     tenv.fromValues(row(1, "ABC"), row(2LL, "ABCDE"));                    // f0 BIGINT NOT NULL, f1 VARCHAR(5) NOT NULL
    ///     tenv.fromValues<Row<Field<"id", Decimal<10, 2>>>>(row(1), row(2));
    template <class T = void, class... R> auto fromValues(const R&... rows) const {
        static_assert(sizeof...(R) > 0 || !std::is_void_v<T>, "rivulet: fromValues needs at least one row; a table without rows is fromValues<T>()");
        if constexpr (sizeof...(R) == 0 && std::is_void_v<T>) return RefusedTable{};
        else {
            using Verdict = VerdictOn<detail::ValuesHolder<T, typename detail::ValueRow<R>::Type...>>;
            Verdict::report();
            if constexpr (!Verdict::isAccepted) return RefusedTable{};
            else {
                using Element = typename detail::RowOfValues<T, typename detail::ValueRow<R>::Type...>::Type;
                std::vector<Element> elements;
                elements.reserve(sizeof...(R));
                (elements.push_back(detail::rowOfValues<Element>(detail::ValueRow<R>::of(rows), elements.size() + 1)), ...);
                return fromDataStream(DataStream<Element>(context_.environment, {std::make_shared<detail::SourcePoint<Element>>(
                    context_.environment.get(), std::make_shared<detail::CollectionSource<Element>>(std::move(elements)), context_.environment->sourceCount++,
                    context_.environment->defaultName("values"))}));
            }
        }
    }

    // ---- views --------------------------------------------------------------------------------------------------

    /// An environment in which `Name` is this table. A name that is taken is refused.
    template <FixedString Name, class Tag> auto createTemporaryView(const Table<Tag>& table) const {
        using Verdict = VerdictOn<detail::ViewNameHolder<Views, Name, false>>;
        Verdict::report();
        using TableVerdict = VerdictOn<detail::TableHolder<Tag>>;
        TableVerdict::report();
        if constexpr (!TableVerdict::isAccepted) return RefusedEnvironment{};
        else if constexpr (Verdict::isAccepted) return with<Name>(table);
        else return *this;
    }
    template <FixedString Name> RefusedEnvironment createTemporaryView(const RefusedTable&) const { return {}; }
    /// A name between parentheses, as Flink has it, comes too late for the compiler.
    template <class Text, class... A> RefusedEnvironment createTemporaryView(const Text&, const A&...) const {
        static_assert(std::is_void_v<Text>, "rivulet: createTemporaryView: the name stands in angle brackets: auto db = tenv.createTemporaryView<\"name\">(stream or table, ..)");
        return {};
    }
    /// The same of a stream, with what `fromDataStream` takes beside it.
    template <FixedString Name, detail::StreamOfRows S, class... How>
    auto createTemporaryView(const S& stream, const How&... how) const {
        using Verdict = VerdictOn<detail::ViewNameHolder<Views, Name, false>>;
        Verdict::report();
        if constexpr (!Verdict::isAccepted) return *this;
        else if constexpr (!detail::standsBesideStream<How...>) return viewOf<Name>(fromDataStream(stream, how...));
        else {  // asked here too, so that the message is as short as fromDataStream's
            using RowVerdict = VerdictOn<detail::RowHolder<typename S::Element>>;
            RowVerdict::report();
            if constexpr (!RowVerdict::isAccepted) return RefusedEnvironment{};
            else {
                using FieldVerdict = VerdictOn<detail::TableHolder<typename detail::StreamTable<typename S::Element, Functions, plan::ChangelogMode::insert, How...>::Tag>>;
                FieldVerdict::report();
                if constexpr (FieldVerdict::isAccepted) return viewOf<Name>(fromDataStream(stream, how...));
                else return RefusedEnvironment{};
            }
        }
    }
    /// The table that a view stands for.
    template <FixedString Name> auto from() const {
        using Verdict = VerdictOn<detail::ViewNameHolder<Views, Name, true>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<detail::ShortTag<detail::ViewTag<Views, Name>>>(context_, context_.environment);
        else return RefusedTable{};
    }
    template <class Text> RefusedTable from(const Text&) const {
        static_assert(std::is_void_v<Text>, "rivulet: from: the name of a view stands in angle brackets: from<\"name\">()");
        return {};
    }
    /// An environment in which SQL and `call<"Name">` can call `f`: any callable with one call operator without template parameters;
    /// or, with `aggregate<"Name">`, an aggregate: a struct with accumulate(..), result() and, if rows can be taken back, retract(..), if windows share rows, merge(..). or, with
    /// LATERAL TABLE, a table function: a struct with eval(.., Collector<Row>&) const.
    template <FixedString Name, class G> auto createTemporaryFunction(G f) const {
        using Verdict = VerdictOn<detail::FunctionHolder<Functions, Name, G>>;
        Verdict::report();
        if constexpr (!Verdict::isAccepted) return RefusedEnvironment{};
        else {
            using Next = typename Views::template WithFunction<detail::NamedFunction<Name, G>>;
            return TableEnvironment<detail::ShortTag<Next>>({context_.functions.with(detail::NamedFunction<Name, G>{std::move(f)}), context_.views, context_.environment});
        }
    }

    // ---- SQL ----------------------------------------------------------------------------------------------------

    /// The table of a query, parsed, bound and typed while compiling.
    ///
    ///     auto late = db.sqlQuery<"SELECT user, url FROM clicks WHERE delay > 5">();
    template <FixedString Sql> auto sqlQuery() const {
        using Tag = detail::ShortTag<detail::SqlTag<Views, Sql>>;
        using Verdict = VerdictOn<detail::TableHolder<Tag>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) return Table<Tag>(context_, context_.environment);
        else return RefusedTable{};
    }
    /// Text that the program has only when it runs cannot be checked while compiling.
    template <class Text> RefusedTable sqlQuery(const Text&) const {
        static_assert(std::is_void_v<Text>, "rivulet: sqlQuery: the text is read while compiling and stands in angle brackets: sqlQuery<\"SELECT ..\">()");
        return {};
    }

    // ---- tables -> streams --------------------------------------------------------------------------------------

    /// The table's rows as T: a struct's fields by name (exact, then without case), a tuple's by position, a plain value
    /// from the one column. Widening casts are put in, narrowing is refused; so is a nullable column for a field that
    /// cannot be null. Without T: `Row<Field<"name", type>, ..>` with all columns. One loop per source. A table that is updated
    /// is refused with the operator that updates it: `toChangelogStream` takes it.
    template <class T = Row<>, class Tag> auto toDataStream(const Table<Tag>& table) const {
        using Into = detail::SinkInto<T, Tag, plan::ChangelogMode::insert>;
        using Verdict = VerdictOn<detail::IntoHolder<Into>>;
        Verdict::report();
        return into<Verdict::isAccepted, Into>(table);
    }
    /// The same by position whatever the names are: `toDataStream<T>(table, byPosition<>)`.
    template <class T, class Tag> auto toDataStream(const Table<Tag>& table, ByPosition<>) const {
        using Into = detail::SinkByPosition<T, Tag>;
        using Verdict = VerdictOn<detail::IntoHolder<Into>>;
        Verdict::report();
        return into<Verdict::isAccepted, Into>(table);
    }
    template <class T = void, class... A> RefusedStream toDataStream(const RefusedTable&, const A&...) const { return {}; }

    /// The changes of the table as `Row<Field<"name", type>, ..>` with all columns, each with its kind.
    template <class Tag> auto toChangelogStream(const Table<Tag>& table) const {
        using Into = detail::SinkInto<Row<>, Tag, plan::ChangelogMode::all>;
        using Verdict = VerdictOn<detail::IntoHolder<Into>>;
        Verdict::report();
        return into<Verdict::isAccepted, Into>(table);
    }
    /// The same under a Schema: its physical columns, where it declares any, take the table's by position and give them names and
    /// types; so does a metadata column `rowtime`, which is no field of the Row. Computed and virtual columns count for nothing.
    /// The key's columns must be NOT NULL: `.orThrow()` says so of one that never is.
    /// The mode says which kinds are taken: with ChangelogMode::upsert() there are no -U, and a primary key must be the key by which
    /// the query tells its rows apart. Changes that the query makes and the mode does not take are refused with the operator.
    ///
    ///     tenv.toChangelogStream(totals, Schema().column<"who", "STRING NOT NULL">().column<"total", "BIGINT">().primaryKey<"who">(),
    ///                            ChangelogMode::upsert());
    template <class Tag, class... Parts, class Mode = decltype(ChangelogMode::all())>
    auto toChangelogStream(const Table<Tag>& table, const Schema<Parts...>&, Mode = {}) const {
        using SchemaVerdict = VerdictOn<detail::SinkSchemaHolder<Tag, Schema<Parts...>>>;
        SchemaVerdict::report();
        if constexpr (!SchemaVerdict::isAccepted) return RefusedStream{};
        else {
            using Into = detail::SinkUnderSchema<Tag, Schema<Parts...>, Mode::bits>;
            using Verdict = VerdictOn<detail::IntoHolder<Into>>;
            Verdict::report();
            return into<Verdict::isAccepted, Into>(table);
        }
    }
    template <class... A> RefusedStream toChangelogStream(const RefusedTable&, const A&...) const { return {}; }

    /// Flink 1.12's toDataStream, with its rules: a struct by exact names, a tuple and a Row by position.
    template <class T = Row<>, class Tag> auto toAppendStream(const Table<Tag>& table) const {
        using Into = detail::SinkAppended<T, Tag>;
        using Verdict = VerdictOn<detail::IntoHolder<Into>>;
        Verdict::report();
        return into<Verdict::isAccepted, Into>(table);
    }
    template <class T = void, class... A> RefusedStream toAppendStream(const RefusedTable&, const A&...) const { return {}; }
    /// Flink 1.12's changelog, for any T, by the same rules: pairs of true and a row that is added (+I, +U), or false and one that is taken back (-U, -D).
    template <class T = Row<>, class Tag> auto toRetractStream(const Table<Tag>& table) const {
        using Into = detail::SinkOfPairs<T, Tag>;
        using Verdict = VerdictOn<detail::IntoHolder<Into>>;
        Verdict::report();
        return into<Verdict::isAccepted, Into>(table);
    }
    template <class T = void, class... A> RefusedStream toRetractStream(const RefusedTable&, const A&...) const { return {}; }

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
    template <FixedString Name, class Tag> auto with(const Table<Tag>& table) const {
        using View = detail::NamedView<Name, Tag>;
        using Next = typename Views::template WithView<View>;
        return TableEnvironment<detail::ShortTag<Next>>(Views::template append<Next>(context_, View{table.context()}));
    }
    template <FixedString Name, class Tag> auto viewOf(const Table<Tag>& table) const { return with<Name>(table); }
    template <FixedString> RefusedEnvironment viewOf(const RefusedTable&) const { return {}; }
    template <bool Accepted, class Made, class S, class... How> auto changes(const S& stream, const How&... how) const {
        if constexpr (!Accepted) return RefusedTable{};
        else {
            detail::requireSame(context_.environment, stream.environment());
            return Table<typename Made::Tag>(Made::context({stream.share().origin(), context_.functions}, how...), stream.environment());
        }
    }
    template <bool Accepted, class Into, class Tag> static auto into(const Table<Tag>& table) {
        using Element = typename Into::Element;
        if constexpr (Accepted) return DataStream<Element, detail::QueryOrigin<typename Into::Sink, Element>>(table.environment(), detail::originOf<typename Into::Sink, Element>(table));
        else return DataStream<Element>(table.environment(), {});
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
