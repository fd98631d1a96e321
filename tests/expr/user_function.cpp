// SPDX-License-Identifier: BSL-1.0
// What a callable takes and gives as a user function, and why one cannot be called; applyStrict as user code meets it.
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/function.hpp>
#include <rivulet/expr/user_aggregate.hpp>
#include <rivulet/expr/user_function.hpp>
#include <rivulet/types/temporal.hpp>

using namespace rivulet;

namespace {

constexpr auto half = [](std::int32_t n) { return n / 2.0; };
constexpr auto greet = [](std::string_view name, const std::string& how, std::optional<bool> loud) -> std::optional<std::string> {
    if (!loud) return std::nullopt;
    return std::string(how) + std::string(name);
};
double area(double width, double height) { return width * height; }
constexpr auto now = []() noexcept { return Date(); };
struct Counter {
    std::int64_t start;
    std::int64_t operator()(long n) const noexcept { return start + n; }
};
struct Money { std::string operator()(Decimal<10, 2> amount) const { return amount.toString(); } };
constexpr auto capturing = [scale = 2.5](double x) { return x * scale; };
constexpr auto ofArray = [](const std::vector<std::optional<int>>& v) { return static_cast<std::int32_t>(v.size()); };

using Half = UserSignature<decltype(half)>;
static_assert(Half::count == 1 && Half::arguments[0] == sqltype::integer && Half::result == sqltype::double_);
static_assert(std::is_same_v<Half::Argument<0>, std::int32_t> && std::is_same_v<Half::Result, double>);

using Greet = UserSignature<decltype(greet)>;
static_assert(Greet::count == 3 && Greet::arguments[0] == sqltype::string && Greet::arguments[1] == sqltype::string);
static_assert(Greet::arguments[2] == sqltype::boolean.orNull(true) && Greet::result == sqltype::string.orNull(true));
static_assert(std::is_same_v<Greet::Argument<0>, std::string_view> && std::is_same_v<Greet::Argument<1>, std::string>);

using Area = UserSignature<decltype(&area)>;
static_assert(Area::count == 2 && Area::arguments[1] == sqltype::double_ && Area::result == sqltype::double_);
static_assert(UserSignature<decltype(area)>::count == 2, "a function, not only its address");
static_assert(UserSignature<decltype(now)>::count == 0 && UserSignature<decltype(now)>::result == sqltype::date);
static_assert(UserSignature<Counter>::arguments[0] == sqltype::bigint && UserSignature<Counter>::result == sqltype::bigint);
static_assert(UserSignature<Money>::arguments[0] == sqltype::decimal(10, 2));
static_assert(UserSignature<decltype(capturing)>::count == 1);
static_assert(UserSignature<decltype(ofArray)>::arguments[0].root == TypeRoot::array && UserSignature<decltype(ofArray)>::arguments[0].field(0).type.nullable);

// Every accepted one has no error, every refused one its own.
template <class F> constexpr ErrorCode errorOf = userFunctionError<F>.code;
static_assert(errorOf<decltype(half)> == ErrorCode::none && errorOf<decltype(greet)> == ErrorCode::none && errorOf<decltype(area)> == ErrorCode::none);
static_assert(errorOf<decltype(&area)> == ErrorCode::none && errorOf<decltype(now)> == ErrorCode::none && errorOf<Counter> == ErrorCode::none);
static_assert(errorOf<Money> == ErrorCode::none && errorOf<decltype(capturing)> == ErrorCode::none && errorOf<decltype(ofArray)> == ErrorCode::none);

struct Overloaded {
    int operator()(int n) const { return n; }
    int operator()(double x) const { return static_cast<int>(x); }
};
struct NoOperator {};
struct Opaque { std::unique_ptr<int> p; };
constexpr auto generic = [](auto x) { return x; };
constexpr auto mutableLambda = [n = 0]() mutable { return ++n; };
constexpr auto nothing = [](int) {};
constexpr auto ofUnsigned = [](unsigned n) { return static_cast<int>(n); };
constexpr auto ofPointer = [](const char* s) { return s != nullptr; };
constexpr auto writes = [](std::string& s) { s.clear(); return 1; };
constexpr auto givesView = [](std::string_view s) { return s.substr(1); };
constexpr auto givesReference = [](const std::string& s) -> const std::string& { return s; };
constexpr auto givesOpaque = [](int) { return Opaque{}; };
static_assert(errorOf<Overloaded> == ErrorCode::notCallable && errorOf<NoOperator> == ErrorCode::notCallable && errorOf<int> == ErrorCode::notCallable);
static_assert(errorOf<decltype(generic)> == ErrorCode::notCallable && errorOf<decltype(mutableLambda)> == ErrorCode::notCallable);
static_assert(errorOf<decltype(nothing)> == ErrorCode::notCallable && userFunctionError<decltype(nothing)>.expected == "a result");
static_assert(errorOf<decltype(ofUnsigned)> == ErrorCode::unsignedMember && userFunctionError<decltype(ofUnsigned)>.found == "an argument type");
static_assert(errorOf<decltype(ofPointer)> == ErrorCode::pointerMember && errorOf<decltype(writes)> == ErrorCode::referenceMember);
static_assert(errorOf<decltype(givesView)> == ErrorCode::viewMember && userFunctionError<decltype(givesView)>.found == "the result type");
static_assert(errorOf<decltype(givesReference)> == ErrorCode::none && std::is_same_v<UserSignature<decltype(givesReference)>::Result, std::string>);
static_assert(errorOf<decltype(givesOpaque)> == ErrorCode::opaqueMember);

// A strict function of one's own, to see what applyStrict makes of it.
struct Third {
    static constexpr FunctionInfo info{.name = "THIRD", .minArguments = 1, .maxArguments = 1};
    template <class V> static constexpr std::optional<V> call(int n) { return n % 3 ? std::nullopt : std::optional<V>(n / 3); }
};
static_assert(applyStrict<Third, std::optional<int>>(9) == 3 && applyStrict<Third, int>(9) == 3);
static_assert(!applyStrict<Third, std::optional<int>>(8) && !applyStrict<Third, std::optional<int>>(std::optional<int>()));

static_assert(isTrue(true) && !isTrue(std::optional<bool>()) && !isFalse(std::optional<bool>()) && isFalse(false) && !isTrue(std::nullopt));
static_assert(negated(std::optional<bool>()) == std::nullopt && negated(std::optional<bool>(true)) == false && negated(false));
static_assert(std::is_same_v<Bare<const std::optional<int>&>, int> && std::is_same_v<Bare<int>, int>);

}  // namespace

