// SPDX-License-Identifier: BSL-1.0
// How a CSV file is read or written, and what becomes of malformed records. A value.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/core/list.hpp>
#include <rivulet/format/csv_scanner.hpp>

namespace rivulet {

/// A record that did not become a row.
struct CsvRejected {
    std::string source{};   // the file
    std::uint64_t line{};   // where the record begins, from 1; the header counts
    std::string column{};   // empty if the record as a whole is malformed
    std::string value{};    // the field's text
    std::string problem{};  // in words
    std::string text{};     // the whole record as it stands in the file, without its line end
};

/// A malformed record or file. `what()` is `file: line N: column 'c': problem: 'value'`; `row()` is the line too.
class CsvError : public DataError {
public:
    explicit CsvError(CsvRejected r)
        : DataError(r.problem, r.value, r.column, r.source, r.line), rejected_(std::move(r)), what_(compose(rejected_)) {}
    const char* what() const noexcept override { return what_.c_str(); }
    std::uint64_t line() const noexcept { return rejected_.line; }
    /// The record as it stands in the file.
    const std::string& text() const noexcept { return rejected_.text; }
    const CsvRejected& rejected() const noexcept { return rejected_; }

    /// The record in one line of at most about 300 characters of its text.
    static std::string compose(const CsvRejected& r) {
        constexpr std::size_t most = 300;
        std::string s = r.source;
        if (r.line) s.append(": line ").append(std::to_string(r.line));
        if (!r.column.empty()) s.append(": column '").append(r.column).append("'");
        s.append(": ").append(r.problem);
        if (!r.value.empty()) s.append(": '").append(r.value, 0, most).append(r.value.size() > most ? "...'" : "'");
        if (!r.text.empty()) s.append(" in: ").append(r.text, 0, most).append(r.text.size() > most ? "..." : "");
        return s;
    }

private:
    CsvRejected rejected_;
    std::string what_;
};

/// Records of one reading. Every record is counted once: read == kept + rejected.
struct CsvCounts {
    std::uint64_t read{};      // records after the header, without blank lines and comments
    std::uint64_t kept{};      // became rows
    std::uint64_t rejected{};  // did not, under skip or collect
    std::uint64_t blank{};     // empty lines that were passed over
};

/// Settings of CSV readers and writers; each call returns the options again.
///
///     CsvOptions{}.delimiter(';').column("Cost Total $", "costTotal").skipRejected()
class CsvOptions {
public:
    // The text.

    /// Default ','.
    CsvOptions& delimiter(char c) { dialect_.delimiter = c; return *this; }
    /// Default '"'; '\0' for none.
    CsvOptions& quote(char c) { dialect_.quote = c; return *this; }
    /// Lines that begin with this character are skipped. Default: none.
    CsvOptions& comment(char c) { dialect_.comment = c; return *this; }
    /// A quote inside an unquoted field (`5" pipe`) is text. Default: the record is malformed, as in RFC 4180.
    CsvOptions& bareQuotes(bool on = true) { dialect_.bareQuotes = on; return *this; }
    /// An unquoted field with this text is NULL, and NULL is written so. An empty unquoted field is NULL in any case.
    CsvOptions& nullLiteral(std::string text) { nullLiteral_ = std::move(text); return *this; }
    /// An empty unquoted field is the empty string for a text column that cannot be NULL. Default: it is NULL, hence an error there.
    CsvOptions& emptyText(bool on = true) { emptyText_ = on; return *this; }
    /// A longer record ends the reading with an error, whatever the policy. Default 16 MiB.
    CsvOptions& maxRecordBytes(std::size_t bytes) { dialect_.maxRecordBytes = bytes; return *this; }
    /// How much is read from the file at once. Default 256 KiB.
    CsvOptions& chunkBytes(std::size_t bytes) { chunk_ = bytes; return *this; }

    // The columns.

