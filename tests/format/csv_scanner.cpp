// SPDX-License-Identifier: BSL-1.0
// The scanner against tables of cases (P116, P117, P119) and, on random texts, against a reader that looks at one character at a time.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/format/csv_scanner.hpp>

using namespace rivulet;

namespace {

struct Record {
    std::uint64_t line{};
    std::vector<std::string> fields{};  // quoted ones begin with q, others with p
    CsvFlaw flaw{};
    std::uint64_t flawLine{};
    std::string text{};
    friend bool operator==(const Record&, const Record&) = default;
};

struct Scan {
    std::vector<Record> records{};
    CsvStep last{};
    friend bool operator==(const Scan&, const Scan&) = default;
};

std::string show(const Scan& s) {
    std::string out;
    for (const Record& r : s.records) {
        out += std::to_string(r.line) + ":";
        for (const std::string& f : r.fields) out += " " + (f[0] == 'q' ? '"' + f.substr(1) + '"' : f.substr(1)) + " |";
        if (r.flaw != CsvFlaw::none) out += " flaw " + std::to_string(static_cast<int>(r.flaw)) + " in line " + std::to_string(r.flawLine) + " of " + r.text;
        out += "\n";
    }
    return out + (s.last == CsvStep::tooLong ? "too long\n" : "");
}

Scan scan(std::string_view text, std::size_t chunk, const CsvDialect& dialect = {}) {
    CsvScanner scanner(dialect, chunk);
    Scan out;
    std::size_t given = 0;
    for (;;) {
        out.last = scanner.next();
        if (out.last == CsvStep::needBytes) {
            const std::size_t n = std::min(scanner.room().size(), text.size() - given);
            std::memcpy(scanner.room().data(), text.data() + given, n);
            if (n) scanner.added(n); else scanner.finish();
            given += n;
        } else if (out.last == CsvStep::record) {
            Record r{scanner.line(), {}, scanner.flaw(), scanner.flaw() == CsvFlaw::none ? 0 : scanner.flawLine(), std::string(scanner.text())};
            std::vector<CsvField> fields;
            for (std::size_t i = scanner.fields(); i-- > 0;) scanner.field(i);
            for (std::size_t i = 0; i < scanner.fields(); ++i) fields.push_back(scanner.field(i));
            for (const CsvField& f : fields) r.fields.push_back((f.quoted ? "q" : "p") + std::string(f.text));
            out.records.push_back(std::move(r));
        } else return out;
    }
}

// The same rules, written as plainly as possible over a whole text.
Scan plainly(std::string_view s, const CsvDialect& d = {}) {
    Scan out;
    out.last = CsvStep::end;
    std::size_t i = s.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    std::uint64_t line = 1;
    const auto quote = [&](std::size_t k) { return d.quote && k < s.size() && s[k] == d.quote; };
    const auto breakAt = [&](std::size_t k) -> std::size_t {  // length of the line end there; 0 if none, also 0 at the end of the text
        if (k < s.size() && s[k] == '\n') return 1;
        if (k < s.size() && s[k] == '\r' && (k + 1 == s.size() || s[k + 1] == '\n')) return k + 1 == s.size() ? 1 : 2;
        return 0;
    };
    while (i < s.size()) {
        Record r;
        r.line = line;
        const std::size_t from = i;
        const bool comment = d.comment && s[i] == d.comment;
        const auto toLineEnd = [&] { while (i < s.size() && s[i] != '\n') ++i; };
        bool whole = comment;
        if (comment) toLineEnd();
        while (!whole && r.flaw == CsvFlaw::none) {
            std::string field;
            if (quote(i)) {
                const std::uint64_t opened = line;
                ++i;
                bool closed = false;
                while (i < s.size()) {
                    if (quote(i) && quote(i + 1)) { field += s[i]; i += 2; }
                    else if (quote(i)) { ++i; closed = true; break; }
                    else { line += s[i] == '\n'; field += s[i++]; }
                }
                if (!closed) { r.flaw = CsvFlaw::openQuote; r.flawLine = opened; break; }
                if (i < s.size() && s[i] != d.delimiter && !breakAt(i)) {
                    r.flaw = CsvFlaw::textAfterQuote;
                    r.flawLine = line;
                    break;
                }
                r.fields.push_back("q" + field);
            } else {
                while (i < s.size() && s[i] != d.delimiter && !breakAt(i) && (d.bareQuotes || !quote(i))) field += s[i++];
                if (i < s.size() && s[i] != d.delimiter && !breakAt(i)) { r.flaw = CsvFlaw::bareQuote; r.flawLine = line; break; }
                r.fields.push_back("p" + field);
            }
            if (i < s.size() && s[i] == d.delimiter) ++i;
            else whole = true;
        }
        if (r.flaw != CsvFlaw::none) toLineEnd();
        else if (i < s.size() && s[i] == '\r') ++i;
        if (i < s.size() && s[i] == '\n') ++i;
        ++line;
        std::size_t to = i;
        if (to > from && s[to - 1] == '\n') --to;
        if (to > from && s[to - 1] == '\r') --to;
        r.text = s.substr(from, to - from);
        if (i - from > d.maxRecordBytes) { out.last = CsvStep::tooLong; return out; }
        if (!comment) out.records.push_back(std::move(r));
    }
    return out;
}

constexpr std::size_t chunks[] = {1, 2, 7, 64, 65536};

void agree(std::string_view text, const CsvDialect& dialect = {}) {
    const Scan expected = plainly(text, dialect);
    for (const std::size_t chunk : chunks) {
        const Scan got = scan(text, chunk, dialect);
        CAPTURE(chunk);
        CAPTURE(std::string(text));
        CHECK(got == expected);
        if (got != expected) { CHECK(show(got) == show(expected)); return; }
    }
}

}  // namespace

