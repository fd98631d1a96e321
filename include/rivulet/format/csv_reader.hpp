// SPDX-License-Identifier: BSL-1.0
// CSV bytes -> rows of a C++ type, by the names or places of its fields.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/format/csv_columns.hpp>
#include <rivulet/format/csv_options.hpp>
#include <rivulet/format/csv_scanner.hpp>
#include <rivulet/runtime/slots.hpp>

namespace rivulet {

/// Reads rows of T (any reflected struct, tuple, Row or single value) from CSV bytes that somebody else moves.
///
/// - With a header, the fields of T are found by name, exactly; `Members<T>` or `CsvOptions::column` rename. Columns that T has
///   no field for are passed over, though their quotes are read. A field without column is an error that shows both lists.
/// - An unquoted empty field is NULL: std::nullopt, or an error where T's field cannot be null. A quoted one is the empty string.
/// - A record that is malformed, has too few or too many fields, or a value that does not fit its column, fails, is skipped or
///   is collected (CsvOptions), and always counted. Such an error names source, line, column and value.
/// - No allocation per row once the buffers have grown, beyond what the row's own members need.
///
/// A schema that is not a struct of yours is a Row: `CsvReader<Row<Field<"id", std::int64_t>, Field<"name", std::optional<std::string>>>>`.
///
///     CsvReader<Strike> reader("strikes.csv", CsvOptions{}.skipRejected());
///     std::vector<Strike> rows;
///     reader.readText(text, rows);                    // or room(), added(), finish() and read()
template <class T>
class CsvReader {
    using Columns = detail::CsvColumns<T>;
    static constexpr bool isAccepted = VerdictOn<detail::CsvReadable<T>>::isAccepted;

public:
    explicit CsvReader(std::string source = "CSV", CsvOptions options = {})
        : source_(std::move(source)), options_(std::move(options)), scanner_(options_.dialect(), options_.chunkBytes()) {
        VerdictOn<detail::CsvReadable<T>>::report();
        begin();
    }

    /// Another input begins, under the same name and options.
    void reset() {
        scanner_.reset();
        counts_ = {};
        begin();
    }
    const CsvCounts& counts() const { return counts_; }
    const std::string& source() const { return source_; }

    /// Where the next bytes go; see CsvScanner.
    std::span<char> room() { return scanner_.room(); }
    void added(std::size_t bytes) { scanner_.added(bytes); }
    void finish() { scanner_.finish(); }

    /// Reads rows until there are `most` (`record`), bytes run out (`needBytes`) or the input ends (`end`). Throws CsvError.
    CsvStep read(detail::Slots<T>& slots, std::size_t most = batchRows) {
        if constexpr (isAccepted) {
            while (slots.count() < most && !slots.full()) {
                const CsvStep step = scanner_.next();
                if (step == CsvStep::record) take(slots);
                else if (step == CsvStep::tooLong) tooLong();
                else {
                    if (step == CsvStep::end && !bound_) fail("the file is empty; expected a header line with " + Columns::list());
                    return step;
                }
            }
            return CsvStep::record;
        } else return CsvStep::end;
    }

    /// All rows of a text, appended to `rows`; before an error those that came before it.
    void readText(std::string_view text, std::vector<T>& rows) {
        reset();
        detail::Slots<T> slots;
        for (;;) {
            CsvStep step{};
            try {
                step = read(slots);
            } catch (...) {
                give(slots, rows);
                throw;
            }
            give(slots, rows);
            if (step == CsvStep::end) return;
            if (step == CsvStep::record) continue;
            const std::span<char> to = room();
            const std::size_t n = text.copy(to.data(), to.size());
            text.remove_prefix(n);
            if (n) added(n); else finish();
        }
    }

private:
    static constexpr std::size_t count_ = static_cast<std::size_t>(Columns::count);

    static void give(detail::Slots<T>& slots, std::vector<T>& rows) {
        for (auto& row : slots.rows()) {
            if constexpr (detail::givesRows<T>) rows.push_back(std::move(row));
            else rows.push_back(row);
        }
        slots.clear();
    }
    void begin() {
        bound_ = false;
        names_.clear();
        if (options_.hasHeader()) return;
        names_ = options_.columns();
        if (names_.empty()) for (std::size_t i = 0; i < count_; ++i) names_.emplace_back(Columns::name(i));
        if constexpr (isAccepted) bind(0);
    }

    void take(detail::Slots<T>& slots) {
        const std::size_t fields = scanner_.fields();
        if (fields == 1 && scanner_.flaw() == CsvFlaw::none && (!bound_ || names_.size() != 1)) {
            const CsvField only = scanner_.field(0);
            if (only.text.empty() && !only.quoted) { ++counts_.blank; return; }
        }
        if (!bound_) { header(); return; }
        ++counts_.read;
        if (scanner_.flaw() != CsvFlaw::none) { reject(flaw()); return; }
        if (fields != names_.size()) {
            reject({source_, scanner_.line(), {}, {}, "has " + std::to_string(fields) + (fields == 1 ? " field" : " fields") + ", expected " + std::to_string(names_.size()), {}});
            return;
        }
        if constexpr (Columns::inPlace) {
            if (!assign(slots.next(), typename Columns::Sequence{})) return;
            slots.keep();
        } else {
            if (!construct(slots, typename Columns::Sequence{})) return;
        }
        ++counts_.kept;
    }

