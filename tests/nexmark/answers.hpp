// SPDX-License-Identifier: BSL-1.0
// Nexmark's queries over the recorded events, as a stream and in batch mode, against what they have to answer.
#pragma once
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nexmark/queries.hpp>
#include <nexmark/views.hpp>
#include <rivulet/stream/feed.hpp>

namespace nexmark {

/// The recorded events in the order in which they happen.
struct Recorded {
    std::vector<Person> persons{};
    std::vector<Auction> auctions{};
    std::vector<Bid> bids{};
    std::vector<int> kinds{};  // 0 the next person, 1 the next auction, 2 the next bid
};
const Recorded& recorded();

/// Rows by their texts, `[a, b]`, each with the number of its copies.
using Bag = std::map<std::string, int>;

/// The recorded answer of a query.
Bag recordedAnswer(std::string_view query);
/// Fails the test with the rows that differ, the first ones.
void checkSame(std::string_view query, std::string_view how, const Bag& answer, const Bag& expected);

/// The sum of changes. Taking back a row that is not there leaves a negative number of it.
template <class R>
Bag folded(const std::vector<R>& changes) {
    Bag bag;
    for (const R& row : changes) {
        std::string text;
        rivulet::appendText(text, row);
        const int by = row.kind == rivulet::RowKind::insert || row.kind == rivulet::RowKind::updateAfter ? 1 : -1;
        const auto at = bag.try_emplace(text.substr(2)).first;
        if ((at->second += by) == 0) bag.erase(at);
    }
    return bag;
}

/// What `ask(views, environment)` gives for the recorded events, which come in their order in batches of at most `batchRows`.
template <class Environment, class Ask>
auto asked(std::size_t batchRows, Ask ask) {
    rivulet::StreamExecutionEnvironment env;
    env.setBatchRows(batchRows);
    rivulet::SourceFeed feed(env);
    const auto persons = feed.source<Person>("person");
    const auto auctions = feed.source<Auction>("auction");
    const auto bids = feed.source<Bid>("bid");
    const Recorded& events = recorded();
    auto person = events.persons.begin();
    auto auction = events.auctions.begin();
    auto bid = events.bids.begin();
    for (const int kind : events.kinds) {
        if (kind == 0) feed.push(persons, *person++);
        else if (kind == 1) feed.push(auctions, *auction++);
        else feed.push(bids, *bid++);
    }
    return ask(withViews(Environment::create(env), persons, auctions, bids), env);
}

template <rivulet::FixedString Sql>
struct Changes {
    auto operator()(const auto& views, const rivulet::StreamExecutionEnvironment&) const { return views.toChangelogStream(views.template sqlQuery<Sql>()).executeAndCollect(); }
};

/// The query as a stream, whatever the size of batches.
template <class Ask>
void checkStreaming(std::string_view query, const Bag& expected, Ask ask) {
    for (const std::size_t rows : {std::size_t{1}, std::size_t{2}, std::size_t{7}, rivulet::batchRows})
        checkSame(query, "as a stream, batches of " + std::to_string(rows), folded(asked<rivulet::StreamTableEnvironment>(rows, ask)), expected);
}
/// The same, and in batch mode.
template <class Ask>
void check(std::string_view query, const Bag& expected, Ask ask) {
    checkStreaming(query, expected, ask);
    checkSame(query, "in batch mode", folded(asked<rivulet::BatchTableEnvironment>(rivulet::batchRows, ask)), expected);
}
template <rivulet::FixedString Sql>
void check(std::string_view query) {
    check(query, recordedAnswer(query), Changes<Sql>{});
}

}  // namespace nexmark
