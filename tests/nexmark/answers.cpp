// SPDX-License-Identifier: BSL-1.0
// The recorded events, the recorded answers and texts of the queries, and the generator that makes the events.
#include "answers.hpp"

#include <cctype>
#include <fstream>
#include <iterator>

#include <nexmark/generator.hpp>
#include <rivulet/connector/file.hpp>

namespace nexmark {

namespace {

// A line of events.csv: what its columns hold depends on the kind, see data/README.md.
struct Line {
    int kind;
    std::int64_t l1, l2, l3, l4, l5;
    std::string s1, s2, s3, s4, s5, extra;
    rivulet::Timestamp<3> eventTime, expires;
};

std::string path(std::string_view file) { return std::string(RIVULET_SOURCE_DIR "/tests/nexmark/data/").append(file); }
std::string content(std::string_view file) {
    std::ifstream in(path(file), std::ios::binary);
    REQUIRE_MESSAGE(in.good(), file);
    return {std::istreambuf_iterator<char>(in), {}};
}
// Without blanks, but in quotes.
std::string squeezed(std::string_view sql) {
    std::string text;
    bool quoted = false;
    for (const char c : sql) {
        if (c == '\'') quoted = !quoted;
        if (quoted || !std::isspace(static_cast<unsigned char>(c))) text += c;
    }
    return text;
}

}  // namespace

const Recorded& recorded() {
    static const Recorded all = [] {
        Recorded r;
        rivulet::StreamExecutionEnvironment env;
        for (Line& line : rivulet::fromCsvFile<Line>(env, path("events.csv")).executeAndCollect()) {
            r.kinds.push_back(line.kind);
            if (line.kind == 0) r.persons.push_back({line.l1, line.s1, line.s2, line.s3, line.s4, line.s5, line.eventTime, line.extra});
            else if (line.kind == 1) r.auctions.push_back({line.l1, line.s1, line.s2, line.l2, line.l3, line.eventTime, line.expires, line.l4, line.l5, line.extra});
            else r.bids.push_back({line.l1, line.l2, line.l3, line.s1, line.s2, line.eventTime, line.extra});
        }
        return r;
    }();
    return all;
}

Bag recordedAnswer(std::string_view query) {
    Bag bag;
    const std::string text = content(std::string(query) + ".csv");
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
        end = text.find('\n', at);
        std::string row = "[";
        for (const char c : std::string_view(text).substr(at, end - at)) c == ',' ? row += ", " : row += c;  // no field has a quote or is NULL
        ++bag[row + ']'];
    }
    return bag;
}

void checkSame(std::string_view query, std::string_view how, const Bag& answer, const Bag& expected) {
    std::string differences;
    int shown = 0;
    const auto compare = [&](const Bag& a, const Bag& b, std::string_view what) {
        for (const auto& [row, copies] : a)
            if (const auto there = b.find(row); (there == b.end() || there->second != copies) && ++shown <= 10) differences.append(what).append(row).append("\n");
    };
    compare(answer, expected, "  answered: ");
    compare(expected, answer, "  expected: ");
    CHECK_MESSAGE(answer == expected, query << " " << how << ":\n" << differences);
}

TEST_CASE("the generator makes the recorded events") {
    const Recorded& r = recorded();
    REQUIRE(r.kinds.size() == 5000);
    const Events made(Generator(200), 100);
    CHECK(made.size() == 5000);
    CHECK(made.persons == r.persons);
    CHECK(made.auctions == r.auctions);
    CHECK(made.bids == r.bids);
    for (std::size_t i = 0; i < r.kinds.size(); ++i) CHECK(r.kinds[i] == (i % 50 == 0 ? 0 : i % 50 <= 3 ? 1 : 2));
}

TEST_CASE("the generator's events depend on their number alone") {
    const Generator generator(100'000);
    const Events first(generator, 30), more(generator, 60);
    for (std::size_t i = 0; i < first.bids.size(); ++i) CHECK(first.bids[i] == more.bids[i]);
    CHECK(more.auctions.back() == generator.auction(59 * 50 + 3));
    CHECK(more.auctions.back() == Generator(100'000).auction(59 * 50 + 3));
    CHECK(generator.time(0) == rivulet::Timestamp<3>("2015-07-15T00:00"));
    CHECK(generator.time(250'050) == rivulet::Timestamp<3>("2015-07-15T00:00:02.500"));
}

TEST_CASE("the generator's proportions") {
    const Events events(Generator(100'000), 2000);
    CHECK(events.persons.size() == 2000);
    CHECK(events.auctions.size() == 6000);
    CHECK(events.bids.size() == 92'000);
    const auto share = [](const auto& rows, auto is) {
        std::size_t n = 0;
        for (const auto& row : rows) n += is(row);
        return static_cast<double>(n) / static_cast<double>(rows.size());
    };
    CHECK(share(events.auctions, [](const Auction& a) { return a.seller % 100 == 0; }) == doctest::Approx(0.75).epsilon(0.03));
    CHECK(share(events.bids, [](const Bid& b) { return b.auction % 100 == 0; }) == doctest::Approx(0.5).epsilon(0.03));
    CHECK(share(events.bids, [](const Bid& b) { return b.bidder % 100 == 1; }) == doctest::Approx(0.75).epsilon(0.03));
    CHECK(share(events.bids, [](const Bid& b) { return !b.channel.starts_with("channel-"); }) == doctest::Approx(0.5).epsilon(0.03));
    CHECK(share(events.bids, [](const Bid& b) { return b.price >= 100 && b.price <= 100'000'000; }) == 1);
    CHECK(share(events.bids, [](const Bid& b) { return b.price < 100'000; }) == doctest::Approx(0.5).epsilon(0.03));
    CHECK(share(events.auctions, [](const Auction& a) { return a.category >= 10 && a.category < 15 && a.reserve > a.initialBid && a.expires > a.eventTime; }) == 1);
}

TEST_CASE("the queries are those that were answered") {
    const std::pair<std::string_view, std::string_view> queries[] = {
        {"q0.sql", q0.view()},   {"q1.sql", q1.view()},   {"q2.sql", q2.view()},   {"q3.sql", q3.view()},   {"q4.sql", q4.view()},   {"q5.sql", q5.view()},   {"q7.sql", q7.view()},
        {"q8.sql", q8.view()},   {"q9.sql", q9.view()},   {"q11.sql", q11.view()}, {"q12.sql", q12.view()}, {"q15.sql", q15.view()}, {"q16.sql", q16.view()}, {"q17.sql", q17.view()},
        {"q18.sql", q18.view()}, {"q19.sql", q19.view()}, {"q20.sql", q20.view()}, {"q21.sql", q21.view()}, {"q22.sql", q22.view()}};
    for (const auto& [file, sql] : queries) CHECK(squeezed(sql) == squeezed(content(file)));
}

}  // namespace nexmark
