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

#include <rivulet/rivulet.hpp>

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

/// What one case gave: members of a JSON object.
class Result {
public:
    explicit Result(std::string_view name) {
        text_ = "{\"case\": ";
        writeText(text_, name);
    }
    template <class Tag> void table(std::string_view name, const Table<Tag>& table) {
        text_ += ", ";
        writeText(text_, "table " + std::string(name));
        text_ += ": ";
        writeText(text_, table.schemaText());
    }
    template <class Tag> void rows(const Table<Tag>& table) {
        text_ += ", \"schema\": ";
        writeText(text_, table.schemaText());
        try {
            const auto rows = table.execute().collect();
            text_ += ", \"rows\": ";
            writeList(text_, rows, [&](const auto& row) {
                text_ += '[';
                writeText(text_, shortName(row.kind));
                writeFields(text_, row, false);
                text_ += ']';
            });
            text_ += ", \"print\": ";
            writeList(text_, rows, [&](const auto& row) {
                std::string printed;
                appendText(printed, row);
                writeText(text_, printed);
            });
        } catch (const std::exception& e) {
            text_ += ", \"failed\": ";
            writeText(text_, e.what());
        }
    }
    void print() {
        text_ += "}\n";
        std::fwrite(text_.data(), 1, text_.size(), stdout);
        std::fflush(stdout);
    }

private:
    std::string text_;
};

struct Case {
    const char* name;
    void (*run)(Result&);
};

/// Runs the cases that the command line names; all of them without a name.
template <std::size_t N>
int run(int argc, char** argv, const Case (&cases)[N]) {
    for (const Case& c : cases) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; ++i) wanted = wanted || std::strcmp(argv[i], c.name) == 0;
        if (!wanted || !c.run) continue;
        Result result(c.name);
        c.run(result);
        result.print();
    }
    return 0;
}

}  // namespace conformance
