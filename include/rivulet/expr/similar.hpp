// SPDX-License-Identifier: BSL-1.0
// SIMILAR TO patterns as regular expressions of the Perl kind.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/characters.hpp>

namespace rivulet::detail {

[[noreturn]] inline void throwBadSimilar(std::string_view problem, std::string_view pattern) {
    throw DataError("the pattern of SIMILAR TO has " + std::string(problem), pattern);
}

/// % is any text and _ any character but a line break; | * + ? {n,m} ( ) [a-z] [^a-z] [[:DIGIT:]] are as in regular expressions, and so are
/// . and ^ (Flink); \ and $ are characters. `escape` is empty or one character, which stands before a special one or itself. DataError for
/// a pattern that is none.
inline std::string similarAsRegex(std::string_view pattern, std::string_view escape) {
    struct Class { std::string_view sql, regex; };
    constexpr Class classes[] = {{"[:ALPHA:]", "[:alpha:]"}, {"[:UPPER:]", "[:upper:]"}, {"[:LOWER:]", "[:lower:]"}, {"[:DIGIT:]", "[:digit:]"},
                                 {"[:SPACE:]", " "},         {"[:WHITESPACE:]", "\\s"},    {"[:ALNUM:]", "[:alnum:]"}};
    std::string out;
    bool inSet = false;
    for (std::size_t i = 0; i < pattern.size();) {
        const std::string_view rest = pattern.substr(i);
        if (!escape.empty() && rest.substr(0, escape.size()) == escape) {
            i += escape.size();
            const std::string_view next = pattern.substr(i, i < pattern.size() ? characterSize(pattern.substr(i)) : 0);
            const auto oneOf = [next](std::string_view signs) { return next.size() == 1 && signs.find(next[0]) != std::string_view::npos; };
            if (!oneOf("[]()|^-+*_%?{}") && next != escape) throwBadSimilar("an escape character that stands before none", pattern);
            if (oneOf("[]()|^-+*?{}.\\$")) out += '\\';
            out += next;
            i += next.size();
            continue;
        }
        const char c = pattern[i];
        if (c == '\\') out += "\\\\";
        else if (c == '$') out += "\\$";
        else if (inSet && c == '[') {
            const Class* found = nullptr;
            for (const Class& k : classes) {
                const std::string_view name = rest.substr(0, k.sql.size());
                bool same = name.size() == k.sql.size();
                for (std::size_t n = 0; same && n < name.size(); ++n) same = name[n] == k.sql[n] || (name[n] >= 'a' && name[n] == (k.sql[n] | 32));
                if (same) found = &k;
            }
            if (!found) throwBadSimilar("an unknown class of characters", pattern);
            out += found->regex;
            i += found->sql.size();
            continue;
        } else if (c == '[') {
            inSet = true;
            out += c;
        } else if (c == ']') {
            if (!inSet) throwBadSimilar("a ] without [", pattern);
            inSet = false;
            out += c;
        } else if (inSet) out += c;
        else if (c == '%') out += "(?s:.*)";
        else if (c == '_') out += '.';
        else out += c;
        ++i;
    }
    if (inSet) throwBadSimilar("a [ without ]", pattern);
    return out;
}

}  // namespace rivulet::detail
