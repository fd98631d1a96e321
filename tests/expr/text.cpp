// SPDX-License-Identifier: BSL-1.0
// Functions of text, encodings, digests, URLs, and values that change. The answers of Flink 2.3, row by row, unless a line says otherwise.
#include <doctest/doctest.h>

#include <clocale>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/evaluation.hpp"

using namespace evaluation;

TEST_CASE("SUBSTRING") {
    struct Row { std::string_view s; int from, length; const char *open, *closed; };
    constexpr Row rows[] = {{"lantern", 1, 3, "lantern", "lan"}, {"lantern", 0, 3, "lantern", "lan"}, {"lantern", -3, 2, "ern", "er"}, {"lantern", 6, 9, "rn", "rn"},
                            {"lantern", 8, 1, "", ""},           {"lantern", 3, 0, "ntern", ""},      {"lantern", -9, 4, "", ""}, {"", 1, 1, "", ""},
                            {"a😀b", 2, 1, "😀b", "😀"},         {"a😀b", -1, 5, "b", "b"},           {"WXYZ", -2, 2, "YZ", "YZ"}};
    for (const Row& r : rows) {
        INFO(std::string(r.s), " from ", r.from, " for ", r.length);
        if (r.length != 0) CHECK(run<Substring, std::string>(r.s, r.from) == r.open);
        CHECK(run<Substring, std::string>(r.s, r.from, r.length) == r.closed);
        CHECK(run<Substring, std::string_view>(r.s, std::int64_t{r.from}, r.length) == std::string_view(r.closed));
    }
    CHECK(run<Substring, std::string>("abc"sv, 1, -1) == null);
    CHECK(run<Substring, std::string>("abc"sv, leastLong, mostLong) == "");
    CHECK(run<Substring, std::string>("abc"sv, mostLong) == "");
    CHECK(run<Substring, std::string>(Text(), 1) == null);
    const std::string owner = "a text that is longer than what a string keeps inside";
    CHECK(run<Substring, std::string_view>(owner, 3, 4)->data() == owner.data() + 2);  // a slice, no copy
}

TEST_CASE("text in characters, not bytes") {
    struct Row { std::string_view s; int n; const char *second, *left, *right, *reversed; };
    constexpr Row rows[] = {{"häuser", 6, "ä", "hä", "er", "resuäh"}, {"a😀b", 3, "😀", "a😀", "😀b", "b😀a"}, {"日本語", 3, "本", "日本", "本語", "語本日"}, {"", 0, "", "", "", ""}};
    for (const Row& r : rows) {
        CHECK(run<CharLength, std::int32_t>(r.s) == r.n);
        CHECK(run<Substring, std::string>(r.s, 2, 1) == r.second);
        CHECK(run<Left, std::string>(r.s, 2) == r.left);
        CHECK(run<Right, std::string>(r.s, 2) == r.right);
        CHECK(run<Reverse, std::string>(r.s) == r.reversed);
    }
    CHECK(run<Left, std::string>("abc"sv, -1) == "");
    CHECK(run<Right, std::string>("abc"sv, 9) == "abc");
    CHECK(run<Right, std::string>("abc"sv, leastLong) == "");
    // bytes that are no UTF-8 are kept, and nothing runs beyond the end
    for (const std::string_view broken : {"\xC3"sv, "\x80\x80"sv, "a\xF0\x9F"sv, "\xFF\xFE"sv, "\xED\xA0\x80"sv}) {
        const std::string twice = *run<Reverse, std::string>(*run<Reverse, std::string>(broken));
        CHECK(twice.size() == broken.size());
        CHECK(*run<Upper, std::string>(broken).value_or("").data() == broken[0] - (broken[0] == 'a' ? 32 : 0));
        CHECK(run<Substring, std::string>(broken, 1) == broken);
    }
}

