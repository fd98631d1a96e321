// SPDX-License-Identifier: BSL-1.0
// Regular expressions over RE2: the answers of Flink 2.3.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/connector/regex.hpp>
#include <rivulet/expr/catalogue.hpp>

using namespace rivulet;
using namespace rivulet::functions;
using namespace std::string_view_literals;

namespace {

constexpr auto null = std::nullopt;
using View = std::optional<std::string_view>;
using Texts = std::vector<std::optional<std::string>>;

template <class F, class V, class... A> std::optional<V> run(const A&... a) { return applyStrict<F, std::optional<V>>(a...); }

}  // namespace

TEST_CASE("REGEXP finds a part; an empty pattern and one that is none give FALSE") {
    CHECK(run<Regexp, bool>("foothebar"sv, "o.h"sv) == true);
    CHECK(run<Regexp, bool>("foothebar"sv, "^the"sv) == false);
    CHECK(run<Regexp, bool>("a\nb"sv, "a.b"sv) == false);
    CHECK(run<Regexp, bool>("a"sv, ""sv) == false);
    CHECK(run<Regexp, bool>("a"sv, "("sv) == false);
    CHECK(run<Regexp, bool>("\xC3\xBC"sv, "^.$"sv) == true);
    CHECK(run<Regexp, bool>(View(), "a"sv) == null);
}

