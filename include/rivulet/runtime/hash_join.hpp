// SPDX-License-Identifier: BSL-1.0
// The join of two inputs that end: one side is kept in a hash table, the rows of the other pass by it.
#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/large_pages.hpp>
#include <rivulet/runtime/join.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

namespace detail {

/// Rows that only come, in blocks: none moves, and there is at most one block more than they need.
template <class T>
class RowBlocks {
public:
    template <class... A>
    T& emplace(A&&... values) {
        if (blocks_.empty() || blocks_.back().size() == blocks_.back().capacity()) {
            const std::size_t rows = blocks_.empty() ? 16 : blocks_.back().capacity() * 2;
            blocks_.emplace_back().reserve(rows < most ? rows : most);
            bytes_ += blocks_.back().capacity() * sizeof(T);
        }
        return blocks_.back().emplace_back(std::forward<A>(values)...);
    }
    template <class F>
    void forEach(F f) {
        for (std::vector<T>& block : blocks_)
            for (T& row : block) f(row);
    }
    std::size_t bytes() const { return bytes_; }
    void clear() {
        blocks_ = {};
        bytes_ = 0;
    }

private:
    static constexpr std::size_t most = 65536 / sizeof(T) + 64;
    std::vector<std::vector<T>> blocks_;
    std::size_t bytes_{};
};

}  // namespace detail

/// A join in batch mode. The side `Build` is read first and kept, by key; then each row of the other side meets it once and is forgotten. What comes of the
/// other side before built() waits. Rows whose key is null match nothing; those of an outer or anti side are emitted all the same.
///
/// `emit(const KeyView&, const Probe*, const Built*)` takes what is emitted, by views that are valid during the call: null is a side that is padded, or that a
/// semi or anti join does not have. `condition(const KeyView&, const Probe&, const Built&)` is what must hold beside the key. Equal keys come in the order in which they came.
/// A row costs one look-up of its key, a kept one two pointers beside key and row, and half a pointer to two in the table.
template <JoinForm Form, JoinInput Build, class Key, class BuiltRow, class ProbeRow>
class HashJoin {
public:
    using KeyView = typename Key::View;
    using Built = BuiltRow;
    using Probe = typename ProbeRow::View;
    static constexpr JoinInput probing = detail::otherOf(Build);
    static_assert(!detail::isExistence(Form) || Build == JoinInput::right, "what is asked whether it exists is what is kept");

    explicit HashJoin(MemoryLimit limit = {}) : limit_(std::move(limit)) {}

    /// A row of the side that is kept.
    template <class AnyKey, class Row, class Emit>
    void build(bool keyIsNull, const AnyKey& key, const Row& row, Emit&& emit) {
        if (keyIsNull) {
            if constexpr (notes) {
                const BuiltRow own(row);
                emit(Key().view(), static_cast<const Probe*>(nullptr), &own);
            }
            return;
        }
        if (++keys_ > heads_.size()) [[unlikely]] grow();
        Entry** const head = &heads_[bucketOf(key)];
        for (Entry* e = *head; e; e = e->next) {
            if (!RowEqual<Key>{}(e->key, key)) continue;
            --keys_;
            if constexpr (!keepsOneOfAKey) append(*e, counted(entries_.emplace(key, row)));
            return;
        }
        Entry& made = counted(entries_.emplace(key, row));
        made.next = *head;
        *head = &made;
    }
    /// There are no more rows of the side that is kept.
    template <class Condition, class Emit>
    void built(Condition&& condition, Emit&& emit) {
        isBuilt_ = true;
        waiting_.forEach([&](const Waiting& w) { this->meet(w.key.view(), w.row.view(), condition, emit); });
        waiting_.clear();
    }
    /// A row of the other side.
    template <class AnyKey, class Row, class Condition, class Emit>
    void probe(bool keyIsNull, const AnyKey& key, const Row& row, Condition&& condition, Emit&& emit) {
        if (keyIsNull) {
            if constexpr (keepsProbe) {
                const Probe view(row);
                emit(Key().view(), &view, static_cast<const Built*>(nullptr));
            }
        } else if (isBuilt_) [[likely]] meet(KeyView(key), Probe(row), condition, emit);
        else counted(waiting_.emplace(key, row));
    }
    /// There are no more rows: the kept ones that have met none, where they are on an outer side.
    template <class Emit>
    void finish([[maybe_unused]] Emit&& emit) {
        if constexpr (notes)
            entries_.forEach([&](const Entry& e) {
                if (!e.isMatched()) emit(e.key.view(), static_cast<const Probe*>(nullptr), &e.row);
            });
        heads_ = {};
        entries_.clear();
        keys_ = heap_ = 0;
    }

