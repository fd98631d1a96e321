// SPDX-License-Identifier: BSL-1.0
// The rows of one key: few in most cases, and found in constant time when they are many.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/runtime/owned.hpp>
#include <rivulet/runtime/place_index.hpp>
#include <rivulet/runtime/remove_if.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// What makes two rows of a bag one: all columns. Then equal rows are one entry with a count.
struct WholeRow {};
/// .. or the columns of a unique key. Then a row replaces the one before it.
template <int... C> struct UniqueColumns {};
/// .. or nothing: there is at most one row, because the key of the bag contains a unique key.
struct OneRow {};
/// .. or nothing, as rows only come, and a key gets one at most.
struct OnlyRow {};

namespace detail {

template <class Row, class Identity> struct IdentityOf;
template <class Row> struct IdentityOf<Row, WholeRow> {
    static constexpr bool counts = true;
    template <class R> static std::size_t hash(const R& row) { return RowHash<Row>{}(row); }
    template <class A, class B> static bool equal(const A& a, const B& b) { return RowEqual<Row>{}(a, b); }
};
template <class Row, int... C> struct IdentityOf<Row, UniqueColumns<C...>> {
    static constexpr bool counts = false;
    using Part = StoredPart<Row, C...>;
    template <class R> static std::size_t hash(const R& row) { return RowHash<Part>{}(partOf<C...>(row)); }
    template <class A, class B> static bool equal(const A& a, const B& b) { return RowEqual<Part>{}(partOf<C...>(a), partOf<C...>(b)); }
};

}  // namespace detail

/// Rows in no order to rely on. `Note` is what is kept beside each row.
template <class Row, class Note, class Identity>
class RowBag {
    using Rules = detail::IdentityOf<Row, Identity>;
    struct Once {
        static constexpr std::uint32_t count = 1;
    };
    struct Several {
        std::uint32_t count{1};
    };

public:
    struct Item : std::conditional_t<Rules::counts, Several, Once> {
        Row row;
        [[no_unique_address]] Note note{};
        template <class R> explicit Item(const R& from) : row(from) {}
        explicit Item(Row&& from) : row(std::move(from)) {}
    };

    bool empty() const { return items_.empty(); }
    /// Rows that differ.
    std::size_t distinct() const { return items_.size(); }
    /// Rows, each as often as it is there.
    std::size_t size() const {
        std::size_t n = 0;
        for (const Item& i : items_) n += i.count;
        return n;
    }
    /// What the rows take outside of the bag.
    std::size_t bytes() const {
        std::size_t n = items_.capacity() * sizeof(Item) + (index_ ? sizeof(*index_) + index_->bytes() : 0);
        for (const Item& i : items_) n += heapBytes(i.row);
        return n;
    }
    template <class F> void forEach(F f) {
        for (Item& i : items_) f(i);
    }
    void clear() {
        items_ = std::vector<Item>();  // gives the memory back, unlike {}
        index_.reset();
    }
    struct Added {
        Item& item;     // valid until the next change of the bag
        bool replaced;  // there was a row of the same key
    };
    /// A row that is new, counted once more, or instead of the one of its key.
    template <class R>
    Added add(R&& row) {
        const std::size_t hash = index_ ? Rules::hash(row) : 0;
        if (Item* const i = find(row, hash)) {
            if constexpr (Rules::counts) ++i->count;
            else i->row.assign(row);
            return {*i, !Rules::counts};
        }
        items_.emplace_back(std::forward<R>(row));
        if (index_) index_->add(hash, static_cast<std::uint32_t>(items_.size() - 1));
        else if (items_.size() > scanned) makeIndex();
        return {items_.back(), false};
    }
    /// Takes one such row away; whether there was one.
    template <class R>
    bool remove(const R& row) {
        const std::size_t hash = index_ ? Rules::hash(row) : 0;
        Item* const i = find(row, hash);
        if (!i) return false;
        if constexpr (Rules::counts)
            if (--i->count != 0) return true;
        const auto place = static_cast<std::uint32_t>(i - items_.data()), last = static_cast<std::uint32_t>(items_.size() - 1);
        if (index_) {
            index_->erase(hash, place);
            if (place != last) index_->move(Rules::hash(items_.back().row), last, place);
        }
        if (place != last) *i = std::move(items_.back());
        items_.pop_back();
        if (items_.empty()) index_.reset();
        return true;
    }
    /// Takes the items away of which `gone(const Item&)` says so; the others stay in their order.
    template <class Gone>
    void removeIf(Gone gone) {
        if (!detail::removeIf(items_, [&gone](const Item& i) { return gone(i); }) || !index_) return;
        index_.reset();
        if (items_.size() > scanned) makeIndex();
    }

private:
    static constexpr std::size_t scanned = 16;  // as many are looked through one by one

    template <class R>
    Item* find(const R& row, std::size_t hash) {
        if (!index_) {
            for (Item& i : items_)
                if (Rules::equal(i.row, row)) return &i;
            return nullptr;
        }
        const std::uint32_t place = index_->find(hash, [&](std::uint32_t p) { return Rules::equal(items_[p].row, row); });
        return place == detail::PlaceIndex::none ? nullptr : &items_[place];
    }
    void makeIndex() {
        index_.reset(new detail::PlaceIndex);
        for (std::size_t i = 0; i < items_.size(); ++i) index_->add(Rules::hash(items_[i].row), static_cast<std::uint32_t>(i));
    }
    std::vector<Item> items_;
    detail::Owner<detail::PlaceIndex> index_;
};

template <class Row, class Note>
class RowBag<Row, Note, OneRow> {
public:
    struct Item {
        static constexpr std::uint32_t count = 1;
        Row row{};
        [[no_unique_address]] Note note{};
    };
    bool empty() const { return !there_; }
    std::size_t distinct() const { return there_; }
    std::size_t size() const { return there_; }
    std::size_t bytes() const { return heapBytes(item_.row); }
    template <class F> void forEach(F f) {
        if (there_) f(item_);
    }
    struct Added {
        Item& item;
        bool replaced;
    };
    template <class R>
    Added add(const R& row) {
        item_.row.assign(row);
        return {item_, std::exchange(there_, true)};
    }
    void clear() { *this = {}; }
    /// Whatever the row is like. Its memory stays for the next one: most rows that go are replaced at once.
    template <class R>
    bool remove(const R&) { return std::exchange(there_, false); }
    template <class Gone>
    void removeIf(Gone gone) {
        if (there_ && gone(std::as_const(item_))) clear();
    }

private:
    Item item_{};
    bool there_{};
};
template <class Row, class Note>
class RowBag<Row, Note, OnlyRow> : public RowBag<Row, Note, OneRow> {};

}  // namespace rivulet