TEST_CASE("REGEXP_EXTRACT gives a group") {
    const struct { std::string_view text, pattern; std::int32_t group; std::optional<std::string> result; } rows[] = {
        {"trip 12 to 34", "([0-9]+) to ([0-9]+)", 2, "34"}, {"trip 12 to 34", "([0-9]+) to ([0-9]+)", 0, "12 to 34"}, {"trip 12 to 34", "([0-9]+)", 5, null},
        {"trip", "([0-9]+)", 1, null}, {"trip", "(x)?t", 1, null}, {"trip", "(", 0, null}, {"trip", "(t", 0, null}, {"trip", "t", -1, null}, {"foothebar", "foo(.*?)(bar)", 2, "bar"},
        {"abcdefghijk", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)", 10, "j"}, {"x", "(y*)x", 1, ""}};
    for (const auto& row : rows) {
        CAPTURE(std::string(row.pattern));
        CHECK(run<RegexpExtract, std::string>(row.text, row.pattern, row.group) == row.result);
    }
    CHECK(run<RegexpExtract, std::string>("trip 12"sv, "[0-9]+"sv) == "12");
    CHECK(run<RegexpExtract, std::string>(View(), "t"sv) == null);
}

TEST_CASE("REGEXP_REPLACE replaces all matches by a text") {
    const struct { std::string_view text, pattern, replacement; std::optional<std::string> result; } rows[] = {
        {"a1b22c", "[0-9]+", "#", "a#b#c"}, {"a1b22c", "([a-z])([0-9])", "$2$1", "$2$1$2$12c"}, {"abc", "", "-", "-a-b-c-"}, {"abc", "(", "-", null}, {"abc", "b", "$7", "a$7c"},
        {"foobar", "oo|ar", "", "fb"}, {"kit9kit", "kit", "Q", "Q9Q"}, {"axb", "x*", "-", "-a--b-"}, {"\xC3\xBC!", "", "-", "-\xC3\xBC-!-"}, {"", "", "-", "-"}, {"bab", "^b", "", "ab"}};
    for (const auto& row : rows) {
        CAPTURE(std::string(row.pattern));
        CHECK(run<RegexpReplace, std::string>(row.text, row.pattern, row.replacement) == row.result);
    }
}

TEST_CASE("REGEXP_EXTRACT_ALL, REGEXP_COUNT, REGEXP_INSTR, REGEXP_SUBSTR") {
    CHECK(run<RegexpExtractAll, Texts>("a1 b2"sv, "([a-z])([0-9])"sv) == Texts{"a", "b"});
    CHECK(run<RegexpExtractAll, Texts>("a1 b2"sv, "([a-z])([0-9])"sv, 0) == Texts{"a1", "b2"});
    CHECK(run<RegexpExtractAll, Texts>("a b2"sv, "[a-z]([0-9])?"sv) == Texts{null, "2"});
    CHECK(run<RegexpExtractAll, Texts>("a"sv, "a"sv) == null);
    CHECK(run<RegexpExtractAll, Texts>("x"sv, "(a)"sv) == Texts{});
    CHECK(run<RegexpCount, std::int32_t>("aaa"sv, "aa"sv) == 1);
    CHECK(run<RegexpCount, std::int32_t>("aaa"sv, "b*"sv) == 4);
    CHECK(run<RegexpCount, std::int32_t>("aaa"sv, "("sv) == null);
    CHECK(run<RegexpInStr, std::int32_t>("\xC3\xBC-b"sv, "b"sv) == 3);
    CHECK(run<RegexpInStr, std::int32_t>("abc"sv, "x"sv) == 0);
    CHECK(run<RegexpInStr, std::int32_t>("abc"sv, ")"sv) == null);
    CHECK(run<RegexpSubstr, std::string>("ab12"sv, "[0-9]+"sv) == "12");
    CHECK(run<RegexpSubstr, std::string>("ab"sv, "[0-9]+"sv) == null);
}

TEST_CASE("SIMILAR TO takes the whole text") {
    const struct { std::string_view text, pattern; bool result; } rows[] = {
        {"AB12", "(AB|XY)[0-9]+", true}, {"AB12-x", "(AB|XY)[0-9]+", false}, {"AB12-x", "(AB|XY)%", true}, {"ab12", "[a-z]*_[0-9]%", true}, {"", "%1%", false}, {"XY9", "%1%", false},
        {"a\nb", "a%b", true}, {"a\nb", "a_b", false}, {"a\\$", "a\\$", true}, {"x1", "[[:ALPHA:]][[:digit:]]", true}, {"ab", "a{1,2}b", true}, {"b", "[^a]", true}, {"\xC3\xBC", "_", true}};
    for (const auto& row : rows) {
        CAPTURE(std::string(row.pattern));
        CHECK(SimilarTo::call<bool>(row.text, row.pattern) == row.result);
        CHECK(NotSimilarTo::call<bool>(row.text, row.pattern) != row.result);
    }
    CHECK(SimilarTo::call<bool>("50%", "50!%", "!"));
    CHECK(!SimilarTo::call<bool>("50x", "50!%", "!"));
    CHECK(SimilarTo::call<bool>("a|b", "a\\|b", "\\"));
    CHECK(SimilarTo::call<bool>("!", "!!", "!"));
    CHECK_THROWS_WITH_AS(SimilarTo::call<bool>("a", "!a", "!"), "the pattern of SIMILAR TO has an escape character that stands before none: '!a'", DataError);
    CHECK_THROWS_WITH_AS(SimilarTo::call<bool>("a", "[a"), "the pattern of SIMILAR TO has a [ without ]: '[a'", DataError);
    CHECK_THROWS_WITH_AS(SimilarTo::call<bool>("a", "a]"), "the pattern of SIMILAR TO has a ] without [: 'a]'", DataError);
    CHECK_THROWS_WITH_AS(SimilarTo::call<bool>("a", "(a"), "the pattern of SIMILAR TO has no meaning as a regular expression: '(a'", DataError);
}

TEST_CASE("what only a backtracking engine has is no silent NULL") {
    for (const std::string_view pattern : {"(a)\\1"sv, "(?=a)b"sv, "a++"sv, "a{2000}"sv}) {
        CAPTURE(std::string(pattern));
        CHECK_THROWS_AS((void)Regexp::call<bool>("a", pattern), DataError);
        try {
            (void)Regexp::call<bool>("a", pattern);
        } catch (const DataError& e) {
            CHECK(e.value() == pattern);
        }
    }
}

TEST_CASE("time is linear, and many patterns take turns") {
    const std::string xs(1 << 20, 'x');
    CHECK(run<RegexpExtract, std::string>(std::string_view(xs), "(.+)&s"sv) == null);
    CHECK(run<Regexp, bool>(std::string_view(xs), "(x+x+)+y"sv) == false);
    for (int round = 0; round < 2; ++round)
        for (int i = 0; i < 100; ++i) CHECK(run<Regexp, bool>(std::string_view(std::to_string(i)), std::string_view("^" + std::to_string(i) + "$")) == true);
}
