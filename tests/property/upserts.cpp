// SPDX-License-Identifier: BSL-1.0
// Upserts in, upserts out: what a target by key is left with is what the query gives in batch mode over the rows that are left.
// Rows before updates are then made only where somebody needs them, and keys alone may be deleted.
#include "agrees.hpp"

namespace property {

/// The rows of a target by key. A row before an update takes the key's row away, as a deletion does; the row after follows.
template <rivulet::FixedString Key, class R>
Bag keptByKey(const std::vector<R>& changes) {
    std::map<std::string, std::string> rows;
    for (const R& row : changes) {
        std::string key;
        rivulet::appendText(key, row.template get<Key>());
        if (row.kind == rivulet::RowKind::insert || row.kind == rivulet::RowKind::updateAfter) rows[key] = textOf(row);
        else rows.erase(key);
    }
    Bag bag;
    for (const auto& [key, row] : rows) ++bag[row];
    return bag;
}

template <rivulet::FixedString Key, rivulet::FixedString Sql, Changes OfA, Changes OfB>
void keepsOn() {
    bool agrees = true;
    for (std::uint64_t seed = 1; seed <= histories && agrees; ++seed) {
        Random random(seed * 1000 + static_cast<std::uint64_t>(OfA) * 10 + static_cast<std::uint64_t>(OfB));
        Tables tables{randomHistory<A>(random, OfA, 24, false), randomHistory<B>(random, OfB, 24, false), {}};
        tables.feed = randomFeed(random, tables.a.changes.size(), tables.b.changes.size());
        const auto changes = upsertsOf<Key, Sql, OfA, OfB>(tables);
        const Bag streaming = keptByKey<Key>(changes), batch = batchOf<Sql>(tables);
        agrees = streaming == batch;
        CHECK_MESSAGE(agrees, "seed " << seed << ": " << Sql.view() << "\nrows arrive:\n" << textOf(tables) << "changes:\n" << textOf(changes) << "the target keeps:\n"
                                      << textOf(streaming) << "batch:\n" << textOf(batch));
    }
}

TEST_CASE("upserts in and out: rows of one table") {
    keepsOn<"id", "SELECT id, s, v FROM a", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT id, v FROM a WHERE v > 0", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT id, v * 2 AS d FROM a WHERE s = 'a' OR v IS NULL", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT id, v FROM a ORDER BY v DESC, id LIMIT 3", Changes::upserts, Changes::upserts>();
    keepsOn<"g", "SELECT COALESCE(k, 9) AS g, COUNT(*) AS n, MAX(v) AS m FROM a GROUP BY COALESCE(k, 9)", Changes::upserts, Changes::upserts>();
    keepsOn<"g", "SELECT COALESCE(k, 9) AS g, COUNT(*) AS n FROM a GROUP BY COALESCE(k, 9) HAVING COUNT(*) > 1", Changes::retracts, Changes::upserts>();
}

TEST_CASE("upserts in and out: joins by key") {
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a JOIN b ON a.id = b.id", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a LEFT JOIN b ON a.id = b.id", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT b.id, a.v, b.w FROM a RIGHT JOIN b ON a.id = b.id", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a JOIN b ON a.id = b.id AND a.v > b.w", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a LEFT JOIN b ON a.id = b.id AND a.v > b.w", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a JOIN b ON a.id = b.id AND a.v + 1 = b.w", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a JOIN b ON a.k = b.id", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a LEFT JOIN b ON a.k = b.id", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, b.w FROM a JOIN b ON a.id = b.id WHERE b.w > 0", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT id, v FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.id = a.id AND b.w > 0)", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT id, v FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.id = a.id)", Changes::upserts, Changes::upserts>();
    keepsOn<"id", "SELECT a.id, a.v, t.n FROM a LEFT JOIN (SELECT id, COUNT(*) AS n FROM b GROUP BY id) AS t ON a.id = t.id", Changes::upserts, Changes::retracts>();
}

}  // namespace property
