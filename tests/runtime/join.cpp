// SPDX-License-Identifier: BSL-1.0
// Regular joins: Flink's sequences by hand, and against a naive join over random changes.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <rivulet/runtime/join.hpp>

#include "changelog.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Row = StoredRow<Int, MaybeInt, Text>;  // id, key, text
using Key = StoredRow<Int>;

struct Change {
    JoinInput side;
    RowKind kind;
    Int id;
    MaybeInt key;
    Text text;
};
constexpr JoinInput L = JoinInput::left, R = JoinInput::right;

std::string sideText(const Row* row) { return row ? rowText(*row) : "null"; }

struct Always {
    bool operator()(const Key&, const Row&, const Row&) const { return true; }
};

template <class Join, class Condition = Always>
void feed(Join& join, const Change& c, Lines& out, Condition condition = {}) {
    const Row row = Row::of(c.id, c.key, c.text);
    const auto emit = [&](RowKind kind, const Key&, const Row* left, const Row* right) { out.push_back(line(kind, sideText(left) + " | " + sideText(right))); };
    const auto key = rowOf(c.key.value_or(0));
    if (c.side == L) join.template process<L>(c.kind, !c.key, key, row, condition, emit);
    else join.template process<R>(c.kind, !c.key, key, row, condition, emit);
}
template <class Join, class Condition = Always>
Lines run(const std::vector<Change>& changes, Condition condition = {}) {
    Join join;
    Lines out;
    for (const Change& c : changes) feed(join, c, out, condition);
    return out;
}

template <JoinForm Form, class LeftIdentity = WholeRow, class RightIdentity = WholeRow>
using Join = RegularJoin<Form, Key, JoinSide<Row, LeftIdentity>, JoinSide<Row, RightIdentity>>;

}  // namespace

TEST_CASE("inner join: matches with the kind of the row that came; null keys meet nothing") {
    CHECK(run<Join<JoinForm::inner>>({{L, I, 1, 7, "a"}, {R, I, 2, 7, "x"}, {R, UA, 3, 7, "y"}, {L, UB, 1, 7, "a"}, {R, I, 4, {}, "z"}, {L, I, 5, {}, "n"}, {R, D, 2, 7, "x"}}) ==
          Lines{"+I[1, 7, a | 2, 7, x]", "+U[1, 7, a | 3, 7, y]", "-U[1, 7, a | 2, 7, x]", "-U[1, 7, a | 3, 7, y]"});
}

TEST_CASE("left join: the first match replaces the padded row, the last one that leaves brings it back") {
    CHECK(run<Join<JoinForm::left>>({{L, I, 1, 7, "a"}, {R, I, 2, 7, "x"}, {R, I, 3, 7, "y"}, {R, D, 2, 7, "x"}, {R, UB, 3, 7, "y"}, {R, UA, 4, 7, "z"}, {L, D, 1, 7, "a"}, {L, I, 9, {}, "n"}, {L, UB, 9, {}, "n"}}) ==
          Lines{"+I[1, 7, a | null]", "-D[1, 7, a | null]", "+I[1, 7, a | 2, 7, x]", "+I[1, 7, a | 3, 7, y]", "-D[1, 7, a | 2, 7, x]",
                "-U[1, 7, a | 3, 7, y]", "+I[1, 7, a | null]", "-D[1, 7, a | null]", "+I[1, 7, a | 4, 7, z]", "-D[1, 7, a | 4, 7, z]", "+I[9, null, n | null]", "-D[9, null, n | null]"});
}

TEST_CASE("right join: as left with the sides exchanged") {
    CHECK(run<Join<JoinForm::right>>({{L, I, 1, 7, "a"}, {R, I, 2, 8, "x"}, {L, UA, 3, 8, "b"}, {L, UB, 3, 8, "b"}, {R, UB, 2, 8, "x"}}) ==
          Lines{"+I[null | 2, 8, x]", "-D[null | 2, 8, x]", "+I[3, 8, b | 2, 8, x]", "-U[3, 8, b | 2, 8, x]", "+I[null | 2, 8, x]", "-D[null | 2, 8, x]"});
}

