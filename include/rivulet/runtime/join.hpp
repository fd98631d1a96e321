// SPDX-License-Identifier: BSL-1.0
// The regular join of two tables that may be updated: both sides are kept, each row meets what is there of the other side.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/row_bag.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/time_queue.hpp>
#include <rivulet/runtime/waiting_rows.hpp>

namespace rivulet {

enum class JoinForm : unsigned char { inner, left, right, full, semi, anti };
enum class JoinInput : unsigned char { left, right };

namespace detail {

constexpr JoinInput otherOf(JoinInput i) { return i == JoinInput::left ? JoinInput::right : JoinInput::left; }
constexpr bool isExistence(JoinForm form) { return form == JoinForm::semi || form == JoinForm::anti; }
constexpr bool isOuter(JoinForm form, JoinInput i) { return form == JoinForm::full || form == (i == JoinInput::left ? JoinForm::left : JoinForm::right); }
// Whether rows of this side know how many matches they have.
constexpr bool notesMatches(JoinForm form, JoinInput i) { return isOuter(form, i) || (isExistence(form) && i == JoinInput::left); }

}  // namespace detail

/// Settings of one join.
struct JoinOptions {
    StateTtl ttl{};             // streaming only; a key is forgotten when neither side brought a row of it for that long
    bool batch{};               // inputs are insert-only; what has no match is known at finish()
    MemoryLimit memoryLimit{};  // batch only
};

/// One side of a join. Row is a StoredRow or PackedRow; Identity says what a row that takes away refers to:
///
///     WholeRow                  no unique key: an equal row; rows may be there several times
///     UniqueColumns<0, 2>       a unique key: the row with the same key, whatever its other columns are
///     OneRow                    the join key contains a unique key: the row of the join key, whatever it is
///     OnlyRow                   the same, and rows of this side only come
///
/// Time says when a row was, where rows only come and forgetUntil() is called: `Time::of(key, row)` in milliseconds, of any key and row that process() takes,
/// and of a Key and a Row; noTimestamp of a row that meets none, lastWatermark of one that stays.
struct Timeless {};
template <class Row_, class Identity_, class Time_ = Timeless>
struct JoinSide {
    using Row = Row_;
    using Identity = Identity_;
    using Time = Time_;
};

/// What Flink's streaming joins emit (parallelism 1, no mini-batch). A row that adds, or takes away, on a side
///
///     inner                     each match with the kind of the row
///     outer side, no match      +I or -D padded
///     outer side, matches       +I or -D joined
///     other side outer          joined with +I, or with the kind of the row when it takes away; the first match of a row there has -D of it padded
///                               right before, the last one that leaves +I of it padded right after
///     semi, anti: left          the row itself with its kind, if it has matches (none)
///     semi, anti: right         left rows that get their first match, or lose the last: semi with the kind of the right row, anti -D or +I
///
/// A row taken away that was never seen is emitted all the same, with every match. Rows whose key is null match nothing and are not kept.
/// Updates may come without the row before, if key and matches of a row stay the same: the row of the same unique key is replaced.
/// The number of matches is kept with rows of an outer side. A row costs one look-up of the key, which both sides share.
/// Inner: a row is not kept any longer than until the OnlyRow of the other side is there, as no other can come that it would have to meet.
/// Rows whose Time has passed are forgotten at a constant cost a row; there are never more of them than about twice the rows that are still needed. Where only one side
/// has a Time and does not count matches, its rows are put in order by key only once the other side has brought enough of them to ask for it.
///
/// Batch: joined rows as they meet, all +I; padded and anti rows at finish().
template <JoinForm Form, class Key, class LeftSide, class RightSide>
class RegularJoin {
public:
    using Left = typename LeftSide::Row;
    using Right = typename RightSide::Row;

    explicit RegularJoin(JoinOptions options = {}) : keys_(options.batch ? StateTtl{} : options.ttl), options_(std::move(options)) {}

