// SPDX-License-Identifier: BSL-1.0
// What the SQL benchmarks are measured against: the loops that one would write by hand for one query, over boost::unordered_flat_map.
// They emit the same changes as rivulet does, into batches of the same size behind a virtual call.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "sql_rows.hpp"

namespace bench {

struct Change {
    rivulet::RowKind kind;
    std::string text;
    std::int64_t a, b, c;
};
struct Taker {
    Taker() = default;
    Taker(const Taker&) = delete;
    Taker& operator=(const Taker&) = delete;
    virtual ~Taker() = default;
    virtual void take(const Change* changes, std::size_t n) = 0;
};
template <class F>
struct FunctionTaker final : Taker {
    explicit FunctionTaker(F f) : function(std::move(f)) {}
    void take(const Change* changes, std::size_t n) override {
        for (std::size_t i = 0; i < n; ++i) function(changes[i]);
    }
    F function;
};
/// Gathers changes to batches.
class Emitter {
public:
    explicit Emitter(Taker& taker) : taker_(&taker), batch_(rivulet::batchRows) {}
    void emit(rivulet::RowKind kind, const std::string& text, std::int64_t a, std::int64_t b, std::int64_t c) {
        Change& change = batch_[count_];
        change.kind = kind;
        change.text = text;
        change.a = a;
        change.b = b;
        change.c = c;
        if (++count_ == batch_.size()) flush();
    }
    void flush() {
        taker_->take(batch_.data(), count_);
        count_ = 0;
    }

private:
    Taker* taker_;
    std::vector<Change> batch_;
    std::size_t count_{};
};

template <class T> using ByText = boost::unordered_flat_map<std::string, T>;

/// SELECT user, COUNT(*), SUM(amount), MAX(amount) FROM sales GROUP BY user
inline void aggregateByHand(const std::vector<Sale>& sales, Taker& taker) {
    struct Group { std::int64_t n, total, most; };
    ByText<Group> groups;
    Emitter out(taker);
    for (const Sale& sale : sales) {
        const auto [at, isNew] = groups.try_emplace(sale.user, Group{1, sale.amount, sale.amount});
        Group& g = at->second;
        if (isNew) {
            out.emit(rivulet::RowKind::insert, sale.user, g.n, g.total, g.most);
            continue;
        }
        out.emit(rivulet::RowKind::updateBefore, sale.user, g.n, g.total, g.most);
        ++g.n;
        g.total += sale.amount;
        g.most = std::max(g.most, sale.amount);
        out.emit(rivulet::RowKind::updateAfter, sale.user, g.n, g.total, g.most);
    }
    out.flush();
}

/// SELECT o.id, o.user, o.amount, u.score FROM orders AS o JOIN users AS u ON o.user = u.name; both have primary keys and are updated.
/// A batch of each side in turn, as the two sources of a job are read.
inline void joinByHand(const std::vector<Order>& orders, const std::vector<User>& users, Taker& taker) {
    using rivulet::RowKind;
    ByText<boost::unordered_flat_map<std::int64_t, std::int64_t>> ordersOf;  // amounts by id
    ByText<std::int64_t> scoreOfUser;
    Emitter out(taker);
    const auto order = [&](const Order& row) {
        const std::string& user = row.get<"user">();
        const std::int64_t id = row.get<"id">(), amount = row.get<"amount">();
        auto& all = ordersOf[user];
        if (row.kind == RowKind::insert || row.kind == RowKind::updateAfter) all.insert_or_assign(id, amount);
        else all.erase(id);
        if (const auto score = scoreOfUser.find(user); score != scoreOfUser.end()) out.emit(row.kind, user, id, amount, score->second);
    };
    const auto user = [&](const User& row) {
        const std::string& name = row.get<"name">();
        if (row.kind == RowKind::insert || row.kind == RowKind::updateAfter) scoreOfUser.insert_or_assign(name, row.get<"score">());
        else scoreOfUser.erase(name);
        if (const auto all = ordersOf.find(name); all != ordersOf.end())
            for (const auto& [id, amount] : all->second) out.emit(row.kind, name, id, amount, row.get<"score">());
    };
    for (std::size_t o = 0, u = 0; o < orders.size() || u < users.size();) {
        for (const std::size_t end = std::min(o + rivulet::batchRows, orders.size()); o < end; ++o) order(orders[o]);
        for (const std::size_t end = std::min(u + rivulet::batchRows, users.size()); u < end; ++u) user(users[u]);
    }
    out.flush();
}

/// SELECT user, amount FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user ORDER BY amount DESC) AS place FROM sales) WHERE place <= 10
inline void topByHand(const std::vector<Sale>& sales, Taker& taker) {
    constexpr std::size_t most = 10;
    ByText<std::vector<std::int64_t>> tops;  // descending
    Emitter out(taker);
    for (const Sale& sale : sales) {
        std::vector<std::int64_t>& top = tops[sale.user];
        if (top.size() == most) {
            if (sale.amount <= top.back()) continue;
            out.emit(rivulet::RowKind::delete_, sale.user, top.back(), 0, 0);
            top.pop_back();
        }
        top.insert(std::upper_bound(top.begin(), top.end(), sale.amount, [](std::int64_t a, std::int64_t b) { return a > b; }), sale.amount);
        out.emit(rivulet::RowKind::insert, sale.user, sale.amount, 0, 0);
    }
    out.flush();
}

}  // namespace bench
