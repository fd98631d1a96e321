// SPDX-License-Identifier: BSL-1.0
// Any bytes as a SQL text: no crash and no hang, errors point into the text, and what is accepted prints to a text of
// the same tree.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <rivulet/core/text.hpp>
#include <rivulet/sql/parse_text.hpp>
#include <rivulet/sql/print_syntax.hpp>
#include <rivulet/sql/same_syntax.hpp>

namespace {

std::string printed(const rivulet::sql::SyntaxView& syntax) {
    rivulet::detail::TextWriter counted;
    rivulet::sql::writeSyntax(counted, syntax);
    std::string s(counted.size, ' ');
    rivulet::detail::TextWriter w{s.data()};
    rivulet::sql::writeSyntax(w, syntax);
    return s;
}

void require(bool condition, const char* what, const std::string& text) {
    if (condition) return;
    std::fprintf(stderr, "%s: %s\n", what, text.c_str());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const rivulet::sql::ParsedText parsed = rivulet::sql::parse(text);
    int end = 0;
    for (int i = 0; i < parsed.tokens().count; ++i) {
        const rivulet::sql::Token& t = parsed.tokens().tokens[i];
        require(t.begin >= end && t.size >= 0 && t.begin + t.size <= static_cast<int>(size), "token out of place", text);
        end = t.begin + t.size;
    }
    if (parsed.error()) {
        require(parsed.error().position >= 0 && parsed.error().position <= static_cast<int>(size), "error outside of the text", text);
        return 0;
    }
    const std::string again = printed(parsed.view());
    const rivulet::sql::ParsedText reparsed = rivulet::sql::parse(again);
    if (reparsed.error().code == rivulet::ErrorCode::tooDeep) return 0;  // `a IS NULL IS NULL ..` prints with parentheses, which nest
    require(!reparsed.error(), "printed text refused", again);
    require(rivulet::sql::sameSyntax(parsed.view(), reparsed.view()), "printed text has another tree", again);
    require(printed(reparsed.view()) == again, "printing is not stable", again);
    return 0;
}
