// SPDX-License-Identifier: BSL-1.0
// The sink behind print(): one line per row, as Flink writes it.
#pragma once
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/reflect/text.hpp>
#include <rivulet/types/text_of.hpp>

namespace rivulet {

/// Where print() writes: a stdio stream (stdout if nothing is said), or a string, which a test can compare.
/// Both stay the caller's and must live until `execute` has returned.
struct PrintTarget {
    std::FILE* file{};
    std::string* text{};
    PrintTarget() : file(stdout) {}
    PrintTarget(std::FILE* f) : file(f) {}
    PrintTarget(std::string* t) : text(t) {}
};

/// Writes `name> row`, or `row` without a name, in row text (types/text_of.hpp). Lines go out when a batch ends, or an error ends the job. For addSink.
template <class T>
class PrintSink {
public:
    using Element = T;
    explicit PrintSink(std::string_view before = {}, PrintTarget where = {}) : target_(where) {
        if (!before.empty()) prefix_.append(before).append("> ");
    }
    void write(const T& row) {
        const std::size_t whole = lines_.size();
        try {
            lines_ += prefix_;
            rivulet::appendText(lines_, row);
        } catch (...) {
            lines_.resize(whole);
            throw;
        }
        lines_ += '\n';
        if (lines_.size() >= most) flush();
    }
    void flush() {
        if (target_.text) target_.text->append(lines_);
        else if (std::fwrite(lines_.data(), 1, lines_.size(), target_.file) != lines_.size()) throw Exception("cannot write the output of print");
        lines_.clear();
    }
    void finish() {
        flush();
        if (target_.file && std::fflush(target_.file) != 0) throw Exception("cannot write the output of print");
    }
    void failed() { finish(); }

private:
    static constexpr std::size_t most = std::size_t{1} << 16;
    PrintTarget target_;
    std::string prefix_, lines_;
};

namespace detail {

template <class T> concept Printable = requires(std::string& out, const T& value) { TextOf<T>::append(out, value); };

}  // namespace detail

}  // namespace rivulet
