// SPDX-License-Identifier: BSL-1.0
// Rows in state, aggregation by key, normalisation, counted sets, sorting: Flink's sequences by hand, and against answers computed anew.
#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <rivulet/runtime/group_aggregate.hpp>
#include <rivulet/runtime/normalize.hpp>
#include <rivulet/runtime/packed_row.hpp>
#include <rivulet/runtime/set_counts.hpp>
#include <rivulet/runtime/sort.hpp>

#include "changelog.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

// COUNT(*), SUM(v), MAX(name)
struct Totals {
    using Results = StoredRow<std::int64_t, MaybeInt, MaybeText>;
    std::int64_t count{}, summed{};
    Int sum{};
    std::multiset<Text> names{};
    void apply(const MaybeInt& v, const MaybeText& name, bool add) {
        count += add ? 1 : -1;
        if (v) {
            summed += add ? 1 : -1;
            sum += add ? *v : -*v;
        }
        if (name && add) names.insert(*name);
        else if (name) names.erase(names.find(*name));
    }
    auto results() const {
        return rowOf(count, summed ? MaybeInt(sum) : MaybeInt(), names.empty() ? std::optional<std::string_view>() : std::optional<std::string_view>(*names.rbegin()));
    }
    std::size_t bytes() const { return names.size() * (sizeof(Text) + 40); }
};
struct Greatest {
    using Results = StoredRow<MaybeInt>;
    MaybeInt value{};
    Results results() const { return Results::of(value); }
};
struct Nothing {
    using Results = StoredRow<>;
    Results results() const { return {}; }
};

// A row whose columns are computed when they are read.
struct Computed {
    Text x;
    template <int I> Text at() const { return x + Text(50, static_cast<char>('a' + I)); }
};

struct Change {
    RowKind kind;
    MaybeText key;
    MaybeInt value;
    MaybeText name;
};
using Key = StoredRow<MaybeText>;
template <class Aggregate>
void feed(Aggregate& aggregate, const Change& c, Lines& out) {
    aggregate.process(c.kind, Key::of(c.key), [&](Totals& t, bool add) { t.apply(c.value, c.name, add); },
                      [&](RowKind kind, const Key& key, const Totals::Results::View& r) { out.push_back(line(kind, rowText(key) + ", " + rowText(r))); });
}
template <bool Retracts, bool Before>
Lines run(const std::vector<Change>& changes, GroupAggregateOptions options = {}) {
    GroupAggregate<Key, Totals, Retracts, Before> aggregate(options);
    Lines out;
    for (const Change& c : changes) feed(aggregate, c, out);
    return out;
}
std::int64_t pretendedTime(const void* p) { return *static_cast<const std::int64_t*>(p); }

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("rows in state: owned, seen by view, and absent columns take no room") {
    using Person = StoredRow<Text, Absent, MaybeInt, MaybeText>;
    static_assert(sizeof(StoredRow<std::int64_t, Absent, Absent>) == sizeof(std::int64_t));
    static_assert(std::is_trivially_copyable_v<StoredRow<std::int64_t, MaybeInt>>);
    static_assert(std::is_same_v<decltype(Person().at<0>()), std::string_view> && std::is_same_v<decltype(Person().at<3>()), std::optional<std::string_view>>);
    static_assert(std::is_same_v<decltype(Person().at<2>()), const MaybeInt&>);
    const std::string name = "a name that is longer than fifteen characters";
    Person person = Person::from(rowOf(std::string_view(name), 0, 7, std::optional<std::string_view>("x")));
    CHECK(rowText(person) == name + ", _, 7, x");
    CHECK(person.at<0>().data() != name.data());
    const char* const text = person.at<0>().data();
    person.assign(rowOf(std::string_view("short"), 0, MaybeInt(), std::optional<std::string_view>()));
    CHECK(rowText(person.view()) == "short, _, null, null");
    CHECK(person.at<0>().data() == text);
    CHECK(heapBytes(person) > name.size());
    CHECK(heapBytes(StoredRow<MaybeInt, std::vector<Text>>::of(1, {"a", "b"})) == 2 * sizeof(Text));
}

