// SPDX-License-Identifier: BSL-1.0
// A table's rows asked for directly: printed, collected, or written to sinks by jobs of their own.
#pragma once
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/list.hpp>
#include <rivulet/core/verdict.hpp>
#include <rivulet/lift/query_origin.hpp>
#include <rivulet/stream/data_stream.hpp>
#include <rivulet/table/changelog_mode.hpp>
#include <rivulet/table/result_row.hpp>
#include <rivulet/table/sink_tag.hpp>
#include <rivulet/table/tableau.hpp>

namespace rivulet {

template <class Tag> class Table;
struct RefusedTable;

namespace detail {

template <class Tag> using RowSinkTag = SinkTag<ResultRow<Tag>, plan::Matching::byPosition, plan::ChangelogMode::all, Tag>;

/// The verdict on a table as rows of all its columns: on itself, on their number and types, then on its whole plan.
template <class Tag>
struct ResultHolder {
    static consteval Error find() {
        if constexpr (relationOf<Tag>.error) return relationOf<Tag>.error;  // which has no columns
        else if constexpr (relationOf<Tag>.count > mostMembers) return {.code = ErrorCode::tooManyMembers, .subject = "columns of the result", .expected = mostMembersText.view()};
        else if constexpr (keptRowError<ResultRow<Tag>>.code != ErrorCode::none) return keptRowError<ResultRow<Tag>>;
        else return SinkHolder<RowSinkTag<Tag>>::error;
    }
    static constexpr Error error = find();
    static constexpr std::string_view sql = Tag::sql;
};

template <class Sink, class T, class Tag>
QueryOrigin<Sink, T> originOf(const Table<Tag>& table) {
    return {std::make_shared<const typename Sink::Context>(Sink::contextOf(table.context(), {})), table.environment()};
}

/// The row type that a sink asks for, or none: then rows are the table's own.
template <class S> struct SinkElement { using type = Row<>; };
template <class S> requires requires { typename S::Element; } struct SinkElement<S> { using type = typename S::Element; };

}  // namespace detail

/// What `table.execute()` gives: the rows of a job that runs when they are asked for, and that leaves the sinks of the
/// stream environment alone. (Flink submits the job at once; a local one has nobody to run it meanwhile.)
template <class Sink, class T>
class TableResult {
    using Origin = detail::QueryOrigin<Sink, T>;

public:
    using Element = T;
    explicit TableResult(Origin origin) : origin_(std::move(origin)) {}

    /// Runs the job and prints its rows as they come, as Flink prints them: with their kinds of change, but for a table of a batch environment.
    void print(std::FILE* file = stdout) const { run(Tableau<T>(file, options())); }
    void print(std::string& text) const { run(Tableau<T>(text, options())); }
    /// Runs the job and gives its rows, each with its kind.
    std::vector<T> collect() const {
        std::vector<T> rows;
        collect(rows);
        return rows;
    }
    /// The same behind what is in `rows`, which keeps the rows that came before an error. (Flink's collect() gives an iterator.)
    void collect(std::vector<T>& rows) const { run(Appended{&rows}, "collect"); }

private:
    struct Appended {
        std::vector<T>* rows;
        void write(const T& row) { rows->push_back(row); }
        void write(T&& row) { rows->push_back(std::move(row)); }
    };
    TableauOptions options() const {
        TableauOptions o{};
        o.op = !Sink::catalogue.batch;
        return o;
    }
    template <class S> void run(S sink, const char* named = "print") const {
        const std::shared_ptr<detail::AnySink> made(static_cast<detail::AnySink*>(new detail::ChainSink<Origin, S>(origin_, std::move(sink))));
        made->named.name = named;
        origin_.environment->run("table", {made});
    }
    Origin origin_;
};

/// Several tables written to sinks by one job. A source that several of them read is read once.
///
///     auto set = tenv.createStatementSet();
///     set.addInsert(early, CsvSink<Early>("early.csv"));
///     set.addInsert<Late>(late, PrintSink<Late>("late"));
///     set.execute();
class StatementSet {
public:
    explicit StatementSet(std::shared_ptr<detail::EnvironmentCore> environment) : environment_(std::move(environment)) {}

    /// The table's rows into a sink of a stream: an object with write(row), or a callable. Rows are of the sink's `Element`
    /// type by the rules of toDataStream<T>, or of the T that is named; else `Row<Field<"name", type>, ..>`. Inserts only, unless a
    /// mode says what else the sink takes; then it is a sink of Rows, which have a kind: `addInsert(counts, sink, ChangelogMode::all())`.
    template <class T = void, class Tag, class S, class Mode = decltype(ChangelogMode::insertOnly())>
    StatementSet& addInsert(const Table<Tag>& table, S sink, Mode = {}) {
        using Asked = std::conditional_t<std::is_void_v<T>, typename detail::SinkElement<S>::type, T>;
        using Into = detail::SinkInto<Asked, Tag, Mode::bits>;
        using Target = typename Into::Target;
        using Sink = typename Into::Sink;
        using Verdict = VerdictOn<detail::IntoHolder<Into>>;
        Verdict::report();
        constexpr bool kinds = Mode::bits == plan::ChangelogMode::insert || Reflection<Target>::shape == Shape::row;
        static_assert(kinds, "rivulet: addInsert: a sink that takes changes is one of rivulet::Row, whose kind tells what changed");
        constexpr bool fits = kinds && (detail::SinkObject<S, Target> || detail::takesRow<S, Target>);
        static_assert(fits || !kinds, "rivulet: addInsert: the sink takes no such rows; name the type they shall have: addInsert<Out>(table, sink)");
        if constexpr (Verdict::isAccepted && fits) {
            using Origin = detail::QueryOrigin<Sink, Target>;
            std::shared_ptr<detail::AnySink> made(static_cast<detail::AnySink*>(new detail::ChainSink<Origin, S>(detail::originOf<Sink, Target>(table), std::move(sink))));
            made->named.name = environment_->defaultName("sink");
            sinks_.push_back(std::move(made));
        }
        return *this;
    }
    template <class T = void, class S, class... Mode> StatementSet& addInsert(const RefusedTable&, S, const Mode&...) { return *this; }
    /// Adds what was collected to the stream environment, to run with its next `execute`, and clears the set.
    void attachAsDataStream() {
        for (auto& s : sinks_) environment_->sinks.push_back(std::move(s));
        sinks_.clear();
    }
    /// Runs what was collected as a job of its own, and clears the set. An empty set is an IllegalState.
    JobExecutionResult execute(std::string_view name = "statement set") { return environment_->run(name, detail::List(std::move(sinks_))); }

private:
    std::shared_ptr<detail::EnvironmentCore> environment_;
    detail::List<std::shared_ptr<detail::AnySink>> sinks_;
};

}  // namespace rivulet