    /// One row of a side. `key` and `row` are any rows with the columns of Key and of the side's Row; `condition(const Key&, const Left&, const Right&)` is what
    /// must hold beside the key; `emit(RowKind, const Key&, const Left*, const Right*)` takes what is emitted, null where padded, valid during the call.
    /// So columns that are in the key need not be in the rows, but where null keys are emitted: then the key is a default one.
    /// Semi and anti joins emit left rows and null.
    template <JoinInput Input, class KeyView, class RowLike, class Condition, class Emit>
    void process(RowKind kind, bool keyIsNull, const KeyView& key, const RowLike& row, Condition&& condition, Emit&& emit) {
        if (keyIsNull) {
            if constexpr (detail::isOuter(Form, Input)) emitPadded<Input>(emit, accumulates(kind) ? RowKind::insert : RowKind::delete_, Key(), asIncoming<Input>(row));
            else if constexpr (Form == JoinForm::anti && Input == JoinInput::left) emit(kind, Key(), &asIncoming<Input>(row), nothing);
            return;
        }
        if constexpr (waits<detail::otherOf(Input)>) index<detail::otherOf(Input)>(key);
        if (!stays<Input>(key, row)) meetOnly<Input>(kind, key, row, condition, emit);
        else if (accumulates(kind)) add<Input>(kind, key, row, condition, emit);
        else takeAway<Input>(kind, key, row, condition, emit);
    }

    /// Rows of this side up to `limit` meet no row of the other side that is still to come: they go, and those that come later are not kept. What is emitted stays
    /// the same if no row of either side takes away.
    template <JoinInput Input>
    void forgetUntil(Millis limit) {
        auto& passing = passingOf<Input>();
        if (limit <= passing.limit) return;
        passing.limit = limit;
        if constexpr (waits<Input>) passing.waiting.forgetUntil(limit);
        while (passing.keys.isDue(limit)) keys_.forHash(passing.keys.pop(), [this, limit](auto* entry) { this->template pass<Input>(entry, limit); });
    }

    /// Batch: what has found no match; then everything is forgotten.
    template <class Emit>
    void finish(Emit&& emit) {
        if (!options_.batch) return;
        keys_.forEach([&]([[maybe_unused]] const Key& key, [[maybe_unused]] Both& both) {
            if constexpr (detail::notesMatches(Form, JoinInput::left) && Form != JoinForm::semi) emitUnmatched<JoinInput::left>(key, both, emit);
            if constexpr (detail::notesMatches(Form, JoinInput::right)) emitUnmatched<JoinInput::right>(key, both, emit);
        });
        keys_.clear();
        heap_ = 0;
    }

    /// Rows of both sides.
    std::size_t size() const {
        std::size_t n = 0;
        if constexpr (waits<JoinInput::left>) n += leftPassing_.waiting.size();
        if constexpr (waits<JoinInput::right>) n += rightPassing_.waiting.size();
        keys_.forEach([&](const Key&, const Both& both) { n += both.left.size() + both.right.size(); });
        return n;
    }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = keys_.bytes() + leftPassing_.bytes() + rightPassing_.bytes();
        keys_.forEach([&](const Key& key, const Both& both) { n += heapBytes(key) + both.left.bytes() + both.right.bytes(); });
        return n;
    }

private:
    static constexpr bool existence = detail::isExistence(Form);
    static constexpr const Right* nothing = nullptr;

    struct Matches {
        std::int64_t matches{};
    };
    struct NoMatches {};
    template <JoinInput I> using Side = std::conditional_t<I == JoinInput::left, LeftSide, RightSide>;
    template <JoinInput I> using Bag =
        RowBag<typename Side<I>::Row, std::conditional_t<detail::notesMatches(Form, I), Matches, NoMatches>, typename Side<I>::Identity>;
    template <JoinInput I> static constexpr bool passes = !std::is_same_v<typename Side<I>::Time, Timeless>;
    // How many rows of a key and side may go; some of them may be there no more.
    struct Passed {
        std::uint32_t rows{};
    };
    template <JoinInput>
    struct Unpassed {
        static constexpr std::size_t bytes() { return 0; }
    };
    struct Both {
        Bag<JoinInput::left> left{};
        Bag<JoinInput::right> right{};
        [[no_unique_address]] std::conditional_t<passes<JoinInput::left>, Passed, Unpassed<JoinInput::left>> leftPassed{};
        [[no_unique_address]] std::conditional_t<passes<JoinInput::right>, Passed, Unpassed<JoinInput::right>> rightPassed{};
    };
    // Whether rows of this side wait for being asked for.
    template <JoinInput I> static constexpr bool waits = passes<I> && !passes<detail::otherOf(I)> && !detail::notesMatches(Form, I);
    struct NoWaiting {
        static constexpr std::size_t bytes() { return 0; }
    };
    template <JoinInput I>
    struct Passing {
        TimeQueue<std::size_t> keys{};  // hashes of the keys of rows, by their time
        [[no_unique_address]] std::conditional_t<waits<I>, detail::WaitingRows<Key, typename Side<I>::Row, typename Side<I>::Time>, NoWaiting> waiting{};
        Millis limit{noWatermark};
        std::size_t bytes() const { return keys.bytes() + waiting.bytes(); }
    };
    template <JoinInput I> auto& passingOf() { return passingIn<I>(*this); }
    template <JoinInput I> const auto& passingOf() const { return passingIn<I>(*this); }
    template <JoinInput I, class Self> static auto& passingIn(Self& self) {
        if constexpr (I == JoinInput::left) return self.leftPassing_;
        else return self.rightPassing_;
    }
    template <JoinInput I, class KeyView, class RowLike>
    bool stays([[maybe_unused]] const KeyView& key, [[maybe_unused]] const RowLike& row) const {
        if constexpr (passes<I>) return Side<I>::Time::of(key, row) > passingOf<I>().limit;
        else return true;
    }
    // Whether rows of this side have met all that they ever meet once the other side has a row.
    template <JoinInput I> static constexpr bool settles = Form == JoinForm::inner && std::is_same_v<typename Side<detail::otherOf(I)>::Identity, OnlyRow>;
    // Rows without a key of their own are matches also when they go without having come (Flink).
    template <JoinInput I> static constexpr bool isCounted = std::is_same_v<typename Side<I>::Identity, WholeRow>;
    template <JoinInput I> static auto& sideOf(Both& both) {
        if constexpr (I == JoinInput::left) return both.left;
        else return both.right;
    }
    using Keys = ExpiringMap<Key, Both, RowHash<Key>, RowEqual<Key>>;

