// SPDX-License-Identifier: BSL-1.0
// Any pattern over any text: where the automaton has an answer, it is RE2's, groups and all; a pattern that is no expression is an error value.
// The first byte is the length of the pattern, the second where the search begins.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <rivulet/connector/regex.hpp>

using namespace rivulet;
using Found = detail::RegexAutomaton::Found;
using Engine = RegexEngine<int>;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void compare(const Engine::Pattern& p, std::string_view text, std::size_t from) {
    constexpr int most = 12;
    const int count = std::min(Engine::groups(p) + 1, most);
    std::string_view ours[most];
    re2::StringPiece theirs[most];
    const Found found = p.automaton->find(text, from, ours, count);
    if (found == Found::unknown) return;
    require(p.re2.Match({text.data(), text.size()}, from, text.size(), re2::RE2::UNANCHORED, theirs, count) == (found == Found::yes));
    if (found == Found::no) return;
    for (int g = 0; g < count; ++g) require(ours[g].data() == theirs[g].data() && ours[g].size() == theirs[g].size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::string_view all(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::size_t length = std::min<std::size_t>(data[0], all.size());
    const std::string_view pattern = all.substr(0, length), text = all.substr(length);
    const Engine::Pattern* p = nullptr;
    try {
        p = Engine::compile(pattern);
    } catch (const DataError& e) {
        require(*e.what() != '\0');
    }
    try {
        Engine::compileSimilar(pattern, {});
    } catch (const DataError& e) {
        require(*e.what() != '\0');
    }
    if (!p || !p->automaton) return 0;
    std::size_t from = text.empty() ? 0 : data[1] % (text.size() + 1);
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) ++from;
    compare(*p, text, from);
    return 0;
}
