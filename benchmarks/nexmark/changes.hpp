// SPDX-License-Identifier: BSL-1.0
// How a benchmark hands out events and takes the changes that come of them: the same for queries and for loops by hand.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/rivulet.hpp>

#include "generator.hpp"

namespace nexmark {

// ---- events -----------------------------------------------------------------------------------------------------

/// Events come by turns, a thousand at a time: 20 persons, then 60 auctions, then 920 bids. So the three streams are never further apart than that.
inline constexpr std::size_t roundsPerTurn = 20;
template <class T> inline constexpr std::size_t perTurn = roundsPerTurn;
template <> inline constexpr std::size_t perTurn<Auction> = roundsPerTurn * static_cast<std::size_t>(auctionsPerRound);
template <> inline constexpr std::size_t perTurn<Bid> = roundsPerTurn * static_cast<std::size_t>(bidsPerRound);

/// A source of rows that lie in memory. A job asks its sources in turns.
template <class T>
class Replay final : public rivulet::Source<T> {
public:
    explicit Replay(std::span<const T> rows) : rows_(rows) {}
    void open() override { rest_ = rows_; }
    rivulet::Polled<T> poll(std::size_t) override {
        if (rest_.empty()) return rivulet::Polled<T>::end();
        const auto rows = rest_.first(std::min(perTurn<T>, rest_.size()));
        rest_ = rest_.subspan(rows.size());
        return rivulet::Polled<T>::rows(rows);
    }

private:
    std::span<const T> rows_, rest_{};
};

struct Ignored {
    template <class T> void operator()(const T&) const {}
};
/// The same order for a loop by hand.
template <class P, class A, class B>
void inTurns(const Events& events, P person, A auction, B bid) {
    const auto turn = [](const auto& rows, std::size_t& at, auto& take) {
        for (const std::size_t end = std::min(at + perTurn<std::remove_cvref_t<decltype(rows[0])>>, rows.size()); at < end; ++at) take(rows[at]);
    };
    for (std::size_t p = 0, a = 0, b = 0; p < events.persons.size() || a < events.auctions.size() || b < events.bids.size();) {
        turn(events.persons, p, person);
        turn(events.auctions, a, auction);
        turn(events.bids, b, bid);
    }
}

// ---- changes ----------------------------------------------------------------------------------------------------

/// Counts changes, and adds up a number for each row that is left, so that two answers can be compared whatever their order.
class Answer {
public:
    /// `whole`: the number depends on every character, not only on the sizes of texts.
    explicit Answer(bool whole) : whole_(whole) {}

    template <class R> void take(const R& row) { take(row, std::make_integer_sequence<int, R::count>()); }
    std::uint64_t changes() const { return kinds_[0] + kinds_[1] + kinds_[2] + kinds_[3]; }
    std::int64_t rowsLeft() const { return static_cast<std::int64_t>(kinds_[0] + kinds_[2]) - static_cast<std::int64_t>(kinds_[1] + kinds_[3]); }
    std::uint64_t sum() const { return sum_; }

private:
    template <class R, int... I> void take(const R& row, std::integer_sequence<int, I...>) {
        std::uint64_t h = 0;
        ((h = mixed(h, number(row.template get<I>()))), ...);
        ++kinds_[static_cast<std::size_t>(row.kind)];
        const bool comes = row.kind == rivulet::RowKind::insert || row.kind == rivulet::RowKind::updateAfter;
        sum_ += comes ? h : 0 - h;
    }
    static std::uint64_t mixed(std::uint64_t h, std::uint64_t v) {
        h = (h ^ v) * 0x9E3779B97F4A7C15u;
        return h ^ h >> 32;
    }
    std::uint64_t number(std::int64_t v) const { return static_cast<std::uint64_t>(v); }
    template <int P> std::uint64_t number(rivulet::Timestamp<P> v) const { return static_cast<std::uint64_t>(v.millis()); }
    template <int P, int S> std::uint64_t number(const rivulet::Decimal<P, S>& v) const { return static_cast<std::uint64_t>(v.unscaled()); }
    template <class T> std::uint64_t number(const std::optional<T>& v) const { return v ? number(*v) : ~std::uint64_t{}; }
    std::uint64_t number(const std::string& v) const {
        std::uint64_t h = v.size();
        if (whole_)
            for (const char c : v) h = mixed(h, static_cast<unsigned char>(c));
        return h;
    }

    bool whole_;
    std::array<std::uint64_t, 4> kinds_{};  // by RowKind: insert, before, after, delete
    std::uint64_t sum_{};
};

/// Gives the changes of a loop by hand to an answer, as a job gives them to its sink. R is the row that the query answers with.
template <class R>
class Emitter {
public:
    explicit Emitter(Answer& answer) : answer_(&answer) {}

    template <class... V> void emit(rivulet::RowKind kind, const V&... values) { emit(kind, std::make_integer_sequence<int, R::count>(), values...); }
    template <class... V> void insert(const V&... values) { emit(rivulet::RowKind::insert, values...); }
    template <class... V> void before(const V&... values) { emit(rivulet::RowKind::updateBefore, values...); }
    template <class... V> void after(const V&... values) { emit(rivulet::RowKind::updateAfter, values...); }

private:
    template <int... I, class... V> void emit(rivulet::RowKind kind, std::integer_sequence<int, I...>, const V&... values) {
        row_.kind = kind;
        ((row_.template get<I>() = values), ...);
        answer_->take(row_);
    }
    Answer* answer_;
    R row_{};  // its texts keep their memory
};

}  // namespace nexmark