TEST_CASE("full join: only +I and -D; a condition beside the key leaves both padded") {
    const auto smaller = [](const Key&, const Row& left, const Row& right) { return right.at<0>() <= left.at<0>(); };
    CHECK(run<Join<JoinForm::full>>({{L, I, 5, 7, "a"}, {R, UA, 4, 7, "x"}, {L, I, 2, 7, "b"}, {R, I, 9, 7, "y"}, {R, UB, 4, 7, "x"}, {L, UB, 5, 7, "a"}}, smaller) ==
          Lines{"+I[5, 7, a | null]", "-D[5, 7, a | null]", "+I[5, 7, a | 4, 7, x]", "+I[2, 7, b | null]", "+I[null | 9, 7, y]", "-D[5, 7, a | 4, 7, x]", "+I[5, 7, a | null]", "-D[5, 7, a | null]"});
}

TEST_CASE("semi join: left rows with the kind of what brought them in or out") {
    CHECK(run<Join<JoinForm::semi>>({{R, I, 1, 7, ""}, {L, I, 1, 7, "a"}, {L, UB, 1, 7, "a"}, {L, UA, 1, 8, "a"}, {R, UA, 2, 8, ""}, {R, I, 3, 8, ""}, {R, D, 2, 8, ""}, {R, UB, 3, 8, ""}, {L, I, 4, {}, "n"}}) ==
          Lines{"+I[1, 7, a | null]", "-U[1, 7, a | null]", "+U[1, 8, a | null]", "-U[1, 8, a | null]"});
}

TEST_CASE("anti join: left rows leave with -D at the first match and return with +I after the last") {
    CHECK(run<Join<JoinForm::anti>>({{L, I, 1, 7, "a"}, {L, I, 4, {}, "n"}, {R, I, 1, 7, ""}, {R, UA, 2, 7, ""}, {R, D, 1, 7, ""}, {R, UB, 2, 7, ""}, {L, UB, 1, 7, "a"}, {L, UA, 1, 8, "a"}, {R, I, 9, {}, ""}, {L, D, 4, {}, "n"}}) ==
          Lines{"+I[1, 7, a | null]", "+I[4, null, n | null]", "-D[1, 7, a | null]", "+I[1, 7, a | null]", "-U[1, 7, a | null]", "+U[1, 8, a | null]", "-D[4, null, n | null]"});
}

TEST_CASE("before-images that do not fit what is kept") {
    // The join key contains the unique key: the kept row goes, whatever it is (conformance join_pk_retract_mismatching_before_image).
    CHECK(run<Join<JoinForm::inner, OneRow>>({{L, I, 1, 1, "van"}, {L, UA, 1, 1, "truck"}, {R, I, 1, 1, "p"}, {L, D, 1, 1, "ghost"}, {R, I, 2, 1, "q"}}) ==
          Lines{"+I[1, 1, truck | 1, 1, p]", "-D[1, 1, ghost | 1, 1, p]"});
    // No unique key: only an equal row goes (join_nopk_retract_mismatching_before_image).
    CHECK(run<Join<JoinForm::inner>>({{L, I, 1, 1, "van"}, {L, UB, 1, 1, "car"}, {L, UA, 1, 1, "truck"}, {R, I, 1, 1, "p"}, {L, D, 1, 1, "ghost"}, {R, I, 2, 1, "q"}}) ==
          Lines{"+I[1, 1, van | 1, 1, p]", "+I[1, 1, truck | 1, 1, p]", "-D[1, 1, ghost | 1, 1, p]", "+I[1, 1, van | 2, 1, q]", "+I[1, 1, truck | 2, 1, q]"});
    // A unique key beside the join key: the row of that key goes.
    CHECK(run<Join<JoinForm::inner, UniqueColumns<0>>>({{L, I, 1, 1, "van"}, {L, I, 2, 1, "car"}, {L, D, 1, 1, "ghost"}, {L, UA, 2, 1, "bus"}, {R, I, 1, 1, "p"}}) == Lines{"+I[2, 1, bus | 1, 1, p]"});
    // An outer row whose match was never there: -D for it, nothing padded, as Flink counts.
    CHECK(run<Join<JoinForm::left>>({{L, I, 1, 1, "a"}, {R, D, 1, 1, "ghost"}}) == Lines{"+I[1, 1, a | null]", "-D[1, 1, a | 1, 1, ghost]"});
    CHECK(run<Join<JoinForm::inner>>({{R, D, 1, 1, "ghost"}, {L, I, 1, 1, "a"}}).empty());
}