namespace {

// The same functions over characters, slowly: what pages and standard say, for any number.
using Characters = std::vector<std::string>;
// Cut by the table of the Unicode standard (3-7), and by no function of the library; a byte that is no UTF-8 stands alone.
Characters charactersOf(std::string_view s) {
    const auto in = [&](std::size_t i, int low, int high) { return i < s.size() && static_cast<unsigned char>(s[i]) >= low && static_cast<unsigned char>(s[i]) <= high; };
    Characters all;
    for (std::size_t i = 0, size = 0; i < s.size(); i += size) {
        const bool two = in(i, 0xC2, 0xDF) && in(i + 1, 0x80, 0xBF);
        const bool three = (in(i, 0xE0, 0xE0) ? in(i + 1, 0xA0, 0xBF) : in(i, 0xED, 0xED) ? in(i + 1, 0x80, 0x9F) : in(i, 0xE1, 0xEF) && in(i + 1, 0x80, 0xBF)) && in(i + 2, 0x80, 0xBF);
        const bool four = (in(i, 0xF0, 0xF0) ? in(i + 1, 0x90, 0xBF) : in(i, 0xF4, 0xF4) ? in(i + 1, 0x80, 0x8F) : in(i, 0xF1, 0xF3) && in(i + 1, 0x80, 0xBF)) && in(i + 2, 0x80, 0xBF) && in(i + 3, 0x80, 0xBF);
        size = two ? 2 : three ? 3 : four ? 4 : 1;
        all.emplace_back(s.substr(i, size));
    }
    return all;
}
std::string between(const Characters& p, std::int64_t from, std::int64_t to) {  // from 0, without `to`, as far as there is text
    std::string out;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (static_cast<std::int64_t>(i) >= from && static_cast<std::int64_t>(i) < to) out += p[i];
    return out;
}

}  // namespace

TEST_CASE("numbers of any size, characters beyond the basic plane, and bytes that are no characters") {
    constexpr std::string_view texts[] = {"", "a", "ghijkl", "a😀b", "日本語", "😀😀", "äöü ß", "b\xE6\x97j\xC3", "\xED\xA0\x80" "b", "\xC0\x80\xE0\x80\x80", "\xF4\x90\x80\x80\xF5j", "j\xF0\x9F\x98"};
    constexpr std::int64_t most = mostLong, least = leastLong, numbers[] = {least, -2147483648, -8, -3, -2, -1, 0, 1, 2, 3, 4, 6, 7, 9};
    for (const std::string_view s : texts) {
        const Characters p = charactersOf(s);
        const auto size = static_cast<std::int64_t>(p.size());
        CHECK(run<CharLength, std::int32_t>(s) == size);
        std::string reversed, replaced = "-";
        for (const std::string& c : p) {
            reversed.insert(0, c);
            replaced += c + "-";
        }
        CHECK(run<Reverse, std::string>(s) == reversed);
        CHECK(run<Replace, std::string>(s, ""sv, "-"sv) == replaced);
        CHECK(run<Like, bool>(s, std::string(p.size(), '_')) == true);
        CHECK(run<Like, bool>(s, std::string(p.size() + 1, '_')) == false);
        for (const std::int64_t n : numbers) {
            INFO(std::string(s), " ", n);
            CHECK(run<Left, std::string>(s, n) == between(p, 0, n));
            CHECK(run<Right, std::string>(s, n) == between(p, n > size ? 0 : n > 0 ? size - n : size, size));
            std::string repeated;
            for (std::int64_t i = 0; i < n; ++i) repeated += s;
            CHECK(run<Repeat, std::string>(s, n) == repeated);
            // 1 is the first, 0 too; below that from the end, and nothing before the first
            const std::int64_t from = n > 0 ? n - 1 : n == 0 ? 0 : n < -size ? size : size + n;
            CHECK(run<Substring, std::string>(s, n) == between(p, from, size));
            for (const std::int64_t m : numbers) {
                INFO("and ", m);
                const auto part = run<Substring, std::string>(s, n, m);
                if (m < 0) CHECK(part == null);
                else CHECK(part == between(p, from, from + m));
                const auto overlaid = run<Overlay, std::string>(s, "Z😀"sv, n, m);
                if (n < 1 || n > size) CHECK(overlaid == s);
                else CHECK(overlaid == between(p, 0, n - 1) + "Z😀" + between(p, m < -size ? 0 : n - 1 + m, size));
            }
            for (const std::string_view pad : {"x"sv, "日😀"sv, ""sv}) {
                const auto left = run<LPad, std::string>(s, n, pad), right = run<RPad, std::string>(s, n, pad);
                if (n < 0 || pad.empty()) {
                    CHECK(left == null);
                    CHECK(right == null);
                    continue;
                }
                std::string padding;
                const Characters with = charactersOf(pad);
                for (std::int64_t i = 0; i < n - size; ++i) padding += with[static_cast<std::size_t>(i) % with.size()];
                CHECK(left == padding + between(p, 0, n));
                CHECK(right == between(p, 0, n) + padding);
            }
            for (const std::string_view needle : {"b"sv, "j"sv, "😀"sv, "語"sv, "zz"sv}) {
                std::int32_t at = 0;
                const auto characters = static_cast<std::int64_t>(charactersOf(needle).size());
                for (std::int64_t i = size; i-- > 0;)
                    if (i >= (n > 1 ? n - 1 : 0) && between(p, i, i + characters) == needle) at = static_cast<std::int32_t>(i) + 1;
                CHECK(run<Locate, std::int32_t>(needle, s, n) == at);
                CHECK(run<Position, std::int32_t>(needle, s, n) == at);
                const auto piece = run<SplitIndex, std::string>(s, needle, n);
                if (n < 0 || s.empty()) CHECK(piece == null);
            }
        }
    }
    CHECK(run<Overlay, std::string>("ghijkl"sv, "Z"sv, 3, 0) == "ghZijkl");
    CHECK(run<Overlay, std::string>("ghijkl"sv, "Z"sv, 3, most) == "ghZ");
    CHECK(run<Overlay, std::string>("ghijkl"sv, "Z"sv, 3, least) == "ghZghijkl");
    CHECK(Overlay::call<std::string>("gh"sv, "Z"sv, 1, least) == "Zgh");
    CHECK(run<Overlay, std::string>("ghijkl"sv, "Z"sv, 3, Int()) == null);
}