TEST_CASE("records of a CSV text, for every chunk size") {
    struct Case { const char* name; std::string_view text; std::string expected; };
    using namespace std::string_view_literals;
    const Case cases[] = {
        {"nothing", "", ""},
        {"P116 mark", "\xEF\xBB\xBF\"id\",name\n1,x\n", "1: \"id\" | name |\n2: 1 | x |\n"},
        {"P116 mark in the middle stays", "a\n\xEF\xBB\xBF,b\n", "1: a |\n2: \xEF\xBB\xBF | b |\n"},
        {"P116 only a mark", "\xEF\xBB\xBF", ""},
        {"P116 two bytes of a mark are text", "\xEF\xBB", "1: \xEF\xBB |\n"},
        {"P116 a second mark is text", "\xEF\xBB\xBF\xEF\xBB\xBF", "1: \xEF\xBB\xBF |\n"},
        {"P117 CRLF, kept inside quotes", "id,name\r\n1,x\r\n2,\"y\r\nz\"", "1: id | name |\n2: 1 | x |\n3: 2 | \"y\r\nz\" |\n"},
        {"P117 mixed line ends", "a\r\nb\nc\r\n", "1: a |\n2: b |\n3: c |\n"},
        {"P117 no last line end, empty last field", "1,", "1: 1 |  |\n"},
        {"P117 last CRLF cut short", "1,\"a\"\r", "1: 1 | \"a\" |\n"},
        {"P117 a lone CR is text", "a\rb,c\r\r\n", "1: a\rb | c\r |\n"},
        {"P117 a blank line is a record with one empty field", "a\n\nb\n", "1: a |\n2:  |\n3: b |\n"},
        {"P118 quoted empty and empty", ",\"\",\n", "1:  | \"\" |  |\n"},
        {"P119 doubled quotes, delimiter and line feed inside", "1,\"a \"\"q\"\",\nb\",z\n2,c,d\n", "1: 1 | \"a \"q\",\nb\" | z |\n3: 2 | c | d |\n"},
        {"P119 only quotes", "\"\"\"\"\"\"", "1: \"\"\"\" |\n"},
        {"P119 unclosed quote", "a\n1,\"b\nc\n", "1: a |\n2: 1 | flaw 3 in line 2 of 1,\"b\nc\n"},
        {"P119 unclosed quote at the very end", "\"", "1: flaw 3 in line 1 of \"\n"},
        {"quote in an unquoted field", "5\" pipe,1\n2,3\n", "1: flaw 1 in line 1 of 5\" pipe,1\n2: 2 | 3 |\n"},
        {"text after a closing quote", "x,\"a\"b,\"c\n2,3\n", "1: x | flaw 2 in line 1 of x,\"a\"b,\"c\n2: 2 | 3 |\n"},
        {"text after a quote that spans lines", "\"a\nb\"c\n2\n", "1: flaw 2 in line 2 of \"a\nb\"c\n3: 2 |\n"},
        {"blank before a quote is text, so the quote is bare", "a, \"b\"\n", "1: a | flaw 1 in line 1 of a, \"b\"\n"},
        {"zero bytes are text", "a\0b,\0\n"sv, std::string("1: a\0b | \0 |\n", 13)},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        for (const std::size_t chunk : chunks) {
            CAPTURE(chunk);
            CHECK(show(scan(c.text, chunk)) == c.expected);
        }
        CHECK(show(plainly(c.text)) == c.expected);
    }
}

