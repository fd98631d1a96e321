// SPDX-License-Identifier: BSL-1.0
// MATCH_RECOGNIZE: rows of a partition, in order of time, that follow a pattern.
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/match_rows.hpp>
#include <rivulet/runtime/numbered.hpp>
#include <rivulet/runtime/sort.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/stored_row.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

/// How many rows in a row a variable of a pattern takes: `A`, `A?` {0, 1}, `A*` {0, unbounded}, `A{2,3}` {2, 3}. A reluctant one takes none that the variables
/// behind it could do without. A greedy one gives nothing back: where it could take a row, nobody behind it may (Flink); but of `A?` and `A{n}` both ways are tried.
struct PatternVariable {
    static constexpr std::uint32_t unbounded = UINT32_MAX;
    std::uint32_t least{1}, most{1};
    bool greedy{true};

    // The rule of a variable that needs no row begins with its second one: `A{0,3}` is an optional `A{1,3}`.
    constexpr std::uint32_t leastOnceBegun() const { return least == 0 ? 1 : least; }
    constexpr bool givesNothing() const { return greedy && leastOnceBegun() != most; }
};

/// Where the next match may begin.
enum class MatchSkip : unsigned char { pastLastRow, toNextRow, toFirst, toLast };

/// Settings of one pattern.
struct MatchOptions {
    MatchSkip skip{MatchSkip::toNextRow};
    int target{-1};             // the variable of toFirst and toLast, and its name
    std::string targetName{};
    Millis within{};            // a match takes less than this, from its first row to its last; 0: as long as it likes
    bool byArrival{};           // processing time: rows are in order as they come, none waits and none is late
    MemoryLimit memoryLimit{};  // batch only
};

/// Without order beyond time.
struct OrderOfArrival {
    template <class A, class B> bool operator()(const A&, const B&) const { return false; }
};

/// What Flink finds (FlinkCEP with strict contiguity). Rows wait for the watermark and go through the pattern in order of time, those of one time as Less
/// says, then as they came. Each row may begin a match; of several that begin at one row, the one that is complete first is emitted, and the others are
/// forgotten. A complete match waits for those that begin before it. Then `skip` forgets all that begin before the row where the next match may begin;
/// when the variable has no row in the match, or begins it (for ever the same match would be found), that is a DataError.
/// The time of a match is that of the row that made it the next one, or the moment at which an earlier one ran out of time.
///
/// Pattern is a function object type with what lift knows of the query:
///
///     static constexpr PatternVariable variables[];                                       // one after the other
///     struct Running;                                                                    // what is summed up row by row, may be empty
///     template <class Row> void take(Running&, int variable, const Row&) const;           // unless it is: the variable takes the row
///     template <class Rows> bool operator()(int variable, const Rows&) const;             // the condition of DEFINE; Rows is MatchRows
///
/// A match in the making is a few numbers and the Running; rows are kept once a partition, from the first row of the oldest match in the making. A row costs a
/// queue's push and pop and, of each match in the making, one or two conditions.
template <class Key, class Row, class Pattern, class Less = OrderOfArrival>
class PatternMatcher {
public:
    static constexpr int variables = static_cast<int>(std::size(Pattern::variables));
    using Running = typename Pattern::Running;
    using Rows = MatchRows<Row, variables, Running>;

    explicit PatternMatcher(MatchOptions options, Pattern pattern = {}, Less less = {}) : options_(std::move(options)), pattern_(std::move(pattern)), less_(std::move(less)) {}