TEST_CASE("UPPER and LOWER are Unicode's and no locale's") {
    struct Row { const char *s, *upper, *lower; };
    constexpr Row rows[] = {{"abc1", "ABC1", "abc1"},          {"größe", "GRÖSSE", "größe"},   {"ÀB", "ÀB", "àb"},       {"Ünïcödé ÿ", "ÜNÏCÖDÉ Ÿ", "ünïcödé ÿ"},
                            {"ΟΔΥΣΣΕΥΣ", "ΟΔΥΣΣΕΥΣ", "οδυσσευς"}, {"ς σ", "Σ Σ", "ς σ"},        {"Σ", "Σ", "σ"},          {"жук ЁЖ", "ЖУК ЁЖ", "жук ёж"},
                            {"ﬁx", "FIX", "ﬁx"},                 {"İ", "İ", "i̇"},             {"ı", "I", "ı"},          {"ǆ ǅ", "Ǆ Ǆ", "ǆ ǆ"},
                            {"日本😀", "日本😀", "日本😀"},        {"𐐨", "𐐀", "𐐨"},             {"ΑΣ.", "ΑΣ.", "ας."},    {"ა", "Ა", "ა"}};
    std::setlocale(LC_ALL, "tr_TR.UTF-8");
    for (const Row& r : rows) {
        CHECK(run<Upper, std::string>(std::string_view(r.s)) == r.upper);
        CHECK(run<Lower, std::string>(std::string_view(r.s)) == r.lower);
    }
    CHECK(run<Upper, std::string>("i"sv) == "I");
    CHECK(run<Lower, std::string>("I"sv) == "i");
    std::setlocale(LC_ALL, "C");
    CHECK(run<InitCap, std::string>("hello wORLD-9lives élan"sv) == "Hello World-9lives éLan");
}

TEST_CASE("POSITION, LOCATE, INSTR count from 1; the empty needle is at 1") {
    struct Row { std::string_view needle, text; int at, fromFour; };
    constexpr Row rows[] = {{"na", "banana", 3, 5}, {"x", "banana", 0, 0}, {"", "banana", 1, 1}, {"a", "", 0, 0}, {"ü", "süß", 2, 0}};
    for (const Row& r : rows) {
        CHECK(run<Position, std::int32_t>(r.needle, r.text) == r.at);
        CHECK(run<InStr, std::int32_t>(r.text, r.needle) == r.at);
        CHECK(run<Locate, std::int32_t>(r.needle, r.text) == r.at);
        CHECK(run<Locate, std::int32_t>(r.needle, r.text, 4) == r.fromFour);
    }
    CHECK(run<Locate, std::int32_t>("b"sv, "bab"sv, -5) == 1);
    CHECK(run<Locate, std::int32_t>("b"sv, "bab"sv, leastLong) == 1);
}

