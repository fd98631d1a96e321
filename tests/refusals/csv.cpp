// SPDX-License-Identifier: BSL-1.0
// Row types that no CSV reader or writer can have (P164 among them).
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/connector/file.hpp>

using namespace rivulet;

#if RIVULET_CASE == 1 // expect: a member that only refers to its text or elements cannot be kept in a row; own the value | name | wants: std::string
struct Airport { std::string_view name; double latitude; };
void program() { CsvSource<Airport> source("airports.csv"); }
#endif
#if RIVULET_CASE == 101
struct Airport { std::string name; double latitude; };
void program() { CsvSource<Airport> source("airports.csv"); }
#endif

#if RIVULET_CASE == 2 // expect: cannot be kept in a row | species | wants: std::string
struct Strike { int cost; std::optional<std::string_view> species; };
void program() { std::vector<Strike> rows; CsvReader<Strike>().readText("cost,species\n", rows); }
#endif
#if RIVULET_CASE == 102
struct Strike { int cost; std::optional<std::string_view> species; };
void program() { std::string text; CsvWriter<Strike>().row(text, {1, "gull"}); }
#endif

#if RIVULET_CASE == 3 // expect: not supported | tags | wants: one value a CSV column
struct Note { int id; std::vector<std::string> tags; };
void program() { CsvSink<Note> sink("notes.csv"); }
#endif
#if RIVULET_CASE == 103
struct Note { int id; std::vector<std::byte> tags; };
void program() { CsvSink<Note> sink("notes.csv"); }
#endif

#if RIVULET_CASE == 4 // expect: not supported | address | wants: one value a CSV column
struct Address { std::string city, street; };
struct Customer { int id; Address address; };
void program() { CsvSource<Customer> source("customers.csv"); }
#endif
#if RIVULET_CASE == 104
struct Customer { int id; std::string city, street; };
void program() { CsvSource<Customer> source("customers.csv"); }
#endif

#if RIVULET_CASE == 5 // expect: an unsigned or character member has no SQL type | count
struct Count { std::string word; unsigned count; };
void program() { CsvSource<Count> source("words.csv"); }
#endif
#if RIVULET_CASE == 105
struct Count { std::string word; long count; };
void program() { CsvSource<Count> source("words.csv"); }
#endif

#if RIVULET_CASE == 6 // expect: a struct with a base class has no columns | Derived
struct Base { int id; };
struct Derived : Base { int n; };
void program() { CsvSink<Derived> sink("x.csv"); }
#endif
#if RIVULET_CASE == 106
struct Plain { int id; int n; };
void program() { CsvSink<Plain> sink("x.csv"); }
#endif
