// SPDX-License-Identifier: BSL-1.0
// Files as sources and sinks of streams: CSV and lines of text.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/core/verdict.hpp>  // first, so that messages from it show a short chain of includes
#include <rivulet/connector/file_io.hpp>
#include <rivulet/format/csv.hpp>
#include <rivulet/runtime/slots.hpp>
#include <rivulet/runtime/source.hpp>

namespace rivulet {

/// Rows of T from a CSV file, read in chunks (`CsvOptions::chunkBytes`), so that it may be larger than memory. T is any
/// reflected struct, tuple, Row or single value; CsvReader says how columns are found and what NULL is. T owns its text:
/// a string_view member does not compile. Each execution reads the file from its start.
///
/// A malformed record throws CsvError (file, line, column, value, text), or is skipped or collected, see CsvOptions; the job's
/// result counts `read`, `kept`, `rejected` and `blank` either way.
///
///     auto strikes = env.fromSource(CsvSource<Strike>("birdstrikes.csv"), "strikes");
template <class T>
class CsvSource final : public Source<T> {
public:
    explicit CsvSource(std::string path, CsvOptions options = {}) : file_(path), reader_(std::move(path), std::move(options)) {
        VerdictOn<detail::CsvReadable<T>>::report();
    }
    CsvSource(CsvSource&& o) : Source<T>(), file_(std::move(o.file_)), reader_(std::move(o.reader_)) {}

    void open() override {
        postponed_ = {};
        file_.open();
        reader_.reset();
    }
    Polled<T> poll(std::size_t most) override {
        slots_.clear();
        return postponed_.poll<T>(slots_, [&] {
            for (;;) {
                const CsvStep step = reader_.read(slots_, most);
                if (step != CsvStep::needBytes) return;
                const std::size_t n = file_.read(reader_.room());
                if (n) reader_.added(n); else reader_.finish();
            }
        });
    }
    void close() noexcept override { file_.close(); }
    void report(std::vector<Counter>& counters) const override {
        const CsvCounts& c = reader_.counts();
        counters.push_back({"read", c.read});
        counters.push_back({"kept", c.kept});
        counters.push_back({"rejected", c.rejected});
        counters.push_back({"blank", c.blank});
    }
    const CsvCounts& counts() const { return reader_.counts(); }

private:
    detail::InputFile file_;
    CsvReader<T> reader_;
    detail::Slots<T> slots_{};
    detail::PostponedError postponed_{};
};

/// Rows of T into a CSV file; CsvWriter says how. The file is written as `<path>.part` and gets its name when all
/// sinks of the job have finished, so a file that is there is complete; after an error, what was at `path` before stays as it was, and the part is removed.
/// (A path that exists and is no regular file, such as /dev/stdout or a pipe, is written directly: it gets each batch, and what came before an error.)
///
///     stream.addSink(CsvSink<Out>("out.csv")).name("out");
template <class T>
class CsvSink {
public:
    using Element = T;
    explicit CsvSink(std::string path, const CsvOptions& options = {}) : file_(std::move(path)), writer_(options) {
        VerdictOn<detail::CsvWritable<T>>::report();
    }

    void open() {
        buffer_.clear();
        file_.open();
        writer_.header(buffer_);
    }
    void write(const T& row) {
        const std::size_t whole = buffer_.size();
        try {
            writer_.row(buffer_, row);
        } catch (const DataError& e) {
            buffer_.resize(whole);
            throw e.at({}, file_.path());
        } catch (...) {
            buffer_.resize(whole);
            throw;
        }
        if (buffer_.size() >= full) drain();
    }
    void flush() {
        if (file_.isDirect()) drain();  // somebody may be reading at the other end
    }
    void finish() {
        drain();
        file_.finish();
    }
    void commit() { file_.commit(); }

private:
    static constexpr std::size_t full = std::size_t{256} << 10;
    void drain() {
        file_.write(buffer_);
        buffer_.clear();
    }
    detail::OutputFile file_;
    CsvWriter<T> writer_;
    std::string buffer_{};
};

/// The lines of a text file, without LF or CRLF; the last one needs none. Read in chunks, from the start in each execution.
/// A line of more than `maxLineBytes` (default 16 MiB) is a DataError.
///
///     auto lines = env.fromSource(TextFileSource("words.txt"), "words");
class TextFileSource final : public Source<std::string> {
public:
    explicit TextFileSource(std::string path, std::size_t maxLineBytes = std::size_t{16} << 20, std::size_t chunkBytes = std::size_t{256} << 10)
        : file_(std::move(path)), most_(maxLineBytes), chunk_(chunkBytes ? chunkBytes : 1) {}
    TextFileSource(TextFileSource&& o) : Source<std::string>(), file_(std::move(o.file_)), most_(o.most_), chunk_(o.chunk_) {}

    void open() override {
        postponed_ = {};
        file_.open();
        at_ = size_ = scanned_ = 0;
        line_ = 0;
        ended_ = false;
    }
    Polled<std::string> poll(std::size_t most) override {
        slots_.clear();
        return postponed_.poll<std::string>(slots_, [&] { lines(most); });
    }
    void close() noexcept override { file_.close(); }

private:
    void lines(std::size_t most) {
        while (slots_.count() < most && !slots_.full()) {
            const char* const from = buffer_.data() + scanned_;
            const void* const hit = scanned_ < size_ ? std::memchr(from, '\n', size_ - scanned_) : nullptr;
            if (hit) {
                const auto end = static_cast<std::size_t>(static_cast<const char*>(hit) - buffer_.data());
                take(end);
                at_ = scanned_ = end + 1;
            } else if (!ended_) {
                scanned_ = size_;
                more();
            } else {
                if (at_ < size_) take(size_);
                at_ = size_;
                return;
            }
        }
    }
    void take(std::size_t end) {
        ++line_;
        if (end - at_ > most_) tooLong();
        if (end > at_ && buffer_[end - 1] == '\r') --end;
        slots_.next().assign(buffer_.data() + at_, end - at_);
        slots_.keep();
    }
    void more() {
        if (size_ - at_ > most_) { ++line_; tooLong(); }
        if (at_) {
            std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
            size_ -= at_;
            scanned_ -= at_;
            at_ = 0;
        }
        if (buffer_.size() < size_ + chunk_) buffer_.resize(2 * size_ + chunk_);
        const std::size_t n = file_.read({buffer_.data() + size_, chunk_});
        size_ += n;
        ended_ = n == 0;
    }
    [[noreturn, gnu::cold]] void tooLong() const {
        throw DataError("a line of more than " + std::to_string(most_) + " bytes", {}, {}, file_.path(), line_);
    }

    detail::InputFile file_;
    std::size_t most_, chunk_;
    std::vector<char> buffer_{};
    detail::Slots<std::string> slots_{};
    detail::PostponedError postponed_{};
    std::size_t at_{}, size_{}, scanned_{};
    std::uint64_t line_{};
    bool ended_{};
};

/// A stream of the rows of a CSV file, named after it.
///
///     auto strikes = fromCsvFile<Strike>(env, "birdstrikes.csv");
template <class T, class Environment>
auto fromCsvFile(const Environment& env, std::string path, CsvOptions options = {}) {
    std::string name = path;
    return env.fromSource(CsvSource<T>(std::move(path), std::move(options)), std::move(name));
}

/// A stream of the lines of a text file, named after it.
template <class Environment>
auto fromTextFile(const Environment& env, std::string path) {
    std::string name = path;
    return env.fromSource(TextFileSource(std::move(path)), std::move(name));
}

}  // namespace rivulet