TEST_CASE("rows of several texts say what rows of single texts say, whatever was there before") {
    using Plain = StoredRow<Text, MaybeInt, MaybeText, Absent, Text, std::vector<Text>>;
    using Packed = PackedRow<Text, MaybeInt, MaybeText, Absent, Text, std::vector<Text>>;
    static_assert(std::is_same_v<RowToKeep<Text, MaybeInt>, StoredRow<Text, MaybeInt>> && std::is_same_v<RowToKeep<Text, MaybeText>, PackedRow<Text, MaybeText>>);
    static_assert(sizeof(PackedRow<Text, Absent, Text, MaybeText>) == sizeof(void*));
    static_assert(std::is_same_v<decltype(Packed().at<0>()), std::string_view> && std::is_same_v<decltype(Packed().at<2>()), std::optional<std::string_view>>);
    static_assert(std::is_same_v<decltype(Packed().at<1>()), const MaybeInt&>);
    static_assert(std::is_nothrow_move_constructible_v<Packed>);
    const auto same = [](const Packed& packed, const Plain& plain) {
        return RowEqual<Packed>{}(packed, plain) && RowEqual<Plain>{}(plain, packed.view()) && RowHash<Packed>{}(packed) == RowHash<Plain>{}(plain);
    };
    CHECK(same(Packed(), Plain()));
    CHECK(heapBytes(Packed()) == 0);
    const std::vector<Text> texts{"", "a", "ten letters", "more letters than a short text may have", Text(300, 'x'), Text("\0\1", 2)};
    Packed kept;
    for (const Text& a : texts)
        for (const Text& b : texts)
            for (const bool isThere : {true, false}) {
                const Plain plain = Plain::of(a, 7, isThere ? MaybeText(b) : MaybeText(), {}, b, {a});
                kept.assign(plain);
                CHECK(same(kept, plain));
                Packed other(kept), moved(std::move(kept));
                CHECK((same(other, plain) && same(moved, plain)));
                CHECK((kept.at<0>().empty() && !kept.at<2>()));
                kept = other;
                other = Packed();
                CHECK((same(kept, plain) && same(other, Plain())));
                CHECK(heapBytes(moved) >= a.size() + b.size() * (isThere ? 2 : 1) + sizeof(Text));
            }
    // Memory that is large enough is kept.
    kept.assign(Plain::of(Text(100, 'x'), 1, {}, {}, "", {}));
    const char* const text = kept.at<0>().data();
    const std::size_t bytes = heapBytes(kept);
    kept.assign(Plain::of("short", 1, "and two more", {}, "texts", {}));
    CHECK((kept.at<0>().data() == text && heapBytes(kept) == bytes));
    // Columns that are computed live as long as they are copied.
    CHECK(rowText(PackedRow<Text, Text>(Computed{"x"}).view()) == "x" + Text(50, 'a') + ", x" + Text(50, 'b'));
}

