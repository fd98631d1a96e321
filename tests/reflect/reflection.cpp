// SPDX-License-Identifier: BSL-1.0
// What fields a type has (problems P145 to P165), what the gate refuses, renaming and hiding, Row, Boost.Hana, row text.
#include <doctest/doctest.h>

#include <any>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <rivulet/reflect/hana.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/reflect/text.hpp>
#include <rivulet/schema/derive.hpp>

using namespace rivulet;

namespace {

// `A,b,c` says: these fields, in this order, and the gate lets T through.
template <class T>
constexpr bool fieldsAre(std::string_view names) {
    if (reflectionError<T>) return false;
    for (int i = 0; i < Reflection<T>::count; ++i) {
        const std::string_view name = Reflection<T>::names[i];
        if (i && (names.empty() || names[0] != ',')) return false;
        if (i) names.remove_prefix(1);
        if (names.substr(0, name.size()) != name) return false;
        names.remove_prefix(name.size());
    }
    return names.empty();
}
template <class T>
constexpr bool isRefused(ErrorCode code, std::string_view subject) {
    return reflectionError<T>.code == code && reflectionError<T>.subject == subject && Reflection<T>::count == 0;
}

}  // namespace

// ---- shapes that work ---------------------------------------------------------------------------------------------------

namespace app {

struct Event { std::string user; std::string url; std::int64_t timeMillis; };
static_assert(fieldsAre<Event>("user,url,timeMillis"));
static_assert(Reflection<Event>::shape == Shape::aggregate && std::is_same_v<Reflection<Event>::Type<2>, std::int64_t>);

struct One { int a; };
static_assert(fieldsAre<One>("a"));
struct Nested { One one; std::optional<Event> event; };
static_assert(fieldsAre<Nested>("one,event"));
struct OnlyNested { One one; };
static_assert(fieldsAre<OnlyNested>("one"));
struct InPlace { struct { int a; int b; } pair; int c; };
static_assert(fieldsAre<InPlace>("pair,c"));
struct Empty {};
struct EmptyMember { Empty empty; int a; };
static_assert(fieldsAre<EmptyMember>("empty,a"));
struct OnlyEmptyMember { Empty empty; };
static_assert(fieldsAre<OnlyEmptyMember>("empty"));

// members of every kind that a probe could be confused by
struct Confusing {
    std::optional<std::optional<int>> a; std::vector<std::vector<int>> b; std::any c; std::function<int(int)> d; std::variant<int, std::string> e;
    std::tuple<std::any> f; std::map<std::string, std::any> g; std::array<std::array<int, 2>, 3> h; const char* i; std::string_view j; std::shared_ptr<int> k;
};
static_assert(fieldsAre<Confusing>("a,b,c,d,e,f,g,h,i,j,k"));

// P150: move-only and immovable members
struct MoveOnly { std::unique_ptr<int> p; int v; };
static_assert(fieldsAre<MoveOnly>("p,v"));
struct Immovable { std::atomic<int> counter; int v; };
static_assert(fieldsAre<Immovable>("counter,v"));

// P151: members without default constructor, first, last, and all of them
struct Tag { explicit(false) Tag(long); long value; };
inline Tag::Tag(long v) : value(v) {}
struct TagLast { float w; Tag t; };
struct TagFirst { Tag t; float w; std::string s; };
struct Tags { Tag a, b, c; };
static_assert(fieldsAre<TagLast>("w,t") && fieldsAre<TagFirst>("t,w,s") && fieldsAre<Tags>("a,b,c"));

// P160: names work whatever the type; that a pointer is no column is the schema's business
struct Pointer { void* p; int v; };
static_assert(fieldsAre<Pointer>("p,v"));

struct Fixed { const int id; const std::string name; };
static_assert(fieldsAre<Fixed>("id,name") && std::is_same_v<Reflection<Fixed>::Type<0>, int>);

template <class T> struct Pair { T first; T second; };
static_assert(fieldsAre<Pair<std::string>>("first,second"));

// names that SQL or a reader of compiler texts could trip over
struct Keywords { int select, from, where, timestamp, user, group, order, value, p, pointer, T, Member; };
static_assert(fieldsAre<Keywords>("select,from,where,timestamp,user,group,order,value,p,pointer,T,Member"));

// P158: as in the source, in UTF-8
struct Grün { int größe; int 名前; int _x9; };
static_assert(fieldsAre<Grün>("größe,名前,_x9"));
static_assert(className<Grün>() == "Grün");

// P154: counts at the edges
#define TEN(p) int p##0, p##1, p##2, p##3, p##4, p##5, p##6, p##7, p##8, p##9;
#define SIXTY TEN(a) TEN(b) TEN(c) TEN(d) TEN(e) TEN(f)
#define NINETY SIXTY TEN(g) TEN(h) TEN(i)
struct Wide2 { int x, last; };
struct Wide63 { SIXTY int x, y, last; };
struct Wide64 { SIXTY int x, y, z, last; };
struct Wide65 { SIXTY int w, x, y, z, last; };
struct Wide99 { NINETY int r, s, t, u, v, x, y, z, last; };
struct Wide100 { NINETY int r, s, t, u, v, w, x, y, z, last; };
struct Wide100Tag { NINETY int r, s, t, u, v, w, x, y, z; Tag last; };
struct Wide101 { NINETY int r, s, t, u, v, w, x, y, z, last, over; };
struct Wide150 { NINETY TEN(j) TEN(k) TEN(l) TEN(m) TEN(n) TEN(o) };
#undef TEN
#undef SIXTY
#undef NINETY
template <class T, int N> constexpr bool hasMembers = !reflectionError<T> && Reflection<T>::count == N && Reflection<T>::names[N - 1] == "last";
static_assert(hasMembers<Wide2, 2> && hasMembers<Wide63, 63> && hasMembers<Wide64, 64> && hasMembers<Wide65, 65> && hasMembers<Wide99, 99> && hasMembers<Wide100, 100>);
static_assert(hasMembers<Wide100Tag, 100> && Reflection<Wide100>::names[0] == "a0" && Reflection<Wide100>::names[89] == "i9");
static_assert(isRefused<Wide101>(ErrorCode::tooManyMembers, "Wide101") && isRefused<Wide150>(ErrorCode::tooManyMembers, "Wide150"));
static_assert(reflectionError<Wide101>.expected == "at most 100");

// ---- shapes that are refused, by name ---------------------------------------------------------------------------------

// P145
struct ArrayFirst { int x[3]; int y; };
struct ArrayLast { double d; std::string s; char c[2]; };
struct ArrayMiddle { std::string s; int m[2][2]; std::string t; };
struct ArrayOnly { int v[3]; };
struct ArrayOfOne { int v[1]; };
struct ArrayOfOneFirst { int v[1]; int y; };
struct ArraySecond { int y; int x[3]; };
struct ArrayLong { std::string s; char name[256]; int q; };
struct ArrayTooLong { int q; char name[5000]; };
struct ArrayBeforeTag { int v[3]; Tag t; };
struct ArrayTwice { int a[2]; int b[3]; int c; };
struct ArrayOfStructs { int i; One ones[4]; One one; };
struct StdArray { std::array<int, 3> a; int b; };
static_assert(isRefused<ArrayFirst>(ErrorCode::cArrayMember, "ArrayFirst.x") && isRefused<ArrayLast>(ErrorCode::cArrayMember, "ArrayLast.c"));
static_assert(isRefused<ArrayMiddle>(ErrorCode::cArrayMember, "ArrayMiddle.m") && isRefused<ArrayOnly>(ErrorCode::cArrayMember, "ArrayOnly.v"));
static_assert(isRefused<ArrayOfOne>(ErrorCode::cArrayMember, "ArrayOfOne.v") && isRefused<ArrayOfOneFirst>(ErrorCode::cArrayMember, "ArrayOfOneFirst.v"));
static_assert(isRefused<ArraySecond>(ErrorCode::cArrayMember, "ArraySecond.x") && isRefused<ArrayLong>(ErrorCode::cArrayMember, "ArrayLong.name"));
static_assert(isRefused<ArrayTooLong>(ErrorCode::cArrayMember, "ArrayTooLong") && isRefused<ArrayBeforeTag>(ErrorCode::cArrayMember, "ArrayBeforeTag"));
static_assert(isRefused<ArrayTwice>(ErrorCode::cArrayMember, "ArrayTwice.a") && isRefused<ArrayOfStructs>(ErrorCode::cArrayMember, "ArrayOfStructs.ones"));
static_assert(fieldsAre<StdArray>("a,b"));

// P147
struct BitFields { unsigned a : 3; unsigned b : 5; int c; };
struct OneBitField { int a : 3; };
struct WholeBitField { bool first; int a : 32; };
static_assert(isRefused<BitFields>(ErrorCode::bitFieldMember, "BitFields") && isRefused<OneBitField>(ErrorCode::bitFieldMember, "OneBitField"));
static_assert(isRefused<WholeBitField>(ErrorCode::bitFieldMember, "WholeBitField"));

// No reference may name a member that packing has moved. Packed bytes are where they were.
struct __attribute__((packed)) Packed { char c; int i; double d; };
struct __attribute__((packed)) PackedBytes { signed char c; bool b; };
#pragma pack(push, 2)
struct PackedByTwo { short s; double d; };
#pragma pack(pop)
struct OnePacked { signed char c; int i __attribute__((packed)); };
static_assert(isRefused<Packed>(ErrorCode::packedMember, "Packed") && isRefused<PackedByTwo>(ErrorCode::packedMember, "PackedByTwo") && isRefused<OnePacked>(ErrorCode::packedMember, "OnePacked"));
static_assert(fieldsAre<PackedBytes>("c,b"));

// P153
struct Base { int x; };
struct Derived : Base { int y; };
struct DerivedOfEmpty : Empty { int y; };
struct DerivedOnly : Base {};
struct DerivedWithArray : Base { int v[2]; };
struct DerivedTwice : Base, Empty { std::any a; };
struct AnyFirst { std::any a; int b; };  // takes everything, but is no base
static_assert(isRefused<Derived>(ErrorCode::baseClass, "Derived"));
static_assert(isRefused<DerivedOnly>(ErrorCode::baseClass, "DerivedOnly") && isRefused<DerivedWithArray>(ErrorCode::baseClass, "DerivedWithArray"));
static_assert(isRefused<DerivedTwice>(ErrorCode::baseClass, "DerivedTwice"));
// Empty bases hold nothing: the members are those of the struct.
struct OtherEmpty { static constexpr int version = 2; int twice(int a) const { return 2 * a; } };
struct EmptyOfEmpty : Empty {};
struct DerivedOfTwoEmpty : EmptyOfEmpty, OtherEmpty { std::string s; std::optional<int> n; Tag t; };
struct DerivedOfEmptyOnly : Empty {};
struct DerivedOfEmptyWithArray : Empty { int v[2]; };
struct DerivedOfEmptyWithUnion : Empty { int a; union { int whole; float part; }; };
struct DerivedOfEmptyThenFull : Empty, Base { int y; };
struct DerivedOfEmptyAndAny : Empty { std::any a; int b; };
struct DerivedOfEmptyPinned : Empty { std::unique_ptr<int> p; Tag n; };
static_assert(fieldsAre<DerivedOfEmpty>("y") && fieldsAre<DerivedOfTwoEmpty>("s,n,t") && fieldsAre<DerivedOfEmptyAndAny>("a,b") && fieldsAre<DerivedOfEmptyPinned>("p,n"));
static_assert(std::is_same_v<Reflection<DerivedOfTwoEmpty>::Type<1>, std::optional<int>>);
static_assert(isRefused<DerivedOfEmptyOnly>(ErrorCode::noMembers, "DerivedOfEmptyOnly") && isRefused<DerivedOfEmptyWithArray>(ErrorCode::cArrayMember, "DerivedOfEmptyWithArray"));
static_assert(isRefused<DerivedOfEmptyWithUnion>(ErrorCode::unionType_, "DerivedOfEmptyWithUnion, member 2") && isRefused<DerivedOfEmptyThenFull>(ErrorCode::baseClass, "DerivedOfEmptyThenFull"));
static_assert(fieldsAre<AnyFirst>("a,b"));

struct Reference { int k; int& r; };
struct ConstReference { const std::string& r; };
struct RvalueReference { int a; int&& r; };
static_assert(isRefused<Reference>(ErrorCode::referenceMember, "Reference, member 2"));
static_assert(isRefused<ConstReference>(ErrorCode::referenceMember, "ConstReference, member 1"));
static_assert(isRefused<RvalueReference>(ErrorCode::referenceMember, "RvalueReference, member 2"));

union Union { int a; float b; };
struct UnionMember { int a; Union u; };
struct OnlyUnionMember { Union u; };
struct AnonymousUnion { int a; union { int b; float c; }; int d; };
struct UnionDeeper { UnionMember inner; int d; };
struct UnionAfterAny { std::any a; Union u; };
static_assert(isRefused<Union>(ErrorCode::unionType_, "Union") && isRefused<UnionMember>(ErrorCode::unionType_, "UnionMember, member 2"));
static_assert(isRefused<OnlyUnionMember>(ErrorCode::unionType_, "OnlyUnionMember, member 1"));
static_assert(isRefused<AnonymousUnion>(ErrorCode::unionType_, "AnonymousUnion, member 2"));
static_assert(fieldsAre<UnionDeeper>("inner,d") && isRefused<UnionAfterAny>(ErrorCode::unionType_, "UnionAfterAny, member 2"));

// P161
class Private { int h = 0; public: int v = 0; int both() const { return h + v; } };
struct Constructor { explicit Constructor(int v) : a(v) {} int a; };
struct Virtual { virtual ~Virtual() = default; int a = 0; };
static_assert(isRefused<Private>(ErrorCode::notAggregate, "Private") && isRefused<Constructor>(ErrorCode::notAggregate, "Constructor"));
static_assert(isRefused<Virtual>(ErrorCode::notAggregate, "Virtual") && isRefused<Empty>(ErrorCode::noMembers, "Empty"));

// ---- what is no column: the schema's gate -------------------------------------------------------------------------------

template <class T>
constexpr bool isNoRow(ErrorCode code, std::string_view subject, std::string_view expected = {}) {
    return rowError<T>.code == code && rowError<T>.subject == subject && rowError<T>.expected == expected && columnsOf<T>.count == 0;
}
struct Unsigned { int a; unsigned b; };
struct Character { char c; };
struct UnsignedInside { One one; std::vector<std::optional<std::uint8_t>> bytes; };
struct Deeper { std::map<std::string, Unsigned> m; };
struct Opaque { std::any a; };
struct View { std::string_view s; int i; };
struct ViewInside { int i; std::optional<View> v; };
struct Views { std::vector<std::string_view> v; };
struct Tree { int value; std::vector<Tree> children; };
struct Indirect { std::optional<std::vector<std::map<int, Tree>>> trees; };
struct Twice { std::optional<std::optional<int>> o; };
static_assert(isNoRow<Pointer>(ErrorCode::pointerMember, "Pointer.p") && isNoRow<MoveOnly>(ErrorCode::pointerMember, "MoveOnly.p"));
static_assert(isNoRow<Unsigned>(ErrorCode::unsignedMember, "Unsigned.b", "std::int64_t") && isNoRow<Character>(ErrorCode::unsignedMember, "Character.c", "std::string or Char<1>"));
static_assert(isNoRow<UnsignedInside>(ErrorCode::unsignedMember, "UnsignedInside.bytes") && isNoRow<Deeper>(ErrorCode::unsignedMember, "Unsigned.b", "std::int64_t"));
static_assert(isNoRow<Opaque>(ErrorCode::opaqueMember, "Opaque.a") && rowError<Opaque>.found == detail::typeName<std::any>());
static_assert(isNoRow<TagLast>(ErrorCode::opaqueMember, "TagLast.t") && isNoRow<Private>(ErrorCode::notAggregate, "Private") && isNoRow<ArrayFirst>(ErrorCode::cArrayMember, "ArrayFirst.x"));
static_assert(isNoRow<Tree>(ErrorCode::notSupported, "Tree.children", "no type inside itself") && rowError<Indirect>.code == ErrorCode::notSupported);
static_assert(isNoRow<Twice>(ErrorCode::nestedOptional, "Twice.o") && isNoRow<unsigned>(ErrorCode::unsignedMember, "unsigned int", "std::int64_t"));
static_assert(isNoRow<std::tuple<int, std::unique_ptr<int>>>(ErrorCode::pointerMember, rowError<std::tuple<int, std::unique_ptr<int>>>.subject));
// P164: a view may be read, not kept
static_assert(!rowError<View> && columnsOf<View>[0].type == sqltype::string);
static_assert(keptRowError<View>.code == ErrorCode::viewMember && keptRowError<View>.subject == "View.s" && keptRowError<ViewInside>.subject == "View.s");
static_assert(keptRowError<Views>.subject == "Views.v" && keptRowError<std::string_view>.code == ErrorCode::viewMember && !keptRowError<Event>);
static_assert(keptRowError<Unsigned>.code == ErrorCode::unsignedMember);

// ---- renaming and hiding --------------------------------------------------------------------------------------------------

struct Order { int orderId; int cache = 7; std::string text; std::unique_ptr<int> handle; Tag* back = nullptr; };
struct Misspelt { int amount; int zone; };
struct Clash { int a; int b; };
struct AllHidden { int a; };
struct HiddenTag { int a; std::string note; Tag t; };

}  // namespace app

