// SPDX-License-Identifier: BSL-1.0
// 100,000 random texts: nothing crashes or hangs, errors point into the text, what is accepted survives printing.
#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <string>

#include "sql/random_sql.hpp"
#include "sql/tree_text.hpp"

namespace {

using namespace sqltest;

// Why a text breaks a promise, or nothing.
std::string broken(const std::string& text, bool& accepted) {
    // in memory of exactly its size: a read beyond it is seen by the address sanitizer
    const std::unique_ptr<char[]> exact(new char[text.size()]);
    for (std::size_t i = 0; i < text.size(); ++i) exact[i] = text[i];
    const sql::LexSize size = sql::lex({exact.get(), text.size()});
    const sql::ParsedText p = sql::parse(text);
    if (size.tokens != p.tokens().count) return "token count";
    int end = 0;
    for (int i = 0; i < size.tokens; ++i) {
        const sql::Token& t = p.tokens().tokens[i];
        if (t.begin < end || t.begin + t.size > static_cast<int>(text.size())) return "token place";
        end = t.begin + t.size;
    }
    accepted = !p.error();
    if (!accepted) return p.error().position >= 0 && p.error().position <= static_cast<int>(text.size()) ? "" : "error position";
    const std::string printed = printedText(p.view());
    const sql::ParsedText again = sql::parse(printed);
    if (again.error()) return "printed text refused: " + printed;
    if (!sql::sameSyntax(p.view(), again.view())) return "another tree: " + printed;
    if (printedText(again.view()) != printed) return "another text: " + printed;
    return {};
}

}  // namespace

TEST_CASE("random queries round-trip; damaged ones are refused in an orderly way") {
    RandomSql random(7);
    int accepted = 0, acceptedDamaged = 0;
    constexpr int pairs = 50000;
    for (int i = 0; i < pairs; ++i) {
        const std::string text = random.query(2), damaged = random.damaged(text);
        bool ok = false;
        if (const std::string why = broken(text, ok); !why.empty()) FAIL_CHECK(why << " | " << text);
        accepted += ok;
        if (const std::string why = broken(damaged, ok); !why.empty()) FAIL_CHECK(why << " | " << damaged);
        acceptedDamaged += ok;
    }
    // The generator stays within the grammar, but for what depends on neighbours, such as LIMIT before UNION.
    CHECK(accepted > pairs / 2);
    CHECK(accepted < pairs);
    CHECK(acceptedDamaged > pairs / 100);
    CHECK(acceptedDamaged < pairs / 2);
}
