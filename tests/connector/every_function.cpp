// SPDX-License-Identifier: BSL-1.0
// Every function of the catalogue that computes from values, with arguments of each kind that its typing rule takes and values from the ends of their ranges: an answer, the
// same one again, or a DataError; and text that is UTF-8 where all arguments are. A function that nothing was drawn for does not compile.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/connector/regex.hpp>
#include <rivulet/connector/zones.hpp>
#include <rivulet/rivulet.hpp>

namespace {

using namespace rivulet;
using namespace std::string_view_literals;

/// What an argument may be: a column that may be NULL, or a literal that some functions want.
enum class Kind : unsigned char {
    text, whole, real, small, exact, truth, moment, zoned, date, time, bytes, months, span, texts, wholes, map, texts2d, sideWord, unitWord, setWord, jsonWord
};
constexpr int kinds = static_cast<int>(Kind::jsonWord) + 1;
constexpr bool isWord(Kind k) { return k >= Kind::sideWord; }
constexpr std::string_view words[] = {"LEADING", "HOUR", "UTF-16", "a"};
constexpr std::string_view wordOf(Kind k) { return words[static_cast<int>(k) - static_cast<int>(Kind::sideWord)]; }
static_assert(sizeof words / sizeof *words == kinds - static_cast<int>(Kind::sideWord), "a word for each kind of literal");

template <Kind K> struct ColumnOf;
template <class T> using Nullable = std::optional<T>;
template <> struct ColumnOf<Kind::text> { using Type = Nullable<std::string>; };
template <> struct ColumnOf<Kind::whole> { using Type = Nullable<std::int64_t>; };
template <> struct ColumnOf<Kind::real> { using Type = Nullable<double>; };
template <> struct ColumnOf<Kind::small> { using Type = Nullable<std::int8_t>; };
template <> struct ColumnOf<Kind::exact> { using Type = Nullable<Decimal<38, 10>>; };
template <> struct ColumnOf<Kind::truth> { using Type = Nullable<bool>; };
template <> struct ColumnOf<Kind::moment> { using Type = Nullable<Timestamp<9>>; };
template <> struct ColumnOf<Kind::zoned> { using Type = Nullable<TimestampLtz<6>>; };
template <> struct ColumnOf<Kind::date> { using Type = Nullable<Date>; };
template <> struct ColumnOf<Kind::time> { using Type = Nullable<Time<3>>; };
template <> struct ColumnOf<Kind::bytes> { using Type = Nullable<Bytes>; };
template <> struct ColumnOf<Kind::months> { using Type = Nullable<IntervalYearMonth>; };
template <> struct ColumnOf<Kind::span> { using Type = Nullable<IntervalDayTime>; };
template <> struct ColumnOf<Kind::texts> { using Type = Nullable<std::vector<std::optional<std::string>>>; };
template <> struct ColumnOf<Kind::wholes> { using Type = Nullable<std::vector<std::optional<std::int64_t>>>; };
template <> struct ColumnOf<Kind::map> { using Type = Nullable<std::map<std::string, std::optional<std::int64_t>>>; };
template <> struct ColumnOf<Kind::texts2d> { using Type = Nullable<std::vector<std::optional<Row<Field<"key", std::string>, Field<"value", std::optional<std::int64_t>>>>>>; };

template <Kind K> constexpr ArgumentType argumentOf() {
    ArgumentType a;
    if constexpr (isWord(K)) {
        a.type = sqltype::char_(static_cast<int>(wordOf(K).size()));
        a.isText = true;
        a.text = wordOf(K);
    } else a.type = SqlTraits<typename ColumnOf<K>::Type>::type.orNull(true);
    return a;
}
constexpr ArgumentType argumentOf(Kind k) {
    constexpr auto all = []<std::size_t... K>(std::index_sequence<K...>) { return std::array{argumentOf<static_cast<Kind>(K)>()...}; }(std::make_index_sequence<kinds>{});
    return all[static_cast<std::size_t>(k)];
}

template <Kind K> const auto& valuesOf() {
    if constexpr (isWord(K)) {
        static const std::vector<std::string_view> all{wordOf(K)};
        return all;
    } else {
        using V = typename ColumnOf<K>::Type;
        static const std::vector<V> all = [] {
            constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = -most - 1;
            std::vector<V> v{V()};
            if constexpr (K == Kind::text)
                for (const std::string_view s : {""sv, "a"sv, "Ab, c=1"sv, "ä😀ß"sv, "日本語"sv, "2024-02-29 12:34:56"sv, "999999999-12-31 23:59:59"sv, "-12.5e3"sv, "%4"sv, "%FF%C3%28"sv, "(a"sv, "a*"sv,
                                                 "yyyy-MM-dd HH"sv, "yyyyyyyyyDDD"sv, "'"sv, "America/Apia"sv, "UTF-16LE"sv, "http://h:1/p?a=1&b#r"sv, "/+=="sv, "\xC3"sv, "a\xED\xA0\x80z"sv, "\xC0\x80"sv,
                                                 "\xF7\xBF\xBF\xBF"sv, "\0b"sv, "9223372036854775808"sv})
                    v.emplace_back(std::string(s));
            if constexpr (K == Kind::whole)
                for (const std::int64_t n : {least, least + 1, std::int64_t{-4294967296}, std::int64_t{-2147483648}, std::int64_t{-7}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{44}, std::int64_t{256},
                                             std::int64_t{70000}, std::int64_t{4294967297}, most / 1000, most}) v.emplace_back(n);
            if constexpr (K == Kind::real)
                for (const double d : {0.0, -0.0, 1.5, -2.5, 1e300, -1e19, 5e-324, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) v.emplace_back(d);
            if constexpr (K == Kind::small)
                for (const int n : {-128, -1, 0, 1, 5, 127}) v.emplace_back(static_cast<std::int8_t>(n));
            if constexpr (K == Kind::exact)
                for (const std::string_view s : {"0"sv, "-9999999999999999999999999999.9999999999"sv, "9999999999999999999999999999.9999999999"sv, "0.0000000001"sv, "-2.5"sv, "7"sv}) v.emplace_back(Decimal<38, 10>(s));
            if constexpr (K == Kind::truth) v.insert(v.end(), {true, false});
            if constexpr (K == Kind::moment || K == Kind::zoned)
                for (const std::int64_t m : {least, least + 86'400'000, std::int64_t{-62135596800001}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1709210096789}, std::int64_t{253402300799999}, most - 1, most})
                    v.emplace_back(Bare<V>::fromMillis(m, 999'999));
            if constexpr (K == Kind::date)
                for (const std::int64_t d : {std::int64_t{-2147483648}, std::int64_t{-719163}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{19782}, std::int64_t{2147483647}}) v.emplace_back(Date::fromEpochDay(d));
            if constexpr (K == Kind::time)
                for (const std::int64_t n : {std::int64_t{0}, std::int64_t{43'200'123'456'789}, std::int64_t{86'399'999'999'999}}) v.emplace_back(Time<3>::fromNanoOfDay(n));
            if constexpr (K == Kind::bytes) v.insert(v.end(), {Bytes{}, Bytes{std::byte{0xFF}, std::byte{0xFE}, std::byte{0}}, Bytes{std::byte{0xC3}, std::byte{0xA4}}, Bytes{std::byte{0xD8}, std::byte{0}, std::byte{0xC0}, std::byte{0x80}}});
            if constexpr (K == Kind::months)
                for (const std::int32_t n : {std::numeric_limits<std::int32_t>::min(), -1, 0, 1, std::numeric_limits<std::int32_t>::max()}) v.emplace_back(IntervalYearMonth{n});
            if constexpr (K == Kind::span)
                for (const std::int64_t n : {least, std::int64_t{-1}, std::int64_t{0}, std::int64_t{86'400'001}, most}) v.emplace_back(IntervalDayTime{n});
            if constexpr (K == Kind::texts) v.insert(v.end(), {Bare<V>{}, Bare<V>{"a", {}, "a", "ä"}, Bare<V>{{}}});
            if constexpr (K == Kind::wholes) v.insert(v.end(), {Bare<V>{}, Bare<V>{least, {}, 1, most, 1}, Bare<V>{{}}});
            if constexpr (K == Kind::map) v.insert(v.end(), {Bare<V>{}, Bare<V>{{"", {}}, {"a", most}}});
            if constexpr (K == Kind::texts2d) {
                using Entry = Bare<typename Bare<V>::value_type>;
                v.insert(v.end(), {Bare<V>{}, Bare<V>{{}}, Bare<V>{Entry(std::string("a"), std::optional<std::int64_t>(1)), Entry(std::string("a"), std::optional<std::int64_t>())}});
            }
            return v;
        }();
        return all;
    }
}

// ---- which calls there are ------------------------------------------------------------------------------------------------

struct Outcome {
    bool fits{}, nullable{};
    int refused{-1};
    TypeRoot root{};
    int precision{}, scale{};
};
template <std::size_t N>
constexpr Outcome judge(short f, const std::array<Kind, N>& kind) {
    ArgumentType arguments[N + 1]{};
    for (std::size_t i = 0; i < N; ++i) arguments[i] = argumentOf(kind[i]);
    TypePool pool;
    Typing t{.arguments = arguments, .count = static_cast<int>(N), .types = {.pool = &pool, .known = nullptr, .hasPool = true}};
    functionInfo(f).typing(t);
    bool fits = t.refused < 0 && t.result.root != TypeRoot::unknown;
    for (std::size_t i = 0; i < N; ++i) fits = fits && arguments[i].castTo.root == TypeRoot::unknown;  // a cast is another expression
    return {fits, t.result.nullable, t.refused, t.result.root, t.result.precision, t.result.scale};
}

/// The first lists of kinds that the function takes, up to two for each kind of first argument.
template <std::size_t N, std::size_t Most> struct Forms {
    std::array<Kind, N> of[Most]{};
    std::size_t count{};
};
template <short F, std::size_t N, int First>
constexpr auto formsFrom() {  // one constant evaluation for each first argument: compilers count their steps
    Forms<N, 2> forms;
    std::array<Kind, N> kind{static_cast<Kind>(First)};
    const auto next = [&kind](std::size_t digit) {  // the next list in which this argument, but not the first, differs
        for (std::size_t i = digit + 1; i < N; ++i) kind[i] = Kind{};
        for (; digit > 0; --digit) {
            if (static_cast<int>(kind[digit]) + 1 < kinds) {
                kind[digit] = static_cast<Kind>(static_cast<int>(kind[digit]) + 1);
                return true;
            }
            kind[digit] = Kind{};
        }
        return false;
    };
    bool more = true;
    for (int tries = 0; more && forms.count < 2 && tries < 1000; ++tries) {
        const Outcome o = judge(F, kind);
        if (o.fits) forms.of[forms.count++] = kind;
        const bool skips = !o.fits && N > 2 && o.refused >= 0 && o.refused < static_cast<int>(N);  // whatever comes behind the argument that does not fit
        more = next(skips ? static_cast<std::size_t>(o.refused) : N - 1);
    }
    return forms;
}
template <short F, std::size_t N, int First> inline constexpr auto formsWith = formsFrom<F, N, First>();

constexpr std::size_t mostForms = 6;
template <short F, std::size_t N>
constexpr auto formsOf() {
    Forms<N, mostForms> forms;
    if constexpr (N == 0) forms.count = judge(F, std::array<Kind, 0>{}).fits;
    else {
        const auto take = [&forms](const Forms<N, 2>& some) {
            for (std::size_t i = 0; i < some.count && forms.count < mostForms; ++i) forms.of[forms.count++] = some.of[i];
        };
        [&]<int... First>(std::integer_sequence<int, First...>) { (take(formsWith<F, N, First>), ...); }(std::make_integer_sequence<int, kinds>{});
    }
    return forms;
}

/// What computes nothing from values alone.
constexpr bool isOfRows(short f) {
    const FunctionInfo& i = functionInfo(f);
    return i.aggregate || isGroupingFunction(f) || f == indexOf<functions::CurrentWatermark> || f == indexOf<functions::ProcessingTime>;
}
/// Forms of the plan: what they are of is no argument.
constexpr bool isOfPlan(short f) {
    return f == indexOf<functions::Cast> || f == indexOf<functions::TryCast> || f == indexOf<functions::MakeRow> || f == indexOf<functions::Map> || f == indexOf<functions::Array>;
}

// ---- the calls ------------------------------------------------------------------------------------------------------------

template <class Row> struct Shown {
    const Row& row;
    template <int I> decltype(auto) at() const { return detail::asView(std::get<static_cast<std::size_t>(I)>(row)); }
};
struct NoContext {};

/// By the table of the Unicode standard (3-7), and by no function of the library.
bool isUtf8(std::string_view s) {
    const auto at = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned>(static_cast<unsigned char>(s[i])) : 0u; };
    const auto in = [](unsigned b, unsigned low, unsigned high) { return b >= low && b <= high; };
    for (std::size_t i = 0; i < s.size();) {
        const unsigned a = at(i), b = at(i + 1), c = at(i + 2), d = at(i + 3);
        if (a < 0x80) i += 1;
        else if (in(a, 0xC2, 0xDF) && in(b, 0x80, 0xBF)) i += 2;
        else if (in(a, 0xE0, 0xEF) && in(b, a == 0xE0 ? 0xA0 : 0x80, a == 0xED ? 0x9F : 0xBF) && in(c, 0x80, 0xBF)) i += 3;
        else if (in(a, 0xF0, 0xF4) && in(b, a == 0xF0 ? 0x90 : 0x80, a == 0xF4 ? 0x8F : 0xBF) && in(c, 0x80, 0xBF) && in(d, 0x80, 0xBF)) i += 4;
        else return false;
    }
    return true;
}
template <class T> bool isValid(const T& value) {
    if constexpr (Optional<T>) return !value || isValid(*value);
    else if constexpr (std::is_convertible_v<const T&, std::string_view>) return isUtf8(std::string_view(value));
    else if constexpr (requires { typename T::mapped_type; }) {
        for (const auto& [key, mapped] : value)
            if (!isValid(key) || !isValid(mapped)) return false;
    } else if constexpr (detail::ElementSequence<T>) {
        for (const typename T::value_type& e : value)
            if (!isValid(e)) return false;
    }
    return true;
}
/// For messages.
template <class T> void write(std::string& text, const T& value) {
    text += ' ';
    if constexpr (std::is_same_v<T, std::nullopt_t>) text += "NULL";
    else appendText(text, value);
}

template <short F, Kind... K>
void sweep(int& answers) {
    using Columns = std::tuple<std::remove_cvref_t<decltype(valuesOf<K>()[0])>...>;
    constexpr Outcome outcome = judge(F, std::array<Kind, sizeof...(K)>{K...});
    constexpr std::size_t n = sizeof...(K);
    const std::array<std::size_t, n + 1> sizes{valuesOf<K>().size()..., 0};
    std::size_t all = 1;
    for (std::size_t i = 0; i < n; ++i) all *= sizes[i];
    std::size_t step = all / 4000 + 1;  // of very many combinations some, in which each value stands beside each other
    while (std::gcd(step, all) != 1) ++step;
    const std::string_view name = functionInfo(F).name;
    for (std::size_t number = 0; number < all; number += step) {
        std::array<std::size_t, n + 1> at{};
        for (std::size_t i = 0, rest = number; i < n; rest /= sizes[i++]) at[i] = rest % sizes[i];
        const auto row = [&]<std::size_t... I>(std::index_sequence<I...>) { return Columns(valuesOf<K>()[at[I]]...); }(std::make_index_sequence<n>{});
        const auto call = [&] {
            return [&]<std::size_t... I>(std::index_sequence<I...>) {
                return detail::lifted::Apply<FunctionAt<F>, outcome.root, outcome.precision, outcome.scale, outcome.nullable, detail::lifted::Field<static_cast<int>(I)>...>::of(Shown<Columns>{row}, NoContext{});
            }(std::make_index_sequence<n>{});
        };
        const auto written = [&] {
            std::string text(name);
            std::apply([&text](const auto&... v) { (write(text, v), ...); }, row);
            return text;
        };
        try {
            const auto answer = call();
            ++answers;
            if (functionInfo(F).deterministic && !(detail::totalOrder(answer, call()) == 0)) FAIL_CHECK(written() << " is another thing each time");
            if (std::apply([](const auto&... v) { return (isValid(v) && ...); }, row) && !isValid(answer)) FAIL_CHECK(written() << " is no UTF-8");
        } catch (const DataError&) {
        } catch (const std::exception& e) { FAIL_CHECK(written() << " ends by " << e.what()); }
    }
}

template <short F, std::size_t N>
void sweepCount(int& answers) {
    static constexpr auto forms = formsOf<F, N>();
    [&]<std::size_t... A>(std::index_sequence<A...>) {
        ([&]<std::size_t Form>() {
            [&]<std::size_t... P>(std::index_sequence<P...>) { sweep<F, forms.of[Form][P]...>(answers); }(std::make_index_sequence<N>{});
        }.template operator()<A>(), ...);
    }(std::make_index_sequence<forms.count>{});
}
template <short F>
void sweepFunction() {
    if constexpr (!isOfRows(F) && !isOfPlan(F)) {
        constexpr int least = functionInfo(F).minArguments, most = functionInfo(F).maxArguments < 0 ? (least < 3 ? 3 : least) : functionInfo(F).maxArguments;
        int answers = 0;
        INFO(functionInfo(F).name);
        [&]<int... I>(std::integer_sequence<int, I...>) { (sweepCount<F, static_cast<std::size_t>(least + I)>(answers), ...); }(std::make_integer_sequence<int, most - least + 1>{});
        CHECK_MESSAGE(answers > 0, functionInfo(F).name, " was never called with what it takes");
    }
}
template <short From, short To> void sweepAll() {
    [&]<short... I>(std::integer_sequence<short, I...>) { (sweepFunction<static_cast<short>(From + I)>(), ...); }(std::make_integer_sequence<short, static_cast<short>(To - From)>{});
}

}  // namespace

TEST_CASE("every function of the catalogue, with values from the ends of their ranges") { sweepAll<0, functionCount>(); }