TEST_CASE("a missing result where the plan says NOT NULL names the function") {
    CHECK(applyStrict<Third, std::optional<int>>(std::optional<int>(6)) == 2);
    CHECK_THROWS_WITH_AS((applyStrict<Third, int>(8)), "the result is NULL where the column is NOT NULL, in THIRD", DataError);
    CHECK(passOn<std::optional<std::int64_t>>(std::optional<std::int32_t>(7)) == 7);
    CHECK(passOn<std::string>(std::string_view("x")) == "x");
    CHECK_THROWS_AS((passOn<int>(std::optional<int>())), DataError);
}

TEST_CASE("user functions run as plain calls") {
    CHECK(half(3) == 1.5);
    CHECK(greet("Bob", "hi ", true) == "hi Bob");
    CHECK(greet("Bob", "hi ", std::nullopt) == std::nullopt);
    CHECK(area(2, 3) == 6);
    CHECK(Counter{40}(2) == 42);
}

// ---- aggregates -----------------------------------------------------------------------------------------------------

namespace {

struct Range {
    std::int32_t least = 2147483647, most = -2147483647;
    void accumulate(std::int32_t v) {
        if (v < least) least = v;
        if (v > most) most = v;
    }
    std::optional<std::int32_t> result() const { return most < least ? std::nullopt : std::optional(most - least); }
};
struct Weighted {
    double sum{};
    std::int64_t weight{};
    void accumulate(std::optional<double> v, const long& w) noexcept { sum += v.value_or(0) * static_cast<double>(w); weight += w; }
    void retract(std::optional<double> v, const long& w) noexcept { accumulate(v, -w); }
    void merge(const Weighted& later) noexcept { sum += later.sum; weight += later.weight; }
    double result() const noexcept { return weight ? sum / static_cast<double>(weight) : 0; }
};
struct Longest {
    std::string text;
    void accumulate(std::string_view s) { if (s.size() > text.size()) text = s; }
    const std::string& result() const { return text; }
};

static_assert(userAggregateError<Range>.code == ErrorCode::none && userAggregateError<Weighted>.code == ErrorCode::none && userAggregateError<Longest>.code == ErrorCode::none);
static_assert(UserAggregate<Range>::count == 1 && UserAggregate<Range>::arguments[0] == sqltype::integer && UserAggregate<Range>::result == sqltype::integer.orNull(true));
static_assert(!UserAggregate<Range>::hasMerge && UserAggregate<Weighted>::hasMerge);
static_assert(!UserAggregate<Range>::hasRetract && UserAggregate<Weighted>::hasRetract && UserAggregate<Weighted>::count == 2);
static_assert(UserAggregate<Weighted>::arguments[0] == sqltype::double_.orNull(true) && UserAggregate<Weighted>::arguments[1] == sqltype::bigint);
static_assert(UserAggregate<Longest>::result == sqltype::string && AggregateLike<Longest> && !AggregateLike<Counter>);

struct NoResult { void accumulate(int) {} };
struct VoidResult { void accumulate(int) {} void result() const {} };
struct ChangingResult { void accumulate(int) {} int result() { return 0; } };
struct NoAccumulate { int result() const { return 0; } };
struct GivingAccumulate { int accumulate(int v) { return v; } int result() const { return 0; } };
struct TwoAccumulates { void accumulate(int) {} void accumulate(double) {} int result() const { return 0; } };
struct OtherRetract { void accumulate(int) {} void retract(double) {} int result() const { return 0; } };
struct OtherMerge { void accumulate(int) {} void merge(int) {} int result() const { return 0; } };
struct NotCopyable { std::unique_ptr<int> p; void accumulate(int) {} int result() const { return 0; } };
struct ViewResult { void accumulate(int) {} std::string_view result() const { return ""; } };
struct UnsignedArgument { void accumulate(unsigned) {} int result() const { return 0; } };
template <class T> constexpr bool canMerge = requires(T& t) { t.merge(t); };
template <class T, class... V> constexpr bool canRetract = requires(T& t, const V&... v) { t.retract(v...); };
template <class T> constexpr bool isRefused = userAggregateError<T>.code == ErrorCode::notAnAggregateFunction && !userAggregateError<T>.expected.empty();
static_assert(isRefused<NoResult> && isRefused<VoidResult> && isRefused<ChangingResult> && isRefused<NoAccumulate> && isRefused<GivingAccumulate> && isRefused<TwoAccumulates> &&
              isRefused<OtherRetract> && isRefused<OtherMerge> && isRefused<NotCopyable> && isRefused<int>);
static_assert(userAggregateError<ViewResult>.code == ErrorCode::viewMember && userAggregateError<UnsignedArgument>.code == ErrorCode::unsignedMember);

}  // namespace

TEST_CASE("a user aggregate follows its rows") {
    detail::UserAccumulator<Range> range;
    CHECK(range.result() == std::nullopt);
    for (const int v : {4, 9, 1}) range.add(v);
    CHECK(range.result() == 8);
    static_assert(!canRetract<decltype(range), int> && canRetract<detail::UserAccumulator<Weighted>, double, std::int64_t>);
    detail::UserAccumulator<Weighted> weighted;
    weighted.add(2.0, std::int64_t{1});
    weighted.add(std::optional<double>(8.0), std::int64_t{3});
    CHECK(weighted.result() == 6.5);
    static_assert(!canMerge<decltype(range)> && canMerge<decltype(weighted)>);
    detail::UserAccumulator<Weighted> later;
    later.add(2.5, std::int64_t{4});
    auto both = weighted;
    both.merge(later);
    CHECK(both.result() == 4.5);
    weighted.retract(2.0, std::int64_t{1});
    weighted.add(std::optional<double>(), std::int64_t{3});
    CHECK(weighted.result() == 4.0);
    detail::UserAccumulator<Longest> longest;
    longest.add(std::string_view("ab"));
    longest.add(std::string_view("a"));
    CHECK(longest.result() == "ab");
}