    template <std::size_t... I>
    bool assign(T& row, std::index_sequence<I...>) {
        return (readMember<I>(Columns::template get<I>(row)) && ...);
    }
    // A T that cannot be made first and filled then: its members are read first.
    template <std::size_t... I>
    bool construct(detail::Slots<T>& slots, std::index_sequence<I...>) {
        typename Columns::template Tuple<typename Columns::Sequence>::Type values{};
        if (!(readMember<I>(std::get<I>(values)) && ...)) return false;
        slots.push(Columns::make(std::move(values), typename Columns::Sequence{}));
        return true;
    }

    template <std::size_t I, class M>
    bool readMember(M& member) {
        const std::size_t column = columnOf_[I];
        using Member = detail::CsvMember<M>;
        if (column == absent) { Member::readNull(member); return true; }
        const CsvField f = scanner_.field(column);
        const bool isNull = !f.quoted && (f.text.empty() || (options_.nullLiteral() && f.text == *options_.nullLiteral()));
        detail::CsvProblem problem;
        if (!isNull || (Member::isText && !Member::isNullable && f.text.empty() && options_.isEmptyText())) problem = Member::read(f.text, member, words_);
        else problem = Member::readNull(member);
        if (problem.empty()) [[likely]] return true;
        reject({source_, scanner_.line(), names_[column], std::string(f.text), std::string(problem), {}});
        return false;
    }

    // ---- header and columns ----

    void header() {
        if (scanner_.flaw() != CsvFlaw::none) { CsvRejected r = flaw(); r.text = scanner_.text(); throw CsvError(std::move(r)); }
        for (std::size_t i = 0; i < scanner_.fields(); ++i) names_.emplace_back(scanner_.field(i).text);
        if constexpr (isAccepted) bind(scanner_.line());
    }

    void bind(std::uint64_t line) {
        bound_ = true;
        for (const auto& [inFile, field] : options_.renamed())
            if (!Columns::has(field)) fail("the options give a column to '" + field + "', which is no field: " + Columns::list(), line);
        if (options_.isByPosition()) {
            if (names_.size() != count_) fail("the file has " + std::to_string(names_.size()) + " columns, the row type " + std::to_string(count_) + both(), line);
            for (std::size_t i = 0; i < count_; ++i) columnOf_[i] = i;
            return;
        }
        std::string missing;
        bindAll(missing, line, typename Columns::Sequence{});
        if (!missing.empty()) fail("no column in the file for: " + missing + both(), line);
        if (!options_.isEveryColumn()) return;
        std::string surplus;
        for (std::size_t c = 0; c < names_.size(); ++c) {
            bool read = false;
            for (const std::size_t of : columnOf_) read = read || of == c;
            if (!read) detail::appendName(surplus, names_[c]);
        }
        if (!surplus.empty()) fail("no field in the row type for: " + surplus + both(), line);
    }
    template <std::size_t... I>
    void bindAll(std::string& missing, std::uint64_t line, std::index_sequence<I...>) {
        (bindOne(I, Columns::template Member<I>::isNullable, missing, line), ...);
    }
    void bindOne(std::size_t field, bool nullable, std::string& missing, std::uint64_t line) {
        const std::string_view wanted = options_.nameInFile(Columns::name(field));
        columnOf_[field] = absent;
        for (std::size_t c = 0; c < names_.size(); ++c) {
            if (names_[c] != wanted) continue;
            if (columnOf_[field] != absent) fail("two columns of the file have the name '" + std::string(wanted) + "'", line);
            columnOf_[field] = c;
        }
        if (columnOf_[field] == absent && !(nullable && options_.isMissingNull())) detail::appendName(missing, wanted);
    }
    std::string both() const {
        std::string file;
        for (const std::string& n : names_) detail::appendName(file, n);
        return "; the file has: " + file + "; the row type has: " + Columns::list();
    }

    // ---- errors ----

    [[noreturn, gnu::cold]] void fail(std::string problem, std::uint64_t line = 0) const {
        throw CsvError({source_, line, {}, {}, std::move(problem), {}});
    }
    [[noreturn, gnu::cold]] void tooLong() const {
        fail("a record of more than " + std::to_string(scanner_.dialect().maxRecordBytes) + " bytes; is a quote in it never closed?", scanner_.line());
    }
    CsvRejected flaw() const {
        CsvRejected r{source_, scanner_.line(), {}, {}, {}, {}};
        if (scanner_.fields() < names_.size()) r.column = names_[scanner_.fields()];
        switch (scanner_.flaw()) {
            case CsvFlaw::bareQuote: r.problem = "a quote inside an unquoted field"; break;
            case CsvFlaw::textAfterQuote: r.problem = "text after the closing quote of a field"; break;
            case CsvFlaw::openQuote: r.problem = "a quoted field that is never closed"; break;
            case CsvFlaw::none: break;
        }
        if (scanner_.flaw() == CsvFlaw::openQuote || scanner_.flawLine() != r.line)
            r.problem += (scanner_.flaw() == CsvFlaw::openQuote ? "; it begins in line " : ", in line ") + std::to_string(scanner_.flawLine());
        return r;
    }
    [[gnu::cold]] void reject(CsvRejected r) {
        r.text = scanner_.text();
        if (options_.policy() == CsvOptions::Policy::fail) throw CsvError(std::move(r));
        ++counts_.rejected;
        if (options_.taker()) options_.taker()->take(std::move(r));
    }

    static constexpr std::size_t absent = static_cast<std::size_t>(-1);
    std::string source_;
    CsvOptions options_;
    CsvScanner scanner_;
    CsvCounts counts_{};
    std::string words_{};
    std::vector<std::string> names_{};        // of the file's columns
    std::size_t columnOf_[count_ ? count_ : 1]{};  // of each field of T
    bool bound_{};
};

}  // namespace rivulet