    /// The file has no header line; its columns are those of the row type, in that order. Written: no header line.
    CsvOptions& noHeader() { header_ = false; return *this; }
    /// The file has no header line and these columns, found by name as if they stood in one. (Reading only.)
    CsvOptions& columns(std::vector<std::string> names) { header_ = false; names_ = std::move(names); return *this; }
    /// The header's names do not matter: the file's columns are those of the row type, in that order. (Reading only.)
    CsvOptions& byPosition() { byPosition_ = true; return *this; }
    /// The file's column `inFile` is the row type's field `field`. For a name of the type itself, rename the member instead (`Members`).
    CsvOptions& column(std::string inFile, std::string field) { renamed_.push_back({std::move(inFile), std::move(field)}); return *this; }
    /// A column of the file that the row type has no field for is an error. Default: it is passed over.
    CsvOptions& everyColumn(bool on = true) { everyColumn_ = on; return *this; }
    /// A nullable field whose column is not in the file is NULL. Default: an error.
    CsvOptions& missingIsNull(bool on = true) { missingIsNull_ = on; return *this; }

    // Malformed records. By default the first one ends the job with a CsvError.

    /// They are counted and left out.
    CsvOptions& skipRejected() { policy_ = Policy::skip; return *this; }
    /// They are counted, left out, and appended to `list`, a container of CsvRejected with push_back, which must outlive the reading.
    template <class List>
    CsvOptions& collectRejected(List& list) {
        return onRejected([&list](CsvRejected&& r) { list.push_back(std::move(r)); });
    }
    /// They are counted, left out, and given to `take`, a callable with (CsvRejected&&). What it throws ends the job.
    template <class F>
    CsvOptions& onRejected(F take) {
        struct Call final : Taker {
            explicit Call(F g) : f(std::move(g)) {}
            void take(CsvRejected&& r) override { f(std::move(r)); }
            F f;
        };
        taker_ = std::shared_ptr<Taker>(static_cast<Taker*>(new Call(std::move(take))));
        policy_ = Policy::collect;
        return *this;
    }
    /// The default again.
    CsvOptions& failOnRejected() { policy_ = Policy::fail; taker_ = nullptr; return *this; }

    // For readers and writers.
    enum class Policy : unsigned char { fail, skip, collect };
    struct Taker {
        Taker() = default;
        Taker(const Taker&) = delete;
        Taker& operator=(const Taker&) = delete;
        virtual ~Taker() = default;
        virtual void take(CsvRejected&& r) = 0;
    };
    struct Renamed { std::string inFile, field; };
    const CsvDialect& dialect() const { return dialect_; }
    const std::optional<std::string>& nullLiteral() const { return nullLiteral_; }
    bool isEmptyText() const { return emptyText_; }
    std::size_t chunkBytes() const { return chunk_; }
    bool hasHeader() const { return header_; }
    const std::vector<std::string>& columns() const { return names_; }
    bool isByPosition() const { return byPosition_ || (!header_ && names_.empty()); }
    bool isEveryColumn() const { return everyColumn_; }
    bool isMissingNull() const { return missingIsNull_; }
    Policy policy() const { return policy_; }
    Taker* taker() const { return taker_.get(); }
    /// The name in the file of a field of the row type.
    std::string_view nameInFile(std::string_view field) const {
        for (const auto& [inFile, name] : renamed_)
            if (name == field) return inFile;
        return field;
    }
    const detail::List<Renamed>& renamed() const { return renamed_; }

private:
    CsvDialect dialect_{};
    std::optional<std::string> nullLiteral_{};
    std::vector<std::string> names_{};
    detail::List<Renamed> renamed_{};
    std::shared_ptr<Taker> taker_{};
    std::size_t chunk_{CsvScanner::defaultChunk};
    Policy policy_{Policy::fail};
    bool emptyText_{}, header_{true}, byPosition_{}, everyColumn_{}, missingIsNull_{};
};

}  // namespace rivulet