    template <JoinInput Input, class Emit, class Own, class Other>
    static void emitJoined(Emit& emit, RowKind kind, const Key& key, const Own& own, const Other& other) {
        if constexpr (Input == JoinInput::left) emit(kind, key, &own, &other);
        else emit(kind, key, &other, &own);
    }
    template <JoinInput Input, class Emit, class Own>
    static void emitPadded(Emit& emit, RowKind kind, const Key& key, const Own& own) {
        if constexpr (Input == JoinInput::left) emit(kind, key, &own, static_cast<const Right*>(nullptr));
        else emit(kind, key, static_cast<const Left*>(nullptr), &own);
    }
    template <JoinInput Input, class Condition, class Own, class Other>
    static bool holds(Condition& condition, const Key& key, const Own& own, const Other& other) {
        if constexpr (Input == JoinInput::left) return condition(key, own, other);
        else return condition(key, other, own);
    }
    // A row that is not kept, as one that can be emitted.
    template <JoinInput Input, class RowLike>
    const auto& asIncoming(const RowLike& row) {
        if constexpr (Input == JoinInput::left) {
            left_.assign(row);
            return left_;
        } else {
            right_.assign(row);
            return right_;
        }
    }

    // Calls f for the items of the other side that match; how many rows they are.
    template <JoinInput Input, class Own, class Condition, class F>
    static std::int64_t forMatches(const Key& key, Both& both, const Own& own, Condition& condition, F f) {
        std::int64_t n = 0;
        sideOf<detail::otherOf(Input)>(both).forEach([&](auto& item) {
            if (!holds<Input>(condition, key, own, item.row)) return;
            n += item.count;
            f(item);
        });
        return n;
    }
    template <class Item, class F>
    static void forCount(const Item& item, F f) {
        for (std::uint32_t i = 0; i < item.count; ++i) f();
    }