TEST_CASE("LIKE") {
    struct Row { std::string_view s, pattern; bool matches; };
    constexpr Row rows[] = {
        {"report.txt", "report.txt", true}, {"Report.txt", "report.txt", false}, {"report1txt", "report_txt", true}, {"a\nreport.txt", "%rep%", true},
        {"", "", true},      {"", "%", true},       {"r.txt", "r%.txt", true},  {"rtxt", "r%.txt", false}, {"x", "", false},   {"", "_", false},
        {"a.b", "a.b", true}, {"axb", "a.b", false}, {"a+b", "a+_", true},       {"[x]", "[_]", true},      {"x", "[x]", false}, {"abc", "a%c", true},
        {"m_n", "m\\_n", false}, {"m\\_n", "m\\_n", true}, {"😀", "_", true},    {"a😀b", "a_b", true},     {"ab", "a_b", false}, {"aXbXc", "%X_", true},
        {"aXbXcd", "%X_", false}, {"abcabc", "%abc", true}, {"aaab", "%a%a%a%a%", false}, {"ab", "%%", true}, {"ü", "%", true}, {"aü", "_ü", true}};
    for (const Row& r : rows) {
        INFO(std::string(r.s), " LIKE ", std::string(r.pattern));
        CHECK(run<Like, bool>(r.s, r.pattern) == r.matches);
        CHECK(run<NotLike, bool>(r.s, r.pattern) == !r.matches);
    }
    static_assert(applyStrict<Like, bool>("report.txt"sv, "r%.t_t"sv));
    CHECK(run<Like, bool>("abc"sv, View()) == null);
    CHECK(run<Like, bool>("m_n"sv, "m\\_n"sv, "\\"sv) == true);
    CHECK(run<Like, bool>("mxn"sv, "m\\_n"sv, "\\"sv) == false);
    CHECK(run<Like, bool>("QA%ZB"sv, "QA!%ZB"sv, "!"sv) == true);
    CHECK(run<Like, bool>("a!b"sv, "a!!b"sv, "!"sv) == true);
    CHECK(run<Like, bool>("100%"sv, "%é%"sv, "é"sv) == true);
    CHECK_THROWS_AS((run<Like, bool>("ab"sv, "a!b"sv, "!"sv)), DataError);
    CHECK_THROWS_AS((run<Like, bool>("ab"sv, "a!"sv, "!"sv)), DataError);
    CHECK_THROWS_AS((run<Like, bool>("ab"sv, "ab"sv, ""sv)), DataError);
    const std::string xs(20000, 'a');
    CHECK(run<Like, bool>(xs, "%a%a%a%a%a%a%a%b"sv) == false);  // bounded: no exponential search
}

TEST_CASE("REPLACE and OVERLAY") {
    struct Row { std::string_view s; const char *replaced, *between, *removed, *over, *over0, *over99, *over50; };
    constexpr Row rows[] = {{"aaaa", "bb", "zazazazaz", "aaaa", "aXYa", "aXYaaa", "aaXY", "aaaa"},
                            {"lantern", "lantern", "zlzaznztzezrznz", "later", "lXYtern", "lXYantern", "laXY", "lantern"},
                            {"", "", "z", "", "", "", "", ""}};
    for (const Row& r : rows) {
        CHECK(run<Replace, std::string>(r.s, "aa"sv, "b"sv) == r.replaced);
        CHECK(run<Replace, std::string>(r.s, ""sv, "z"sv) == r.between);
        CHECK(run<Replace, std::string>(r.s, "n"sv, ""sv) == r.removed);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 2) == r.over);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 2, 0) == r.over0);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 3, 99) == r.over99);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 50) == r.over50);
    }
    CHECK(run<Replace, std::string>("ababab"sv, "abab"sv, "z"sv) == "zab");
    CHECK(run<Overlay, std::string>("xxxxxtest"sv, "xxxx"sv, 6, 2) == "xxxxxxxxxst");
    CHECK(run<Overlay, std::string>("ä€z"sv, "x"sv, 2, 1) == "äxz");
}

TEST_CASE("||, CONCAT, CONCAT_WS") {
    CHECK(run<Concatenation, std::string>("ab   "sv, "|"sv) == "ab   |");
    CHECK(run<Concatenation, std::string>(Text("x"), View()) == null);
    CHECK(run<Concat, std::string>("x"sv, std::string("y"), "z"sv) == "xyz");
    CHECK(run<Concat, std::string>("x"sv, Text()) == null);
    CHECK(open<ConcatWs, Text>(View("-"), Text("x"), View("y"), "z"sv) == "x-y-z");
    CHECK(open<ConcatWs, Text>("-"sv, "x"sv, View(), "z"sv) == "x-z");
    CHECK(open<ConcatWs, Text>("-"sv, ""sv, "y"sv, "z"sv) == "-y-z");
    CHECK(open<ConcatWs, Text>(View(), "x"sv) == null);
    CHECK(open<ConcatWs, Text>("-"sv, View(), View()) == "");
    CHECK(open<ConcatWs, std::string>("~"sv, "AA"sv, "BB"sv, ""sv, "CC"sv) == "AA~BB~~CC");
}

