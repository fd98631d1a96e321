// SPDX-License-Identifier: BSL-1.0
// What the generated programs share: tables of rows, results as lines of JSON, one failing case that does not stop the others.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#if __has_include(<re2/re2.h>)
#include <rivulet/connector/regex.hpp>
#endif
#if __has_include(<cctz/time_zone.h>)
#include <rivulet/connector/zones.hpp>
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

/// What one case gave when at most so many rows go through it together: members of a JSON object.
class Result {
public:
    Result(std::string_view name, std::size_t batch) : batch_(batch) {
        text_ = "{\"case\": ";
        writeText(text_, name);
    }
    /// Before the case builds anything on it. One row after the other, it is known which rows of the answer came of which.
    void prepare(const StreamExecutionEnvironment& env) {
        env.setBatchRows(batch_);
        if (batch_ == 1) env.onProgress([this](const JobProgress&) { ends_.push_back(rows_.size()); }, 1);
    }

    template <class Tag> void table(std::string_view name, const Table<Tag>& table) { text("table " + std::string(name), table.schemaText()); }
    template <class Tag> void schema(const Table<Tag>& table) { text("schema", table.schemaText()); }
    /// Runs the program whose rows are the answer.
    template <class Stream> void run(const StreamExecutionEnvironment& env, const Stream& answer) {
        answer.addSink([this](const auto& row) { take(row); });
        env.execute();
        ended_ = true;
    }
    void failed(std::string_view why) { text("failed", why); }

    /// Whether it came to the same, however the rows were cut into batches.
    bool isLike(const Result& other, bool inAnyOrder) const {
        if (!ended_ && !other.ended_) return true;  // how far it came before it failed is nobody's business
        if (!inAnyOrder) return ended_ == other.ended_ && rows_ == other.rows_;
        const auto bag = [](const std::vector<std::string>& rows) {
            std::map<std::string, int> counts;
            for (const std::string& row : rows) ++counts[row];
            return counts;
        };
        return ended_ == other.ended_ && bag(rows_) == bag(other.rows_);
    }
    void cut(std::size_t batch, const Result& other) {
        std::string why = "other rows in batches of " + std::to_string(batch) + ":";
        for (const std::string& print : other.prints_) why.append(" ").append(print);
        text("cut", why);
    }

    /// Writes a line. `hasEnds`: with how many rows there were after each input row.
    void print(bool hasEnds) {
        if (ended_) {
            member("rows");
            writeList(text_, rows_, [&](const std::string& row) { text_ += row; });
            member("print");
            writeList(text_, prints_, [&](const std::string& row) { writeText(text_, row); });
        }
        if (hasEnds && ended_) {
            member("ends");
            writeList(text_, ends_, [&](std::size_t end) { appendText(text_, static_cast<std::int64_t>(end)); });
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
    template <class R> void take(const R& row) {
        std::string& values = rows_.emplace_back("[");
        writeText(values, shortName(row.kind));
        writeFields(values, row, false);
        values += ']';
        appendText(prints_.emplace_back(), row);
    }
    std::size_t batch_;
    std::string text_;
    std::vector<std::string> rows_, prints_;
    std::vector<std::size_t> ends_;
    bool ended_{};
};

/// What is open of the order of a case's rows: nothing, that of those which one row that arrives gives, all.
enum class Open { nothing, several, all };
struct Case {
    const char* name;
    void (*run)(Result&);
    Open open;
};

inline Result runOn(const Case& c, std::size_t batch) {
    Result result(c.name, batch);
    try {
        c.run(result);
    } catch (const Exception& e) {  // another exception is a fault, and ends the program
        result.failed(e.what());
    }
    return result;
}

/// Runs the cases that the command line names; all of them without a name.
template <std::size_t N>
int run(int argc, char** argv, const Case (&cases)[N]) {
    for (const Case& c : cases) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; ++i) wanted = wanted || std::strcmp(argv[i], c.name) == 0;
        if (!wanted || !c.run) continue;
        Result single = runOn(c, 1);
        for (const std::size_t batch : {std::size_t{2}, std::size_t{7}, batchRows})
            if (const Result other = runOn(c, batch); !other.isLike(single, c.open == Open::all)) {
                single.cut(batch, other);
                break;
            }
        single.print(c.open == Open::several);
    }
    return 0;
}

}  // namespace conformance