    template <JoinInput Input, class KeyView, class RowLike, class Condition, class Emit>
    void add(RowKind kind, const KeyView& key, const RowLike& row, Condition& condition, Emit& emit) {
        constexpr JoinInput other = detail::otherOf(Input);
        if constexpr (waits<Input>)
            if (!options_.batch && !options_.ttl) {
                typename Keys::Entry* const asked = meetOnly<Input>(kind, key, row, condition, emit);
                if constexpr (settles<Input>)
                    if (asked && !sideOf<other>(asked->value).empty()) return;
                if constexpr (settles<other>)
                    if (asked) forget<other>(asked->value);
                passingOf<Input>().waiting.add(key, row, passingOf<Input>().limit);
                return;
            }
        const auto [entry, isNew] = keys_.tryEmplace(key);
        if constexpr (settles<Input>)
            if (!sideOf<other>(entry->value).empty()) {
                meet<Input>(entry->key, entry->value, kind, asIncoming<Input>(row), condition, emit, false);
                return;
            }
        const auto [item, replaced] = sideOf<Input>(entry->value).add(row);
        if (options_.memoryLimit) [[unlikely]] {
            heap_ += (isNew ? heapBytes(entry->key) : 0) + sizeof(item) + heapBytes(item.row);
            options_.memoryLimit.check(keys_.bytes() + heap_);
        }
        [[maybe_unused]] const std::int64_t n = meet<Input>(entry->key, entry->value, kind, item.row, condition, emit, replaced);
        if constexpr (detail::notesMatches(Form, Input)) item.note.matches = n;
        if constexpr (settles<other>) forget<other>(entry->value);
        if constexpr (passes<Input>) awaitTime<Input>(*entry, item);
    }
    // It goes when its time has passed.
    template <JoinInput Input, class Item>
    void awaitTime(const typename Keys::Entry& entry, const Item& item) {
        constexpr bool counts = std::is_same_v<typename Side<Input>::Identity, WholeRow>;
        const Millis time = Side<Input>::Time::of(entry.key, item.row);
        if ((!counts || item.count == 1) && time != lastWatermark) passingOf<Input>().keys.push(time, RowHash<Key>{}(entry.key));
    }
    // The rows of this key, or all, that wait for being asked for.
    template <JoinInput Input, class KeyView>
    void index(const KeyView& key) {
        passingOf<Input>().waiting.takeOut(key, [this](Key&& of, typename Side<Input>::Row&& row) {
            if (!this->template stays<Input>(of, row)) return;
            typename Keys::Entry* const entry = keys_.tryEmplace(std::move(of)).first;
            this->template awaitTime<Input>(*entry, sideOf<Input>(entry->value).add(std::move(row)).item);
        });
    }
    // A row meets the others and is not kept; the entry of its key, if there is one.
    template <JoinInput Input, class KeyView, class RowLike, class Condition, class Emit>
    typename Keys::Entry* meetOnly(RowKind kind, const KeyView& key, const RowLike& row, Condition& condition, Emit& emit) {
        typename Keys::Entry* const entry = keys_.find(key);
        if (entry) meet<Input>(entry->key, entry->value, kind, asIncoming<Input>(row), condition, emit, false);
        else if constexpr (detail::notesMatches(Form, Input)) {
            Both none;
            meet<Input>(Key(), none, kind, asIncoming<Input>(row), condition, emit, false);
        }
        return entry;
    }
    // One more row of a key may go. They go together, so that none is moved often.
    template <JoinInput Input>
    void pass(typename Keys::Entry* entry, Millis limit) {
        auto& rows = sideOf<Input>(entry->value);
        auto& passed = [&]() -> auto& {
            if constexpr (Input == JoinInput::left) return entry->value.leftPassed;
            else return entry->value.rightPassed;
        }();
        if (std::size_t{++passed.rows} * 2 < rows.distinct()) return;
        passed.rows = 0;
        rows.removeIf([&](const auto& item) {
            if (Side<Input>::Time::of(entry->key, item.row) > limit) return false;
            if (options_.memoryLimit) [[unlikely]] heap_ -= item.count * (sizeof(item) + heapBytes(item.row));
            return true;
        });
        if (entry->value.left.empty() && entry->value.right.empty()) keys_.erase(entry);
    }
    template <JoinInput Input>
    void forget(Both& both) {
        auto& rows = sideOf<Input>(both);
        if (options_.memoryLimit) [[unlikely]]
            rows.forEach([this](const auto& item) { heap_ -= item.count * (sizeof(item) + heapBytes(item.row)); });
        rows.clear();
    }
    template <JoinInput Input, class KeyView, class RowLike, class Condition, class Emit>
    void takeAway(RowKind kind, const KeyView& key, const RowLike& row, Condition& condition, Emit& emit) {
        const auto& own = asIncoming<Input>(row);
        typename Keys::Entry* const entry = keys_.find(key);
        if (entry) {
            const bool there = sideOf<Input>(entry->value).remove(row) || isCounted<Input>;
            part<Input>(entry->key, entry->value, kind, own, condition, emit, there);
            if (entry->value.left.empty() && entry->value.right.empty()) keys_.erase(entry);
        } else {
            Both none;
            part<Input>(Key(), none, kind, own, condition, emit, isCounted<Input>);
        }
    }

