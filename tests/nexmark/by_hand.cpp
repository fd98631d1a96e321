// SPDX-License-Identifier: BSL-1.0
// Nexmark's queries that have no recorded answer, against loops by hand over the same events.
#include "answers.hpp"

#include <filesystem>

#include <nexmark/average_of_last.hpp>
#include <nexmark/bid_log.hpp>
#include <nexmark/side_input.hpp>
#include <nexmark/temporary_folder.hpp>

namespace nexmark {

namespace {

template <class... T>
std::string textOf(const T&... fields) {
    std::string text;
    rivulet::appendText(text, rivulet::Row<T...>(rivulet::RowKind::insert, fields...));
    return text.substr(2);
}
/// A number of thousandths.
std::string decimal(std::int64_t thousandths) {
    const std::string fraction = std::to_string(1000 + thousandths % 1000);
    return std::to_string(thousandths / 1000) + "." + fraction.substr(1);
}

// The highest bid for each auction that came in time, the first of equal ones.
std::map<std::int64_t, const Bid*> winningBids() {
    std::map<std::int64_t, const Auction*> auctions;
    for (const Auction& a : recorded().auctions) auctions[a.id] = &a;
    std::map<std::int64_t, const Bid*> winning;
    for (const Bid& b : recorded().bids) {
        const auto a = auctions.find(b.auction);
        if (a == auctions.end() || b.eventTime < a->second->eventTime || b.eventTime > a->second->expires) continue;
        const Bid*& best = winning[b.auction];
        if (!best || b.price > best->price) best = &b;
    }
    return winning;
}

}  // namespace

TEST_CASE("Nexmark: what a seller's last auctions ended with") {
    std::map<std::int64_t, std::map<std::pair<rivulet::Timestamp<3>, std::int64_t>, std::int64_t>> ofSellers;
    const auto winning = winningBids();
    for (const Auction& a : recorded().auctions)
        if (const auto bid = winning.find(a.id); bid != winning.end()) ofSellers[a.seller][{bid->second->eventTime, a.id}] = bid->second->price;
    Bag expected;
    bool isLong = false;
    for (const auto& [seller, prices] : ofSellers) {
        std::vector<std::int64_t> last;
        for (const auto& [place, price] : prices) {
            last.push_back(price);
            if (last.size() > 11) last.erase(last.begin());
            std::int64_t sum = 0;
            for (const std::int64_t p : last) sum += p;
            ++expected[textOf(seller, sum / static_cast<std::int64_t>(last.size()))];
        }
        isLong = isLong || prices.size() > 30;
    }
    CHECK(isLong);
    checkStreaming("q6", expected, [](const auto& views, const auto&) { return averageOfLast(views.toChangelogStream(views.template sqlQuery<q6Winning>())).executeAndCollect(); });
    checkSame("q6", "in batch mode", folded(asked<rivulet::BatchTableEnvironment>(rivulet::batchRows, Changes<q6>{})), expected);
}

TEST_CASE("Nexmark: bids logged by the minute") {
    std::map<std::string, std::vector<LoggedBid>> expected;
    for (const Bid& b : recorded().bids) {
        std::string time;
        rivulet::appendText(time, b.eventTime);
        expected["/dt=" + time.substr(0, 10) + "/hm=" + time.substr(11, 5) + "/bids.csv"].push_back({b.auction, b.bidder, b.price, b.eventTime, b.extra});
    }
    CHECK(expected.size() == 1);
    const TemporaryFolder folder;
    const auto write = [&folder](const auto& views, const auto& env) {
        views.template toDataStream<BidOfMinute>(views.template sqlQuery<q10>()).addSink(BidLog(folder.path)).name("log");
        return env.execute().rowsWritten("log");
    };
    const auto checkFiles = [&] {
        for (const auto& [file, rows] : expected) {
            rivulet::StreamExecutionEnvironment env;
            CHECK(rivulet::fromCsvFile<LoggedBid>(env, folder.path + file).executeAndCollect() == rows);
            std::filesystem::remove(folder.path + file);
        }
    };
    CHECK(asked<rivulet::StreamTableEnvironment>(rivulet::batchRows, write) == recorded().bids.size());
    checkFiles();
    CHECK(asked<rivulet::BatchTableEnvironment>(rivulet::batchRows, write) == recorded().bids.size());
    checkFiles();
}

TEST_CASE("a log of bids has a file for each minute") {
    const TemporaryFolder folder;
    const auto at = [](const char* day, const char* minute, std::int64_t n) {
        return BidOfMinute{n, n, n, rivulet::Timestamp<3>::fromMillis(n), "e", day, minute};
    };
    rivulet::StreamExecutionEnvironment env;
    env.fromElements(at("2015-07-15", "00:00", 1), at("2015-07-15", "00:01", 2), at("2015-07-15", "00:00", 3), at("2015-07-16", "00:00", 4)).addSink(BidLog(folder.path));
    env.execute();
    const auto bids = [&](const char* file) {
        std::vector<std::int64_t> numbers;
        for (const LoggedBid& b : rivulet::fromCsvFile<LoggedBid>(env, folder.path + file).executeAndCollect()) numbers.push_back(b.auction);
        return numbers;
    };
    CHECK(bids("/dt=2015-07-15/hm=00:00/bids.csv") == std::vector<std::int64_t>{1, 3});
    CHECK(bids("/dt=2015-07-15/hm=00:01/bids.csv") == std::vector<std::int64_t>{2});
    CHECK(bids("/dt=2015-07-16/hm=00:00/bids.csv") == std::vector<std::int64_t>{4});
}

TEST_CASE("Nexmark: a table beside the stream") {
    Bag expected;
    for (const Bid& b : recorded().bids) ++expected[textOf(b.auction, b.bidder, b.price, b.eventTime, std::to_string(b.auction % 10'000))];
    const TemporaryFolder folder;
    const std::string file = folder.path + "/side_input.csv";
    writeSideInput(file);
    check("q13", expected, [&file](const auto& views, const auto& env) {
        const auto all = withSideInput(views, env, file);
        return all.toChangelogStream(all.template sqlQuery<q13>()).executeAndCollect();
    });
}

TEST_CASE("Nexmark: a user's function") {
    Bag expected;
    for (const Bid& b : recorded().bids) {
        const std::int64_t price = b.price * 908;
        if (price <= 1'000'000'000 || price >= 50'000'000'000) continue;
        const std::int64_t hour = b.eventTime.millis() / 3'600'000 % 24;
        const std::string part = hour >= 8 && hour <= 18 ? "dayTime" : hour <= 6 || hour >= 20 ? "nightTime" : "otherTime";
        std::int64_t c = 0;
        for (const char letter : b.extra) c += letter == 'c';
        ++expected[textOf(b.auction, b.bidder, decimal(price), part, b.eventTime, b.extra, c)];
    }
    CHECK(!expected.empty());
    check("q14", expected, Changes<q14>{});
}

TEST_CASE("Nexmark: bids of people who sell") {
    Bag expected;
    for (const Bid& b : recorded().bids)
        for (const Person& p : recorded().persons) {
            if (p.id != b.bidder) continue;
            for (const Auction& a : recorded().auctions)
                if (a.seller == b.bidder)
                    ++expected[textOf(b.bidder, b.price, b.channel, b.url, b.extra, p.id, p.name, p.emailAddress, p.creditCard, p.city, p.state, p.extra, a.itemName, a.description,
                                      a.initialBid, a.reserve, a.eventTime, a.expires, a.seller, a.category, a.extra)];
        }
    CHECK(!expected.empty());
    check("q23", expected, Changes<q23>{});
}

}  // namespace nexmark