template <> struct rivulet::Members<app::Order> {
    static constexpr auto changes = memberChanges(rename<"orderId", "order id$">, hide<"cache">, hide<"back">, hide<"handle">);
};
template <> struct rivulet::Members<app::Misspelt> { static constexpr auto changes = memberChanges(rename<"amuont", "sum">); };
template <> struct rivulet::Members<app::Clash> { static constexpr auto changes = memberChanges(rename<"a", "b">); };
template <> struct rivulet::Members<app::AllHidden> { static constexpr auto changes = memberChanges(hide<"a">); };
template <> struct rivulet::Members<app::HiddenTag> { static constexpr auto changes = memberChanges(hide<"note">); };
template <> struct rivulet::Members<std::pair<int, app::One>> { static constexpr auto changes = memberChanges(rename<"f0", "id">); };

namespace app {

static_assert(fieldsAre<Order>("order id$,text") && !rowError<Order> && columnsOf<Order>.count == 2);
static_assert(std::is_same_v<Reflection<Order>::Type<1>, std::string>);
static_assert(reflectionError<Misspelt> == Error{.code = ErrorCode::unknownMember, .subject = "amuont", .nearest = "amount", .found = "Misspelt"});
static_assert(reflectionError<Misspelt>.knownCount == 2 && isNoRow<Misspelt>(ErrorCode::unknownMember, "amuont"));
static_assert(reflectionError<Clash>.code == ErrorCode::duplicateColumn && reflectionError<Clash>.subject == "b");
static_assert(reflectionError<AllHidden>.code == ErrorCode::noMembers);
static_assert(fieldsAre<std::pair<int, One>>("id,f1"));

// A change that makes two names equal by exchange is none.
struct Swap { int a; int b; };

}  // namespace app

