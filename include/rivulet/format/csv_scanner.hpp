// SPDX-License-Identifier: BSL-1.0
// Bytes of CSV in chunks -> records of fields, by RFC 4180. Knows nothing of columns or types.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/list.hpp>
#include <rivulet/format/csv_block.hpp>

namespace rivulet {

/// How a CSV text is written. The defaults are RFC 4180.
struct CsvDialect {
    char delimiter{','};
    char quote{'"'};       // '\0': no quoting, a quote is a character like any other
    char comment{'\0'};    // lines that begin with it are skipped; '\0': there are none
    bool bareQuotes{};     // true: a quote inside an unquoted field is text; false (RFC 4180): such a record is malformed
    std::size_t maxRecordBytes{std::size_t{16} << 20};  // a longer record ends the reading: usually a quote that was never closed
};

/// One field of a record. `text` is without the outer quotes and with doubled quotes made single.
struct CsvField {
    std::string_view text{};
    bool quoted{};
};

/// What `CsvScanner::next` found.
enum class CsvStep : unsigned char {
    record,     // fields() of them are there; or the record is malformed, see flaw()
    needBytes,  // give more with room() and added(), or finish()
    end,        // all records were seen
    tooLong     // a record exceeds maxRecordBytes; the scanner cannot go on
};

/// What is malformed in a record.
enum class CsvFlaw : unsigned char { none, bareQuote, textAfterQuote, openQuote };

/// Cuts CSV bytes into records. Where the chunks end does not matter.
///
/// - A record ends at LF or CRLF outside quotes, or at the end of the input (there also at a lone CR). Other CRs are text.
/// - A byte order mark is skipped at the very beginning, nowhere else.
/// - A malformed record reaches to the end of the line in which the flaw was found (an unclosed quote: to the end of the input);
///   text inside quotes is never taken for rows.
/// - Fields are views, valid until the next call of next() or room(). No allocation per record once the buffers are as large as the largest record.
///
///     CsvScanner scanner;
///     for (CsvStep step; (step = scanner.next()) != CsvStep::end;)
///         if (step == CsvStep::needBytes) { if (auto n = std::fread(...scanner.room())) scanner.added(n); else scanner.finish(); }
///         else use(scanner.field(0).text);
///
/// Why our own: of the packaged parsers, fast-cpp-csv-parser has no line breaks inside quotes and cannot tell "" from nothing, libcsv calls back
/// for every field after a byte-wise copy and knows no lines; see benchmarks/csv.cpp for what each costs.
class CsvScanner {
public:
    static constexpr std::size_t defaultChunk = std::size_t{256} << 10;

    explicit CsvScanner(const CsvDialect& dialect = {}, std::size_t chunk = defaultChunk)
        : dialect_(dialect), finder_(dialect.delimiter, dialect.quote), chunk_(chunk ? chunk : 1) {
        const auto lineBreak = [](char c) { return c == '\n' || c == '\r'; };
        if (lineBreak(dialect.delimiter) || lineBreak(dialect.quote) || lineBreak(dialect.comment) || dialect.delimiter == dialect.quote ||
            dialect.delimiter == '\0' || (dialect.comment && (dialect.comment == dialect.delimiter || dialect.comment == dialect.quote)))
            throw IllegalState("CSV: delimiter, quote and comment must be three different characters and no line breaks");
        if (dialect_.maxRecordBytes > most) dialect_.maxRecordBytes = most;
    }

    /// Forgets everything but the dialect and its buffers: another input begins.
    void reset() {
        size_ = start_ = end_ = block_ = scanned_ = 0;
        mask_ = 0;
        fieldStart_ = closing_ = 0;
        count_ = 0;
        line_ = recordLine_ = quoteLine_ = 1;
        flawLine_ = 0;
        state_ = State::between;
        form_ = plain;
        flaw_ = CsvFlaw::none;
        finished_ = begun_ = stuck_ = false;
    }

