// SPDX-License-Identifier: BSL-1.0
// What Nexmark's queries are measured against: the loop that one would write by hand for each of them, over boost::unordered_flat_map. They take events
// that come four seconds late, as the queries do, and keep copies of what they need, as the events go.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "changes.hpp"

namespace nexmark::hand {

using Time = rivulet::Timestamp<3>;
template <class K, class V> using Map = boost::unordered_flat_map<K, V>;
template <class K> using Set = boost::unordered_flat_set<K>;

struct Pair {
    std::int64_t a, b;
    bool operator==(const Pair&) const = default;
    friend std::size_t hash_value(const Pair& p) {
        __extension__ using Wide = unsigned __int128;
        const Wide m = static_cast<Wide>(static_cast<std::uint64_t>(p.a) ^ 0x9E3779B97F4A7C15u) * (static_cast<std::uint64_t>(p.b) * 0xBF58476D1CE4E5B9u ^ 0x94D049BB133111EBu);
        return static_cast<std::size_t>(m) ^ static_cast<std::size_t>(m >> 64);
    }
};

inline constexpr std::int64_t lateness = 4000, windowSize = 10'000, slide = 2000;

inline std::string dayText(Time t) {
    std::string text;
    rivulet::appendText(text, t.date());
    return text;
}

// ---- rows by themselves -----------------------------------------------------------------------------------------

template <class R> void q0(const Events& events, Emitter<R>& out) {
    for (const Bid& b : events.bids) out.insert(b.auction, b.bidder, b.price, b.eventTime, b.extra);
}
template <class R> void q1(const Events& events, Emitter<R>& out) {
    using Price = std::remove_cvref_t<decltype(std::declval<R&>().template get<2>())>;
    for (const Bid& b : events.bids) out.insert(b.auction, b.bidder, Price::fromUnscaled(b.price * rivulet::Int128{908}), b.eventTime, b.extra);
}
template <class R> void q2(const Events& events, Emitter<R>& out) {
    for (const Bid& b : events.bids)
        if (b.auction % 123 == 0) out.insert(b.auction, b.price);
}

// ---- joins ------------------------------------------------------------------------------------------------------

template <class R> void q3(const Events& events, Emitter<R>& out) {
    struct Seller {
        std::string name, city, state;
    };
    Map<std::int64_t, Seller> sellers;
    Map<std::int64_t, std::vector<std::int64_t>> auctions;
    inTurns(
        events,
        [&](const Person& p) {
            if (p.state != "OR" && p.state != "ID" && p.state != "CA") return;
            sellers.insert_or_assign(p.id, Seller{p.name, p.city, p.state});
            if (const auto theirs = auctions.find(p.id); theirs != auctions.end())
                for (const std::int64_t id : theirs->second) out.insert(p.name, p.city, p.state, id);
        },
        [&](const Auction& a) {
            if (a.category != 10) return;
            auctions[a.seller].push_back(a.id);
            if (const auto s = sellers.find(a.seller); s != sellers.end()) out.insert(s->second.name, s->second.city, s->second.state, a.id);
        },
        Ignored{});
}

template <class R> void q20(const Events& events, Emitter<R>& out) {
    Map<std::int64_t, Auction> auctions;
    Map<std::int64_t, std::vector<Bid>> bids;
    const auto both = [&out](const Bid& b, const Auction& a) {
        out.insert(b.auction, b.bidder, b.price, b.channel, b.url, b.eventTime, b.extra, a.itemName, a.description, a.initialBid, a.reserve, a.expires, a.seller, a.category);
    };
    inTurns(
        events, Ignored{},
        [&](const Auction& a) {
            if (a.category != 10) return;
            auctions.insert_or_assign(a.id, a);
            if (const auto early = bids.find(a.id); early != bids.end())
                for (const Bid& b : early->second) both(b, a);
        },
        [&](const Bid& b) {
            bids[b.auction].push_back(b);
            if (const auto a = auctions.find(b.auction); a != auctions.end()) both(b, a->second);
        });
}

// Bids that come before their auction wait for it. `take(auction's state, bid)` gets those that came in time.
struct Offer {
    std::int64_t bidder, price;
    Time time;
};
template <class Kept, class Keep, class Take> void offersInTime(const Events& events, Keep keep, Take take) {
    struct State {
        bool isThere{};
        Time from{}, until{};
        Kept kept{};
        std::vector<Offer> waiting{};
    };
    Map<std::int64_t, State> states;
    const auto offer = [&](State& s, const Offer& o) {
        if (o.time >= s.from && o.time <= s.until) take(s.kept, o);
    };
    inTurns(
        events, Ignored{},
        [&](const Auction& a) {
            State& s = states[a.id];
            s.isThere = true;
            s.from = a.eventTime;
            s.until = a.expires;
            keep(s.kept, a);
            for (const Offer& o : s.waiting) offer(s, o);
            s.waiting = {};
        },
        [&](const Bid& b) {
            State& s = states[b.auction];
            const Offer o{b.bidder, b.price, b.eventTime};
            if (s.isThere) offer(s, o);
            else s.waiting.push_back(o);
        });
}

/// A higher bid takes the old one out of its category's average and puts itself in: two updates.
template <class R> void q4(const Events& events, Emitter<R>& out) {
    struct Kept {
        std::int64_t category{}, best{-1};
    };
    struct Category {
        std::int64_t sum{}, count{};
    };
    Map<std::int64_t, Category> categories;
    offersInTime<Kept>(
        events, [](Kept& k, const Auction& a) { k.category = a.category; },
        [&](Kept& k, const Offer& o) {
            if (o.price <= k.best) return;
            Category& c = categories[k.category];
            if (k.best >= 0) {
                const std::int64_t average = c.sum / c.count;
                c.sum -= k.best;
                if (--c.count == 0) out.emit(rivulet::RowKind::delete_, k.category, average);
                else if (c.sum / c.count != average) {
                    out.before(k.category, average);
                    out.after(k.category, c.sum / c.count);
                }
            }
            k.best = o.price;
            const bool isNew = c.count == 0;
            const std::int64_t average = isNew ? 0 : c.sum / c.count;
            c.sum += o.price;
            ++c.count;
            if (isNew) out.insert(k.category, c.sum / c.count);
            else if (c.sum / c.count != average) {
                out.before(k.category, average);
                out.after(k.category, c.sum / c.count);
            }
        });
}

template <class R> void q9(const Events& events, Emitter<R>& out) {
    struct Kept {
        Auction auction{};
        Offer best{-1, -1, {}};
    };
    const auto emit = [&out](rivulet::RowKind kind, const Auction& a, const Offer& o) {
        out.emit(kind, a.id, a.itemName, a.description, a.initialBid, a.reserve, a.eventTime, a.expires, a.seller, a.category, a.extra, a.id, o.bidder, o.price, o.time, std::int64_t{1});
    };
    offersInTime<Kept>(
        events, [](Kept& k, const Auction& a) { k.auction = a; },
        [&](Kept& k, const Offer& o) {
            const bool isNew = k.best.price < 0;
            if (!isNew && (o.price < k.best.price || (o.price == k.best.price && o.time >= k.best.time))) return;
            if (!isNew) emit(rivulet::RowKind::updateBefore, k.auction, k.best);
            k.best = o;
            emit(isNew ? rivulet::RowKind::insert : rivulet::RowKind::updateAfter, k.auction, o);
        });
}

// ---- windows ----------------------------------------------------------------------------------------------------

/// The windows that lateness leaves open, two at most, each with a state; `fire(end, state, the next one's)` in order when they are over.
template <class State, class Fire>
class Tumbling {
public:
    explicit Tumbling(Fire fire) : fire_(std::move(fire)) {}
    /// Of the window of this time, or null: too late.
    State* at(std::int64_t millis) {
        const std::int64_t window = millis / windowSize;
        if (!started_) {
            started_ = true;
            next_ = window;
        }
        return window < next_ ? nullptr : &open_[static_cast<std::size_t>(window % 2)];
    }
    void advance(std::int64_t watermark) {
        while (started_ && watermark >= (next_ + 1) * windowSize - 1) close();
    }
    void finish() {
        for (int i = 0; i < 2 && started_; ++i) close();
    }

private:
    void close() {
        State& s = open_[static_cast<std::size_t>(next_ % 2)];
        fire_((next_ + 1) * windowSize, s, open_[static_cast<std::size_t>((next_ + 1) % 2)]);
        ++next_;
    }
    Fire fire_;
    std::array<State, 2> open_{};
    std::int64_t next_{};
    bool started_{};
};
template <class State, class Fire> Tumbling<State, Fire> tumbling(Fire fire) { return Tumbling<State, Fire>(std::move(fire)); }

/// Panes of two seconds; five of them are a window.
template <class R> void q5(const Events& events, Emitter<R>& out) {
    constexpr std::int64_t panesOfWindow = windowSize / slide, panes = panesOfWindow + lateness / slide + 1;
    std::array<Map<std::int64_t, std::int64_t>, panes> counts;
    Map<std::int64_t, std::int64_t> window;
    const auto pane = [&](std::int64_t i) -> auto& { return counts[static_cast<std::size_t>(i % panes)]; };
    const auto fire = [&](std::int64_t end) {
        window.clear();
        std::int64_t most = 0;
        for (std::int64_t i = end - panesOfWindow; i < end; ++i)
            for (const auto& [auction, n] : pane(i)) most = std::max(most, window[auction] += n);
        for (const auto& [auction, n] : window)
            if (n >= most) out.insert(auction, n);
        pane(end - panesOfWindow).clear();
    };
    std::int64_t next = -1;  // where the next window ends, in panes
    for (const Bid& b : events.bids) {
        const std::int64_t now = b.eventTime.millis();
        if (next < 0) next = now / slide + 1;
        for (; now - lateness >= next * slide - 1; ++next) fire(next);
        if (now / slide < next - panesOfWindow) continue;  // too late
        ++pane(now / slide)[b.auction];
    }
    for (int i = 0; i < panes && next >= 0; ++i) fire(next++);
}

/// The bids that a window still to come may ask for, and the prices of windows that are over, for bids that come late. That no other bids match than those which
/// were a window's highest follows from the data, not from the query: prices are compared with prices, and a window's first millisecond is in two windows.
template <class R> void q7(const Events& events, Emitter<R>& out) {
    struct Offered {
        std::int64_t auction, price, bidder;
        Time time;
    };
    struct State {
        std::int64_t most{-1};
    };
    std::deque<Offered> bids;
    Map<std::int64_t, std::vector<std::int64_t>> ends;  // of windows, by their highest price
    const auto join = [&out](const Offered& b, std::int64_t end) {
        if (b.time.millis() >= end - windowSize && b.time.millis() <= end) out.insert(b.auction, b.price, b.bidder, b.time);
    };
    auto windows = tumbling<State>([&](std::int64_t end, State& s, const State&) {
        if (s.most >= 0) {
            for (const Offered& b : bids)
                if (b.price == s.most) join(b, end);
            ends[s.most].push_back(end);
        }
        s = {};
        while (!bids.empty() && bids.front().time.millis() < end) bids.pop_front();
    });
    for (const Bid& b : events.bids) {
        const std::int64_t now = b.eventTime.millis();
        windows.advance(now - lateness);
        const Offered& kept = bids.emplace_back(Offered{b.auction, b.price, b.bidder, b.eventTime});
        if (const auto over = ends.find(b.price); over != ends.end())
            for (const std::int64_t end : over->second) join(kept, end);
        if (State* const s = windows.at(now)) s->most = std::max(s->most, b.price);
    }
    windows.finish();
}

template <class R> void q8(const Events& events, Emitter<R>& out) {
    struct State {
        Map<Pair, std::string> persons{};
        Set<std::int64_t> sellers{};
    };
    std::int64_t persons = 0, auctions = 0;  // how far each stream is
    auto windows = tumbling<State>([&](std::int64_t end, State& s, const State&) {
        for (const auto& [person, name] : s.persons)
            if (s.sellers.contains(person.a)) out.insert(person.a, name, Time::fromMillis(end - windowSize));
        s.persons.clear();
        s.sellers.clear();
    });
    inTurns(
        events,
        [&](const Person& p) {
            persons = p.eventTime.millis();
            windows.advance(std::min(persons, auctions) - lateness);
            if (State* const s = windows.at(persons)) s->persons.try_emplace(Pair{p.id, 0}, p.name);
        },
        [&](const Auction& a) {
            auctions = a.eventTime.millis();
            windows.advance(std::min(persons, auctions) - lateness);
            if (State* const s = windows.at(auctions)) s->sellers.insert(a.seller);
        },
        Ignored{});
    windows.finish();
}

template <class R> void q12(const Events& events, Emitter<R>& out) {
    auto windows = tumbling<Map<std::int64_t, std::int64_t>>([&](std::int64_t end, auto& counts, const auto&) {
        for (const auto& [bidder, n] : counts) out.insert(bidder, n, Time::fromMillis(end - windowSize), Time::fromMillis(end));
        counts.clear();
    });
    for (const Bid& b : events.bids) {
        const std::int64_t now = b.eventTime.millis();
        windows.advance(now - lateness);
        if (auto* const counts = windows.at(now)) ++(*counts)[b.bidder];
    }
    windows.finish();
}

// ---- aggregates -------------------------------------------------------------------------------------------------

inline int classOf(std::int64_t price) { return price < 10'000 ? 0 : price < 1'000'000 ? 1 : 2; }

/// Which classes a value was seen in, a bit each, is all that COUNT(DISTINCT) with and without filter need.
template <class R> void q15(const Events& events, Emitter<R>& out) {
    struct Day {
        std::string text{};
        std::array<std::int64_t, 4> count{}, bidders{}, auctions{};
        Map<std::int64_t, std::uint8_t> bidderClasses{}, auctionClasses{};
    };
    Map<std::int64_t, Day> days;
    const auto emit = [&out](rivulet::RowKind kind, const Day& d) {
        out.emit(kind, d.text, d.count[0], d.count[1], d.count[2], d.count[3], d.bidders[0], d.bidders[1], d.bidders[2], d.bidders[3], d.auctions[0], d.auctions[1], d.auctions[2],
                 d.auctions[3]);
    };
    for (const Bid& b : events.bids) {
        const auto [at, isNew] = days.try_emplace(b.eventTime.millis() / 86'400'000);
        Day& d = at->second;
        if (isNew) d.text = dayText(b.eventTime);
        else emit(rivulet::RowKind::updateBefore, d);
        const int priced = classOf(b.price);
        ++d.count[0];
        ++d.count[static_cast<std::size_t>(priced + 1)];
        const auto see = [bits = static_cast<unsigned>(1 | 2 << priced)](std::uint8_t& seen, std::array<std::int64_t, 4>& counts) {
            const unsigned fresh = bits & ~unsigned{seen};
            for (unsigned i = 0; i < 4; ++i) counts[i] += fresh >> i & 1;
            seen = static_cast<std::uint8_t>(seen | bits);
        };
        see(d.bidderClasses[b.bidder], d.bidders);
        see(d.auctionClasses[b.auction], d.auctions);
        emit(isNew ? rivulet::RowKind::insert : rivulet::RowKind::updateAfter, d);
    }
}

template <class R> void q17(const Events& events, Emitter<R>& out) {
    struct Group {
        std::string day{};
        std::int64_t count{}, classes[3]{}, least{}, most{}, sum{};
    };
    Map<Pair, Group> groups;
    const auto emit = [&out](rivulet::RowKind kind, std::int64_t auction, const Group& g) {
        out.emit(kind, auction, g.day, g.count, g.classes[0], g.classes[1], g.classes[2], g.least, g.most, g.sum / g.count, g.sum);
    };
    for (const Bid& b : events.bids) {
        const auto [at, isNew] = groups.try_emplace(Pair{b.auction, b.eventTime.millis() / 86'400'000});
        Group& g = at->second;
        if (isNew) {
            g.day = dayText(b.eventTime);
            g.least = g.most = b.price;
        } else emit(rivulet::RowKind::updateBefore, b.auction, g);
        ++g.count;
        ++g.classes[classOf(b.price)];
        g.least = std::min(g.least, b.price);
        g.most = std::max(g.most, b.price);
        g.sum += b.price;
        emit(isNew ? rivulet::RowKind::insert : rivulet::RowKind::updateAfter, b.auction, g);
    }
}

// ---- first rows -------------------------------------------------------------------------------------------------

template <class R> void q18(const Events& events, Emitter<R>& out) {
    Map<Pair, Bid> last;
    const auto emit = [&out](rivulet::RowKind kind, const Bid& b) { out.emit(kind, b.auction, b.bidder, b.price, b.channel, b.url, b.eventTime, b.extra); };
    for (const Bid& b : events.bids) {
        const auto [at, isNew] = last.try_emplace(Pair{b.bidder, b.auction}, b);
        if (!isNew) {
            if (b.eventTime < at->second.eventTime) continue;
            emit(rivulet::RowKind::updateBefore, at->second);
            at->second = b;
        }
        emit(isNew ? rivulet::RowKind::insert : rivulet::RowKind::updateAfter, b);
    }
}

/// A bid pushes those behind it to the next places.
template <class R> void q19(const Events& events, Emitter<R>& out) {
    constexpr std::size_t most = 10;
    Map<std::int64_t, std::vector<Bid>> tops;
    const auto emit = [&out](rivulet::RowKind kind, const Bid& b, std::size_t place) {
        out.emit(kind, b.auction, b.bidder, b.price, b.channel, b.url, b.eventTime, b.extra, static_cast<std::int64_t>(place + 1));
    };
    for (const Bid& b : events.bids) {
        std::vector<Bid>& top = tops[b.auction];
        if (top.size() == most && b.price <= top.back().price) continue;
        const auto at = std::upper_bound(top.begin(), top.end(), b, [](const Bid& x, const Bid& y) { return x.price > y.price; });
        const auto place = static_cast<std::size_t>(at - top.begin());
        for (std::size_t i = place; i < top.size(); ++i) {
            emit(rivulet::RowKind::updateBefore, top[i], i);
            emit(rivulet::RowKind::updateAfter, i == place ? b : top[i - 1], i);
        }
        if (top.size() == most) top.pop_back();
        else emit(rivulet::RowKind::insert, place == top.size() ? b : top.back(), top.size());
        top.insert(top.begin() + static_cast<std::ptrdiff_t>(place), b);
    }
}

}  // namespace nexmark::hand
