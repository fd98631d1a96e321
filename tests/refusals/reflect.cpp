// SPDX-License-Identifier: BSL-1.0
// What is no row: one sentence each, with struct and member.
#include <any>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/core/verdict.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/reflect/text.hpp>
#include <rivulet/schema/derive.hpp>

using namespace rivulet;

template <class T> struct Gate {
    static constexpr Error error = rowError<T>;
    static constexpr std::string_view sql{};
};
template <class T> struct KeptGate {
    static constexpr Error error = keptRowError<T>;
    static constexpr std::string_view sql{};
};
template <class T> void asTable() { VerdictOn<Gate<T>>::report(); }
template <class T> void kept() { VerdictOn<KeptGate<T>>::report(); }

#if RIVULET_CASE == 1 // expect: a C array member has no column; use std::array | Reading.samples
struct Reading { int id; int samples[3]; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 101
struct Reading { int id; std::array<int, 3> samples; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 2 // expect: a struct with a base class has no columns | Derived | BOOST_HANA_ADAPT_STRUCT
struct Base { int x; };
struct Derived : Base { int y; };
int main() { asTable<Derived>(); }
#endif
#if RIVULET_CASE == 102
struct Base { int twice(int a) const { return 2 * a; } };
struct Derived : Base { int x; int y; };
int main() { asTable<Derived>(); }
#endif

#if RIVULET_CASE == 3 // expect: a reference member has no column; hold the value | Reading, member 2
struct Reading { int id; const std::string& name; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 103
struct Reading { int id; const std::string name; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 4 // expect: a union has no columns | Reading, member 2
struct Reading { int id; union { int whole; float part; }; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 104
struct Reading { int id; std::optional<int> whole; std::optional<float> part; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 5 // expect: a pointer member has no column; hold the value or wrap it in Raw | Reading.next
struct Reading { int id; void* next; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 105
struct Reading { int id; Raw<void*> next; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 6 // expect: a bit-field member has no column; use a whole integer | Reading
struct Reading { unsigned a : 3; unsigned b : 5; int c; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 106
struct Reading { std::int16_t a; std::int16_t b; int c; };
int main() { asTable<Reading>(); }
#endif

#define TEN(p) int p##0, p##1, p##2, p##3, p##4, p##5, p##6, p##7, p##8, p##9;
#if RIVULET_CASE == 7 // expect: too many members | Wide | at most 100
struct Wide { TEN(a) TEN(b) TEN(c) TEN(d) TEN(e) TEN(f) TEN(g) TEN(h) TEN(i) TEN(j) int over; };
int main() { asTable<Wide>(); }
#endif
#if RIVULET_CASE == 107
struct Wide { TEN(a) TEN(b) TEN(c) TEN(d) TEN(e) TEN(f) TEN(g) TEN(h) TEN(i) TEN(j) };
int main() { asTable<Wide>(); }
#endif

#if RIVULET_CASE == 8 // expect: not an aggregate (private member, constructor or virtual function) | Account | BOOST_HANA_ADAPT_STRUCT
class Account { int id = 0; public: int owner = 0; int both() const { return id + owner; } };
int main() { asTable<Account>(); }
#endif
#if RIVULET_CASE == 108
struct Account { int id = 0; int owner = 0; int both() const { return id + owner; } };
int main() { asTable<Account>(); }
#endif

#if RIVULET_CASE == 9 // expect: a type without members has no columns | Nothing
struct Nothing {};
int main() { asTable<Nothing>(); }
#endif
#if RIVULET_CASE == 109
struct Nothing { int one; };
int main() { asTable<Nothing>(); }
#endif

#if RIVULET_CASE == 10 // expect: an unsigned or character member has no SQL type | Reading.count | std::int64_t
struct Reading { int id; unsigned count; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 110
struct Reading { int id; std::int64_t count; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 11 // expect: a member type without SQL type; wrap it in rivulet::Raw | Reading.extra
struct Reading { int id; std::any extra; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 111
struct Reading { int id; Raw<std::any> extra; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 12 // expect: cannot be kept in a row; own the value | Reading.name
struct Reading { int id; std::string_view name; };
int main() { kept<Reading>(); }
#endif
#if RIVULET_CASE == 112
struct Reading { int id; std::string name; };
int main() { kept<Reading>(); }
#endif

#if RIVULET_CASE == 13 // expect: an optional of an optional has no SQL type | Reading.level
struct Reading { int id; std::optional<std::optional<int>> level; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 113
struct Reading { int id; std::optional<int> level; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 14 // expect: the change names a member that the struct does not have | levle | did you mean: level
struct Reading { int id; int level; };
template <> struct rivulet::Members<Reading> { static constexpr auto changes = memberChanges(rename<"levle", "height">); };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 114
struct Reading { int id; int level; };
template <> struct rivulet::Members<Reading> { static constexpr auto changes = memberChanges(rename<"level", "height">); };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 15 // expect: two columns have the same name | id
struct Reading { int id; int number; };
template <> struct rivulet::Members<Reading> { static constexpr auto changes = memberChanges(rename<"number", "id">); };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 115
struct Reading { int id; int number; };
template <> struct rivulet::Members<Reading> { static constexpr auto changes = memberChanges(rename<"number", "id">, hide<"id">); };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 16 // expect: not supported | Tree.children | no type inside itself
struct Tree { int value; std::vector<Tree> children; };
int main() { asTable<Tree>(); }
#endif
#if RIVULET_CASE == 116
struct Leaf { int value; };
struct Tree { int value; std::vector<Leaf> children; };
int main() { asTable<Tree>(); }
#endif

#if RIVULET_CASE == 17 // expect: a C array member has no column; use std::array | Inner.values
struct Inner { double values[4]; };
struct Outer { int id; std::optional<Inner> inner; };
int main() { asTable<Outer>(); }
#endif
#if RIVULET_CASE == 117
struct Inner { std::array<double, 4> values; };
struct Outer { int id; std::optional<Inner> inner; };
int main() { asTable<Outer>(); }
#endif

#if RIVULET_CASE == 18 // expect: unknown column | scor | did you mean: score | name score
int main() {
    Row<Field<"name", std::string>, Field<"score", int>> row{"Alice", 4};
    row.get<"scor">();
}
#endif
#if RIVULET_CASE == 118
int main() {
    Row<Field<"name", std::string>, Field<"score", int>> row{"Alice", 4};
    row.get<"score">();
}
#endif

#if RIVULET_CASE == 19 // expect: a pointer member has no column; hold the value or wrap it in Raw | Reading.owner
struct Reading { std::unique_ptr<int> owner; int value; };
int main() { asTable<Reading>(); }
#endif
#if RIVULET_CASE == 119
struct Reading { int owner; int value; };
int main() { asTable<Reading>(); }
#endif

#if RIVULET_CASE == 20 // expect: a reference member has no column; hold the value | gr\\u00fcn, member 1
struct grün { int& größe; };
int main() { asTable<grün>(); }
#endif
#if RIVULET_CASE == 120
struct grün { int größe; };
int main() { asTable<grün>(); }
#endif

#if RIVULET_CASE == 21 // expect: a packed struct has members that no reference can name | Reading
struct __attribute__((packed)) Reading { char zone; int amp; double volt; };
int main() { kept<Reading>(); }
#endif
#if RIVULET_CASE == 121
struct __attribute__((packed)) Reading { signed char zone; bool valid; };
int main() { kept<Reading>(); }
#endif

#if RIVULET_CASE == 22 // expect: a member type without SQL type; wrap it in rivulet::Raw | Reading.extra | std::optional<Sealed>
class Sealed { int a = 1; public: Sealed(int b) : a(b) {} int get() const { return a; } };
struct Reading { int id; std::optional<Sealed> extra; };
int main() { kept<Reading>(); }
#endif
#if RIVULET_CASE == 122
class Sealed { int a = 1; public: Sealed(int b) : a(b) {} int get() const { return a; } };
struct Reading { int id; std::optional<Raw<Sealed>> extra; };
int main() { kept<Reading>(); }
#endif

#if RIVULET_CASE == 23 // expect: a member type without SQL type; wrap it in rivulet::Raw | Reading.extra
class Sealed { int a = 1; public: Sealed(int b) : a(b) {} int get() const { return a; } };
struct Reading { int id; std::vector<std::optional<Sealed>> extra; };
int main() { kept<Reading>(); }
#endif
#if RIVULET_CASE == 123
struct Open { int a; };
struct Reading { int id; std::vector<std::optional<Open>> extra; };
int main() { kept<Reading>(); }
#endif