TEST_CASE("inner join with one row a key that stays: rows wait for it, and are not kept behind it") {
    using Kept = Join<JoinForm::inner, WholeRow, OnlyRow>;
    const std::vector<Change> changes{{L, I, 1, 7, "a"}, {L, I, 2, 7, "b"}, {L, I, 2, 7, "b"}, {L, D, 1, 7, "a"}, {R, I, 9, 7, "x"}, {L, I, 3, 7, "c"}, {L, UB, 3, 7, "c"}, {L, UA, 4, 7, "d"},
                                      {L, D, 2, 7, "b"}, {R, I, 8, 5, "y"}, {L, I, 5, 5, "e"}, {L, I, 6, 6, "f"}};
    Kept join;
    Join<JoinForm::inner> whole;
    Lines out, expected;
    std::vector<std::size_t> sizes;
    for (const Change& c : changes) {
        feed(join, c, out);
        feed(whole, c, expected);
        sizes.push_back(join.size());
    }
    CHECK(out == expected);
    CHECK(out == Lines{"+I[2, 7, b | 9, 7, x]", "+I[2, 7, b | 9, 7, x]", "+I[3, 7, c | 9, 7, x]", "-U[3, 7, c | 9, 7, x]", "+U[4, 7, d | 9, 7, x]", "-D[2, 7, b | 9, 7, x]", "+I[5, 5, e | 8, 5, y]"});
    CHECK(sizes == std::vector<std::size_t>{1, 2, 3, 2, 1, 1, 1, 1, 1, 2, 2, 3});
    const auto unequal = [](const Key&, const Row& left, const Row& right) { return left.at<0>() != right.at<0>(); };
    CHECK(run<Kept>({{L, I, 1, 7, "a"}, {L, I, 2, 7, "b"}, {R, I, 1, 7, "x"}, {L, I, 1, 7, "c"}, {L, D, 2, 7, "b"}}, unequal) == Lines{"+I[2, 7, b | 1, 7, x]", "-D[2, 7, b | 1, 7, x]"});
    CHECK(run<Join<JoinForm::inner, OnlyRow, OnlyRow>>({{L, I, 1, 7, "a"}, {R, I, 2, 7, "x"}, {R, I, 3, 8, "y"}, {L, I, 4, 8, "b"}}) == Lines{"+I[1, 7, a | 2, 7, x]", "+I[4, 8, b | 3, 8, y]"});
}

TEST_CASE("equal rows are counted, and each is padded and joined") {
    CHECK(run<Join<JoinForm::left>>({{L, I, 1, 7, "a"}, {L, I, 1, 7, "a"}, {R, I, 2, 7, "x"}, {L, D, 1, 7, "a"}, {R, D, 2, 7, "x"}}) ==
          Lines{"+I[1, 7, a | null]", "+I[1, 7, a | null]", "-D[1, 7, a | null]", "+I[1, 7, a | 2, 7, x]", "-D[1, 7, a | null]", "+I[1, 7, a | 2, 7, x]", "-D[1, 7, a | 2, 7, x]", "-D[1, 7, a | 2, 7, x]", "+I[1, 7, a | null]"});
}

TEST_CASE("a join without a key keeps everything in one place") {
    RegularJoin<JoinForm::inner, StoredRow<>, JoinSide<StoredRow<Int>, WholeRow>, JoinSide<StoredRow<Int>, WholeRow>> join;
    Lines out;
    const auto emit = [&](RowKind kind, const StoredRow<>&, const auto* left, const auto* right) { out.push_back(line(kind, rowText(*left) + " " + rowText(*right))); };
    const auto less = [](const StoredRow<>&, const auto& a, const auto& b) { return a.template at<0>() < b.template at<0>(); };
    for (Int i = 0; i < 3; ++i) {
        join.process<L>(I, false, StoredRow<>(), StoredRow<Int>::of(i), less, emit);
        join.process<R>(I, false, StoredRow<>(), StoredRow<Int>::of(i), less, emit);
    }
    CHECK(out == Lines{"+I[0 1]", "+I[0 2]", "+I[1 2]"});
    CHECK(join.size() == 6);
}

