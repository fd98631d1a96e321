// SPDX-License-Identifier: BSL-1.0
// Typed rows as a printed table, in the form of Flink's execute().print().
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/core/verdict.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/table/cell_text.hpp>
#include <rivulet/table/tableau_writer.hpp>

namespace rivulet {

namespace detail {

template <class T>
struct TableauRow {
    static constexpr Error error = rowError<T>;
    static constexpr std::string_view sql{};
};
template <class T> using TableauVerdict = VerdictOn<TableauRow<T>>;

template <class Rows> using RowOf = std::remove_cvref_t<decltype(*std::declval<const Rows&>().begin())>;

}  // namespace detail

/// Prints rows of a T (anything with fields, see Reflection) as they come, as Flink prints a result:
///
///     +----+--------------------------------+-------------+
///     | op |                           name |       score |
///     +----+--------------------------------+-------------+
///     | +I |                          Alice |      <NULL> |
///     +----+--------------------------------+-------------+
///     1 row in set
///
/// Widths come from the columns' types, so no row is kept (unless `compact`); cells are right-aligned, longer ones cut and
/// end in `...`, East Asian characters count two. Nothing is written before the first row; without any it is `Empty set`.
/// Cells hold the text of a CAST to STRING, bytes as `x'6162'`, RAW values the text that they have. TIMESTAMP_LTZ is shown in the session zone.
/// A file that cannot be written is an Exception. Also a sink of a stream (`stream.addSink(Tableau<User>(stdout))`).
///
///     Tableau<User> table(stdout);
///     for (const User& user : users) table.write(user);
///     table.finish();
template <class T>
class Tableau {
    using Verdict = detail::TableauVerdict<T>;

public:
    using Element = T;
    /// To a file, which stays open, or to the end of a string; both are kept by reference.
    explicit Tableau(std::FILE* file, TableauOptions options = {}) : Tableau(detail::TextSink(file), columnsOf<T>, options) { Verdict::report(); }
    explicit Tableau(std::string& text, TableauOptions options = {}) : Tableau(detail::TextSink(text), columnsOf<T>, options) { Verdict::report(); }
    /// With columns of other names or types than T's own; there must be as many.
    Tableau(std::FILE* file, const ColumnList<Reflection<T>::count>& columns, TableauOptions options = {}) : Tableau(detail::TextSink(file), columns, options) { Verdict::report(); }
    Tableau(std::string& text, const ColumnList<Reflection<T>::count>& columns, TableauOptions options = {}) : Tableau(detail::TextSink(text), columns, options) { Verdict::report(); }

    /// One row. Its text is made first: a row that throws while it is read leaves no trace.
    void row(RowKind kind, const T& value) {
        if constexpr (Verdict::isAccepted) {
            writer_.beginRow(kind);
            cells(value, detail::FieldIndexes<T>{});
            writer_.endRow();
        }
    }
    /// One row, of its own kind if it is a Row, else an insert.
    void write(const T& value) {
        if constexpr (Reflection<T>::shape == Shape::row) row(value.kind, value);
        else row(RowKind::insert, value);
    }
    /// Hands what was printed to the operating system.
    void flush() { writer_.flush(); }
    /// The end of the table. A next row begins another one.
    void finish() { writer_.finish(); }
    /// A job ended by an error: the rows that came, without a last border.
    void failed() { writer_.failed(); }
    /// Forgets an unfinished table, as when a job runs again.
    void open() { writer_.restart(); }
    /// Rows since the table began.
    std::uint64_t rows() const { return writer_.rows(); }

private:
    template <int N>
    Tableau(detail::TextSink sink, const ColumnList<N>& columns, TableauOptions options) : writer_(sink, columns.begin(), N, options) {}

    template <std::size_t... I>
    void cells(const T& value, std::index_sequence<I...>) {
        (cell<typename Reflection<T>::template Type<static_cast<int>(I)>>(Reflection<T>::template get<static_cast<int>(I)>(value)), ...);
    }
    template <class F>
    void cell(const F& field) {
        std::string& text = writer_.cell();
        if constexpr (detail::isOptional<F>) {
            if (field) detail::appendCell(text, *field);
            else text = "<NULL>";
        } else detail::appendCell<F>(text, field);
        writer_.endCell();
    }

    detail::TableauWriter writer_;
};

/// The table that a Tableau prints, as text: `tableauOf(users)`. Any range of rows of one type.
template <class Rows>
std::string tableauOf(const Rows& rows, TableauOptions options = {}) {
    using Verdict = detail::TableauVerdict<detail::RowOf<Rows>>;
    Verdict::report();
    std::string text;
    if constexpr (Verdict::isAccepted) {
        Tableau<detail::RowOf<Rows>> table(text, options);
        for (const auto& row : rows) table.write(row);
        table.finish();
    }
    return text;
}

/// Prints any range of structs, tuples or single values as a table, without the column `op`: `printTable(users)`,
/// `printTable(users, {.compact = true})`, `printTable(users, {}, stderr)`.
template <class Rows>
void printTable(const Rows& rows, TableauOptions options = {}, std::FILE* file = stdout) {
    using Verdict = detail::TableauVerdict<detail::RowOf<Rows>>;
    Verdict::report();
    if constexpr (Verdict::isAccepted) {
        Tableau<detail::RowOf<Rows>> table(file, options);
        for (const auto& row : rows) table.write(row);
        table.finish();
    }
}

}  // namespace rivulet
