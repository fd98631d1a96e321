// SPDX-License-Identifier: BSL-1.0
// A changelog of a job that runs in batch mode: changes are applied to the rows that there are, and those that are left at the
// end go out as inserts, in the order in which they came to be; a row keeps its place through updates.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/row_kind.hpp>
#include <rivulet/lift/pipeline.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/runtime/key.hpp>

namespace rivulet::detail {

/// Finds rows that are stored elsewhere by their hash.
class RowIndex {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{};

    /// The newest row of this hash for which `same(row)`.
    template <class Same> std::uint32_t find(std::size_t hash, Same same) const {
        if (heads_.empty()) return none;
        for (std::uint32_t row = heads_[hash & (heads_.size() - 1)]; row != none; row = rows_[row].next)
            if (rows_[row].hash == hash && same(row)) return row;
        return none;
    }
    /// Rows are numbered from 0; a number is put in again after it was taken out.
    void put(std::uint32_t row, std::size_t hash) {
        if (row >= rows_.size()) rows_.resize(row + std::size_t{1});
        rows_[row] = {hash, none, true};
        if (rows_.size() > heads_.size()) grow();
        else link(row);
    }
    void take(std::uint32_t row) {
        std::uint32_t* at = &heads_[rows_[row].hash & (heads_.size() - 1)];
        while (*at != row) at = &rows_[*at].next;
        *at = rows_[row].next;
        rows_[row].isIn = false;
    }
    bool has(std::uint32_t row) const { return rows_[row].isIn; }

private:
    struct Entry {
        std::size_t hash{};
        std::uint32_t next{none};
        bool isIn{};
    };
    void link(std::uint32_t row) {
        std::uint32_t& head = heads_[rows_[row].hash & (heads_.size() - 1)];
        rows_[row].next = head;
        head = row;
    }
    void grow() {
        heads_.assign(heads_.empty() ? 16 : heads_.size() * 2, none);
        for (std::uint32_t row = 0; row < rows_.size(); ++row)
            if (rows_[row].isIn) link(row);
    }
    std::vector<std::uint32_t> heads_;
    std::vector<Entry> rows_;
};

/// Takes the changes of T, a type with a `kind`. Columns with a bit in Key tell rows apart; without any, whole rows do.
template <class T, unsigned long long Key, class Emitter>
class FinalRows {
public:
    explicit FinalRows(Emitter emitter) : emitter_(std::move(emitter)) {}

    void push(const T& row) { change(T(row)); }
    void push(T&& row) { change(std::move(row)); }
    template <class F> void fill(F f) {
        T row{};
        f(row);
        change(std::move(row));
    }
    void endBatch() {}
    void finish() {
        for (std::uint32_t at = 0; at < rows_.size(); ++at) {
            if (!index_.has(at)) continue;
            rows_[at].kind = RowKind::insert;
            emitter_.push(std::move(rows_[at]));
        }
        emitter_.finish();
    }

private:
    static constexpr auto fields = std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{};
    template <int I> static constexpr bool counts = Key == 0 || (I < 64 && (Key >> (I & 63) & 1));
    template <int I> using Field = std::remove_cvref_t<typename Reflection<T>::template Type<I>>;

    void change(T row) {
        const std::size_t hash = hashOf(row, fields);
        const std::uint32_t old = index_.find(hash, [&](std::uint32_t at) { return same(rows_[at], row, fields); });
        const bool leaves = row.kind == RowKind::updateBefore || row.kind == RowKind::delete_;
        if (leaves) {
            if (old == RowIndex::none) return;  // nothing knows of it
            index_.take(old);
            updated_ = row.kind == RowKind::updateBefore ? old : RowIndex::none;
        } else if (Key != 0 && old != RowIndex::none) {
            rows_[old] = std::move(row);
        } else if (row.kind == RowKind::updateAfter && updated_ != RowIndex::none) {
            rows_[updated_] = std::move(row);
            index_.put(std::exchange(updated_, RowIndex::none), hash);
        } else {
            if (rows_.size() >= RowIndex::none) throw IllegalState("a batch result of more than 4,294,967,294 rows");
            rows_.push_back(std::move(row));
            index_.put(static_cast<std::uint32_t>(rows_.size() - 1), hash);
        }
    }
    template <int I> static void mix(std::size_t& hash, const T& row) {
        if constexpr (counts<I> && HashableKey<Field<I>>) hash = mixHash(hash + KeyHash{}(Reflection<T>::template get<I>(row)));
    }
    template <int I> static bool sameField(const T& a, const T& b) {
        if constexpr (!counts<I>) return true;
        else if constexpr (HashableKey<Field<I>>) return KeyEqual{}(Reflection<T>::template get<I>(a), Reflection<T>::template get<I>(b));
        else return Reflection<T>::template get<I>(a) == Reflection<T>::template get<I>(b);
    }
    template <std::size_t... I> static std::size_t hashOf(const T& row, std::index_sequence<I...>) {
        std::size_t hash = 0;
        (mix<static_cast<int>(I)>(hash, row), ...);
        return hash;
    }
    template <std::size_t... I> static bool same(const T& a, const T& b, std::index_sequence<I...>) { return (sameField<static_cast<int>(I)>(a, b) && ...); }

    Emitter emitter_;
    std::vector<T> rows_;
    RowIndex index_;
    std::uint32_t updated_{RowIndex::none};  // the place of the row before an update
};

/// Rows of an updating query: its changes, or in batch mode its last rows.
template <class Sink, class T>
struct ChangesOrigin {
    using Element = T;
    QueryOrigin<Sink, T> query;

    static constexpr bool keyed = !(Sink::sinkMode.bits & plan::ChangelogMode::updateBefore);
    static constexpr unsigned long long key = keyed && relationOf<Sink>.keys.count > 0 ? relationOf<Sink>.keys.sets[0].low : 0;

    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        if (query.environment->mode != RuntimeExecutionMode::Batch) return query.connect(job, std::move(emitter));
        if constexpr (keyed && key == 0) throw IllegalState("batch mode: the query has no key by which its updates could be told apart; take ChangelogMode::all()");
        else query.connect(job, FinalRows<T, key, Emitter>(std::move(emitter)));
    }
};
template <class Sink, class T>
using ResultOrigin = std::conditional_t<relationOf<Sink>.mode.insertOnly() || Sink::catalogue.batch, QueryOrigin<Sink, T>, ChangesOrigin<Sink, T>>;

}  // namespace rivulet::detail
