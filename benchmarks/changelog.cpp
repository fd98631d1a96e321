// SPDX-License-Identifier: BSL-1.0
// The price of the operators that keep state: aggregation by key with all its changes, a join of two tables that are updated, Top-10 per key,
// against loops by hand over boost::unordered_flat_map that emit the same changes to the same consumer. In one process, one after the other,
// medians; then allocations, instructions (where the machine counts them for us) and memory per key. One line a measurement:
// what | measured | by hand | ratio | budget.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <linux/perf_event.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <rivulet/runtime/group_aggregate.hpp>
#include <rivulet/runtime/join.hpp>
#include <rivulet/runtime/rank.hpp>

#include "counting_new.hpp"
#include "measure.hpp"

namespace {

using namespace rivulet;

// User-space instructions of this thread; none where the kernel does not let us.
class Instructions {
public:
    Instructions() {
        perf_event_attr what{};
        what.type = PERF_TYPE_HARDWARE;
        what.size = sizeof(what);
        what.config = PERF_COUNT_HW_INSTRUCTIONS;
        what.exclude_kernel = what.exclude_hv = 1;
        file_ = static_cast<int>(syscall(SYS_perf_event_open, &what, 0, -1, -1, 0));
    }
    Instructions(const Instructions&) = delete;
    Instructions& operator=(const Instructions&) = delete;
    ~Instructions() { if (file_ >= 0) close(file_); }
    bool known() const { return file_ >= 0; }
    double count() const {
        std::uint64_t n = 0;
        return known() && read(file_, &n, sizeof(n)) == static_cast<ssize_t>(sizeof(n)) ? static_cast<double>(n) : 0;
    }

private:
    int file_;
};

struct Cost {
    double millis{}, allocated{}, instructions{}, bytes{};
    std::uint64_t answer{};
};

// `run` builds its state, feeds the rows, calls `full(keys)` while the state is there, and gives back what its consumer added up.
template <class Run>
Cost once(const Run& run, const Instructions& instructions) {
    Cost cost;
    const std::size_t heldBefore = bench::liveBytes, allocatedBefore = bench::allocations;
    const double counted = instructions.count(), start = bench::milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    cost.answer = run([&](std::size_t keys) {
        cost.millis = bench::milliseconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        cost.instructions = instructions.count() - counted;
        cost.allocated = static_cast<double>(bench::allocations - allocatedBefore);
        cost.bytes = static_cast<double>(bench::liveBytes - heldBefore) / static_cast<double>(keys);
    });
    return cost;
}
template <class Ours, class Hand>
bool compare(const std::string& what, std::size_t rows, const Ours& ours, const Hand& hand) {
    const Instructions instructions;
    std::vector<double> a, b;
    Cost mine, byHand;
    for (int i = 0; i < 5; ++i) {
        byHand = once(hand, instructions);
        mine = once(ours, instructions);
        a.push_back(mine.millis);
        b.push_back(byHand.millis);
        if (mine.answer != byHand.answer) {
            std::printf("%s: the changes differ\n", what.c_str());
            return false;
        }
    }
    const double n = static_cast<double>(rows), m = bench::median(a), h = bench::median(b);
    std::printf("%s | %.1f M rows/s | %.1f M rows/s by hand | %.2f | 1.30\n", what.c_str(), n / m / 1e3, n / h / 1e3, m / h);
    if (instructions.known())
        std::printf("%s, instructions per row | %.0f | %.0f by hand | %.2f | -\n", what.c_str(), mine.instructions / n, byHand.instructions / n, mine.instructions / byHand.instructions);
    std::printf("%s, allocations per row | %.3f | %.3f by hand | - | -\n", what.c_str(), mine.allocated / n, byHand.allocated / n);
    std::printf("%s, bytes of state per key | %.0f | %.0f by hand | %.2f | -\n", what.c_str(), mine.bytes, byHand.bytes, mine.bytes / byHand.bytes);
    return m / h <= 1.3;
}

// The consumer: what it does must need every value.
struct Consumer {
    std::uint64_t sum{};
    void operator()(RowKind kind, std::string_view text, std::int64_t a, std::int64_t b, std::int64_t c) {
        sum += static_cast<std::uint64_t>(kind) + text.size() + static_cast<std::uint64_t>(a) * 3 + static_cast<std::uint64_t>(b) * 5 + static_cast<std::uint64_t>(c) * 7;
    }
};

class Random {
public:
    std::uint64_t operator()() {
        x_ ^= x_ << 13; x_ ^= x_ >> 7; x_ ^= x_ << 17;
        return x_ >> 11;
    }

private:
    std::uint64_t x_{88172645463325252u};
};

struct Sale {
    std::string who;
    std::int64_t amount;
};
struct SaleRow {
    const Sale& sale;
    template <int I> decltype(auto) at() const {
        if constexpr (I == 0) return std::string_view(sale.who);
        else return (sale.amount);
    }
};
std::vector<Sale> sales(std::size_t rows, std::size_t keys, const char* prefix) {
    Random random;
    std::vector<Sale> made;
    made.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) made.push_back({prefix + std::to_string(1'000'000 + random() % keys), static_cast<std::int64_t>(random() % 100'000)});
    return made;
}

// SELECT who, COUNT(*), SUM(amount), MAX(amount) FROM sales GROUP BY who
struct Totals {
    using Results = StoredRow<std::int64_t, std::int64_t, std::int64_t>;
    std::int64_t count{}, sum{}, most{};
    auto results() const { return rowOf(count, sum, most); }
    void add(std::int64_t amount) {
        most = count == 0 || amount > most ? amount : most;
        ++count;
        sum += amount;
    }
};
bool aggregate(std::size_t rowCount, std::size_t keys, const char* prefix, const char* which) {
    const std::size_t passes = rowCount >= 1'000'000 ? 4 : 1;
    const std::vector<Sale> rows = sales(rowCount / passes, keys, prefix);
    const auto ours = [&](const auto& full) {
        GroupAggregate<StoredRow<std::string>, Totals, false, true> operation;
        Consumer consumer;
        for (std::size_t p = 0; p < passes; ++p)
            for (const Sale& s : rows)
                operation.process(RowKind::insert, SaleRow{s}, [&](Totals& t, bool) { t.add(s.amount); },
                                  [&](RowKind kind, const StoredRow<std::string>& key, const Totals::Results::View& r) { consumer(kind, key.at<0>(), r.at<0>(), r.at<1>(), r.at<2>()); });
        full(operation.size());
        return consumer.sum;
    };
    const auto hand = [&](const auto& full) {
        boost::unordered_flat_map<std::string, Totals> groups;
        Consumer consumer;
        for (std::size_t p = 0; p < passes; ++p)
            for (const Sale& s : rows) {
                const auto [entry, isNew] = groups.try_emplace(s.who);
                Totals& t = entry->second;
                const Totals before = t;
                t.add(s.amount);
                if (isNew) consumer(RowKind::insert, entry->first, t.count, t.sum, t.most);
                else {
                    consumer(RowKind::updateBefore, entry->first, before.count, before.sum, before.most);
                    consumer(RowKind::updateAfter, entry->first, t.count, t.sum, t.most);
                }
            }
        full(groups.size());
        return consumer.sum;
    };
    return compare("aggregation by key, " + std::to_string(keys) + which, rowCount, ours, hand);
}

// SELECT o.id, o.cents, c.name FROM orders o JOIN customers c ON o.customer = c.id; both updated by primary key.
struct Order {
    std::int64_t id, customer, cents;
};
struct Customer {
    std::int64_t id;
    std::string name;
};
struct Change {
    RowKind kind;
    bool isOrder;
    Order order;
    Customer customer;
};
std::vector<Change> changes(std::size_t count, std::size_t customers) {
    Random random;
    std::vector<Change> made;
    std::vector<Order> orders;
    std::vector<std::string> names(customers);
    made.reserve(count);
    while (made.size() + 2 <= count) {
        const std::size_t c = random() % customers;
        const auto id = static_cast<std::int64_t>(c);
        if (random() % 4 == 0) {
            const std::string name = "customer number " + std::to_string(random() % 100'000);
            if (!names[c].empty()) made.push_back({RowKind::updateBefore, false, {}, {id, names[c]}});
            made.push_back({names[c].empty() ? RowKind::insert : RowKind::updateAfter, false, {}, {id, name}});
            names[c] = name;
        } else if (orders.size() < customers * 4) {
            orders.push_back({static_cast<std::int64_t>(orders.size()), id, static_cast<std::int64_t>(random() % 10'000)});
            made.push_back({RowKind::insert, true, orders.back(), {}});
        } else {
            Order& o = orders[random() % orders.size()];
            made.push_back({RowKind::updateBefore, true, o, {}});
            o.cents = static_cast<std::int64_t>(random() % 10'000);
            made.push_back({RowKind::updateAfter, true, o, {}});
        }
    }
    return made;
}
struct OrderRow {
    const Order& order;
    template <int I> const std::int64_t& at() const { return I == 0 ? order.id : I == 1 ? order.customer : order.cents; }
};
struct CustomerRow {
    const Customer& customer;
    template <int I> decltype(auto) at() const {
        if constexpr (I == 0) return (customer.id);
        else return std::string_view(customer.name);
    }
};
bool join(std::size_t rowCount, std::size_t customers) {
    const std::size_t passes = rowCount >= 1'000'000 ? 4 : 1;
    const std::vector<Change> rows = changes(rowCount / passes, customers);
    const auto ours = [&](const auto& full) {
        using Left = StoredRow<std::int64_t, Absent, std::int64_t>;
        using Right = StoredRow<Absent, std::string>;
        Consumer consumer;
        for (std::size_t p = 0; p < passes; ++p) {
            RegularJoin<JoinForm::inner, StoredRow<std::int64_t>, JoinSide<Left, UniqueColumns<0>>, JoinSide<Right, OneRow>> operation;
            const auto emit = [&](RowKind kind, const Left* l, const Right* r) { consumer(kind, r->at<1>(), l->at<0>(), l->at<2>(), 0); };
            const auto always = [](const Left&, const Right&) { return true; };
            for (const Change& c : rows) {
                if (c.isOrder) operation.process<JoinInput::left>(c.kind, false, rowOf(c.order.customer), OrderRow{c.order}, always, emit);
                else operation.process<JoinInput::right>(c.kind, false, rowOf(c.customer.id), CustomerRow{c.customer}, always, emit);
            }
            if (p + 1 == passes) full(customers);
        }
        return consumer.sum;
    };
    const auto hand = [&](const auto& full) {
        struct Kept {
            std::int64_t id, cents;
        };
        Consumer consumer;
        for (std::size_t p = 0; p < passes; ++p) {
            boost::unordered_flat_map<std::int64_t, std::vector<Kept>> orders;
            boost::unordered_flat_map<std::int64_t, std::string> names;
            for (const Change& c : rows) {
                if (c.isOrder) {
                    if (accumulates(c.kind)) orders[c.order.customer].push_back({c.order.id, c.order.cents});
                    else if (const auto of = orders.find(c.order.customer); of != orders.end()) {
                        const auto at = std::find_if(of->second.begin(), of->second.end(), [&](const Kept& k) { return k.id == c.order.id; });
                        if (at != of->second.end()) {
                            *at = of->second.back();
                            of->second.pop_back();
                        }
                        if (of->second.empty()) orders.erase(of);
                    }
                    if (const auto name = names.find(c.order.customer); name != names.end()) consumer(c.kind, name->second, c.order.id, c.order.cents, 0);
                } else {
                    if (accumulates(c.kind)) names.insert_or_assign(c.customer.id, c.customer.name);
                    else names.erase(c.customer.id);
                    if (const auto of = orders.find(c.customer.id); of != orders.end())
                        for (const Kept& k : of->second) consumer(c.kind, c.customer.name, k.id, k.cents, 0);
                }
            }
            if (p + 1 == passes) full(customers);
        }
        return consumer.sum;
    };
    return compare("inner join of two updated tables, " + std::to_string(customers) + " keys", rows.size() * passes, ours, hand);
}

// ROW_NUMBER() OVER (PARTITION BY who ORDER BY amount DESC) <= 10
bool topTen(std::size_t rowCount, std::size_t keys) {
    const std::size_t passes = rowCount >= 1'000'000 ? 4 : 1;
    const std::vector<Sale> rows = sales(rowCount / passes, keys, "user-");
    using Kept = StoredRow<Absent, std::int64_t>;
    const auto more = [](const auto& a, const auto& b) { return a.template at<1>() > b.template at<1>(); };
    const auto ours = [&](const auto& full) {
        Consumer consumer;
        for (std::size_t p = 0; p < passes; ++p) {
            TopN<StoredRow<std::string>, Kept, decltype(more), RankInput::append, false, true> operation(RankOptions{.range = RankRange::limit(10)});
            for (const Sale& s : rows)
                operation.process(RowKind::insert, SaleRow{s}, SaleRow{s},
                                  [&](RowKind kind, const StoredRow<std::string>& key, const Kept& row, std::int64_t) { consumer(kind, key.at<0>(), row.at<1>(), 0, 0); });
            if (p + 1 == passes) full(keys);
        }
        return consumer.sum;
    };
    const auto hand = [&](const auto& full) {
        Consumer consumer;
        for (std::size_t p = 0; p < passes; ++p) {
            boost::unordered_flat_map<std::string, std::vector<std::int64_t>> best;
            for (const Sale& s : rows) {
                const auto entry = best.try_emplace(s.who).first;
                std::vector<std::int64_t>& of = entry->second;
                if (of.size() == 10) {
                    if (s.amount <= of.back()) continue;
                    consumer(RowKind::delete_, entry->first, of.back(), 0, 0);
                    of.pop_back();
                }
                of.insert(std::upper_bound(of.begin(), of.end(), s.amount, std::greater<>()), s.amount);
                consumer(RowKind::insert, entry->first, s.amount, 0, 0);
            }
            if (p + 1 == passes) full(keys);
        }
        return consumer.sum;
    };
    return compare("Top-10 per key, " + std::to_string(keys) + " keys", rowCount, ours, hand);
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t rows = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 10'000'000;
    bool good = true;
    for (const std::size_t keys : {std::size_t{100}, std::size_t{10'000}, std::size_t{1'000'000}}) good = aggregate(rows, keys, "user-", " keys") && good;
    good = aggregate(rows, 10'000, "a customer of the shop, ", " long keys") && good;
    for (const std::size_t keys : {std::size_t{1'000}, std::size_t{100'000}}) good = join(rows / 2, keys) && good;
    for (const std::size_t keys : {std::size_t{1'000}, std::size_t{100'000}}) good = topTen(rows, keys) && good;
    return good ? 0 : 1;
}