template <> struct rivulet::Members<app::Swap> { static constexpr auto changes = memberChanges(rename<"a", "b">, rename<"b", "a">); };
static_assert(fieldsAre<app::Swap>("b,a"));

namespace {

TEST_CASE("hidden members keep their default values") {
    app::Order order = Reflection<app::Order>::make(1, std::string("x"));
    CHECK(order.orderId == 1);
    CHECK(order.text == "x");
    CHECK(order.cache == 7);
    CHECK(order.handle == nullptr);
    CHECK(order.back == nullptr);
    Reflection<app::Order>::get<1>(order) = "y";
    CHECK(order.text == "y");
    const app::HiddenTag tagged = Reflection<app::HiddenTag>::make(1, app::Tag(5));
    CHECK(tagged.note.empty());
    CHECK(tagged.t.value == 5);
}

// ---- making, reading, visiting ------------------------------------------------------------------------------------------

TEST_CASE("a struct from its fields and back") {
    auto moved = Reflection<app::MoveOnly>::make(std::make_unique<int>(3), 4);
    CHECK(*moved.p == 3);
    CHECK(Reflection<app::MoveOnly>::get<1>(moved) == 4);
    const app::Fixed fixed = Reflection<app::Fixed>::make(1, std::string("a"));
    static_assert(std::is_same_v<decltype(Reflection<app::Fixed>::get<0>(fixed)), const int&>);
    int sum = 0;
    app::Wide100 wide{};
    Reflection<app::Wide100>::apply([&](auto&... field) { int n = 0; ((field = n++), ...); }, wide);
    Reflection<app::Wide100>::apply([&](const auto&... field) { ((sum += field), ...); }, std::as_const(wide));
    CHECK(sum == 4950);
    CHECK(wide.last == 99);
    app::TagFirst tag = Reflection<app::TagFirst>::make(app::Tag(9), 1.5f, std::string("s"));
    CHECK(Reflection<app::TagFirst>::get<0>(tag).value == 9);
    auto tuple = Reflection<std::tuple<int, std::string>>::make(1, std::string("t"));
    CHECK(Reflection<decltype(tuple)>::get<1>(tuple) == "t");
    int atom = Reflection<int>::make(5);
    Reflection<int>::get<0>(atom) = 6;
    CHECK(atom == 6);
}
static_assert(Reflection<app::One>::get<0>(app::One{4}) == 4);
static_assert(Reflection<app::Clash>::shape == Shape::aggregate && Reflection<int>::shape == Shape::atomic && Reflection<int>::names[0] == "f0");
static_assert(Reflection<std::string>::shape == Shape::atomic && Reflection<std::vector<int>>::shape == Shape::atomic && Reflection<std::array<int, 2>>::shape == Shape::atomic);
static_assert(Reflection<IntervalDayTime>::shape == Shape::atomic && Reflection<std::optional<app::One>>::shape == Shape::atomic);
static_assert(fieldsAre<std::tuple<int, std::string, double>>("f0,f1,f2") && fieldsAre<std::pair<int, int>>("f0,f1") && Reflection<std::pair<int, int>>::shape == Shape::tuple);
static_assert(reflectionError<std::tuple<>>.code == ErrorCode::noMembers);

// P156: types without linkage
struct Anonymous { int anonymousField; double second; };
static_assert(fieldsAre<Anonymous>("anonymousField,second"));

TEST_CASE("local structs, and text") {
    struct Local { int xx; std::optional<Anonymous> yy; };
    static_assert(fieldsAre<Local>("xx,yy"));
    static_assert(!rowError<Local> && columnsOf<Local>[1].type.detail->className == "Anonymous");
    std::string out;
    appendText(out, Local{1, Anonymous{2, 0.5}});
    CHECK(out == "Local(1,Anonymous(2,0.5))");
    const auto nested = [] { struct Inner { int a; }; std::string s; appendText(s, Inner{1}); return s; };
    CHECK(nested() == "Inner(1)");
}

template <class T> std::string text(const T& value) {
    std::string out;
    appendText(out, value);
    return out;
}

// the texts of the recorded Flink programs
TEST_CASE("row text") {
    struct User { std::string name; std::optional<int> score; TimestampLtz<9> event_time; };
    CHECK(text(User{"Alice", 4, TimestampLtz<9>("1970-01-01T00:00:01Z")}) == "User(Alice,4,1970-01-01T00:00:01Z)");
    CHECK(text(User{"Bob", std::nullopt, TimestampLtz<9>("1970-01-01T00:00:01.001Z")}) == "User(Bob,null,1970-01-01T00:00:01.001Z)");
    struct City { std::string town; int people; };
    struct Trip { int id; City from; std::optional<City> to; std::vector<City> via; std::map<int, City> stops; };
    CHECK(text(Trip{1, {"Ulm", 120}, std::nullopt, {{"A", 1}, {"B", 2}}, {{3, {"C", 4}}}}) == "Trip(1,City(Ulm,120),null,[City(A,1), City(B,2)],{3=City(C,4)})");
    CHECK(text(std::tuple(12, std::string("Alice"), true)) == "(12,Alice,true)");
    CHECK(text(std::pair(1, std::pair(2, 3))) == "(1,(2,3))");
    CHECK(text(Row<std::string, std::optional<int>>{"Alice", 4}) == "+I[Alice, 4]");
    CHECK(text(Row<std::string, std::optional<int>>{RowKind::updateBefore, "Bob", std::nullopt}) == "-U[Bob, null]");
    CHECK(text(Row<City, std::vector<int>>{City{"Ulm", 1}, std::vector<int>{1, 2}}) == "+I[City(Ulm,1), [1, 2]]");
    CHECK(text(app::Order{1, 2, "t", nullptr}) == "Order(1,t)");
    CHECK(text(app::Pair<int>{1, 2}) == "Pair<int>(1,2)");
    CHECK(text(boost::hana::make_tuple(1, std::string("z"))) == "(1,z)");
    struct Opaque { std::any secret; int open; };
    CHECK(text(Opaque{{}, 3}) == "Opaque(" + std::string(detail::typeName<std::any>()) + ",3)");
}

// ---- Row ------------------------------------------------------------------------------------------------------------------

using Scored = Row<Field<"name", std::string>, Field<"score", std::optional<int>>>;
static_assert(fieldsAre<Scored>("name,score") && fieldsAre<Row<int, std::string>>("f0,f1") && fieldsAre<Row<int, Field<"x", int>>>("f0,x"));
static_assert(Reflection<Scored>::shape == Shape::row && std::is_same_v<Reflection<Scored>::Type<1>, std::optional<int>>);
static_assert(Row<int, long>{1, 2} == Row<int, long>{RowKind::insert, 1, 2} && Row<int, long>{1, 2} != Row<int, long>{RowKind::delete_, 1, 2});
static_assert(Row<int, long>{1, 2} != Row<int, long>{1, 3} && Row<>{} == Row<>{});
static_assert(std::is_convertible_v<int, Row<int>> == false && std::is_constructible_v<Row<int>, int> && !std::is_constructible_v<Row<int>, std::string>);
static_assert(reflectionError<Row<Field<"a", int>, Field<"a", int>>>.code == ErrorCode::duplicateColumn);
static_assert(detail::RowFieldAsked<"scor", Scored>::error == Error{.code = ErrorCode::unknownColumn, .subject = "scor", .nearest = "score"});

TEST_CASE("rows by name and position") {
    Scored row{"Alice", 4};
    CHECK(row.kind == RowKind::insert);
    row.get<"score">() = 5;
    CHECK(row.get<1>() == 5);
    auto& [name, score] = row;
    name = "Bob";
    score = std::nullopt;
    const Scored& read = row;
    CHECK(read.get<"name">() == "Bob");
    CHECK(!read.get<1>());
    row.kind = RowKind::updateAfter;
    CHECK(row != Scored("Bob", std::nullopt));
    CHECK(row == Scored(RowKind::updateAfter, "Bob", std::nullopt));
    Row<std::unique_ptr<int>, int> owner(std::make_unique<int>(1), 2);
    const Row<std::unique_ptr<int>, int> taken = std::move(owner);
    CHECK(*taken.get<0>() == 1);
    CHECK(Reflection<Scored>::make(std::string("C"), std::nullopt).get<0>() == "C");
}

}  // namespace