    /// Where the next bytes go; `chunk` bytes long. Fields and text() are gone.
    std::span<char> room() {
        const std::size_t drop = state_ == State::between ? end_ : start_;
        if (drop) {  // offsets are unsigned, and block_ may lie before the record: the differences come right again where they are added
            std::memmove(buffer_.data(), buffer_.data() + drop, size_ - drop);
            size_ -= drop; start_ -= drop; end_ -= drop; block_ -= drop; scanned_ -= drop;
            fieldStart_ -= drop; closing_ -= drop;
        }
        const std::size_t wanted = size_ + chunk_ + CsvFinder::block;
        if (buffer_.size() < wanted) buffer_.resize(buffer_.size() * 2 > wanted ? buffer_.size() * 2 : wanted);
        return {buffer_.data() + size_, chunk_};
    }
    /// That many bytes were put there.
    void added(std::size_t bytes) { size_ += bytes; }
    /// There are no more bytes.
    void finish() { finished_ = true; }

    /// The next record, or why there is none.
    CsvStep next() {
        if (stuck_) return CsvStep::tooLong;
        if (!begun_ && !skipMark()) return CsvStep::needBytes;
        for (;;) {
            if (state_ == State::between) {
                start_ = fieldStart_ = end_;
                recordLine_ = line_;
                count_ = 0;
                form_ = plain;
                flaw_ = CsvFlaw::none;
                scratch_.clear();
                if (start_ == size_) return finished_ ? CsvStep::end : CsvStep::needBytes;
                state_ = dialect_.comment && buffer_[start_] == dialect_.comment ? State::comment : State::plain;
            }
            const bool comment = state_ == State::comment;
            if (!scan()) {
                if (!finished_) {
                    stuck_ = size_ - start_ > dialect_.maxRecordBytes;
                    return stuck_ ? CsvStep::tooLong : CsvStep::needBytes;
                }
                finishRecord();
            }
            stuck_ = end_ - start_ > dialect_.maxRecordBytes;
            if (stuck_) return CsvStep::tooLong;
            if (!comment) return CsvStep::record;
        }
    }

    const CsvDialect& dialect() const { return dialect_; }

    /// The record's fields; a malformed record has those before the flaw.
    std::size_t fields() const { return count_; }
    CsvField field(std::size_t i) {
        const Piece& p = pieces_[i];
        const std::string_view raw(buffer_.data() + start_ + p.begin, p.length);
        if (p.form < doubled) return {raw, p.form == quoted};
        if (p.form == doubled) makeSingle(pieces_[i], raw);
        return {{scratch_.data() + p.begin, p.length}, true};
    }
    /// The line in which the record begins, from 1.
    std::uint64_t line() const { return recordLine_; }
    /// The record as it stands in the input, without its line end.
    std::string_view text() const {
        std::size_t n = end_ - start_;
        if (n && buffer_[start_ + n - 1] == '\n') --n;
        if (n && buffer_[start_ + n - 1] == '\r') --n;
        return {buffer_.data() + start_, n};
    }
    CsvFlaw flaw() const { return flaw_; }
    /// The line of the flaw: for an unclosed quote, where it was opened.
    std::uint64_t flawLine() const { return flawLine_; }

private:
    enum class State : unsigned char { between, plain, quoted, closed, spoilt, comment };
    using CsvFinder = detail::CsvFinder;
    struct Piece { std::uint32_t begin, length, form; };  // begin counts from the record's start, or from scratch_'s
    static constexpr std::uint32_t plain = 0, quoted = 1, doubled = 2, inScratch = 3;
    static constexpr std::size_t most = std::size_t{1} << 31;

    // False while too few bytes are there to tell.
    bool skipMark() {
        constexpr std::string_view mark = "\xEF\xBB\xBF";
        const std::size_t n = size_ < mark.size() ? size_ : mark.size();
        if (std::string_view(buffer_.data(), n) == mark.substr(0, n)) {
            if (n < mark.size() && !finished_) return false;
            if (n == mark.size()) end_ = scanned_ = block_ = n;
        }
        begun_ = true;
        return true;
    }