    std::size_t bytes() const { return heads_.capacity() * sizeof(Entry*) + entries_.bytes() + waiting_.bytes() + heap_; }

private:
    static constexpr bool notes = detail::isOuter(Form, Build);
    static constexpr bool keepsProbe = detail::isOuter(Form, probing) || Form == JoinForm::anti;
    // Of a row that nothing is read of, one says as much as many.
    static constexpr bool keepsOneOfAKey = detail::isExistence(Form) && std::is_empty_v<BuiltRow>;

    struct Unnoted {
        static constexpr bool isMatched() { return false; }
        void match() const {}
    };
    struct Noted {
        bool isMatched() const { return matched; }
        void match() { matched = true; }
        bool matched{};
    };
    // The first entry of a key is in the list of its bucket; the others are in a ring, whose last one it has.
    struct Entry : std::conditional_t<notes, Noted, Unnoted> {
        template <class AnyKey, class Row> Entry(const AnyKey& k, const Row& r) : key(k), row(r) {}
        Entry* next{};
        Entry* same{};
        [[no_unique_address]] Key key;
        [[no_unique_address]] BuiltRow row;
    };
    struct Waiting {
        template <class AnyKey, class Row> Waiting(const AnyKey& k, const Row& r) : key(k), row(r) {}
        [[no_unique_address]] Key key;
        [[no_unique_address]] ProbeRow row;
    };

    template <class AnyKey> std::size_t bucketOf(const AnyKey& key) const { return RowHash<Key>{}(key) & (heads_.size() - 1); }
    void grow() {
        std::vector<Entry*> old = std::move(heads_);
        const std::size_t buckets = old.empty() ? 16 : old.size() * 2;
        heads_ = {};
        heads_.reserve(buckets);
        detail::preferLargePages(heads_.data(), buckets * sizeof(Entry*));
        heads_.resize(buckets);
        for (Entry* e : old)
            while (e) {
                Entry* const next = e->next;
                Entry** const head = &heads_[bucketOf(e->key)];
                e->next = *head;
                *head = e;
                e = next;
            }
    }
    static void append(Entry& first, Entry& more) {
        if (!first.same) more.same = &more;
        else {
            more.same = first.same->same;
            first.same->same = &more;
        }
        first.same = &more;
    }
    template <class Kept>
    Kept& counted(Kept& kept) {
        if (limit_) [[unlikely]] {
            heap_ += heapBytes(kept.key) + heapBytes(kept.row);
            limit_.check(bytes());
        }
        return kept;
    }

    template <class Condition, class Emit>
    void meet(const KeyView& key, const Probe& row, Condition& condition, Emit& emit) {
        bool any = false;
        if (!heads_.empty())
            for (Entry* e = heads_[bucketOf(key)]; e; e = e->next) {
                if (!RowEqual<Key>{}(e->key, key)) continue;
                any = meetOne(*e, key, row, condition, emit);
                if (!e->same || (any && detail::isExistence(Form))) break;
                for (Entry* other = e->same->same;; other = other->same) {
                    any = meetOne(*other, key, row, condition, emit) || any;
                    if (other == e->same || (any && detail::isExistence(Form))) break;
                }
                break;
            }
        if constexpr (Form == JoinForm::semi) {
            if (any) emit(key, &row, static_cast<const Built*>(nullptr));
        } else if constexpr (keepsProbe) {
            if (!any) emit(key, &row, static_cast<const Built*>(nullptr));
        }
    }
    template <class Condition, class Emit>
    bool meetOne(Entry& e, const KeyView& key, const Probe& row, Condition& condition, Emit& emit) {
        if (!condition(key, row, e.row)) return false;
        e.match();
        if constexpr (!detail::isExistence(Form)) emit(key, &row, &e.row);
        return true;
    }

    std::vector<Entry*> heads_;
    detail::RowBlocks<Entry> entries_;
    detail::RowBlocks<Waiting> waiting_;
    MemoryLimit limit_;
    std::size_t keys_{}, heap_{};  // heap_: held by keys and rows outside of themselves; counted only under a limit
    bool isBuilt_{};
};

}  // namespace rivulet