// ---- Boost.Hana -----------------------------------------------------------------------------------------------------------

namespace app {

class Account : Base {  // a base and a constructor
public:
    Account(int i, std::string o) : id(i), owner(std::move(o)) {}
    int id;
    std::string owner;
};
class Sealed {  // nothing to be seen but getters
    int a_ = 1;
    bool b_ = true;

public:
    Sealed() = default;
    Sealed(int a, bool b) : a_(a), b_(b) {}
    int a() const { return a_; }
    bool b() const { return b_; }
};
class Defined {  // assigned field by field
public:
    Defined() = default;
    BOOST_HANA_DEFINE_STRUCT(Defined, (int, x), (std::optional<std::string>, y));
    int hidden() const { return hidden_; }

private:
    int hidden_ = 3;
};
struct AdaptedAndPlain { int a; int b; };
struct Measured : Base { int y; };
struct Swapped { int a; const int b; };  // nothing is assigned to b

}  // namespace app
BOOST_HANA_ADAPT_STRUCT(app::Account, id, owner);
BOOST_HANA_ADAPT_ADT(app::Sealed, (a, [](const auto& s) { return s.a(); }), (open, [](const auto& s) { return s.b(); }));
BOOST_HANA_ADAPT_STRUCT(app::AdaptedAndPlain, b);
BOOST_HANA_ADAPT_STRUCT(app::Measured, y, x);
BOOST_HANA_ADAPT_STRUCT(app::Swapped, a, b);
template <> struct rivulet::Members<app::Account> { static constexpr auto changes = memberChanges(rename<"id", "account">); };

