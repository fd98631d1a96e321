// SPDX-License-Identifier: BSL-1.0
// The engine of REGEXP, REGEXP_EXTRACT, SIMILAR TO and their kin: RE2, whose time is linear in the text whatever the pattern. Link the
// CMake target `rivulet::regex`. Patterns over ASCII are found by an automaton of our own, which says where groups are in the same pass.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <re2/re2.h>

#include <rivulet/connector/regex_automaton.hpp>
#include <rivulet/core/exception.hpp>
#include <rivulet/expr/functions/regex.hpp>

namespace rivulet {

/// Patterns are read as RE2 reads them: Java's syntax but for back references, looking around and possessive or atomic groups, which take
/// exponential time; DataError names a pattern that has one. `.` and `$` know one line break, `\n`. Each thread keeps the patterns that it
/// used last, so that a literal one is compiled once.
template <class Dependent>
struct RegexEngine {
    struct Pattern {
        re2::RE2 re2;
        std::unique_ptr<const detail::RegexAutomaton> automaton;  // null where the pattern has what it cannot do
    };

    static const Pattern* compile(std::string_view pattern) {
        return kept(pattern, {}, false, [&] { return std::string(pattern); });
    }
    /// A pattern of SIMILAR TO.
    static const Pattern* compileSimilar(std::string_view pattern, std::string_view escape) {
        return kept(pattern, escape, true, [&] { return detail::similarAsRegex(pattern, escape); });
    }
    static int groups(const Pattern& pattern) { return pattern.re2.NumberOfCapturingGroups(); }
    static bool find(const Pattern& pattern, std::string_view text, std::size_t from, std::string_view* group, int count) {
        if (pattern.automaton) {
            const auto quick = pattern.automaton->find(text, from, group, count);
            if (quick != detail::RegexAutomaton::Found::unknown) return quick == detail::RegexAutomaton::Found::yes;
        }
        constexpr int few = 8;
        re2::StringPiece here[few];
        std::vector<re2::StringPiece> more(count > few ? static_cast<std::size_t>(count) : 0);
        re2::StringPiece* const found = count > few ? more.data() : here;
        if (!pattern.re2.Match({text.data(), text.size()}, from, text.size(), re2::RE2::UNANCHORED, found, count)) return false;
        for (int i = 0; i < count; ++i) group[i] = {found[i].data(), found[i].size()};
        return true;
    }
    static bool matches(const Pattern& pattern, std::string_view text) {
        return pattern.re2.Match({text.data(), text.size()}, 0, text.size(), re2::RE2::ANCHOR_BOTH, nullptr, 0);
    }

private:
    struct Kept {
        std::string pattern, escape;
        bool isSimilar{};
        std::unique_ptr<Pattern> compiled;  // null: no regular expression
    };
    static constexpr std::size_t most = 32;

    template <class Make>
    static const Pattern* kept(std::string_view pattern, std::string_view escape, bool isSimilar, Make make) {
        static thread_local std::vector<Kept> all;  // the one used last in front
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].pattern != pattern || all[i].isSimilar != isSimilar || all[i].escape != escape) continue;
            if (i > 0) std::swap(all[i], all[i - 1]);
            return all[i > 0 ? i - 1 : 0].compiled.get();
        }
        Kept made{std::string(pattern), std::string(escape), isSimilar, compiled(make(), pattern)};
        if (all.size() < most) all.push_back(std::move(made));
        else all.back() = std::move(made);
        return all.back().compiled.get();
    }
    static std::unique_ptr<Pattern> compiled(const std::string& regex, std::string_view written) {
        re2::RE2::Options options;
        options.set_log_errors(false);
        std::unique_ptr<Pattern> p(new Pattern{.re2{regex, options}, .automaton{}});
        if (p->re2.ok()) {
            p->automaton = detail::RegexAutomaton::of(regex);
            return p;
        }
        switch (p->re2.error_code()) {
            // Java knows these, or sets no such bound.
            case re2::RE2::ErrorBadPerlOp: case re2::RE2::ErrorBadEscape: case re2::RE2::ErrorRepeatOp: case re2::RE2::ErrorRepeatSize: case re2::RE2::ErrorPatternTooLarge:
                throw DataError("the regular expression is not supported (" + p->re2.error() + ")", written);
            default: return nullptr;
        }
    }
};

}  // namespace rivulet
