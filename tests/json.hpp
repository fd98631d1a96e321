// SPDX-License-Identifier: BSL-1.0
// A JSON document as a tree, as much of it as the case files need.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace json {

struct Value {
    enum class Kind { null, boolean, number, string, array, object };
    Kind kind{};
    std::string text{};                                    // of a string; of a number or boolean as it is written
    std::vector<std::pair<std::string, Value>> members{};  // an array's have no names

    const Value* find(std::string_view name) const {
        for (const auto& [key, value] : members)
            if (key == name) return &value;
        return nullptr;
    }
    const Value& operator[](std::string_view name) const {
        if (const Value* v = find(name)) return *v;
        throw std::runtime_error("no " + std::string(name));
    }
    std::string textOr(std::string_view name, std::string otherwise) const {
        const Value* v = find(name);
        return v ? v->text : otherwise;
    }
};

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}
    Value value() {
        skip();
        Value v;
        switch (peek()) {
            case '{': case '[': {
                const bool object = take() == '{';
                v.kind = object ? Value::Kind::object : Value::Kind::array;
                for (skip(); peek() != '}' && peek() != ']'; skip()) {
                    std::string name;
                    if (object) {
                        name = string();
                        skip();
                        expect(':');
                    }
                    v.members.emplace_back(std::move(name), value());
                    skip();
                    if (peek() == ',') take();
                }
                take();
                return v;
            }
            case '"':
                v.kind = Value::Kind::string;
                v.text = string();
                return v;
            default:
                while (at_ < text_.size() && std::string_view(",]} \n\t\r").find(text_[at_]) == std::string_view::npos) v.text += take();
                v.kind = v.text == "null" ? Value::Kind::null : v.text == "true" || v.text == "false" ? Value::Kind::boolean : Value::Kind::number;
                return v;
        }
    }

private:
    std::string_view text_;
    std::size_t at_{};

    char peek() const { return at_ < text_.size() ? text_[at_] : throw std::runtime_error("JSON ends too early"); }
    char take() { const char c = peek(); ++at_; return c; }
    void expect(char c) { if (take() != c) throw std::runtime_error(std::string("JSON without ") + c); }
    void skip() { while (at_ < text_.size() && std::string_view(" \n\t\r").find(text_[at_]) != std::string_view::npos) ++at_; }
    unsigned hex() {
        const std::string digits(text_.substr(at_, 4));
        at_ += 4;
        return static_cast<unsigned>(std::strtoul(digits.c_str(), nullptr, 16));
    }
    std::string string() {
        expect('"');
        std::string s;
        for (char c = take(); c != '"'; c = take()) {
            if (c != '\\') {
                s += c;
                continue;
            }
            switch (c = take()) {
                case 'n': s += '\n'; break;
                case 't': s += '\t'; break;
                case 'r': s += '\r'; break;
                case 'b': s += '\b'; break;
                case 'f': s += '\f'; break;
                case 'u': {
                    unsigned code = hex();
                    if (code >= 0xD800 && code < 0xDC00) {
                        at_ += 2;
                        code = 0x10000 + ((code - 0xD800) << 10) + (hex() - 0xDC00);
                    }
                    const auto put = [&](unsigned byte) { s += static_cast<char>(byte); };
                    if (code < 0x80) put(code);
                    else if (code < 0x800) put(0xC0 | code >> 6), put(0x80 | (code & 63));
                    else if (code < 0x10000) put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 63)), put(0x80 | (code & 63));
                    else put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 63)), put(0x80 | (code >> 6 & 63)), put(0x80 | (code & 63));
                    break;
                }
                default: s += c;
            }
        }
        return s;
    }
};

inline Value readFile(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return Reader(text).value();
}

}  // namespace json
