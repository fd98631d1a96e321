// SPDX-License-Identifier: BSL-1.0
// Comparisons with ANY and ALL: what comparing with each row says, in three values, in batch mode as in streaming.
#include <optional>
#include <string>
#include <vector>

#include "by_loops.hpp"

namespace property {

using Truth = std::optional<bool>;

Truth compare(const std::string& op, const Number& x, const Number& y) {
    if (!x || !y) return {};
    return op == "=" ? *x == *y : op == "<>" ? *x != *y : op == "<" ? *x < *y : op == "<=" ? *x <= *y : op == ">" ? *x > *y : *x >= *y;
}
// OR of all (any), or AND.
Truth quantified(const std::string& op, bool all, const Number& x, const std::vector<Number>& of) {
    bool open = false;
    for (const Number& y : of) {
        const Truth one = compare(op, x, y);
        if (one == Truth(!all)) return !all;
        open = open || !one;
    }
    return open ? Truth() : Truth(all);
}

// `before op quantifier behind`, and once more with what stands between.
template <std::size_t... N>
consteval auto joined(const rivulet::FixedString<N>&... parts) {
    rivulet::FixedString<(N + ...) - sizeof...(N) + 1> all{};
    std::size_t size = 0;
    ((size += parts.view().copy(all.chars + size, parts.view().size())), ...);
    return all;
}
template <std::size_t N> using Text = rivulet::FixedString<N>;

template <rivulet::FixedString Op, rivulet::FixedString Quantifier>
void check() {
    const std::string op(Op.view());
    const bool all = Quantifier.view() == "ALL";
    const auto number = [](const Truth& t) { return t ? Number(*t) : Number(); };
    const auto values = [](const std::vector<B>& bs, auto which) {
        std::vector<Number> found;
        for (const B& b : bs)
            if (which(b)) found.push_back(w(b));
        return found;
    };
    // as a condition, of all rows and of none
    answers<joined(Text("SELECT id FROM a WHERE v "), Op, Text(" "), Quantifier, Text(" (SELECT w FROM b)"))>([&](const A& a, const std::vector<B>& bs, Answer& to) {
        if (holds(quantified(op, all, a.get<"v">(), values(bs, [](const B&) { return true; })))) to.push_back({id(a)});
    });
    // as a value, of rows that refer to the query around: some have none
    answers<joined(Text("SELECT id, CASE WHEN v "), Op, Text(" "), Quantifier, Text(" (SELECT w FROM b WHERE b.k = a.k) THEN 1 WHEN NOT (v "), Op, Text(" "), Quantifier,
                   Text(" (SELECT w FROM b WHERE b.k = a.k)) THEN 0 END AS x FROM a"))>([&](const A& a, const std::vector<B>& bs, Answer& to) {
        to.push_back({id(a), number(quantified(op, all, a.get<"v">(), values(bs, [&](const B& b) { return holds(equal(k(b), k(a))); })))});
    });
}

TEST_CASE("ANY and ALL of a query") {
    check<"<", "ANY">();
    check<"=", "ALL">();
    check<"<>", "SOME">();
}

TEST_CASE("ANY and ALL of a list") {
    answers<"SELECT id, CASE WHEN v >= ALL (1, NULL, 2) THEN 1 WHEN NOT v >= ALL (1, NULL, 2) THEN 0 END AS x, CASE WHEN v = ANY (1, w, 3) THEN 1 WHEN v <> ALL (1, w, 3) THEN 0 END AS y FROM (SELECT a.id, a.v, a.k AS w FROM a)">(
        [](const A& a, const std::vector<B>&, Answer& to) {
            const Truth x = quantified(">=", true, a.get<"v">(), {1, {}, 2}), y = quantified("=", false, a.get<"v">(), {1, k(a), 3});
            to.push_back({id(a), x ? Number(*x) : Number(), y ? Number(*y) : Number()});
        });
}

}  // namespace property
