// SPDX-License-Identifier: BSL-1.0
// Joins of inputs that end, against a naive join: every form, kept side and order in which the sides come.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <rivulet/runtime/hash_join.hpp>

#include "changelog.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Row = StoredRow<Int, MaybeInt, Text>;  // id, key, text
using Key = StoredRow<Int>;
constexpr JoinInput L = JoinInput::left, R = JoinInput::right;


std::string pairText(const Row* left, const Row* right) { return (left ? rowText(*left) : "null") + " | " + (right ? rowText(*right) : "null"); }
bool less(const Row& left, const Row& right) { return left.at<0>() % 5 != right.at<0>() % 5; }

enum class Order { builtFirst, probeFirst, mixed };

template <JoinForm Form, JoinInput Build>
Lines run(const std::vector<Row>& left, const std::vector<Row>& right, Order order, bool conditioned, HashJoin<Form, Build, Key, Row, Row> join = HashJoin<Form, Build, Key, Row, Row>()) {
    Lines out;
    const auto text = [](const auto& view) { return Row(view); };
    const auto emit = [&](const auto&, const auto* probe, const Row* built) {
        const Row shown = probe ? text(*probe) : Row();
        const Row* const other = probe ? &shown : nullptr;
        out.push_back(Build == R ? pairText(other, built) : pairText(built, other));
    };
    const auto condition = [&](const auto&, const auto& probe, const Row& built) { return !conditioned || (Build == R ? less(text(probe), built) : less(built, text(probe))); };
    const auto key = [](const Row& row) { return rowOf(row.at<1>().value_or(0)); };
    const std::vector<Row>&kept = Build == R ? right : left, &passing = Build == R ? left : right;
    const auto build = [&](const Row& row) { join.build(!row.template at<1>(), key(row), row, emit); };
    const auto probe = [&](const Row& row) { join.probe(!row.template at<1>(), key(row), row, condition, emit); };
    const std::size_t early = order == Order::builtFirst ? 0 : order == Order::probeFirst ? passing.size() : passing.size() / 2;
    std::size_t i = 0;
    for (; i < early; ++i) probe(passing[i]);
    for (const Row& row : kept) build(row);
    join.built(condition, emit);
    for (; i < passing.size(); ++i) probe(passing[i]);
    join.finish(emit);
    std::sort(out.begin(), out.end());
    return out;
}

template <JoinForm Form>
Lines naive(const std::vector<Row>& left, const std::vector<Row>& right, bool conditioned) {
    Lines out;
    std::vector<bool> met(right.size());
    for (const Row& l : left) {
        bool any = false;
        for (std::size_t r = 0; r < right.size(); ++r) {
            if (!l.at<1>() || l.at<1>() != right[r].at<1>() || (conditioned && !less(l, right[r]))) continue;
            any = met[r] = true;
            if constexpr (!detail::isExistence(Form)) out.push_back(pairText(&l, &right[r]));
        }
        if (Form == JoinForm::semi ? any : !any && (Form == JoinForm::anti || Form == JoinForm::left || Form == JoinForm::full)) out.push_back(pairText(&l, nullptr));
    }
    for (std::size_t r = 0; r < right.size(); ++r)
        if (!met[r] && (Form == JoinForm::right || Form == JoinForm::full)) out.push_back(pairText(nullptr, &right[r]));
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<Row> rows(std::mt19937& random, std::size_t count, unsigned keys) {
    std::vector<Row> all;
    for (std::size_t i = 0; i < count; ++i) {
        const bool isNull = random() % 9 == 0;
        all.push_back(Row::of(static_cast<Int>(i), isNull ? MaybeInt() : MaybeInt(static_cast<Int>(random() % keys)), std::string(random() % 30, 'x')));
    }
    return all;
}

template <JoinForm Form, JoinInput Build>
void compare() {
    for (unsigned seed = 0; seed < 12; ++seed) {
        std::mt19937 random(seed);
        const auto left = rows(random, seed % 4 * 25, 1 + seed * 4), right = rows(random, (seed * 7) % 90, 1 + seed * 4);
        for (const bool conditioned : {false, true})
            for (const Order order : {Order::builtFirst, Order::probeFirst, Order::mixed}) {
                CAPTURE(static_cast<int>(Form));
                CAPTURE(seed);
                CAPTURE(static_cast<int>(order));
                CHECK(run<Form, Build>(left, right, order, conditioned) == naive<Form>(left, right, conditioned));
            }
    }
}

}  // namespace

TEST_CASE("a join of inputs that end gives what comparing all rows gives, whichever side is kept") {
    compare<JoinForm::inner, L>();
    compare<JoinForm::inner, R>();
    compare<JoinForm::left, L>();
    compare<JoinForm::left, R>();
    compare<JoinForm::right, L>();
    compare<JoinForm::right, R>();
    compare<JoinForm::full, L>();
    compare<JoinForm::full, R>();
    compare<JoinForm::semi, R>();
    compare<JoinForm::anti, R>();
}

TEST_CASE("rows of one key are met in the order in which they came") {
    HashJoin<JoinForm::inner, R, StoredRow<>, StoredRow<Int>, StoredRow<Int>> join;
    Lines out;
    const auto emit = [&](const auto&, const auto* probe, const auto* built) { out.push_back(rowText(StoredRow<Int>(*probe)) + " " + rowText(*built)); };
    const auto smaller = [](const auto&, const auto& a, const auto& b) { return a.template at<0>() < b.template at<0>(); };
    for (Int i = 0; i < 4; ++i) join.build(false, StoredRow<>(), StoredRow<Int>::of(i), emit);
    join.built(smaller, emit);
    for (Int i = 0; i < 3; ++i) join.probe(false, StoredRow<>(), StoredRow<Int>::of(i), smaller, emit);
    CHECK(out == Lines{"0 1", "0 2", "0 3", "1 2", "1 3", "2 3"});
}

TEST_CASE("what is asked only whether it exists is kept once a key") {
    HashJoin<JoinForm::semi, R, Key, StoredRow<Absent>, Row> join;
    const auto never = [](const auto&, const auto*, const auto*) { FAIL("nothing is emitted yet"); };
    for (Int i = 0; i < 100'000; ++i) join.build(false, rowOf(i % 10), StoredRow<Absent>(), never);
    CHECK(join.bytes() < 2000);
}

TEST_CASE("rows beyond the memory limit are an error that names both") {
    const auto never = [](const auto&, const auto*, const auto*) {};
    const auto always = [](const auto&, const auto&, const auto&) { return true; };
    const auto message = [&](auto fill) {
        HashJoin<JoinForm::inner, R, Key, Row, Row> join(MemoryLimit{20'000, "JOIN"});
        std::string what;
        try {
            for (Int i = 0; i < 1000; ++i) fill(join, i);
        } catch (const MemoryLimitExceeded& e) {
            what = e.what();
            CHECK(e.needed() > 20'000);
            CHECK(e.needed() < 60'000);
        }
        return what;
    };
    const Text text = "some text of the row that is long enough for the heap";
    const auto start = "JOIN: the memory limit of an operator is 20000 bytes, but its state needs ";
    CHECK(message([&](auto& join, Int i) { join.build(false, rowOf(i % 3), Row::of(i, i, text), never); }).starts_with(start));
    CHECK(message([&](auto& join, Int i) { join.probe(false, rowOf(i % 3), Row::of(i, i, text), always, never); }).starts_with(start));
}
