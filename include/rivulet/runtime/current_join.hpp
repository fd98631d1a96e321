// SPDX-License-Identifier: BSL-1.0
// The join of rows with the table as it is when they come.
#pragma once
#include <cstddef>

#include <rivulet/runtime/join.hpp>

namespace rivulet {

/// What Flink's processing-time temporal join and lookup join emit: each left row at once with the rows of its key that are there on the right, with its own
/// kind; without any (`left`) padded, (`inner`) nothing. What happens on the right later revises nothing. Only the right side is kept; `Identity` says what
/// a right row that takes away refers to, as of a JoinSide. Rows whose key is null match nothing and are not kept.
/// A row costs one look-up of its key.
template <JoinForm Form, class Key, class Left, class Right, class Identity>
class CurrentJoin {
    static_assert(Form == JoinForm::inner || Form == JoinForm::left);

public:
    explicit CurrentJoin(StateTtl ttl = {}) : keys_(ttl) {}

    /// One left row; the arguments are those of RegularJoin::process.
    template <class KeyView, class RowLike, class Condition, class Emit>
    void left(RowKind kind, bool keyIsNull, const KeyView& key, const RowLike& row, Condition&& condition, Emit&& emit) {
        if constexpr (Form == JoinForm::inner)
            if (keyIsNull) return;
        left_.assign(row);
        bool matched = false;
        if (auto* const entry = keyIsNull ? nullptr : keys_.find(key))
            entry->value.forEach([&](const auto& item) {
                if (!condition(entry->key, left_, item.row)) return;
                matched = true;
                for (std::uint32_t i = 0; i < item.count; ++i) emit(kind, entry->key, &left_, &item.row);
            });
        if constexpr (Form == JoinForm::left)
            if (!matched) emit(kind, keyIsNull ? Key() : Key(key), &left_, static_cast<const Right*>(nullptr));
    }
    /// One right row.
    template <class KeyView, class RowLike>
    void right(RowKind kind, bool keyIsNull, const KeyView& key, const RowLike& row) {
        if (keyIsNull) return;
        if (accumulates(kind)) {
            keys_.tryEmplace(key).first->value.add(row);
        } else if (auto* const entry = keys_.find(key)) {
            entry->value.remove(row);
            if (entry->value.empty()) keys_.erase(entry);
        }
    }

    /// Right rows.
    std::size_t size() const {
        std::size_t n = 0;
        keys_.forEach([&](const Key&, const Bag& rows) { n += rows.size(); });
        return n;
    }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = keys_.bytes();
        keys_.forEach([&](const Key& key, const Bag& rows) { n += heapBytes(key) + rows.bytes(); });
        return n;
    }

private:
    struct NoNote {};
    using Bag = RowBag<Right, NoNote, Identity>;
    ExpiringMap<Key, Bag, RowHash<Key>, RowEqual<Key>> keys_;
    Left left_{};  // its texts are assigned over and over
};

}  // namespace rivulet
