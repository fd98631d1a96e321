// SPDX-License-Identifier: BSL-1.0
// A printed table of text cells: borders, widths, cutting, footer. What all Tableaus share.
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/list.hpp>
#include <rivulet/core/row_kind.hpp>
#include <rivulet/schema/column.hpp>
#include <rivulet/table/display_width.hpp>

namespace rivulet {

/// How a table is printed.
struct TableauOptions {
    bool op = false;          // a first column with each row's kind, as results of streaming queries have it
    int maxColumnWidth = 30;  // of columns whose type does not tell their width: text, floating point, nested (Flink: table.display.max-column-width); at least 3
    bool compact = false;     // columns as wide as the rows need, up to maxColumnWidth; keeps the rows' texts until finish()
};

namespace detail {

/// Flink's width of a column in a stream of rows: from its type alone, with room for `<NULL>`.
constexpr int typeWidth(const SqlType& t, int most) {
    const auto atLeastNull = [](int n) { return n < 6 ? 6 : n; };
    switch (t.root) {
        case TypeRoot::boolean: case TypeRoot::tinyint: case TypeRoot::smallint: return 6;
        case TypeRoot::integer: return 11;
        case TypeRoot::bigint: return 20;
        case TypeRoot::decimal: return atLeastNull(t.precision + 2);
        case TypeRoot::date: return 10;
        case TypeRoot::time: return t.precision == 0 ? 8 : 9 + t.precision;
        case TypeRoot::timestamp: case TypeRoot::timestampLtz: return t.precision == 0 ? 19 : t.precision <= 3 ? 23 : t.precision <= 6 ? 26 : 29;
        default: return atLeastNull(most);
    }
}

/// The end of a table: a file that the caller keeps open, or a string that grows.
class TextSink {
public:
    TextSink(std::FILE* file) : file_(file) {}
    TextSink(std::string& text) : text_(&text) {}

    void write(std::string_view s) {
        if (text_) text_->append(s);
        else if (std::fwrite(s.data(), 1, s.size(), file_) != s.size()) fail();
    }
    void flush() {
        if (file_ && std::fflush(file_) != 0) fail();
    }

private:
    [[noreturn, gnu::cold]] static void fail() { throw Exception(std::string("cannot write the table: ") + std::strerror(errno)); }
    std::FILE* file_{};
    std::string* text_{};
};

/// Takes the cells of each row in turn. Nothing of a row is written before it is complete.
class TableauWriter {
public:
    TableauWriter(TextSink sink, const Column* columns, int count, TableauOptions options) : sink_(sink), options_(options) {
        if (options_.maxColumnWidth < 3) options_.maxColumnWidth = 3;
        if (options_.op) heads_.push_back({"op", 2});
        for (int i = 0; i < count; ++i) {
            const int header = utf16Length(columns[i].name), type = typeWidth(columns[i].type, options_.maxColumnWidth);
            heads_.push_back({columns[i].name, header > type ? header : type});
        }
    }

    void beginRow(RowKind kind) {
        line_.clear();
        ends_.clear();
        if (!options_.op) return;
        cell() += shortName(kind);
        endCell();
    }
    /// The next cell's text is put here, then endCell().
    std::string& cell() {
        cell_.clear();
        return cell_;
    }
    void endCell() {
        if (options_.compact) {
            line_ += cell_;
            ends_.push_back(line_.size());
        } else {
            pad(cell_, heads_[ends_.size()].width);
            ends_.push_back(0);
        }
    }
    void endRow() {
        if (options_.compact) {
            for (const std::size_t end : ends_) keptEnds_.push_back(kept_.size() + end);
            kept_ += line_;
        } else {
            if (rows_ == 0) writeHeader();
            line_ += "|\n";
            sink_.write(line_);
        }
        ++rows_;
    }

    void flush() { sink_.flush(); }
    /// The last border and the number of rows, or `Empty set`.
    void finish() {
        if (options_.compact && rows_) writeKept();
        if (rows_ == 0) sink_.write("Empty set\n");
        else {
            writeBorder();
            sink_.write(std::to_string(rows_) + (rows_ == 1 ? " row in set\n" : " rows in set\n"));
        }
        sink_.flush();
        restart();
    }
    void failed() {
        if (options_.compact && rows_) writeKept();
        sink_.flush();
        restart();
    }
    /// As if nothing had been taken.
    void restart() {
        rows_ = 0;
        kept_.clear();
        keptEnds_.clear();
    }
    std::uint64_t rows() const { return rows_; }

private:
    struct Head {
        std::string_view name;
        int width;
    };

    void blanks(int n) {
        if (n > 0) line_.append(static_cast<std::size_t>(n), ' ');
    }
    // Right-aligned. What is too long ends in dots, and a wide character that does not fit before them leaves a blank in front.
    void pad(std::string_view text, int width) {
        line_ += "| ";
        Fitting fit = fitting(text, width);
        if (fit.bytes == text.size()) {
            blanks(width - fit.width);
            line_ += text;
        } else {
            fit = fitting(text, width - 3);
            blanks(width - 3 - fit.width);
            line_.append(text.substr(0, fit.bytes)) += "...";
        }
        line_ += ' ';
    }
    void writeBorder() {
        std::string border;
        for (const Head& h : heads_) (border += '+').append(static_cast<std::size_t>(h.width) + 2, '-');
        sink_.write(border += "+\n");
    }
    void writeHeader() {
        std::string row;
        row.swap(line_);
        writeBorder();
        for (const Head& h : heads_) pad(h.name, h.width);
        sink_.write(line_ += "|\n");
        writeBorder();
        line_.swap(row);
    }
    void writeKept() {
        const std::size_t count = heads_.size();
        const auto kept = [&](std::size_t i) {
            const std::size_t begin = i ? keptEnds_[i - 1] : 0;
            return std::string_view(kept_).substr(begin, keptEnds_[i] - begin);
        };
        for (Head& h : heads_) h.width = displayWidth(h.name);
        for (std::size_t i = 0; i < keptEnds_.size(); ++i) {
            int& width = heads_[i % count].width;
            if (const int own = displayWidth(kept(i)); own > width) width = own;
        }
        for (Head& h : heads_)
            if (h.width > options_.maxColumnWidth) h.width = options_.maxColumnWidth;
        writeHeader();
        for (std::size_t i = 0; i < keptEnds_.size(); ++i) {
            if (i % count == 0) line_.clear();
            pad(kept(i), heads_[i % count].width);
            if (i % count == count - 1) sink_.write(line_ += "|\n");
        }
    }

    TextSink sink_;
    TableauOptions options_;
    List<Head> heads_;
    std::uint64_t rows_{};
    std::string cell_, line_;
    List<std::size_t> ends_;      // of the row's cells
    std::string kept_;                   // compact: all cells, one after the other
    List<std::size_t> keptEnds_;
};

}  // namespace detail
}  // namespace rivulet
