// SPDX-License-Identifier: BSL-1.0
// Subqueries that read the query around: batch is what nested loops over the rows say, and streaming equals batch.
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "by_loops.hpp"

namespace property {

TEST_CASE("subqueries as values: any comparison, what is computed with a count, the first of an order") {
    answers<"SELECT id, (SELECT COUNT(*) + 1 FROM b WHERE b.w < a.v) AS place FROM a">([](const A& a, const std::vector<B>& bs, Answer& to) {
        std::int64_t n = 1;
        for (const B& b : bs) n += holds(less(w(b), a.get<"v">()));
        to.push_back({id(a), n});
    });
    answers<"SELECT id, (SELECT SUM(w) FROM b WHERE b.k IS DISTINCT FROM a.k AND b.id <> a.id) AS s FROM a">([](const A& a, const std::vector<B>& bs, Answer& to) {
        Number s;
        for (const B& b : bs)
            if (k(a) != k(b) && id(a) != id(b) && w(b)) s = s.value_or(0) + *w(b);
        to.push_back({id(a), s});
    });
    answers<"SELECT id, (SELECT w FROM b WHERE b.k = a.k ORDER BY w DESC NULLS LAST LIMIT 1) AS m FROM a">([](const A& a, const std::vector<B>& bs, Answer& to) {
        Number most;
        for (const B& b : bs)
            if (holds(equal(k(a), k(b))) && w(b) && (!most || *w(b) > *most)) most = w(b);
        to.push_back({id(a), most});
    });
}

TEST_CASE("IN and EXISTS as values have three values") {
    answers<"SELECT id, CASE v IN (SELECT w FROM b WHERE b.id = a.id) WHEN TRUE THEN 1 WHEN FALSE THEN 0 END AS x FROM a WHERE v NOT IN (SELECT w FROM b WHERE t = 'a') OR k = 1">(
        [](const A& a, const std::vector<B>& bs, Answer& to) {
            const auto in = [&](auto filter) {
                std::optional<bool> any = false;
                for (const B& b : bs) {
                    if (!filter(b)) continue;
                    const auto same = equal(a.get<"v">(), w(b));
                    if (holds(same)) return std::optional<bool>(true);
                    if (!same) any = std::nullopt;
                }
                return any;
            };
            const auto excluded = in([](const B& b) { return b.get<"t">() == std::optional<std::string>("a"); });
            if (excluded != std::optional<bool>(false) && k(a) != 1) return;
            const auto x = in([&](const B& b) { return id(b) == id(a); });
            to.push_back({id(a), x ? Number(*x) : Number()});
        });
}

TEST_CASE("subqueries in subqueries, two levels apart, over set operations, for groups") {
    answers<"SELECT id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND NOT EXISTS (SELECT 1 FROM b AS c WHERE c.w = b.w AND c.id <> a.id))">(
        [](const A& a, const std::vector<B>& bs, Answer& to) {
            for (const B& b : bs) {
                if (!holds(equal(k(a), k(b)))) continue;
                bool any = false;
                for (const B& c : bs) any = any || (holds(equal(w(b), w(c))) && id(c) != id(a));
                if (!any) return;
            }
            to.push_back({id(a)});
        });
    answers<"SELECT id, (SELECT COUNT(*) FROM (SELECT w FROM b WHERE b.id >= a.id EXCEPT SELECT w FROM b AS c WHERE c.w < a.k)) AS n FROM a">(
        [](const A& a, const std::vector<B>& bs, Answer& to) {
            std::set<Number> all;
            for (const B& b : bs)
                if (*id(b) >= *id(a) && !holds(less(w(b), k(a)))) all.insert(w(b));
            to.push_back({id(a), static_cast<std::int64_t>(all.size())});
        });
    agreesOn<"SELECT s, (SELECT MAX(w) FROM b WHERE b.t > a.s) AS m, COUNT(*) NOT IN (SELECT w FROM b WHERE b.t = a.s) AS x FROM a GROUP BY s", Changes::retracts, Changes::retracts>(histories, false);
}

TEST_CASE("LATERAL: the first rows of each, aggregates of none, computed columns") {
    answers<"SELECT a.id AS id, x.m AS m, x.n AS n FROM a LEFT JOIN LATERAL (SELECT MAX(w) AS m, COUNT(*) AS n FROM b WHERE b.k <= a.k) AS x ON x.n > 0 OR a.id = 1">(
        [](const A& a, const std::vector<B>& bs, Answer& to) {
            Number most;
            std::int64_t n = 0;
            for (const B& b : bs)
                if (k(a) && k(b) && *k(b) <= *k(a)) {
                    ++n;
                    if (w(b) && (!most || *w(b) > *most)) most = w(b);
                }
            if (n > 0 || id(a) == 1) to.push_back({id(a), most, n});
            else to.push_back({id(a), {}, {}});
        });
    answers<"SELECT a.id AS id, x.w AS w FROM a CROSS JOIN LATERAL (SELECT DISTINCT w + a.id AS w FROM b WHERE b.k = a.k ORDER BY w LIMIT 2) AS x">(
        [](const A& a, const std::vector<B>& bs, Answer& to) {
            std::vector<Number> all;
            for (const B& b : bs)
                if (holds(equal(k(a), k(b)))) {
                    const Number sum = w(b) ? Number(*w(b) + *id(a)) : Number();
                    std::size_t at = 0;
                    while (at < all.size() && all[at] < sum) ++at;
                    if (at == all.size() || all[at] != sum) all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), sum);
                }
            for (std::size_t i = 0; i < all.size() && i < 2; ++i) to.push_back({id(a), all[i]});
        });
}

}  // namespace property
