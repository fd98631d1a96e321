// SPDX-License-Identifier: BSL-1.0
// What the generated programs share: tables of rows, results as lines of JSON, one failing case that does not stop the others.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#if __has_include(<re2/re2.h>)
#include <rivulet/connector/regex.hpp>
#endif
#include <rivulet/rivulet.hpp>
#include <rivulet/stream/feed.hpp>

namespace conformance {

using namespace rivulet;

inline Bytes bytes(std::string_view hex) {
    const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10); };
    Bytes b;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) b.push_back(static_cast<std::byte>(digit(hex[i]) * 16 + digit(hex[i + 1])));
    return b;
}

inline void writeText(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') (out += '\\') += c;
        else if (static_cast<unsigned char>(c) >= 0x20) out += c;
        else {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            out += escape;
        }
    }
    out += '"';
}

template <class T> concept RowLike = requires(const T& row) { T::count; row.kind; T::name(0); };

template <class T> void writeValue(std::string& out, const T& value);

template <class T, class F>
void forEachField(const T& row, F f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (f(row.template get<static_cast<int>(I)>()), ...); }(std::make_index_sequence<static_cast<std::size_t>(T::count)>{});
}

template <class Range, class F>
void writeList(std::string& out, const Range& range, F write) {
    out += '[';
    bool first = true;
    for (const auto& element : range) {
        if (!first) out += ", ";
        first = false;
        write(element);
    }
    out += ']';
}

template <class T>
void writeFields(std::string& out, const T& row, bool first) {
    forEachField(row, [&](const auto& field) {
        if (!first) out += ", ";
        first = false;
        writeValue(out, field);
    });
}

template <class T>
void writeValue(std::string& out, const T& value) {
    if constexpr (requires { value.has_value(); }) {
        if (value) writeValue(out, *value);
        else out += "null";
    } else if constexpr (std::is_same_v<T, Bytes>) {
        out += '"';
        for (const std::byte b : value) {
            out += "0123456789abcdef"[static_cast<unsigned>(b) >> 4];
            out += "0123456789abcdef"[static_cast<unsigned>(b) & 15u];
        }
        out += '"';
    } else if constexpr (RowLike<T>) {
        out += '[';
        writeFields(out, value, true);
        out += ']';
    } else if constexpr (requires { typename T::mapped_type; }) {
        writeList(out, value, [&](const auto& entry) {
            out += '[';
            writeValue(out, entry.first);
            out += ", ";
            writeValue(out, entry.second);
            out += ']';
        });
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
        writeText(out, value);
    } else if constexpr (requires { value.begin(); value.end(); }) {
        writeList(out, value, [&](const auto& element) { writeValue(out, static_cast<const typename T::value_type&>(element)); });
    } else if constexpr (std::is_integral_v<T>) {
        appendText(out, value);
    } else {
        std::string text;
        appendText(text, value);
        writeText(out, text);
    }
}

/// What one case gave: members of a JSON object. A case takes its rows through here, so that it can be run on the first of them only.
class Result {
public:
    explicit Result(std::string_view name, std::size_t rows = std::numeric_limits<std::size_t>::max()) : rowsLeft_(rows) {
        text_ = "{\"case\": ";
        writeText(text_, name);
    }
    template <class T> std::vector<T> take(std::vector<T> rows) {
        while (rows.size() > rowsLeft_) rows.pop_back();
        rowsLeft_ -= rows.size();
        return rows;
    }
    bool takeOne() { return rowsLeft_ > 0 && rowsLeft_--; }

    template <class Tag> void table(std::string_view name, const Table<Tag>& table) { text("table " + std::string(name), table.schemaText()); }
    template <class Tag> void schema(const Table<Tag>& table) { text("schema", table.schemaText()); }
    template <class R> void rows(const std::vector<R>& rows) {
        for (const R& row : rows) {
            std::string& values = rows_.emplace_back("[");
            writeText(values, shortName(row.kind));
            writeFields(values, row, false);
            values += ']';
            appendText(prints_.emplace_back(), row);
        }
        ended_ = true;
    }
    void failed(std::string_view why) { text("failed", why); }

    /// Whether the job came to its end with these rows as its first ones; how many they are.
    bool isBeginningOf(const Result& whole) const {
        if (!ended_ || rows_.size() > whole.rows_.size()) return false;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (rows_[i] != whole.rows_[i]) return false;
        return true;
    }
    bool ended() const { return ended_; }
    std::size_t size() const { return rows_.size(); }

    /// Writes a line. `ends`: how many rows there were after each input row, if that is known.
    void print(const std::vector<std::size_t>& ends) {
        if (ended_) {
            member("rows");
            writeList(text_, rows_, [&](const std::string& row) { text_ += row; });
            member("print");
            writeList(text_, prints_, [&](const std::string& row) { writeText(text_, row); });
        }
        if (!ends.empty()) {
            member("ends");
            writeList(text_, ends, [&](std::size_t end) { appendText(text_, static_cast<std::int64_t>(end)); });
        }
        text_ += "}\n";
        std::fwrite(text_.data(), 1, text_.size(), stdout);
        std::fflush(stdout);
    }

private:
    void member(std::string_view name) {
        text_ += ", ";
        writeText(text_, name);
        text_ += ": ";
    }
    void text(std::string_view name, std::string_view value) {
        member(name);
        writeText(text_, value);
    }
    std::string text_;
    std::vector<std::string> rows_, prints_;
    std::size_t rowsLeft_;
    bool ended_{};
};

/// `inputs`: how many rows arrive, where it counts which row of the answer came of which; else 0.
struct Case {
    const char* name;
    void (*run)(Result&);
    std::size_t inputs;
};

inline Result runOn(const Case& c, std::size_t rows) {
    Result result(c.name, rows);
    try {
        c.run(result);
    } catch (const Exception& e) {  // another exception is a fault, and ends the program
        result.failed(e.what());
    }
    return result;
}

/// The number of answer rows after each input row, found by running on fewer rows; nothing if the answer is not one that grows.
inline std::vector<std::size_t> endsOf(const Case& c, const Result& whole) {
    std::vector<std::size_t> ends;
    for (std::size_t rows = 1; whole.ended() && rows <= c.inputs; ++rows) {
        const Result some = runOn(c, rows);
        if (!some.isBeginningOf(whole)) return {};
        ends.push_back(some.size());
    }
    return ends;
}

/// Runs the cases that the command line names; all of them without a name.
template <std::size_t N>
int run(int argc, char** argv, const Case (&cases)[N]) {
    for (const Case& c : cases) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; ++i) wanted = wanted || std::strcmp(argv[i], c.name) == 0;
        if (!wanted || !c.run) continue;
        Result whole = runOn(c, std::numeric_limits<std::size_t>::max());
        whole.print(endsOf(c, whole));
    }
    return 0;
}

}  // namespace conformance