TEST_CASE("batch: joined rows at once, padded and anti rows at the end, within the memory limit") {
    const std::vector<Change> changes{{L, I, 1, 7, "a"}, {R, I, 2, 7, "x"}, {L, I, 3, 8, "b"}, {R, I, 4, 9, "y"}, {L, I, 5, {}, "n"}, {R, I, 6, {}, "m"}};
    const auto batch = [&]<class J>(J join) {
        Lines out;
        for (const Change& c : changes) feed(join, c, out);
        out.push_back("--");
        join.finish([&](RowKind kind, const Key&, const Row* left, const Row* right) { out.push_back(line(kind, sideText(left) + " | " + sideText(right))); });
        CHECK(join.size() == 0);
        return out;
    };
    const JoinOptions options{.batch = true};
    CHECK(batch(Join<JoinForm::inner>(options)) == Lines{"+I[1, 7, a | 2, 7, x]", "--"});
    CHECK(batch(Join<JoinForm::left>(options)) == Lines{"+I[1, 7, a | 2, 7, x]", "+I[5, null, n | null]", "--", "+I[3, 8, b | null]"});
    CHECK(batch(Join<JoinForm::right>(options)) == Lines{"+I[1, 7, a | 2, 7, x]", "+I[null | 6, null, m]", "--", "+I[null | 4, 9, y]"});
    CHECK(batch(Join<JoinForm::semi>(options)) == Lines{"+I[1, 7, a | null]", "--"});
    CHECK(batch(Join<JoinForm::anti>(options)) == Lines{"+I[5, null, n | null]", "--", "+I[3, 8, b | null]"});
    Join<JoinForm::inner> small(JoinOptions{.batch = true, .memoryLimit = {2'000, "Join(k = k)"}});
    Lines out;
    const auto fill = [&] {
        for (Int i = 0; i < 1000; ++i) feed(small, {L, I, i, i % 3, "some text of the row that is long enough for the heap"}, out);
    };
    CHECK_THROWS_AS(fill(), MemoryLimitExceeded);
    try {
        fill();
    } catch (const MemoryLimitExceeded& e) {
        CHECK(std::string(e.what()).starts_with("Join(k = k): the memory limit of an operator is 2000 bytes, but its state needs "));
        CHECK(e.limit() == 2000);
        CHECK(e.needed() > 2000);
    }
}

TEST_CASE("a key that brought no row for the time-to-live is forgotten") {
    std::int64_t now = 0;
    const StateTtl ttl{100, [](const void* p) { return *static_cast<const std::int64_t*>(p); }, &now};
    Join<JoinForm::inner> join(JoinOptions{.ttl = ttl});
    Lines out;
    feed(join, {L, I, 1, 7, "a"}, out);
    feed(join, {L, I, 2, 8, "b"}, out);
    now = 60;
    feed(join, {R, I, 3, 7, "x"}, out);
    now = 140;
    feed(join, {R, I, 4, 8, "y"}, out);
    feed(join, {L, I, 5, 7, "c"}, out);
    CHECK(out == Lines{"+I[1, 7, a | 3, 7, x]", "+I[5, 7, c | 3, 7, x]"});
    now = 1000;
    feed(join, {L, I, 6, 9, "d"}, out);
    CHECK(join.size() == 1);
}

namespace {

// What the join of these rows is.
template <JoinForm Form, class Condition>
std::map<std::string, int> naive(const std::vector<Row>& left, const std::vector<Row>& right, const Condition& condition) {
    std::map<std::string, int> rows;
    const auto put = [&](const Row* l, const Row* r) { ++rows["[" + sideText(l) + " | " + sideText(r) + "]"]; };
    const auto match = [&](const Row& l, const Row& r) { return l.at<1>() && l.at<1>() == r.at<1>() && condition(Key(), l, r); };
    for (const Row& l : left) {
        const bool any = std::any_of(right.begin(), right.end(), [&](const Row& r) { return match(l, r); });
        if (Form == JoinForm::semi || Form == JoinForm::anti) {
            if (any == (Form == JoinForm::semi)) put(&l, nullptr);
            continue;
        }
        for (const Row& r : right)
            if (match(l, r)) put(&l, &r);
        if (!any && (Form == JoinForm::left || Form == JoinForm::full)) put(&l, nullptr);
    }
    if (Form == JoinForm::right || Form == JoinForm::full)
        for (const Row& r : right)
            if (std::none_of(left.begin(), left.end(), [&](const Row& l) { return match(l, r); })) put(nullptr, &r);
    return rows;
}

// `Unique`: ids are unique on each side, else rows may repeat.
template <JoinForm Form, class Identity, bool Unique>
void againstNaive(std::uint64_t seed, int keys) {
    Random random(seed);
    Join<Form, Identity, Identity> join;
    const auto condition = [](const Key&, const Row& l, const Row& r) { return (l.at<0>() + r.at<0>()) % 3 != 0; };
    std::vector<Row> rows[2];
    Lines out;
    Table table;
    for (int step = 0; step < 250; ++step) {
        const int side = random.below(2);
        const JoinInput input = side == 0 ? L : R;
        std::vector<Row>& own = rows[side];
        const auto send = [&](RowKind kind, const Row& row) { feed(join, {input, kind, row.at<0>(), row.at<1>(), Text(row.at<2>())}, out, condition); };
        const auto fresh = [&](Int id) { return Row::of(id, random.below(8) == 0 ? MaybeInt() : MaybeInt(random.below(keys)), random.below(2) ? "a" : "a longer text beside it"); };
        const int action = random.below(own.size() > 60 ? 6 : 4);
        if (action < 2 || own.empty()) {
            own.push_back(fresh(Unique ? 2 * step + side : random.below(4)));
            send(I, own.back());
        } else {
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(own.size())));
            const Row old = own[at];
            if (action == 2) {
                own[at] = fresh(old.at<0>());
                send(UB, old);
                send(UA, own[at]);
            } else {
                own.erase(own.begin() + static_cast<std::ptrdiff_t>(at));
                send(D, old);
            }
        }
        if (step % 50 == 0) REQUIRE(table.after(out) == naive<Form>(rows[0], rows[1], condition));
    }
    REQUIRE(table.after(out) == naive<Form>(rows[0], rows[1], condition));
    std::size_t kept = 0;
    for (const auto& own : rows) kept += static_cast<std::size_t>(std::count_if(own.begin(), own.end(), [](const Row& r) { return r.at<1>().has_value(); }));
    CHECK(join.size() == kept);
    CHECK(join.bytes() > 0);
}
template <JoinForm Form>
void allIdentities() {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        againstNaive<Form, WholeRow, false>(seed, 5);
        againstNaive<Form, WholeRow, true>(seed, 1);
        againstNaive<Form, UniqueColumns<0>, true>(seed, seed % 2 ? 1 : 6);
    }
}

}  // namespace

