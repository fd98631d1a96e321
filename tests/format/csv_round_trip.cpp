// SPDX-License-Identifier: BSL-1.0
// Rows at random, under all options, are read as they were written, or refused: never others.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <rivulet/format/csv.hpp>

using namespace rivulet;

namespace {

struct Mixed {
    std::string s;
    std::optional<std::string> maybe;
    std::optional<std::int32_t> n;
    std::string last;
    bool operator==(const Mixed&) const = default;
};
struct One {
    std::string s;
    bool operator==(const One&) const = default;
};
struct Maybe {
    std::optional<std::string> s;
    bool operator==(const Maybe&) const = default;
};

/// A column of each type that is no text, each once NULL.
struct Typed {
    std::optional<bool> truth;
    std::optional<std::int8_t> tiny;
    std::optional<std::int64_t> whole;
    std::optional<float> single;
    std::optional<double> real;
    std::optional<Decimal<38, 10>> exact;
    std::optional<Date> date;
    std::optional<Time<9>> time;
    std::optional<Timestamp<9>> moment;
    std::optional<TimestampLtz<3>> zoned;
    std::optional<Char<3>> fixed;
    std::optional<Varchar<4>> bounded;
    bool operator==(const Typed&) const = default;
};

struct Drawn {
    std::mt19937_64 random;
    std::size_t below(std::size_t n) { return random() % n; }
    std::string text() {
        constexpr std::string_view parts[] = {"a", "x", ",", ";", "\"", "'", "\n", "\r", "\r\n", "#", " ", "N/A", "\xEF\xBB\xBF", "\xEF\xBC\xA1", "\xEF\xBD\xB1", "\xEF\x80\x80", "😀", "1", "-", "ß"};
        std::string s;
        for (std::size_t n = below(4); n > 0; --n) s += parts[below(below(2) ? 4 : std::size(parts))];
        return below(3) ? s : std::string(parts[6 + below(std::size(parts) - 6)]);
    }
    std::optional<std::string> maybe() { return below(3) ? std::optional(text()) : std::nullopt; }
    void draw(Mixed& m) { m = {text(), maybe(), below(3) ? std::optional(static_cast<std::int32_t>(random())) : std::nullopt, text()}; }
    // A number of 64 bits: mostly a small one, or one of the ends.
    std::int64_t number() {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        return below(5) == 0 ? (below(2) ? most : -most - 1) : static_cast<std::int64_t>(random()) >> below(64);
    }
    template <class T, class Make> void drawAs(std::optional<T>& out, Make make) {
        if (below(6)) out.emplace(make());
        else out.reset();
    }
    void draw(Typed& t) {
        constexpr double odd[] = {0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1, -1e21, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
        drawAs(t.truth, [&] { return below(2) == 0; });
        drawAs(t.tiny, [&] { return static_cast<std::int8_t>(random()); });
        drawAs(t.whole, [&] { return number(); });
        drawAs(t.single, [&] { return below(2) ? std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())), static_cast<int>(below(180)) - 120) : static_cast<float>(odd[below(2) * 6 + below(2)]); });
        drawAs(t.real, [&] { return below(2) ? std::ldexp(static_cast<double>(number()), static_cast<int>(below(1600)) - 1000) : odd[below(std::size(odd))]; });
        drawAs(t.exact, [&] { return Decimal<38, 10>::fromUnscaled(static_cast<Int128>(number()) * (below(2) ? 1 : 1000000007)); });
        drawAs(t.date, [&] { return Date::fromEpochDay(static_cast<std::int32_t>(number())); });
        drawAs(t.time, [&] { return Time<9>::fromNanoOfDay(static_cast<std::int64_t>(random() % 86'400'000'000'000u)); });
        drawAs(t.moment, [&] { return Timestamp<9>::fromMillis(number() >> 1, static_cast<std::int32_t>(below(1'000'000))); });
        drawAs(t.zoned, [&] { return TimestampLtz<3>::fromMillis(number() >> 1); });
        drawAs(t.fixed, [&] { return Char<3>(std::string_view(below(2) ? "a,\"" : "#;'")); });
        drawAs(t.bounded, [&] { return Varchar<4>(std::string_view(below(2) ? "N/A" : "\r\nß ")); });
    }
    void draw(One& o) { o.s = text(); }
    void draw(Maybe& o) { o.s = maybe(); }
    CsvOptions options() {
        CsvOptions o;
        constexpr char delimiters[] = {',', ';', '\t', '|', ' '}, quotes[] = {'"', '\'', '\0'}, comments[] = {'\0', '#', 'N', '\xEF'};
        o.delimiter(delimiters[below(5)]).quote(quotes[below(3)]).chunkBytes(1 + below(40));
        if (below(2)) o.comment(comments[below(4)]);
        if (below(2)) o.nullLiteral(below(2) ? "N/A" : text());
        if (below(2)) o.emptyText();
        if (below(2)) o.noHeader();
        if (below(2)) o.bareQuotes();
        return o;
    }
};

template <class T>
void roundTrips() {
    int kept = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Drawn drawn{std::mt19937_64(seed)};
        const CsvOptions options = drawn.options();
        std::vector<T> rows(1 + drawn.below(4)), read;
        for (T& row : rows) drawn.draw(row);
        std::string text;
        try {
            CsvWriter<T> writer(options);
            writer.header(text);
            for (const T& row : rows) writer.row(text, row);
        } catch (const DataError&) {
            CHECK(options.dialect().quote == '\0');
            continue;
        }
        INFO("seed " << seed << ":\n" << text);
        CsvReader<T> reader("text", options);
        REQUIRE_NOTHROW(reader.readText(text, read));
        REQUIRE(read == rows);
        ++kept;
    }
    CHECK(kept > 2000);
}

}  // namespace

TEST_CASE("what is written is read") {
    roundTrips<Mixed>();
    roundTrips<One>();
    roundTrips<Maybe>();
    roundTrips<Typed>();
}

TEST_CASE("without quotes: what needs none is written") {
    const auto written = [](const auto& row, CsvOptions options) {
        std::string text;
        CsvWriter<std::remove_cvref_t<decltype(row)>> writer(options.quote('\0').noHeader());
        writer.row(text, row);
        return text;
    };
    CHECK(written(Mixed{"Ａ", "ｱ", 1, "\xEF\x80\x80"}, {}) == "Ａ,ｱ,1,\xEF\x80\x80\n");
    CHECK(written(Mixed{"", {}, {}, ""}, CsvOptions{}.emptyText()) == ",,,\n");
    CHECK(written(One{"\xEF\xBB\xBF"}, {}) == "\xEF\xBB\xBF\xEF\xBB\xBF\n");
    CHECK(written(Mixed{"a", "#", 1, "#"}, CsvOptions{}.comment('#')) == "a,#,1,#\n");
    CHECK_THROWS_AS(written(One{"#"}, CsvOptions{}.comment('#')), DataError);
    CHECK_THROWS_AS(written(Maybe{""}, CsvOptions{}.emptyText()), DataError);
    CHECK_THROWS_AS(written(One{""}, {}), DataError);
}