TEST_CASE("dialects") {
    CsvDialect d;
    d.delimiter = ';';
    d.quote = '\'';
    d.comment = '#';
    for (const std::size_t chunk : chunks) {
        CHECK(show(scan("#x 'y\na;'b;''';c,d\n#", chunk, d)) == "2: a | \"b;'\" | c,d |\n");
        CsvDialect bare;
        bare.bareQuotes = true;
        CHECK(show(scan("5\" pipe,\"q\",a\"\n", chunk, bare)) == "1: 5\" pipe | \"q\" | a\" |\n");
        CsvDialect none;
        none.quote = '\0';
        CHECK(show(scan("\"a,b\"\n", chunk, none)) == "1: \"a | b\" |\n");
    }
    const auto refused = [](char delimiter, char quote, char comment) {
        CsvDialect bad;
        bad.delimiter = delimiter;
        bad.quote = quote;
        bad.comment = comment;
        CHECK_THROWS_AS(CsvScanner{bad}, IllegalState);
    };
    refused(',', ',', '\0');
    refused('\n', '"', '\0');
    refused(',', '\r', '\0');
    refused(',', '"', '"');
    refused('\0', '"', '\0');
}

TEST_CASE("a record longer than allowed stops the scanner, wherever the chunks end") {
    CsvDialect d;
    d.maxRecordBytes = 10;
    for (const std::size_t chunk : chunks) {
        CHECK(show(scan("12345,789\n12345,7890\nx\n", chunk, d)) == "1: 12345 | 789 |\ntoo long\n");
        CHECK(show(scan("1\n\"23456789\n\n\n", chunk, d)) == "1: 1 |\ntoo long\n");
    }
}

TEST_CASE("a scanner is used again for another input") {
    CsvScanner scanner({}, 16);
    const auto feed = [&](std::string_view text) {
        std::memcpy(scanner.room().data(), text.data(), text.size());
        scanner.added(text.size());
    };
    CHECK(scanner.next() == CsvStep::needBytes);
    feed("a,\"b\n");
    CHECK(scanner.next() == CsvStep::needBytes);
    scanner.reset();
    feed("\xEF\xBB\xBFx,y\nz");
    CHECK(scanner.next() == CsvStep::record);
    CHECK(scanner.line() == 1);
    CHECK(scanner.fields() == 2);
    CHECK(scanner.field(0).text == "x");
    scanner.finish();
    CHECK(scanner.next() == CsvStep::record);
    CHECK(scanner.line() == 2);
    CHECK(scanner.next() == CsvStep::end);
    CHECK(scanner.next() == CsvStep::end);
}

TEST_CASE("bytes are found alike with vectors and without") {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        char block[64];
        for (char& c : block) c = static_cast<char>(random() % (round % 2 ? 256 : 4) + (round % 2 ? 0 : '\n'));
        const char a = static_cast<char>(random()), b = static_cast<char>(random());
        const detail::CsvFinder finder(a, b);
        std::uint64_t expected = 0;
        for (unsigned i = 0; i < 64; ++i)
            if (block[i] == a || block[i] == (b ? b : a) || block[i] == '\n') expected |= std::uint64_t{1} << i;
        CHECK(finder(block) == expected);
        CHECK(finder.portable(block) == expected);
    }
}

TEST_CASE("random texts are cut alike by the scanner and by the plain reader") {
    std::mt19937 random(20240601);
    constexpr std::string_view pieces[] = {"a", "bc", ",", ",", "\"", "\"\"", "\n", "\r\n", "\r", "\",\"", "\"\n", "#", "\xEF\xBB\xBF", "0123456789abcdefghijklmnopqrstuvwxyz"};
    for (int round = 0; round < 4000; ++round) {
        std::string text;
        for (std::size_t n = random() % 60; n > 0; --n) text += pieces[random() % std::size(pieces)];
        CsvDialect d;
        if (round % 3 == 1) d.comment = '#';
        if (round % 5 == 1) d.bareQuotes = true;
        if (round % 7 == 1) d.maxRecordBytes = 1 + random() % 64;
        agree(text, d);
    }
}
