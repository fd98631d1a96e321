// SPDX-License-Identifier: BSL-1.0
// The automaton of regular expressions finds what RE2 finds, and its groups: random patterns over random texts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include <rivulet/connector/regex.hpp>

using namespace rivulet;
using Found = detail::RegexAutomaton::Found;
using Engine = RegexEngine<int>;

namespace {

class Random {
public:
    explicit Random(unsigned seed) : bits_(seed) {}
    std::size_t below(std::size_t n) { return bits_() % n; }
    template <std::size_t N> std::string one(const char* const (&of)[N]) { return of[below(N)]; }

    std::string pattern(int depth) {
        std::string all = sequence(depth);
        while (below(3) == 0) all += "|" + sequence(depth);
        return all;
    }
    std::string text() {
        static constexpr const char* pieces[] = {"a", "a", "b", "b", "c", "-", "1", "]", ".", "\n", "\xC3\xBC", "\xE2\x82\xAC"};
        std::string all;
        for (std::size_t n = below(20); n > 0; --n) all += one(pieces);
        return all;
    }

private:
    std::string sequence(int depth) {
        static constexpr const char* times[] = {"", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{1,}", "{2,3}"};
        std::string all;
        for (std::size_t n = below(4); n > 0; --n) all += single(depth) + one(times);
        return all;
    }
    std::string single(int depth) {
        static constexpr const char* singles[] = {"a", "b", "c", "a", "b", ".", "[ab]", "[^a]", "[^b\\n]", "[a-c]", "[\\d-]", "[]a]", "[^]b]", "[a\\-c]", "\\d", "\\W", "\\S", "\\.", "^", "$"};
        if (depth == 0 || below(2)) return one(singles);
        return (below(3) ? "(" : "(?:") + pattern(depth - 1) + ")";
    }
    std::mt19937 bits_;
};

// Whether the automaton says what RE2 says; true as well where it leaves the text to RE2.
bool agrees(const Engine::Pattern& p, const std::string& text, std::size_t from, std::size_t& compared) {
    constexpr int most = 16;
    const int count = std::min(Engine::groups(p) + 1, most);
    std::string_view ours[most];
    re2::StringPiece theirs[most];
    const Found found = p.automaton->find(text, from, ours, count);
    if (found == Found::unknown) return true;
    ++compared;
    if (p.re2.Match(text, from, text.size(), re2::RE2::UNANCHORED, theirs, count) != (found == Found::yes)) return false;
    if (found == Found::no) return true;
    for (int g = 0; g < count; ++g)
        if (ours[g].data() != theirs[g].data() || ours[g].size() != theirs[g].size()) return false;
    return true;
}

}  // namespace

TEST_CASE("An automaton finds what RE2 finds") {
    std::size_t automata = 0, compared = 0;
    for (unsigned seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const std::string pattern = random.pattern(3);
        const Engine::Pattern* p = nullptr;
        try {
            p = Engine::compile(pattern);
        } catch (const DataError&) {}  // what RE2 has no words for
        if (!p || !p->automaton) continue;
        ++automata;
        for (int i = 0; i < 8; ++i) {
            const std::string text = random.text();
            std::size_t from = random.below(3) ? 0 : random.below(text.size() + 1);
            while (from < text.size() && (text[from] & 0xC0) == 0x80) ++from;
            CAPTURE(pattern);
            CAPTURE(text);
            CAPTURE(from);
            CHECK(agrees(*p, text, from, compared));
        }
    }
    CHECK(automata > 1000);
    CHECK(compared > 5000);
}

TEST_CASE("Which patterns have an automaton") {
    for (const char* pattern : {"(&|^)channel_id=([^&]*)", "([0-9]+) to ([0-9]+)", "^a.*b$", "(a|b)*?c", "x{2,5}", "", "[^,]*,", "\\d{3}-\\d{4}"}) {
        CAPTURE(pattern);
        REQUIRE(Engine::compile(pattern));
        CHECK(Engine::compile(pattern)->automaton);
    }
    for (const char* pattern : {"(?i)a", "\\bword", "(a*)*", "\xC3\xBC", "(?P<name>a)", "[[:alpha:]]", "\\pL", "$^", "(a|b|c|d|e)?{0}", "[ab]{90}[cd]{90}[ef]{90}[gh]{90}[ij]{90}"}) {
        CAPTURE(pattern);
        const auto* const p = [&]() -> const Engine::Pattern* {
            try { return Engine::compile(pattern); } catch (const DataError&) { return nullptr; }
        }();
        CHECK((!p || !p->automaton));
    }
}

TEST_CASE("Long texts: what leads on is found wherever it stands") {
    const auto* const p = Engine::compile("(&|^)id=([^&]*)");
    for (std::size_t before = 0; before < 40; ++before)
        for (std::size_t behind = 0; behind < 20; ++behind) {
            const std::string text = std::string(before, 'x') + "&id=" + std::string(behind, '7') + "&more=\xC3\xBC";
            std::string_view group[3];
            REQUIRE(Engine::find(*p, text, 0, group, 3));
            CHECK(group[2] == std::string(behind, '7'));
            CHECK(group[2].data() == text.data() + before + 4);
        }
    std::string_view group[3];
    REQUIRE(Engine::find(*p, "&id=12345678\xC3\xBC", 0, group, 3));  // beyond ASCII: RE2 goes on
    CHECK(group[2] == "12345678\xC3\xBC");
}