TEST_CASE("the changes add up to the join, whatever is inserted, updated and deleted") {
    SUBCASE("inner") { allIdentities<JoinForm::inner>(); }
    SUBCASE("left") { allIdentities<JoinForm::left>(); }
    SUBCASE("right") { allIdentities<JoinForm::right>(); }
    SUBCASE("full") { allIdentities<JoinForm::full>(); }
    SUBCASE("semi") { allIdentities<JoinForm::semi>(); }
    SUBCASE("anti") { allIdentities<JoinForm::anti>(); }
}

namespace {

// A row's id is its time; one below zero is none.
struct IdTime {
    template <class K, class R> static Millis of(const K&, const R& row) { return row.template at<0>() < 0 ? noTimestamp : row.template at<0>(); }
};
template <JoinForm Form, class Identity, class LeftTime, class RightTime>
using TimedJoin = RegularJoin<Form, Key, JoinSide<Row, Identity, LeftTime>, JoinSide<Row, Identity, RightTime>>;

// Random rows, some of them equal, some without a time. Those of a side that the other side's Time counts on are after a watermark of their side; rows of the others
// are late now and then. `rightOf`: so many of a hundred rows are of the right side.
template <JoinForm Form, class Identity, class LeftTime, class RightTime>
void forgetsWhatMeetsNone(std::uint64_t seed, int keys, int rightOf) {
    Random random(seed);
    TimedJoin<Form, Identity, LeftTime, RightTime> timed;
    Join<Form, Identity, Identity> whole;
    constexpr bool passes[] = {std::is_same_v<LeftTime, IdTime>, std::is_same_v<RightTime, IdTime>};
    const auto near = [](const Key&, const Row& l, const Row& r) {
        const Int distance = r.at<0>() - l.at<0>();
        return l.at<0>() >= 0 && r.at<0>() >= 0 && distance >= -3 && distance <= 5;
    };
    Lines out, expected;
    Int watermark = 0, made[2] = {0, 0};
    std::size_t rows[2] = {0, 0};
    for (int step = 0; step < 3000; ++step) {
        const int side = random.below(100) < rightOf;
        watermark += random.below(2);
        if constexpr (passes[0]) timed.template forgetUntil<L>(watermark - 5);
        if constexpr (passes[1]) timed.template forgetUntil<R>(watermark - 3);
        Int id = watermark + 1 + random.below(4) - (passes[1 - side] ? 0 : random.below(12));
        if (id < 0 || random.below(12) == 0) id = -1;
        const MaybeInt key = std::is_same_v<Identity, WholeRow> ? random.below(keys) : made[side]++;
        const Change change{side ? R : L, I, id, key, random.below(2) ? "a" : "a longer text beside it"};
        feed(timed, change, out, near);
        feed(whole, change, expected, near);
        ++rows[side];
        REQUIRE(out == expected);
        out.clear();
        expected.clear();
    }
    CHECK(timed.size() < (passes[0] ? 200 : rows[0]) + (passes[1] ? 200 : rows[1]));
    if constexpr (passes[0]) timed.template forgetUntil<L>(lastWatermark);
    if constexpr (passes[1]) timed.template forgetUntil<R>(lastWatermark);
    CHECK(timed.size() <= (passes[0] ? 0 : rows[0]) + (passes[1] ? 0 : rows[1]));
    const std::size_t size = timed.size();
    feed(timed, {passes[0] ? L : R, I, 1 << 30, 0, "b"}, out, near);
    CHECK(timed.size() == size);
}
template <JoinForm Form>
void forgetsInAllIdentities() {
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const int rightOf : {3, 50, 97}) {
            CAPTURE(seed);
            CAPTURE(rightOf);
            const int keys = seed % 2 ? 1 : 6;
            forgetsWhatMeetsNone<Form, WholeRow, IdTime, Timeless>(seed, keys, rightOf);
            forgetsWhatMeetsNone<Form, WholeRow, Timeless, IdTime>(seed, keys, rightOf);
            forgetsWhatMeetsNone<Form, WholeRow, IdTime, IdTime>(seed, keys, rightOf);
            forgetsWhatMeetsNone<Form, OnlyRow, IdTime, IdTime>(seed, 0, rightOf);
        }
}

}  // namespace

