// SPDX-License-Identifier: BSL-1.0
// Rows of a C++ type -> CSV bytes.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/row_kind.hpp>
#include <rivulet/core/verdict.hpp>
#include <rivulet/format/csv_columns.hpp>
#include <rivulet/format/csv_options.hpp>

namespace rivulet {

/// Appends rows of T to a text as CSV. What it writes, CsvReader<T> with the same options reads as equal rows.
///
/// - The header has the field names (or what `CsvOptions::column` calls them); `noHeader()` leaves it out. Lines end with LF.
/// - Values are written as CAST(value AS STRING) writes them. NULL is an empty field or the null literal, the empty string `""`.
/// - A field is quoted only where it would be read as something else.
/// - A Row that is no insertion is refused (IllegalState): CSV has no place for the kind of a change.
///
///     std::string text;
///     CsvWriter<Out> writer;
///     writer.header(text);
///     writer.row(text, Out{"Alice", 4});      // Alice,4\n
template <class T>
class CsvWriter {
    using Columns = detail::CsvColumns<T>;

public:
    explicit CsvWriter(const CsvOptions& options = {}) : options_(options), dialect_(options.dialect()) {
        VerdictOn<detail::CsvWritable<T>>::report();
        CsvScanner{dialect_};  // refuses what no reader could read
    }

    /// The header line, unless there is none.
    void header(std::string& out) {
        begun_ = false;
        if (!options_.hasHeader()) return;
        for (std::size_t i = 0; i < Columns::Sequence::size(); ++i) {
            if (i) out += dialect_.delimiter;
            text(out, options_.nameInFile(Columns::name(i)), i == 0);
        }
        out += '\n';
        begun_ = true;
    }
    /// One line.
    void row(std::string& out, const T& row) {
        if constexpr (VerdictOn<detail::CsvWritable<T>>::isAccepted) {
            if constexpr (Columns::R::shape == Shape::row)
                if (row.kind != RowKind::insert) throw IllegalState("a row that is an update or a deletion cannot be written as CSV");
            members(out, row, typename Columns::Sequence{});
            out += '\n';
            begun_ = true;
        }
    }

private:
    template <std::size_t... I>
    void members(std::string& out, const T& row, std::index_sequence<I...>) {
        (member<I>(out, Columns::template get<I>(row)), ...);
    }
    template <std::size_t I, class M>
    void member(std::string& out, const M& m) {
        using Member = detail::CsvMember<M>;
        if constexpr (I > 0) out += dialect_.delimiter;
        if (Member::isNull(m)) {
            const auto& literal = options_.nullLiteral();
            if (literal && !breaks(*literal, I == 0)) out += *literal;  // else nothing, which is NULL in any case
            return;
        }
        const auto& bare = Member::value(m);
        using Traits = SqlTraits<std::remove_cvref_t<decltype(bare)>>;
        if constexpr (Member::isText) text(out, Traits::toValue(bare), I == 0, !Member::isNullable && options_.isEmptyText());
        else {
            const std::size_t from = out.size();
            detail::writeCsv(out, Traits::toValue(bare));
            if (needsQuotes(std::string_view(out).substr(from), I == 0)) {  // an unusual delimiter, or empty BYTES
                const std::string plain = out.substr(from);
                out.resize(from);
                quote(out, plain);
            }
        }
    }

    // What stands first in the file and looks like its byte order mark gets one in front, if there are no quotes: readers skip one.
    void text(std::string& out, std::string_view s, bool startsLine, bool emptyIsText = false) {
        if (s.empty() && emptyIsText) return;
        if (startsLine && !begun_ && !dialect_.quote && startsLikeMark(s)) out += mark;
        if (needsQuotes(s, startsLine)) quote(out, s);
        else out += s;
    }
    static bool startsLikeMark(std::string_view s) { return s.substr(0, mark.size()) == mark; }
    // Comments are told apart where a line starts, and the mark in the first one: rare enough for quotes in every column and line.
    bool needsQuotes(std::string_view s, bool startsLine) const {
        return s.empty() || (options_.nullLiteral() && s == *options_.nullLiteral()) || (startsLine && dialect_.quote && startsLikeMark(s)) || breaks(s, startsLine);
    }
    bool breaks(std::string_view s, bool startsLine) const {
        if ((startsLine || dialect_.quote) && dialect_.comment && !s.empty() && s[0] == dialect_.comment) return true;
        for (const char c : s)
            if (c == dialect_.delimiter || c == '\n' || c == '\r' || (c == dialect_.quote && dialect_.quote)) return true;
        return false;
    }
    void quote(std::string& out, std::string_view s) const {
        if (!dialect_.quote) throw DataError("cannot be written as CSV without quotes", s);
        out += dialect_.quote;
        for (const char c : s) {
            if (c == dialect_.quote) out += c;
            out += c;
        }
        out += dialect_.quote;
    }

    static constexpr std::string_view mark = "\xEF\xBB\xBF";
    CsvOptions options_;
    CsvDialect dialect_;
    bool begun_{};  // a line is written
};

}  // namespace rivulet