namespace {

static_assert(fieldsAre<app::Account>("account,owner") && Reflection<app::Account>::shape == Shape::adapted && std::is_same_v<Reflection<app::Account>::Type<1>, std::string>);
static_assert(fieldsAre<app::Sealed>("a,open") && fieldsAre<app::Defined>("x,y") && fieldsAre<app::AdaptedAndPlain>("b"));
static_assert(columnsOf<app::Account>[0] == Column{.name = "account", .type = sqltype::integer} && columnsOf<app::Defined>[1].type == sqltype::string.orNull(true));
static_assert(fieldsAre<boost::hana::tuple<int, std::string>>("f0,f1") && Reflection<boost::hana::tuple<int>>::shape == Shape::tuple);
static_assert(SqlTraits<std::vector<app::Sealed>>::type.field(0).type.detail->className == "Sealed");

TEST_CASE("adapted classes") {
    app::Account account = Reflection<app::Account>::make(1, std::string("x"));
    Reflection<app::Account>::get<0>(account) = 5;
    CHECK(account.id == 5);
    CHECK(text(account) == "Account(5,x)");
    CHECK(text(Reflection<app::Sealed>::make(7, false)) == "Sealed(7,false)");
    CHECK(Reflection<app::Sealed>::get<0>(app::Sealed{}) == 1);
    const app::Defined defined = Reflection<app::Defined>::make(7, std::string("q"));
    CHECK(defined.x == 7);
    CHECK(defined.y == "q");
    CHECK(defined.hidden() == 3);
    CHECK(Reflection<app::AdaptedAndPlain>::make(4).b == 4);
    CHECK(Reflection<app::Measured>::make(1, 2).x == 2);
    CHECK(Reflection<app::Measured>::make(1, 2).y == 1);
    CHECK(Reflection<app::Swapped>::make(1, 2).b == 2);
    CHECK(Reflection<app::DerivedOfTwoEmpty>::make(std::string("s"), std::nullopt, app::Tag(3)).t.value == 3);
    CHECK(text(Reflection<app::DerivedOfEmpty>::make(4)) == "DerivedOfEmpty(4)");
    auto tuple = Reflection<boost::hana::tuple<int, std::string>>::make(1, std::string("z"));
    CHECK(Reflection<decltype(tuple)>::get<1>(tuple) == "z");
}

// ---- names that a compiler writes -------------------------------------------------------------------------------------------

static_assert(detail::withoutScope("app::User") == "User" && detail::withoutScope("main()::User") == "User" && detail::withoutScope("(anonymous namespace)::User") == "User");
static_assert(detail::withoutScope("{anonymous}::f(a::b)::User") == "User" && detail::withoutScope("a::Pair<b::C, d::E>") == "Pair<b::C, d::E>" && detail::withoutScope("int") == "int");
static_assert(detail::lastName("X{(& imaginary.value.app::Order::order_id)}]") == "order_id" && detail::lastName("") == "");
static_assert(className<app::Event>() == "Event" && className<Anonymous>() == "Anonymous" && className<std::string>() == "std::string");

}  // namespace