    /// One row; only insertions. `emit(const Key&, const Rows&, Millis time)` takes matches, valid during the call; rows in order of time have none before advance().
    template <class KeyView, class RowLike, class Emit>
    void process(Millis time, const KeyView& key, const RowLike& row, Emit&& emit) {
        if (options_.byArrival) {
            expire(time, emit);
            match(partitions_.findOrAdd(key), Row(row), time, emit);
        } else if (time > watermark_) {
            const std::uint32_t partition = partitions_.findOrAdd(key), place = waiting_.add(partition, row);
            ++partitions_[partition].waiting;
            order_.push(time, place);
            if (!options_.memoryLimit) return;
            heap_ += heapBytes(waiting_[place].row);
            options_.memoryLimit.check(waiting_.size() * sizeof(Waiting) + order_.bytes() + partitions_.size() * (sizeof(Key) + sizeof(Partition)) + heap_);
        } else ++late_;
    }
    /// Takes the rows whose time has come through the pattern, and forgets the matches in the making that ran out of time.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        if (options_.byArrival) return;
        watermark_ = watermark;
        while (order_.isDue(watermark)) {
            const Millis time = order_.time();
            expire(time, emit);
            do together_.push_back(order_.pop());
            while (!order_.empty() && order_.time() == time);
            if (!std::is_same_v<Less, OrderOfArrival> && together_.size() > 1) {
                std::vector<std::uint32_t> room(together_.size());
                auto byRow = [this](std::uint32_t a, std::uint32_t b) { return less_(waiting_[a].row, waiting_[b].row); };
                detail::mergeSort(together_.data(), together_.data() + together_.size(), room.data(), byRow);
            }
            for (const std::uint32_t place : together_) {
                Waiting& w = waiting_[place];
                if (options_.memoryLimit) heap_ -= heapBytes(w.row);
                --partitions_[w.partition].waiting;
                match(w.partition, std::move(w.row), time, emit);
                waiting_.remove(place);
            }
            together_.clear();
        }
        expire(watermark, emit);
    }

    /// Rows kept: those that wait, and those of matches in the making.
    std::size_t size() const { return waiting_.size() + rows_; }
    /// Matches in the making, and complete ones that wait for earlier ones.
    std::size_t open() const { return open_; }
    /// Partitions of which anything is known.
    std::size_t partitions() const { return partitions_.size(); }
    /// Memory of the state, roughly.
    std::size_t bytes() const { return partitions_.bytes() + waiting_.bytes() + order_.bytes() + deadlines_.bytes(); }
    std::uint64_t lateRows() const { return late_; }