TEST_CASE("LPAD, RPAD, REPEAT") {
    struct Row { std::string_view s; int n; std::string_view pad; Text left, right; };
    const Row rows[] = {{"7", 3, "0", "007", "700"}, {"1234", 3, "0", "123", "123"}, {"ab", 7, "xyz", "xyzxyab", "abxyzxy"}, {"ab", 5, "", null, null},
                        {"ab", 0, "x", "", ""},      {"ab", -1, "x", null, null},    {"", 2, "x", "xx", "xx"},               {"hi", 4, "??", "??hi", "hi??"},
                        {"hi", 1, "??", "h", "h"},   {"é", 4, "äb", "äbäé", "éäbä"}};
    for (const Row& r : rows) {
        CHECK(run<LPad, std::string>(r.s, r.n, r.pad) == r.left);
        CHECK(run<RPad, std::string>(r.s, r.n, r.pad) == r.right);
    }
    CHECK_THROWS_AS((applyStrict<LPad, std::string>("ab"sv, -1, "x"sv)), DataError);  // NOT NULL in the plan
    CHECK_THROWS_AS((run<RPad, std::string>("ab"sv, mostLong, "x"sv)), DataError);
    CHECK(run<Repeat, std::string>("ab"sv, 3) == "ababab");
    CHECK(run<Repeat, std::string>("ab"sv, -3) == "");
    CHECK_THROWS_AS((run<Repeat, std::string>("ab"sv, mostLong)), DataError);
}

TEST_CASE("TRIM and its kin") {
    CHECK(run<Trim, std::string>("  a b  "sv) == "a b");
    CHECK(run<Trim, std::string>("LEADING"sv, "xy"sv, "xyaxy"sv) == "axy");
    CHECK(run<Trim, std::string>("TRAILING"sv, "xy"sv, "xyaxy"sv) == "xya");
    CHECK(run<Trim, std::string>("BOTH"sv, "ä"sv, "äbä"sv) == "b");
    CHECK(run<LTrim, std::string>("  a "sv) == "a ");
    CHECK(run<RTrim, std::string>("  a "sv) == "  a");
    CHECK(run<BTrim, std::string>("--a-"sv, "-"sv) == "a");
    CHECK(run<BTrim, std::string>("ab"sv, "ba"sv) == "");
    CHECK(run<BTrim, std::string>("\t a"sv) == "\t a");
    CHECK(run<RTrim, std::string>("aä"sv, "\xA4"sv) == "aä");  // half a character trims nothing
    CHECK(run<Trim, std::string_view>(View()) == null);
}

TEST_CASE("SPLIT_INDEX, STARTSWITH, ENDSWITH, ASCII, CHR, HEX, BIN") {
    struct Row { std::string_view s, separator; int index; Text piece; };
    const Row rows[] = {{"a,b,,d", ",", 0, "a"}, {"a,b,,d", ",", 2, ""}, {"a,b,,d", ",", 4, null}, {"a,b,,d", ",", -1, null}, {"a--b", "--", 1, "b"},
                        {"a.b", ".", 1, "b"},    {"abc", "", 1, null},   {"", ",", 0, null},       {"a,", ",", 1, ""},        {"abc", "", 0, "abc"}, {"a b", "", 1, "b"}};
    for (const Row& r : rows) CHECK(run<SplitIndex, std::string>(r.s, r.separator, r.index) == r.piece);
    CHECK(run<SplitIndex, std::string>("a,b"sv, 44, 1) == "b");
    CHECK(run<SplitIndex, std::string>("aüb"sv, 252, 1) == "b");
    CHECK(run<SplitIndex, std::string>("a,b"sv, 256, 0) == null);
    CHECK(run<StartsWith, bool>("abc"sv, "ab"sv) == true);
    CHECK(run<StartsWith, bool>("abc"sv, ""sv) == true);
    CHECK(run<StartsWith, bool>("a"sv, "ab"sv) == false);
    CHECK(run<EndsWith, bool>("abc"sv, "bc"sv) == true);
    CHECK(run<EndsWith, bool>("c"sv, "bc"sv) == false);
    CHECK(run<Ascii, std::int32_t>("abc"sv) == 97);
    CHECK(run<Ascii, std::int32_t>(""sv) == 0);
    CHECK(run<Ascii, std::int32_t>("é"sv) == 233);
    CHECK(run<Chr, std::string>(353) == "a");
    CHECK(run<Chr, std::string>(-1) == "");
    CHECK(run<Chr, std::string>(233) == "é");
    CHECK(run<Chr, std::string>(256) == std::string(1, '\0'));
    CHECK(run<Hex, std::string>(10) == "A");
    CHECK(run<Hex, std::string>(std::int64_t{-1}) == "FFFFFFFFFFFFFFFF");
    CHECK(run<Hex, std::string>(0) == "0");
    CHECK(run<Hex, std::string>("Hi!"sv) == "486921");
    CHECK(run<Hex, std::string>(std::string("ü")) == "C3BC");
    CHECK(run<Hex, std::string>("hello,world"sv) == "68656C6C6F2C776F726C64");
    CHECK(run<Bin, std::string>(12) == "1100");
    CHECK(run<Bin, std::string>(std::int64_t{-1}) == std::string(64, '1'));
    CHECK(run<Bin, std::string>(0) == "0");
}