TEST_CASE("rows whose time has passed are forgotten, and what comes out stays the same") {
    forgetsInAllIdentities<JoinForm::inner>();
    forgetsInAllIdentities<JoinForm::left>();
    forgetsInAllIdentities<JoinForm::right>();
    forgetsInAllIdentities<JoinForm::full>();
    forgetsInAllIdentities<JoinForm::semi>();
    forgetsInAllIdentities<JoinForm::anti>();
}

TEST_CASE("rows of one key and of many go as their time passes, also when a key has expired before") {
    std::int64_t now = 0;
    const StateTtl ttl{100, [](const void* p) { return *static_cast<const std::int64_t*>(p); }, &now};
    for (const int keys : {1, 40, 100'000}) {
        TimedJoin<JoinForm::inner, WholeRow, IdTime, Timeless> join, expiring(JoinOptions{.ttl = ttl});  // the second one keeps its rows by key
        Lines out;
        for (Int i = 0; i < 100'000; ++i) {
            const Change change{L, I, i, i % keys, "a text that is too long for the row itself"};
            feed(join, change, out);
            join.forgetUntil<L>(i - 1000);
            if (keys == 100'000) continue;
            now = i / 10;
            feed(expiring, change, out);
            expiring.forgetUntil<L>(i - 1000);
        }
        CHECK(join.size() >= 1000);
        CHECK(join.size() <= 3000);
        CHECK(join.bytes() < 600'000);
        CHECK(expiring.size() <= 2000);
        join.forgetUntil<L>(100'000);
        expiring.forgetUntil<L>(100'000);
        CHECK(join.size() == 0);
        CHECK(expiring.size() == 0);
    }
}
