// SPDX-License-Identifier: BSL-1.0
// The property: what a query's changes add up to is what the same query gives in batch mode over the rows that are left.
#pragma once
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/stream/feed.hpp>

#include "changes.hpp"

namespace property {

/// Rows without kinds, each with the number of its copies.
using Bag = std::map<std::string, int>;

template <class R>
std::string textOf(const R& row) {
    std::string text;
    rivulet::appendText(text, withKind(row, rivulet::RowKind::insert));
    return text.substr(2);
}

inline std::string textOf(const Bag& bag) {
    std::string text;
    for (const auto& [row, copies] : bag) text += "    " + std::to_string(copies) + " x " + row + "\n";
    return text;
}

/// The sum of changes. One that takes back a row that is not there is written into `fault`.
template <class R>
Bag folded(const std::vector<R>& changes, std::string& fault) {
    Bag bag;
    for (const R& row : changes) {
        const std::string text = textOf(row);
        if (row.kind == rivulet::RowKind::insert || row.kind == rivulet::RowKind::updateAfter) {
            ++bag[text];
            continue;
        }
        const auto there = bag.find(text);
        if (there == bag.end()) fault += std::string(rivulet::shortName(row.kind)) + text + " takes back what is not there\n";
        else if (--there->second == 0) bag.erase(there);
    }
    return bag;
}

template <Changes C, class Environment, class S>
auto tableOf(const Environment& environment, const S& stream) {
    if constexpr (C == Changes::inserts) return environment.fromDataStream(stream);
    else if constexpr (C == Changes::retracts) return environment.fromChangelogStream(stream);
    else return environment.fromChangelogStream(stream, rivulet::Schema().primaryKey<"id">(), rivulet::ChangelogMode::upsert());
}

struct Tables {
    History<A> a;
    History<B> b;
    std::vector<bool> feed;  // true is the next change of a
};

/// The changes in the order in which they arrive.
inline std::string textOf(const Tables& tables) {
    std::string text;
    auto a = tables.a.changes.begin();
    auto b = tables.b.changes.begin();
    for (const bool isA : tables.feed) {
        text += isA ? "    a " : "    b ";
        if (isA) rivulet::appendText(text, *a++);
        else rivulet::appendText(text, *b++);
        text += '\n';
    }
    return text;
}

/// What `answer(tables' environment)` gives while the changes arrive.
template <Changes OfA, Changes OfB, class Answer>
auto fedBy(const Tables& tables, Answer answer) {
    rivulet::StreamExecutionEnvironment env;
    rivulet::SourceFeed feed(env);
    const auto a = feed.source<A>();
    const auto b = feed.source<B>();
    auto nextA = tables.a.changes.begin();
    auto nextB = tables.b.changes.begin();
    for (const bool isA : tables.feed) {
        if (isA) feed.push(a, *nextA++);
        else feed.push(b, *nextB++);
    }
    const auto none = rivulet::StreamTableEnvironment::create(env);
    const auto one = none.createTemporaryView<"a">(tableOf<OfA>(none, a));
    return answer(one.template createTemporaryView<"b">(tableOf<OfB>(one, b)));
}
template <rivulet::FixedString Sql, Changes OfA, Changes OfB>
auto changesOf(const Tables& tables) {
    return fedBy<OfA, OfB>(tables, [](const auto& db) { return db.toChangelogStream(db.template sqlQuery<Sql>()).executeAndCollect(); });
}
/// The same for a target by key.
template <rivulet::FixedString Key, rivulet::FixedString Sql, Changes OfA, Changes OfB>
auto upsertsOf(const Tables& tables) {
    return fedBy<OfA, OfB>(tables, [](const auto& db) {
        return db.toChangelogStream(db.template sqlQuery<Sql>(), rivulet::Schema().primaryKey<Key>(), rivulet::ChangelogMode::upsert()).executeAndCollect();
    });
}

template <rivulet::FixedString Sql>
Bag batchOf(const Tables& tables) {
    rivulet::StreamExecutionEnvironment env;
    const auto none = rivulet::BatchTableEnvironment::create(env);
    const auto inserted = [](auto rows) {
        for (auto& row : rows) row.kind = rivulet::RowKind::insert;
        return rows;
    };
    const auto one = none.template createTemporaryView<"a">(none.fromDataStream(env.fromCollection(inserted(tables.a.rows))));
    const auto both = one.template createTemporaryView<"b">(one.fromDataStream(env.fromCollection(inserted(tables.b.rows))));
    std::string fault;
    return folded(both.template sqlQuery<Sql>().execute().collect(), fault);
}

template <class R>
std::string textOf(const std::vector<R>& changes) {
    std::string text;
    for (const R& row : changes) {
        text += "    ";
        rivulet::appendText(text, row);
        text += '\n';
    }
    return text;
}

/// Tries a query on random histories of these kinds, up to the first that differs. `some`: both tables end with rows, for queries
/// that answer nothing in one mode and a row of NULLs in the other.
template <rivulet::FixedString Sql, Changes OfA, Changes OfB>
void agreesOn(std::uint64_t histories, bool some) {
    bool agrees = true;
    for (std::uint64_t seed = 1; seed <= histories && agrees; ++seed) {
        Random random(seed * 1000 + static_cast<std::uint64_t>(OfA) * 10 + static_cast<std::uint64_t>(OfB));
        Tables tables{randomHistory<A>(random, OfA, 24, some), randomHistory<B>(random, OfB, 24, some), {}};
        tables.feed = randomFeed(random, tables.a.changes.size(), tables.b.changes.size());
        std::string fault;
        const auto changes = changesOf<Sql, OfA, OfB>(tables);
        const Bag streaming = folded(changes, fault), batch = batchOf<Sql>(tables);
        agrees = fault.empty() && streaming == batch;
        CHECK_MESSAGE(agrees, "seed " << seed << ": " << Sql.view() << "\nrows arrive:\n" << textOf(tables) << "changes:\n" << textOf(changes) << fault << "they add up to:\n"
                                      << textOf(streaming) << "batch:\n" << textOf(batch));
    }
}

inline constexpr std::uint64_t histories = 40;

/// Inserts alone, retractions, and upserts beside retractions.
template <rivulet::FixedString Sql>
void agrees(bool some = false) {
    agreesOn<Sql, Changes::inserts, Changes::inserts>(histories, some);
    agreesOn<Sql, Changes::retracts, Changes::retracts>(histories, some);
    agreesOn<Sql, Changes::upserts, Changes::retracts>(histories, some);
}

}  // namespace property