TEST_CASE("ENCODE, DECODE, TO_BASE64, FROM_BASE64") {
    const auto bytes = [](std::initializer_list<int> values) {
        Bytes b;
        for (const int v : values) b.push_back(static_cast<std::byte>(v));
        return b;
    };
    struct Row { std::string_view text, set; Bytes encoded; std::string_view back; };
    const Row rows[] = {{"Hi!", "UTF-16BE", bytes({0, 72, 0, 105, 0, 33}), "Hi!"}, {"ü", "utf-16le", bytes({0xFC, 0}), "ü"}, {"😀", "UTF-16", bytes({0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0}), "😀"},
                        {"aü", "UTF-8", bytes({97, 0xC3, 0xBC}), "aü"}, {"aü€", "ISO-8859-1", bytes({97, 0xFC, 63}), "aü?"}, {"aü", "US-ASCII", bytes({97, 63}), "a?"}, {"", "UTF-16", {}, ""}};
    for (const Row& r : rows) {
        INFO(std::string(r.text), " in ", std::string(r.set));
        CHECK(run<Encode, Bytes>(r.text, r.set) == r.encoded);
        CHECK(run<Decode, std::string>(r.encoded, r.set) == r.back);
    }
    CHECK(run<Decode, std::string>(bytes({0xC3}), "UTF-8"sv) == "\uFFFD");
    // a beginning that is cut off is one, what is no beginning is one for each byte: as in Java
    CHECK(run<Decode, std::string>(bytes({0xE6, 0x97, 65, 0xF0, 0x9F, 0x98}), "UTF-8"sv) == "\uFFFDA\uFFFD");
    CHECK(run<Decode, std::string>(bytes({0xC0, 0x80, 0xED, 0xA0, 0x80}), "UTF-8"sv) == "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
    CHECK(run<Decode, std::string>(bytes({0xF4, 0x90, 0x80, 0x80}), "UTF-8"sv) == "\uFFFD\uFFFD\uFFFD\uFFFD");
    CHECK(run<Decode, std::string>(bytes({0xD8, 0x3D, 0}), "UTF-16BE"sv) == "\uFFFD\uFFFD");
    CHECK_THROWS_AS((run<Encode, Bytes>("a"sv, "EBCDIC"sv)), DataError);
    CHECK(run<ToBase64, std::string>("Hi!"sv) == "SGkh");
    CHECK(run<ToBase64, std::string>("ü"sv) == "w7w=");
    CHECK(run<ToBase64, std::string>(""sv) == "");
    CHECK(run<FromBase64, std::string>("w7w="sv) == "ü");
    CHECK(run<FromBase64, std::string>("w7w"sv) == "ü");
    CHECK(run<FromBase64, std::string>(Text()) == null);
    CHECK_THROWS_AS((run<FromBase64, std::string>("w7w!"sv)), DataError);
}

TEST_CASE("digests") {
    struct Row { std::string_view text, md5, sha1, sha224, sha256, sha384, sha512; };
    constexpr Row rows[] = {
                        {"", "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                         "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                         "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
                         "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"},
                        {"abc", "900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d",
                         "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                         "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
                         "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
                        {"The quick brown fox jumps over the lazy dog, and then some more text to fill a second block of a hundred and twenty-eight bytes, or so.", "e1c3e9f9d92592d24e8e7c1c7e2b758d", "c913703311e67f697642b2a621086b463a4bdc7e",
                         "e64153e33503fef555736156b5aed959bbba7b20e44d011329894cb7", "b8320b14af4ee122b5646fcf4e0f4930db3231530c4858e83dc88316dd335655",
                         "b5da3eb6859772220f0c7b416080182e94d4aac0343593bf5161944cbb10860453e6f0f79bfb42e3e06208a9fbac7328",
                         "75367f26b446236264aa36f4b0c1c8ea608e8f44460b59c0cc142b716a774315e8588684a56a99ec9028c0552292a0827c23cf9f662fb98756f2b3b3355e2e90"},
                        {"ü", "c03410a5204b21cd8229ff754688d743", "94a759fd37735430753c7b6b80684306d80ea16e",
                         "5dcf29eed5ce7989b00d63f0ae5a71654f016579be5b1035c9fd527f", "607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f",
                         "1eced08690a18de2ebcf4afc10fb8480c76e6a408dd06617b048eff3ed91217079fb195e903ac9901a07095a4dd49f7b",
                         "230a068990071d4a606ff63325712a2f12bb1f1f0be551f418127a94e9c26bb2c788711dd5a7d3efb69c5a7441a530c4c212fa90ca907c2e052bca893f1d9185"}};
    for (const Row& r : rows) {
        INFO(std::string(r.text));
        CHECK(run<Md5, std::string>(r.text) == r.md5);
        CHECK(run<Sha1, std::string>(r.text) == r.sha1);
        CHECK(run<Sha224, std::string>(r.text) == r.sha224);
        CHECK(run<Sha256, std::string>(r.text) == r.sha256);
        CHECK(run<Sha384, std::string>(r.text) == r.sha384);
        CHECK(run<Sha512, std::string>(r.text) == r.sha512);
        CHECK(run<Sha2, std::string>(r.text, 224) == r.sha224);
        CHECK(run<Sha2, std::string>(r.text, 512) == r.sha512);
    }
    CHECK(run<Md5, std::string>(Text()) == null);
    CHECK_THROWS_AS((run<Sha2, std::string>("a"sv, 255)), DataError);
    // every length around the end of a block: the padding begins a new one or not
    std::string text, digests;
    for (int n = 0; n <= 130; text += static_cast<char>('a' + n % 26), ++n) digests += *run<Md5, std::string>(text) + *run<Sha1, std::string>(text) + *run<Sha512, std::string>(text);
    CHECK(run<Sha256, std::string>(digests) == "c3b5053b26d372eb45d3322fceb06b3935629e136c9ef044dec2f198ce1f2629");
}

TEST_CASE("what a text is made of") {
    struct Row { View text; bool alpha, digit, decimal; };
    for (const Row& r : {Row{"abc", true, false, false}, {"\xC3\xBC", true, false, false}, {"a1", false, false, false}, {"012", false, true, true}, {"-1.5e3", false, false, true},
                         {"", false, false, false}, {null, false, false, false}, {"1,5", false, false, false}}) {
        CHECK(open<IsAlpha, bool>(r.text) == r.alpha);
        CHECK(open<IsDigit, bool>(r.text) == r.digit);
        CHECK(open<IsDecimal, bool>(r.text) == r.decimal);
    }
}

TEST_CASE("TRANSLATE and ELT") {
    CHECK(open<Translate, std::string>("www.apache.org"sv, "wapcheo"sv, " APCHEcG"sv) == "   .APACHE.crg");
    CHECK(open<Translate, std::string>("aabb"sv, "aba"sv, "x"sv) == "xx");
    CHECK(open<Translate, std::string>("\xC3\xBC-u"sv, "\xC3\xBCu"sv, "u\xC3\xBC"sv) == "u-\xC3\xBC");
    CHECK(open<Translate, std::string>("ab"sv, View(), "x"sv) == "ab");
    CHECK(open<Translate, std::string>("ab"sv, "a"sv, View()) == "b");
    CHECK(open<Translate, Text>(View(), "a"sv, "b"sv) == null);
    CHECK(open<Elt, Text>(2, "scala"sv, "java"sv) == "java");
    CHECK(open<Elt, Text>(1, View(), "java"sv) == null);
    CHECK(open<Elt, Text>(Int(), "java"sv) == null);
    CHECK(open<Elt, Text>(std::int64_t{0}, "java"sv) == null);
    CHECK(open<Elt, Text>(3, "scala"sv, "java"sv) == null);
    CHECK(open<Elt, Text>(leastInt, "java"sv) == null);
    static_assert(!Elt::call<std::optional<std::string_view>>(leastLong, "java"sv));
}

TEST_CASE("UNHEX") {
    const auto bytes = [](std::initializer_list<int> values) {
        Bytes b;
        for (const int v : values) b.push_back(static_cast<std::byte>(v));
        return b;
    };
    CHECK(run<Unhex, Bytes>("00fF"sv) == bytes({0, 255}));
    CHECK(run<Unhex, Bytes>("466"sv) == bytes({0, 0x66}));
    CHECK(run<Unhex, Bytes>("g66"sv) == null);
    CHECK(run<Unhex, Bytes>("4z"sv) == null);
    CHECK(run<Unhex, Bytes>(""sv) == Bytes{});
}

TEST_CASE("URLs: their parts and their spelling") {
    CHECK(run<UrlEncode, std::string>("a b\xC3\xBC&*-._~"sv) == "a+b%C3%BC%26*-._%7E");
    CHECK(run<UrlDecode, std::string>("a+b%C3%bc%26"sv) == "a b\xC3\xBC&");
    CHECK(run<UrlDecode, std::string>("%E6%97z%FF"sv) == "\uFFFDz\uFFFD");
    CHECK(run<UrlDecode, std::string>("%4"sv) == null);
    CHECK(run<UrlDecode, std::string>("%zz"sv) == null);
    constexpr auto url = "http://user:pw@host.org:8080/a/b.html?k1=v1&k2=v2&k1=w#top"sv;
    const struct { std::string_view part; Text value; } parts[] = {{"PROTOCOL", "http"}, {"HOST", "host.org"}, {"PATH", "/a/b.html"}, {"QUERY", "k1=v1&k2=v2&k1=w"}, {"REF", "top"},
                                                                   {"AUTHORITY", "user:pw@host.org:8080"}, {"USERINFO", "user:pw"}, {"FILE", "/a/b.html?k1=v1&k2=v2&k1=w"}, {"PORT", null}};
    for (const auto& p : parts) CHECK(run<ParseUrl, std::string>(url, p.part) == p.value);
    CHECK(run<ParseUrl, std::string>(url, "QUERY"sv, "k2"sv) == "v2");
    CHECK(run<ParseUrl, std::string>(url, "QUERY"sv, "k1"sv) == "v1");
    CHECK(run<ParseUrl, std::string>(url, "QUERY"sv, "k"sv) == null);
    CHECK(run<ParseUrl, std::string>(url, "HOST"sv, "k1"sv) == null);
    CHECK(run<ParseUrl, std::string>("http://[::1]:80"sv, "HOST"sv) == "[::1]");
    CHECK(run<ParseUrl, std::string>("http://h"sv, "QUERY"sv) == null);
    CHECK(run<ParseUrl, std::string>("no url"sv, "HOST"sv) == null);
    CHECK(run<ParseUrl, std::string>("gopher://h"sv, "HOST"sv) == null);
}

TEST_CASE("the clock and chance") {
    const auto before = CurrentTimestamp::call<TimestampLtz<3>>();
    CHECK(before > TimestampLtz<3>::fromSeconds(1'700'000'000));
    CHECK(Now::call<TimestampLtz<3>>() >= before);
    CHECK(CurrentRowTimestamp::call<TimestampLtz<3>>() >= before);
    CHECK(LocalTimestamp::call<Timestamp<3>>().millis() >= before.millis());
    CHECK(CurrentDate::call<Date>().epochDay() >= before.date().epochDay());
    CHECK(CurrentTime::call<Time<0>>().nano() == 0);
    double least = 1, most = 0;
    for (int i = 0; i < 1000; ++i) {
        const double r = Rand::call<double>();
        least = r < least ? r : least;
        most = r > most ? r : most;
        const std::int32_t n = RandInteger::call<std::int32_t>(3);
        CHECK((n >= 0 && n < 3));
    }
    CHECK((least >= 0 && least < 0.1 && most > 0.9 && most < 1));
    CHECK_THROWS_WITH_AS(RandInteger::call<std::int32_t>(0), "the bound of RAND_INTEGER must be positive: '0'", DataError);
    const std::string id = Uuid::call<std::string>();
    CHECK(id.size() == 36);
    CHECK((id[8] == '-' && id[14] == '4' && (id[19] == '8' || id[19] == '9' || id[19] == 'a' || id[19] == 'b')));
    CHECK(id != Uuid::call<std::string>());
}
