// SPDX-License-Identifier: BSL-1.0
// Types as messages show them: a long one, such as a Row of several columns of text, would be most of the message.
#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <rivulet/core/verdict.hpp>

namespace rivulet {

/// A type whose name is long: how it begins.
template <Fact Begins> struct TypeBegins;

namespace detail {

template <class T> consteval std::string_view functionFor() { return __PRETTY_FUNCTION__; }
template <class T>
consteval std::string_view longName() {
    constexpr std::string_view ofInt = functionFor<int>();
    constexpr std::size_t before = ofInt.rfind("int"), after = ofInt.size() - before - 3;
    const std::string_view whole = functionFor<T>();
    return whole.substr(before, whole.size() - before - after);
}

struct ShortName {
#if defined(__clang__)
    static constexpr std::size_t most = 10;  // its one line has the sentence too
#else
    static constexpr std::size_t most = 48;
#endif
    char chars[most + 2]{};
    std::size_t size{};
    constexpr std::string_view view() const { return {chars, size}; }
    constexpr void add(std::string_view s) {
        for (const char c : s)
            if (size < most) chars[size++] = c;
    }
};
// Without namespaces, what std::string is an alias of, and how a name is written in a Field.
consteval ShortName shortName(std::string_view s) {
    constexpr std::string_view texts[]{"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::__cxx11::basic_string<char>", "std::basic_string<char>"};
    ShortName n;
    while (!s.empty() && n.size < ShortName::most) {
        std::size_t skipped = 0;
        for (const std::string_view text : texts)
            if (skipped == 0 && s.starts_with(text)) {
                n.add("string");
                skipped = text.size();
            }
        if (skipped == 0 && s.starts_with("rivulet::")) skipped = 9;
        if (skipped == 0 && s.starts_with("FixedString<")) skipped = s.find('>') + 1;
        if (skipped == 0 && (s[0] == '{' || s[0] == '}' || s[0] == '"' || s.starts_with(" >"))) skipped = 1;
        if (skipped == 0) {
            n.add(s.substr(0, 1));
            skipped = 1;
        }
        s.remove_prefix(skipped);
    }
    if (!s.empty()) {
        n.chars[n.size++] = '.';
        n.chars[n.size++] = '.';
    }
    return n;
}
template <class T>
consteval auto inMessage() {
    if constexpr (longName<T>().size() <= 88) return std::type_identity<T>{};
    else {
        constexpr ShortName n = shortName(longName<T>());
        return std::type_identity<TypeBegins<Fact<n.size>(n.view())>>{};
    }
}
/// T, or what a message shows instead.
template <class T> using InMessage = typename decltype(inMessage<T>())::type;

}  // namespace detail

}  // namespace rivulet