TEST_CASE("rows as keys: NULL is NULL, NaN is NaN, 0.0 is not -0.0; looked up by any row") {
    using Row = StoredRow<std::optional<double>, MaybeText>;
    StateMap<Row, int, RowHash<Row>, RowEqual<Row>> map;
    const std::vector<std::optional<double>> numbers{0.0, -0.0, notANumber, 1.5, std::nullopt};
    for (std::size_t i = 0; i < numbers.size(); ++i) map.tryEmplace(rowOf(numbers[i], std::optional<std::string_view>("k")), static_cast<int>(i));
    CHECK(map.size() == numbers.size());
    const auto found = [&](std::optional<double> number) { return map.find(rowOf(number, MaybeText("k")))->value; };
    for (std::size_t i = 0; i < numbers.size(); ++i) CHECK(found(numbers[i]) == static_cast<int>(i));
    CHECK(found(-notANumber) == 2);
    CHECK(map.find(rowOf(1.5, "k"))->value == 3);  // columns that cannot be NULL, text of another type
    CHECK(map.find(rowOf(1.5, std::optional<std::string_view>())) == nullptr);
    // A result that need not be sent again: NaN is not NaN, as in Flink.
    CHECK(!unchanged<Row>(Row::of(0.0, "a"), Row::of(-0.0, "a")));
    CHECK(unchanged<Row>(Row::of(-0.0, "a"), Row::of(-0.0, "a")));
    CHECK(!unchanged<Row>(Row::of(notANumber, "a"), Row::of(notANumber, "a")));
    CHECK(unchanged<Row>(Row::of({}, {}), Row::of({}, {})));
    CHECK(!unchanged<Row>(Row::of({}, {}), Row::of(0.0, {})));
    using Nested = StoredRow<std::vector<double>, std::map<Text, double>>;
    CHECK(RowHash<Nested>{}(Nested::of({notANumber, 0.0}, {{"a", notANumber}})) == RowHash<Nested>{}(Nested::of({-notANumber, 0.0}, {{"a", notANumber}})));
    CHECK(RowEqual<Nested>{}(Nested::of({notANumber}, {{"a", notANumber}}), Nested::of({notANumber}, {{"a", notANumber}})));
    CHECK(!RowEqual<Nested>{}(Nested::of({0.0}, {}), Nested::of({-0.0}, {})));
    CHECK(!RowEqual<Nested>{}(Nested::of({}, {{"a", 1}}), Nested::of({}, {{"b", 1}})));
}

TEST_CASE("group aggregation: inserts, updates, the last row that leaves") {
    CHECK(run<true, true>({{I, "r", 3, "a"}, {UB, "r", 3, "a"}, {UA, "r", 4, "b"}, {I, "r", 1, "c"}, {D, "r", 4, "b"}, {UB, "r", 1, "c"}, {I, "r", 9, {}}, {I, {}, {}, {}}, {D, "unknown", 1, {}}}) ==
          Lines{"+I[r, 1, 3, a]", "-D[r, 1, 3, a]", "+I[r, 1, 4, b]", "-U[r, 1, 4, b]", "+U[r, 2, 5, c]", "-U[r, 2, 5, c]", "+U[r, 1, 1, c]", "-D[r, 1, 1, c]", "+I[r, 1, 9, null]", "+I[null, 1, null, null]"});
    CHECK(run<false, true>({{I, "r", 3, "a long text that lies on the heap"}, {I, "r", 4, "b"}}) ==
          Lines{"+I[r, 1, 3, a long text that lies on the heap]", "-U[r, 1, 3, a long text that lies on the heap]", "+U[r, 2, 7, b]"});
    CHECK(run<true, false>({{I, "r", 3, "a"}, {UA, "r", 4, "b"}, {D, "r", 4, "b"}, {UB, "r", 3, "a"}}) == Lines{"+I[r, 1, 3, a]", "+U[r, 2, 7, b]", "+U[r, 1, 3, a]", "-D[r, 1, 3, a]"});
}

TEST_CASE("results that stay the same are not sent again, but with a time-to-live they are") {
    const auto greatest = [](GroupAggregateOptions options) {
        GroupAggregate<StoredRow<Text>, Greatest, false, true> aggregate(options);
        Lines out;
        for (const MaybeInt v : {MaybeInt(610), MaybeInt(590), MaybeInt(640), MaybeInt()})
            aggregate.process(I, StoredRow<Text>::of("ida"), [&](Greatest& g, bool) { if (v && (!g.value || *v > *g.value)) g.value = v; },
                              [&](RowKind kind, const auto& key, const auto& r) { out.push_back(line(kind, rowText(key) + ", " + rowText(r))); });
        return out;
    };
    CHECK(greatest({}) == Lines{"+I[ida, 610]", "-U[ida, 610]", "+U[ida, 640]"});
    CHECK(greatest({.ttl = {3'600'000}}) == Lines{"+I[ida, 610]", "-U[ida, 610]", "+U[ida, 610]", "-U[ida, 610]", "+U[ida, 640]", "-U[ida, 640]", "+U[ida, 640]"});
}