    // On to the end of the record: true when it is there. Keeps its place when the bytes end before.
    bool scan() {
        const char* const data = buffer_.data();
        const char delimiter = dialect_.delimiter;
        std::uint64_t mask = mask_;
        std::size_t block = block_, fieldStart = fieldStart_;
        const auto leave = [&](bool whole) {
            mask_ = mask; block_ = block; fieldStart_ = fieldStart;
            return whole;
        };
        for (;;) {
            while (mask == 0) {
                if (scanned_ == size_) return leave(false);
                block = scanned_;
                mask = finder_(data + block);
                const std::size_t left = size_ - block;
                if (left < CsvFinder::block) mask &= (std::uint64_t{1} << left) - 1;
                scanned_ += left < CsvFinder::block ? left : CsvFinder::block;
            }
            const std::size_t at = block + static_cast<std::size_t>(std::countr_zero(mask));
            mask &= mask - 1;
            const char c = data[at];
            if (state_ == State::plain) {
                if (c == delimiter) {
                    put(fieldStart, at, plain);
                    fieldStart = at + 1;
                } else if (c == '\n') {
                    put(fieldStart, at > fieldStart && data[at - 1] == '\r' ? at - 1 : at, plain);
                    endRecord(at + 1);
                    return leave(true);
                } else if (at == fieldStart) {
                    state_ = State::quoted;
                    form_ = quoted;
                    quoteLine_ = line_;
                } else if (!dialect_.bareQuotes) {
                    spoil(CsvFlaw::bareQuote);
                }
            } else if (state_ == State::quoted) {
                if (c == dialect_.quote) { state_ = State::closed; closing_ = at; }
                else if (c == '\n') ++line_;
            } else if (state_ == State::closed && at == closing_ + 1 && c != '\n') {
                if (c == delimiter) {
                    put(fieldStart + 1, closing_, form_);
                    fieldStart = at + 1;
                    state_ = State::plain;
                } else {
                    state_ = State::quoted;
                    form_ = doubled;
                }
            } else {
                if (state_ == State::closed) {
                    if (c == '\n' && (at == closing_ + 1 || (at == closing_ + 2 && data[at - 1] == '\r'))) put(fieldStart + 1, closing_, form_);
                    else spoil(CsvFlaw::textAfterQuote);
                }
                if (c == '\n') { endRecord(at + 1); return leave(true); }
            }
        }
    }

    // The input ends inside a record: as at a line end, but for an open quote.
    void finishRecord() {
        const auto trailingReturn = [&](std::size_t from) { return size_ > from && buffer_[size_ - 1] == '\r' ? size_ - 1 : size_; };
        switch (state_) {
            case State::plain: put(fieldStart_, trailingReturn(fieldStart_), plain); break;
            case State::closed:
                if (trailingReturn(closing_ + 1) == closing_ + 1) put(fieldStart_ + 1, closing_, form_);
                else spoil(CsvFlaw::textAfterQuote);
                break;
            case State::quoted: spoil(CsvFlaw::openQuote); flawLine_ = quoteLine_; break;
            default: break;
        }
        endRecord(size_);
        scanned_ = size_;
    }

    void put(std::size_t from, std::size_t to, std::uint32_t form) {
        if (count_ == pieceRoom_) {
            pieceRoom_ = count_ ? count_ * 2 : 16;
            pieces_.resize(pieceRoom_);
        }
        pieces_[count_++] = {static_cast<std::uint32_t>(from - start_), static_cast<std::uint32_t>(to - from), form};
    }
    void endRecord(std::size_t end) {
        end_ = end;
        ++line_;
        state_ = State::between;
    }
    void spoil(CsvFlaw flaw) {
        flaw_ = flaw;
        flawLine_ = line_;
        state_ = State::spoilt;
    }

    // The field without its doubled quotes, in a buffer that holds all of a record's and so never moves under their views.
    void makeSingle(Piece& p, std::string_view raw) {
        if (scratch_.empty()) scratch_.reserve(end_ - start_);
        const std::size_t from = scratch_.size();
        for (std::size_t i = 0; i < raw.size(); ++i) {
            scratch_.push_back(raw[i]);
            if (raw[i] == dialect_.quote) ++i;
        }
        p = {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(scratch_.size() - from), inScratch};
    }

    CsvDialect dialect_;
    CsvFinder finder_;
    std::size_t chunk_;
    detail::List<char> buffer_, scratch_;
    detail::List<Piece> pieces_;
    std::size_t size_{}, start_{}, end_{}, block_{}, scanned_{}, fieldStart_{}, closing_{}, count_{}, pieceRoom_{};
    std::uint64_t mask_{}, line_{1}, recordLine_{1}, quoteLine_{1}, flawLine_{};
    std::uint32_t form_{};
    State state_{State::between};
    CsvFlaw flaw_{CsvFlaw::none};
    bool finished_{}, begun_{}, stuck_{};
};

}  // namespace rivulet