private:
    using Span = typename Rows::Span;
    struct Partition {
        detail::NumberedRows<Row> rows{};
        std::vector<Span> open{}, complete{};  // by start; of one start, in the order in which they came about
        std::size_t waiting{}, deadlines{};    // rows and deadlines that refer to this
        std::size_t spans() const { return open.size() + complete.size(); }
        bool isIdle() const { return open.empty() && waiting == 0 && deadlines == 0; }
        void clear() {
            rows.clear();
            open.clear();
            complete.clear();
            waiting = deadlines = 0;
        }
        std::size_t bytes() const { return rows.bytes() + (open.capacity() + complete.capacity()) * sizeof(Span); }
    };
    struct Waiting {
        std::uint32_t partition;
        Row row;
        template <class RowLike> Waiting(std::uint32_t p, const RowLike& r) : partition(p), row(r) {}
        template <class RowLike>
        void assign(std::uint32_t p, const RowLike& r) {
            partition = p;
            row.assign(r);
        }
        std::size_t bytes() const { return heapBytes(row); }
    };
    struct Deadline {
        std::uint32_t partition{};
        std::uint64_t start{};
    };

    // The last variable that was asked whether it could take the row, and what it said.
    struct Answer {
        int variable{-1};
        bool couldTake{};
    };

    // Whether the variable may take the last row, which `span` does not have; `taken` has it.
    bool takes(const Partition& partition, const Span& span, int variable, Span& taken) const {
        taken = span;
        while (taken.at < variable) taken.proceed();
        taken.at = variable;
        ++taken.ends[variable];
        if constexpr (!std::is_empty_v<Running>) pattern_.take(taken.running, variable, partition.rows[partition.rows.end() - 1]);
        return pattern_(variable, Rows(partition.rows, taken));
    }
    // Whether the variable at which `here` is may leave the row to the one behind it.
    static bool mayProceed(const Span& here) {
        const PatternVariable& v = Pattern::variables[here.at];
        const std::uint32_t taken = here.taken();
        return taken == 0 ? v.least == 0 : taken >= v.leastOnceBegun();
    }
    // Whether the variable before gives nothing back and could take the row that the one at which `here` is would begin with.
    bool givesWay(const Partition& partition, const Span& span, const Span& here, Answer& last) const {
        const int before = here.at - 1;
        if (before < 0 || here.taken() != 0 || !Pattern::variables[before].givesNothing()) return false;
        if (last.variable != before) {
            Span ignored = span;
            last = {before, takes(partition, span, before, ignored)};
        }
        return last.couldTake;
    }
    // The last row meets a match in the making: it goes on in each way in which a variable may take the row, and is over if none may.
    void step(Partition& partition, const Span& span) {
        Span taken = span;
        Answer answer;
        for (Span here = span;;) {
            if (givesWay(partition, span, here, answer)) return;
            answer = {here.at, takes(partition, span, here.at, taken)};
            if (answer.couldTake) {
                if (taken.taken() == Pattern::variables[taken.at].most) taken.proceed();
                if (taken.at < variables) next_.push_back(taken);
                if (isComplete(partition, span, taken, answer)) insert(partition.complete, taken);
            }
            if (!mayProceed(here)) return;
            here.proceed();
            if (here.at == variables) return;
        }
    }
    // Whether the variables from that of `taken` on need no row; then it is at the end.
    bool isComplete(const Partition& partition, const Span& span, Span& taken, Answer answer) const {
        for (; taken.at < variables; taken.proceed())
            if (!mayProceed(taken) || givesWay(partition, span, taken, answer)) return false;
        return true;
    }
    static void insert(std::vector<Span>& spans, const Span& span) {
        auto place = spans.end();
        while (place != spans.begin() && place[-1].start > span.start) --place;
        spans.insert(place, span);
    }

    template <class Emit>
    void match(std::uint32_t partitionNumber, Row&& row, Millis time, Emit& emit) {
        Partition& partition = partitions_[partitionNumber];
        leave(partition);
        const std::uint64_t number = partition.rows.end();
        partition.rows.push(std::move(row));
        next_.clear();
        for (const Span& span : partition.open) step(partition, span);
        step(partition, Span(number));
        partition.open.swap(next_);
        release(partitionNumber, time, emit);
        if (options_.within > 0 && !partition.open.empty() && partition.open.back().start == number) {
            deadlines_.push(time > lastWatermark - options_.within ? lastWatermark : time + options_.within, Deadline{partitionNumber, number});
            ++partition.deadlines;
        }
        comeBack(partitionNumber);
    }
    // Around everything that changes a partition.
    void leave(const Partition& partition) {
        rows_ -= partition.rows.size();
        open_ -= partition.spans();
    }
    void comeBack(std::uint32_t partitionNumber) {
        const Partition& partition = partitions_[partitionNumber];
        rows_ += partition.rows.size();
        open_ += partition.spans();
        if (partition.isIdle()) partitions_.remove(partitionNumber);
    }
    // Emits what is complete and has nothing before it; drops the rows that nothing begins at any more.
    template <class Emit>
    void release(std::uint32_t partitionNumber, Millis time, Emit& emit) {
        Partition& partition = partitions_[partitionNumber];
        std::vector<Span>&open = partition.open, &complete = partition.complete;
        while (!complete.empty() && (open.empty() || complete.front().start <= open.front().start)) {
            const Span found = std::move(complete.front());
            const std::uint64_t next = nextStart(found);
            forgetBefore(open, next);
            forgetBefore(complete, next);
            emit(partitions_.key(partitionNumber), Rows(partition.rows, found), time);
        }
        partition.rows.dropBefore(open.empty() ? partition.rows.end() : open.front().start);
    }
    // Where the next match may begin.
    std::uint64_t nextStart(const Span& found) const {
        switch (options_.skip) {
            case MatchSkip::pastLastRow: return found.start + found.end(variables - 1);
            case MatchSkip::toNextRow: return found.start + 1;
            case MatchSkip::toFirst:
            case MatchSkip::toLast: break;
        }
        const std::uint32_t begin = found.begin(options_.target), end = found.end(options_.target);
        if (begin == end) throw DataError("AFTER MATCH SKIP to a variable that has no row in the match", options_.targetName, {}, "MATCH_RECOGNIZE");
        const std::uint32_t to = options_.skip == MatchSkip::toFirst ? begin : end - 1;
        if (to == 0) throw DataError("AFTER MATCH SKIP to the first row of the match, which would be found again and again", options_.targetName, {}, "MATCH_RECOGNIZE");
        return found.start + to;
    }
    static void forgetBefore(std::vector<Span>& spans, std::uint64_t start) {
        auto end = spans.begin();
        while (end != spans.end() && end->start < start) ++end;
        spans.erase(spans.begin(), end);
    }
    // Matches in the making that ran out of time.
    template <class Emit>
    void expire(Millis time, Emit& emit) {
        while (!deadlines_.empty() && deadlines_.time() <= time) {
            const Millis at = deadlines_.time();
            const Deadline deadline = deadlines_.pop();
            Partition& partition = partitions_[deadline.partition];
            leave(partition);
            --partition.deadlines;
            forgetBefore(partition.open, deadline.start + 1);
            release(deadline.partition, at, emit);
            comeBack(deadline.partition);
        }
    }

    NumberedMap<Key, Partition> partitions_;
    Numbered<Waiting> waiting_;
    TimeQueue<std::uint32_t> order_;  // of those that wait
    TimeQueue<Deadline> deadlines_;
    std::vector<std::uint32_t> together_;  // rows of one time, only while they are matched
    std::vector<Span> next_;               // what a row makes of the matches in the making
    std::size_t rows_{}, open_{};          // of all partitions
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
    MatchOptions options_;
    Pattern pattern_;
    Less less_;
    std::size_t heap_{};  // held by rows that wait; counted only under a limit
};

}  // namespace rivulet