TEST_CASE("DISTINCT is an aggregation without aggregates") {
    GroupAggregate<Key, Nothing, true, true> distinct;
    Lines out;
    for (const auto& [kind, key] : std::vector<std::pair<RowKind, MaybeText>>{{I, "a"}, {UA, "a"}, {I, {}}, {I, {}}, {D, "a"}, {D, "a"}, {UB, {}}})
        distinct.process(kind, Key::of(key), [](Nothing&, bool) {}, [&](RowKind k, const Key& row, const auto&) { out.push_back(line(k, rowText(row))); });
    CHECK(out == Lines{"+I[a]", "+I[null]", "-D[a]"});
}

TEST_CASE("groups that were not updated for the time-to-live are forgotten") {
    std::int64_t now = 1000;
    GroupAggregate<Key, Totals, false, true> aggregate(GroupAggregateOptions{.ttl = {100, pretendedTime, &now}});
    Lines out;
    feed(aggregate, {I, "a", 1, {}}, out);
    feed(aggregate, {I, "b", 1, {}}, out);
    now = 1099;
    feed(aggregate, {I, "a", 1, {}}, out);
    now = 1198;
    feed(aggregate, {I, "a", 1, {}}, out);
    feed(aggregate, {I, "b", 1, {}}, out);
    CHECK(out == Lines{"+I[a, 1, 1, null]", "+I[b, 1, 1, null]", "-U[a, 1, 1, null]", "+U[a, 2, 2, null]", "-U[a, 2, 2, null]", "+U[a, 3, 3, null]", "+I[b, 1, 1, null]"});
    for (int i = 0; i < 1000; ++i) feed(aggregate, {I, std::to_string(i), 1, {}}, out);
    CHECK(aggregate.size() == 1002);
    now = 2000;
    feed(aggregate, {I, "c", 1, {}}, out);
    CHECK(aggregate.size() == 1);  // memory, too
}

