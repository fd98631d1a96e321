// SPDX-License-Identifier: BSL-1.0
// Rows that cannot be printed as a table.
#include <cstdio>
#include <string>
#include <vector>

#include <rivulet/table/tableau.hpp>

struct Reading { std::string zone; unsigned amp; };
struct SignedReading { std::string zone; int amp; };
struct Node { std::string name; Node* next; };
struct Leaf { std::string name; };

#if RIVULET_CASE == 1 // expect: unsigned | "Reading.amp" | std::int64_t
void f(const std::vector<Reading>& rows) { rivulet::printTable(rows); }
#endif
#if RIVULET_CASE == 101
void f(const std::vector<SignedReading>& rows) { rivulet::printTable(rows); }
#endif

#if RIVULET_CASE == 2 // expect: pointer | "Node.next"
void f(const Node& row) {
    rivulet::Tableau<Node> table(stdout);
    table.write(row);
    table.finish();
}
#endif
#if RIVULET_CASE == 102
void f(const Leaf& row) {
    rivulet::Tableau<Leaf> table(stdout);
    table.write(row);
    table.finish();
}
#endif