    // A row has come; how many matches it has. One instead of a row with the same matches adds none to theirs.
    template <JoinInput Input, class Own, class Condition, class Emit>
    std::int64_t meet(const Key& key, Both& both, RowKind kind, const Own& own, Condition& condition, Emit& emit, bool replaces) {
        constexpr JoinInput other = detail::otherOf(Input);
        const bool batch = options_.batch;
        if constexpr (existence && Input == JoinInput::left) {
            const std::int64_t n = forMatches<Input>(key, both, own, condition, [](const auto&) {});
            if ((n != 0) == (Form == JoinForm::semi) && !(batch && Form == JoinForm::anti)) emit(kind, key, &own, nothing);
            return n;
        } else if constexpr (existence) {
            return forMatches<Input>(key, both, own, condition, [&](auto& item) {
                if (replaces || item.note.matches++ != 0 || (batch && Form == JoinForm::anti)) return;
                forCount(item, [&] { emit(Form == JoinForm::semi ? kind : RowKind::delete_, key, &item.row, nothing); });
            });
        } else if constexpr (detail::isOuter(Form, other)) {
            const std::int64_t n = forMatches<Input>(key, both, own, condition, [&](auto& item) {
                const bool wasPadded = !replaces && item.note.matches++ == 0 && !batch;
                forCount(item, [&] {
                    if (wasPadded) emitPadded<other>(emit, RowKind::delete_, key, item.row);
                    emitJoined<Input>(emit, RowKind::insert, key, own, item.row);
                });
            });
            if constexpr (detail::isOuter(Form, Input))
                if (n == 0 && !batch) emitPadded<Input>(emit, RowKind::insert, key, own);
            return n;
        } else {
            const std::int64_t n = forMatches<Input>(key, both, own, condition, [&](const auto& item) {
                forCount(item, [&] { emitJoined<Input>(emit, detail::isOuter(Form, Input) ? RowKind::insert : kind, key, own, item.row); });
            });
            if constexpr (detail::isOuter(Form, Input))
                if (n == 0 && !batch) emitPadded<Input>(emit, RowKind::insert, key, own);
            return n;
        }
    }
    // A row has gone. One of a key that was never there was no match of theirs.
    template <JoinInput Input, class Own, class Condition, class Emit>
    void part(const Key& key, Both& both, RowKind kind, const Own& own, Condition& condition, Emit& emit, bool there) {
        constexpr JoinInput other = detail::otherOf(Input);
        if constexpr (existence && Input == JoinInput::left) {
            const std::int64_t n = forMatches<Input>(key, both, own, condition, [](const auto&) {});
            if ((n != 0) == (Form == JoinForm::semi)) emit(kind, key, &own, nothing);
        } else if constexpr (existence) {
            forMatches<Input>(key, both, own, condition, [&](auto& item) {
                if (!there || --item.note.matches != 0) return;
                forCount(item, [&] { emit(Form == JoinForm::semi ? kind : RowKind::insert, key, &item.row, nothing); });
            });
        } else {
            [[maybe_unused]] const std::int64_t n = forMatches<Input>(key, both, own, condition, [&](auto& item) {
                bool isLast = false;
                if constexpr (detail::isOuter(Form, other)) isLast = there && --item.note.matches == 0;
                forCount(item, [&] {
                    emitJoined<Input>(emit, detail::isOuter(Form, Input) ? RowKind::delete_ : kind, key, own, item.row);
                    if constexpr (detail::isOuter(Form, other))
                        if (isLast) emitPadded<other>(emit, RowKind::insert, key, item.row);
                });
            });
            if constexpr (detail::isOuter(Form, Input))
                if (n == 0) emitPadded<Input>(emit, RowKind::delete_, key, own);
        }
    }
    template <JoinInput Input, class Emit>
    void emitUnmatched(const Key& key, Both& both, Emit& emit) {
        sideOf<Input>(both).forEach([&](const auto& item) {
            if (item.note.matches == 0) forCount(item, [&] { emitPadded<Input>(emit, RowKind::insert, key, item.row); });
        });
    }
    Keys keys_;
    JoinOptions options_;
    [[no_unique_address]] std::conditional_t<passes<JoinInput::left>, Passing<JoinInput::left>, Unpassed<JoinInput::left>> leftPassing_{};
    [[no_unique_address]] std::conditional_t<passes<JoinInput::right>, Passing<JoinInput::right>, Unpassed<JoinInput::right>> rightPassing_{};
    Left left_{};  // rows that are not kept; their texts are assigned over and over
    Right right_{};
    std::size_t heap_{};  // held by keys and rows; counted only under a limit
};

}  // namespace rivulet