TEST_CASE("batch aggregation: final results at the end, one row over nothing, a memory limit") {
    GroupAggregate<Key, Totals, false, true> aggregate(GroupAggregateOptions{.batch = true});
    Lines out;
    const auto finish = [&](auto& a) { a.finish([&](RowKind kind, const Key& key, const auto& r) { out.push_back(line(kind, rowText(key) + ", " + rowText(r))); }); };
    for (const Change& c : std::vector<Change>{{I, "a", 1, "x"}, {I, "b", 2, {}}, {I, "a", 4, "y"}}) feed(aggregate, c, out);
    CHECK(out.empty());
    finish(aggregate);
    Table table;
    CHECK(table.after(out) == std::map<std::string, int>{{"[a, 2, 5, y]", 1}, {"[b, 1, 2, null]", 1}});
    CHECK(aggregate.size() == 0);
    finish(aggregate);
    CHECK(out.empty());
    GroupAggregate<StoredRow<>, Totals, false, true> global(GroupAggregateOptions{.batch = true, .oneRowOverNothing = true});
    global.finish([&](RowKind kind, const StoredRow<>&, const auto& r) { out.push_back(line(kind, rowText(r))); });
    CHECK(out == Lines{"+I[0, null, null]"});
    GroupAggregate<Key, Totals, false, true> small(GroupAggregateOptions{.batch = true, .memoryLimit = {100'000, "GroupAggregate(k)"}});
    CHECK_THROWS_WITH_AS([&] { for (int i = 0; i < 10'000; ++i) feed(small, {I, "one group", 1, "kept by the aggregate"}, out); }(),
                         doctest::Contains("GroupAggregate(k): the memory limit of an operator is 100000 bytes, but its state needs 1000"), MemoryLimitExceeded);
    CHECK_THROWS_AS([&] { for (int i = 0; i < 10'000; ++i) feed(small, {I, std::to_string(i), {}, {}}, out); }(), MemoryLimitExceeded);
}

TEST_CASE("the changes add up to the groups, whatever comes and goes") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        GroupAggregate<Key, Totals, true, true> aggregate;
        std::vector<Change> rows;
        Lines out;
        Table table;
        for (int step = 0; step < 400; ++step) {
            if (!rows.empty() && random.below(5) < 2) {
                const auto at = rows.begin() + random.below(static_cast<int>(rows.size()));
                at->kind = random.below(2) ? D : UB;
                feed(aggregate, *at, out);
                rows.erase(at);
            } else {
                const auto text = [&](int of) { return random.below(6) == 0 ? MaybeText() : MaybeText("text number " + std::to_string(random.below(of))); };
                rows.push_back({I, text(8), random.below(4) == 0 ? MaybeInt() : MaybeInt(random.below(5)), text(20)});
                feed(aggregate, rows.back(), out);
            }
        }
        std::map<MaybeText, Totals> groups;
        for (const Change& c : rows) groups[c.key].apply(c.value, c.name, true);
        std::map<std::string, int> expected;
        for (const auto& [key, totals] : groups) ++expected["[" + valueText(key) + ", " + rowText<3>(totals.results()) + "]"];
        CHECK(table.after(out) == expected);
        CHECK(aggregate.size() == groups.size());
    }
}

TEST_CASE("normalisation: upserts and deletions by key (conformance aggregate_upsert_*)") {
    struct Upsert {
        RowKind kind;
        Int id;
        MaybeText town;
        MaybeInt pay;
    };
    const std::vector<Upsert> changes{{UA, 1, "Bern", 10}, {I, 2, "Bern", 20}, {I, 1, "Bern", 10}, {I, 1, "Bern", 15}, {D, 9, "Bern", 1}, {UA, 2, "Chur", 20}, {D, 1, {}, {}}, {D, 1, "Bern", 15}, {I, 1, "Chur", 7}, {UB, 2, "?", 0}};
    using Row = StoredRow<MaybeText, MaybeInt>;
    const auto normalized = [&]<bool Before>(std::bool_constant<Before>, const auto& passes, StateTtl ttl = {}) {
        ChangelogNormalize<StoredRow<Int>, Row, Before> normalize(ttl);
        Lines out;
        for (const Upsert& u : changes)
            normalize.process(u.kind, StoredRow<Int>::of(u.id), Row::of(u.town, u.pay), [&] { return passes(u); },
                              [&](RowKind kind, const StoredRow<Int>& key, const Row& row) { out.push_back(line(kind, rowText(key) + ", " + rowText(row))); });
        return out;
    };
    const auto all = [](const Upsert&) { return true; };
    CHECK(normalized(std::true_type(), all) == Lines{"+I[1, Bern, 10]", "+I[2, Bern, 20]", "-U[1, Bern, 10]", "+U[1, Bern, 15]", "-U[2, Bern, 20]", "+U[2, Chur, 20]", "-D[1, Bern, 15]", "+I[1, Chur, 7]", "-D[2, Chur, 20]"});
    CHECK(normalized(std::false_type(), all) == Lines{"+I[1, Bern, 10]", "+I[2, Bern, 20]", "+U[1, Bern, 15]", "+U[2, Chur, 20]", "-D[1, Bern, 15]", "+I[1, Chur, 7]", "-D[2, Chur, 20]"});
    CHECK(normalized(std::true_type(), [](const Upsert& u) { return u.town == "Bern"; }) == Lines{"+I[1, Bern, 10]", "+I[2, Bern, 20]", "-U[1, Bern, 10]", "+U[1, Bern, 15]", "-D[2, Bern, 20]", "-D[1, Bern, 15]"});
    CHECK(normalized(std::true_type(), all, {1000})[2] == "-U[1, Bern, 10]");
    CHECK(normalized(std::true_type(), all, {1000})[3] == "+U[1, Bern, 10]");
}

TEST_CASE("INTERSECT ALL and EXCEPT ALL: every copy again when a count changes (conformance aggregate_intersect_all_stream)") {
    using Row = StoredRow<MaybeText>;
    struct Fed {
        bool left;
        RowKind kind;
        MaybeText w;
    };
    const std::vector<Fed> fed{{true, I, "a"}, {true, I, "b"}, {false, I, "b"}, {true, I, "b"}, {false, I, {}}, {true, I, {}}, {false, I, "b"}, {true, I, "c"}, {false, I, "d"}, {true, I, "b"}, {false, I, {}}};
    const auto run = [](auto set, const std::vector<Fed>& rows, bool finish) {
        Lines out;
        const auto emit = [&](RowKind kind, const Row& row) { out.push_back(line(kind, rowText(row))); };
        for (const Fed& f : rows) set.process(f.kind, f.left, Row::of(f.w), emit);
        if (finish) set.finish(emit);
        return out;
    };
    CHECK(run(SetCounts<SetForm::intersectAll, Row, false, true>(), fed, false) ==
          Lines{"+U[b]", "-U[b]", "+U[b]", "+U[null]", "-U[b]", "+U[b]", "+U[b]", "-U[b]", "-U[b]", "+U[b]", "+U[b]", "-U[null]", "+U[null]"});
    CHECK(run(SetCounts<SetForm::exceptAll, Row, false, true>(), {{true, I, "b"}, {true, I, "b"}, {false, I, "b"}, {false, I, "c"}, {true, I, "c"}, {true, I, "c"}}, false) ==
          Lines{"+I[b]", "-U[b]", "+U[b]", "+U[b]", "-U[b]", "-U[b]", "+U[b]", "+U[c]"});
    CHECK(run(SetCounts<SetForm::exceptAll, Row, true, true>(), {{true, I, "b"}, {true, I, "b"}, {true, D, "b"}, {true, UB, "b"}, {true, I, "b"}}, false) ==
          Lines{"+I[b]", "-U[b]", "+U[b]", "+U[b]", "-U[b]", "-U[b]", "+U[b]", "-D[b]", "+I[b]"});
    Table table;
    Lines batch = run(SetCounts<SetForm::exceptAll, Row, false, true>(GroupAggregateOptions{.batch = true}), fed, true);
    CHECK(table.after(batch) == std::map<std::string, int>{{"[a]", 1}, {"[b]", 1}, {"[c]", 1}});
    Table other;
    batch = run(SetCounts<SetForm::intersectAll, Row, false, true>(GroupAggregateOptions{.batch = true}), fed, true);
    CHECK(other.after(batch) == std::map<std::string, int>{{"[b]", 2}, {"[null]", 1}});
}

TEST_CASE("sorting is stable, for every number of rows") {
    using Row = StoredRow<Int, Int>;
    struct ByFirst {
        bool operator()(const Row& a, const Row& b) const { return a.at<0>() < b.at<0>(); }
    };
    for (int n = 0; n < 200; ++n) {
        Random random(static_cast<std::uint64_t>(n));
        Sort<Row, ByFirst> sort;
        std::multimap<Int, Int> expected;
        for (Int i = 0; i < n; ++i) {
            const Int key = random.below(n % 3 ? 10 : 1000);
            sort.process(Row::of(key, i));
            expected.emplace(key, i);
        }
        CHECK(sort.size() == static_cast<std::size_t>(n));
        Lines out, wanted;
        sort.finish([&](RowKind kind, const Row& row) { out.push_back(line(kind, rowText(row))); });
        for (const auto& [key, i] : expected) wanted.push_back("+I[" + std::to_string(key) + ", " + std::to_string(i) + "]");
        CHECK(out == wanted);
        CHECK(sort.size() == 0);
    }
    Sort<Row, ByFirst> small(MemoryLimit{1000, "Sort"});
    CHECK_THROWS_AS([&] { for (Int i = 0; i < 1000; ++i) small.process(Row::of(i, i)); }(), MemoryLimitExceeded);
}
